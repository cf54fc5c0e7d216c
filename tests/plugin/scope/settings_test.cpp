// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Properties of videoscope and videoscopeoverlay: texts, layouts, control bindings, descriptions.
#include "tests/plugin/scope/scopes_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(Settings, ScopesHaveSettingsOfTheirOwn) {
  const auto drawn = [](const std::string& properties) {
    Scopes stream(properties);
    return stream.picture(Scopes::frame(0));
  };
  const auto with = [&](const char* scopes) {
    return drawn(std::string("scopes=\"") + scopes + "\"");
  };
  EXPECT_EQ(with("waveform(mode=rgb)"), drawn("scopes=waveform waveform-mode=rgb"));
  EXPECT_EQ(with("waveform(color=picture)"), drawn("scopes=waveform waveform-color=picture"));
  EXPECT_NE(with("waveform(color=picture)"), with("waveform"));
  EXPECT_EQ(with("waveform(color=picture, mode=rgb)"), with("waveform(mode=rgb)"));
  EXPECT_EQ(with("parade(direction=rows,extents=live)"),
            drawn("scopes=parade waveform-direction=rows waveform-extents=live"));
  EXPECT_NE(with("parade(direction=rows)"), with("parade"));
  for (const std::string scope : {"waveform", "parade"}) {
    EXPECT_EQ(with((scope + "(filter=low-pass)").c_str()),
              drawn("waveform-filter=low-pass scopes=" + scope));
    EXPECT_EQ(with((scope + "(filter=none)").c_str()), drawn("scopes=" + scope));
    EXPECT_NE(with((scope + "(filter=low-pass)").c_str()), with(scope.c_str()));
  }
  EXPECT_EQ(with("parade+waveform(color=picture)"),
            drawn("scopes=parade,waveform waveform-color=picture"));
  EXPECT_EQ(with("waveform(zoom=0-20, units=ire)"), drawn("scopes=waveform zoom=0-20 units=ire"));
  EXPECT_EQ(with("histogram(percentiles=10,90,scale=log)"),
            drawn("scopes=histogram percentiles=10,90 histogram-scale=log"));
  EXPECT_EQ(with("Vectorscope(gain=4)"), drawn("scopes=vectorscope vectorscope-gain=4"));
  EXPECT_EQ(with("waveform+waveform(mode=luma)"), with("waveform,waveform"));
  EXPECT_NE(with("waveform+waveform(mode=rgb)"), with("waveform(mode=rgb)+waveform"));
}

TEST(Settings, LayoutsAreReadAsTheyAreWritten) {
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    Stream stream(element, "", "", "");
    const auto set = [&](const char* text) {
      g_object_set(stream.element(), "layout", text, nullptr);
    };
    const auto get = [&](const char* property) {
      gchar* text = nullptr;
      g_object_get(stream.element(), property, &text, nullptr);
      const std::string copy = text;
      g_free(text);
      return copy;
    };
    EXPECT_EQ(get("layout"), "");
    g_object_set(stream.element(), "scopes", "waveform", "percentiles", "", "intensity", 2.5,
                 nullptr);
    gst_util_set_object_arg(G_OBJECT(stream.element()), "units", "ire");
    gst_util_set_object_arg(G_OBJECT(stream.element()), "waveform-color", "picture");
    gst_util_set_object_arg(G_OBJECT(stream.element()), "waveform-filter", "low-pass");
    const std::string layout = get("layout");
    EXPECT_EQ(layout, "scopes=waveform percentiles=\"\" waveform-color=picture "
                      "waveform-filter=low-pass intensity=2.5 units=ire");
    for (const char* preset : {"grading", "broadcast", "hdr"}) {
      set(preset);
      EXPECT_NE(get("scopes"), "waveform") << preset;
      EXPECT_EQ(get("percentiles"), "1,50,99") << preset;
      const std::string written = get("layout");
      set("");
      EXPECT_EQ(get("layout"), "");
      set(written.c_str());
      EXPECT_EQ(get("layout"), written) << preset;
    }
    set("broadcast intensity=3 targets=both");
    gdouble intensity = 0;
    gboolean axes = FALSE;
    g_object_get(stream.element(), "intensity", &intensity, "iq-axes", &axes, nullptr);
    EXPECT_EQ(intensity, 3);
    EXPECT_TRUE(axes);
    set(layout.c_str());
    EXPECT_EQ(get("layout"), layout);
    for (const char* wrong : {"cinema", "scopes", "backend=cuda", "units=feet", "zoom=\"0-20"}) {
      set(wrong);
      EXPECT_EQ(get("layout"), layout) << wrong;
      EXPECT_EQ(stream.warnings(), 1u) << wrong;
    }
  }
}

namespace {

/// A binding that sets a property of doubles to the time in seconds, whenever it is synchronised.
struct SecondsBinding {
  GstControlBinding parent;
};
struct SecondsBindingClass {
  GstControlBindingClass parent;
};
G_DEFINE_TYPE(SecondsBinding, seconds_binding, GST_TYPE_CONTROL_BINDING)
void seconds_binding_init(SecondsBinding*) {}
void seconds_binding_class_init(SecondsBindingClass* klass) {
  klass->parent.sync_values = [](GstControlBinding* binding, GstObject* object, GstClockTime time,
                                 GstClockTime) -> gboolean {
    g_object_set(object, binding->name, static_cast<gdouble>(time) / GST_SECOND, nullptr);
    return TRUE;
  };
}

} // namespace

TEST(Settings, ControlBindingsSetPropertiesAtTheTimesOfFrames) {
  for (const char* property : {"intensity", "vectorscope-gain"}) {
    Scopes stream("scopes=waveform");
    auto* const binding = static_cast<GstControlBinding*>(g_object_new(
        seconds_binding_get_type(), "object", stream.element(), "name", property, nullptr));
    ASSERT_TRUE(gst_object_add_control_binding(GST_OBJECT(stream.element()), binding));
    for (const guint64 seconds : {3u, 7u}) {
      GstBuffer* const frame = Scopes::frame(0);
      GST_BUFFER_PTS(frame) = seconds * GST_SECOND;
      EXPECT_FALSE(stream.picture(frame).empty());
      gdouble value = 0;
      g_object_get(stream.element(), property, &value, nullptr);
      EXPECT_EQ(value, double{1} * seconds) << property;
    }
  }
  const Stream overlay("videoscopeoverlay", "", "", "");
  for (const char* property :
       {"x", "y", "width", "height", "opacity", "backing-opacity", "intensity", "vectorscope-gain"})
    EXPECT_TRUE(
        g_object_class_find_property(G_OBJECT_GET_CLASS(overlay.element()), property)->flags &
        GST_PARAM_CONTROLLABLE)
        << property;
}

TEST(Settings, EqualValuesKeepHeldTraces) {
  // The last picture of a dark frame after a bright one, whose traces are held.
  const auto drawn = [](const std::string& properties, auto between) {
    Scopes stream("scopes=waveform hold=peak intensity=2 " + properties);
    stream.picture(Scopes::frame(100));
    between(stream.element());
    return stream.picture(Scopes::frame(0));
  };
  const auto nothing = drawn("", [](GstElement*) {});
  EXPECT_NE(nothing, drawn("hold=none", [](GstElement*) {}));
  EXPECT_EQ(nothing, drawn("", [](GstElement* scopes) {
              g_object_set(scopes, "intensity", 2.0, "zoom", "", "iq-axes", FALSE, "scopes",
                           "waveform", nullptr);
              gst_util_set_object_arg(G_OBJECT(scopes), "units", "auto");
            }));
  EXPECT_EQ(nothing, drawn("", [](GstElement* scopes) {
              g_object_set(scopes, "layout", "scopes=waveform intensity=2", nullptr);
            }));
  EXPECT_NE(nothing, drawn("", [](GstElement* scopes) {
              g_object_set(scopes, "intensity", 3.0, "intensity", 2.0, "zoom", "0-99", nullptr);
            }));
}

TEST(Settings, OnlyMinusOneMeansNoLineForSkinTones) {
  const auto drawn = [](const char* degrees) {
    Scopes stream(std::string("scopes=vectorscope skin-tone=") + degrees);
    return stream.picture(Scopes::frame(0));
  };
  EXPECT_EQ(drawn("-0.5"), drawn("359.5"));
  EXPECT_NE(drawn("-0.5"), drawn("-1"));
}

TEST(Settings, SkinToneIsAutoOrANumber) {
  const std::string caps =
      "video/x-raw,format=I420,width=64,height=48,framerate=25/1,colorimetry=bt601";
  const auto drawn = [&](const std::string& properties) {
    Stream stream("videoscope", "scopes=vectorscope " + properties, caps,
                  "video/x-raw,width=320,height=240");
    return stream.output(buffer_of(std::vector<guint8>(64 * 48 * 3 / 2)));
  };
  EXPECT_EQ(drawn(""), drawn("skin-tone=auto"));
  EXPECT_EQ(drawn(""), drawn("skin-tone=126")); // of BT.601
  EXPECT_NE(drawn(""), drawn("skin-tone=123"));
  EXPECT_NE(drawn(""), drawn("iq-axes=true"));
  Scopes stream;
  for (const char* wrong : {"skin", "361", "-2", "", "12 3"}) {
    g_object_set(stream.element(), "skin-tone", wrong, nullptr);
    EXPECT_EQ(stream.warnings(), 1u) << wrong;
  }
  GValue number = G_VALUE_INIT; // as applications set it that know it as a number
  g_value_init(&number, G_TYPE_INT);
  g_value_set_int(&number, 123);
  g_object_set_property(G_OBJECT(stream.element()), "skin-tone", &number);
  g_value_unset(&number);
  gchar* text = nullptr;
  g_object_get(stream.element(), "skin-tone", &text, nullptr);
  EXPECT_STREQ(text, "123");
  g_free(text);
}

TEST(Settings, DescribesItsProperties) {
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    SCOPED_TRACE(element);
    const Stream stream(element, "", "", "");
    expect_descriptions(stream.element());
    const bool by_default = element == std::string("videoscope");
    for (const bool set : {by_default, !by_default}) {
      gboolean qos = FALSE;
      if (set != by_default)
        g_object_set(stream.element(), "qos", gboolean{set}, nullptr);
      g_object_get(stream.element(), "qos", &qos, nullptr);
      EXPECT_EQ(qos != FALSE, set);
    }
  }
}
