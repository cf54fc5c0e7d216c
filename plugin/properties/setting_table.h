// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <gst/gst.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace videohistogram {

/// Converts between a property's value and a member of a struct of settings.
template <class T>
void store_value(T& member, const GValue* value) {
  if constexpr (std::is_same_v<T, bool>)
    member = g_value_get_boolean(value) != FALSE;
  else if constexpr (std::is_same_v<T, guint>)
    member = g_value_get_uint(value);
  else if constexpr (std::is_same_v<T, guint64>)
    member = g_value_get_uint64(value);
  else if constexpr (std::is_same_v<T, double>)
    member = g_value_get_double(value);
  else if constexpr (std::is_enum_v<T>)
    member = static_cast<T>(g_value_get_enum(value));
  else
    member = g_value_get_string(value) ? g_value_get_string(value) : "";
}
template <class T>
void load_value(const T& member, GValue* value) {
  if constexpr (std::is_same_v<T, bool>)
    g_value_set_boolean(value, member);
  else if constexpr (std::is_same_v<T, guint>)
    g_value_set_uint(value, member);
  else if constexpr (std::is_same_v<T, guint64>)
    g_value_set_uint64(value, member);
  else if constexpr (std::is_same_v<T, double>)
    g_value_set_double(value, member);
  else if constexpr (std::is_enum_v<T>)
    g_value_set_enum(value, static_cast<gint>(member));
  else
    g_value_set_string(value, member.c_str());
}

/// A property of an element that is a member of its settings, a struct `S`.
template <class S>
struct Setting {
  GParamSpec* spec; ///< floating until the property is installed
  void (*set)(S&, const GValue*);
  void (*get)(const S&, GValue*);
  /// The error says what text is accepted. null: any is, or the text is checked when it is used.
  Status (*check)(const std::string& text);
};

/// All settings of a class of elements. Their properties have the ids from 1 on, in this order.
template <class S>
using SettingTable = std::vector<Setting<S>>;

template <class Parsed>
Status status_of(const Expected<Parsed>& parsed) {
  return parsed.ok() ? Status() : Status(parsed.error());
}
/// Setting::check by a function that parses the text.
template <auto parse>
Status check_text(const std::string& text) {
  return status_of(parse(text));
}

/// Flags of properties that may be set while the element is in READY or below, or at any time.
constexpr auto mutable_in_ready =
    static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);
constexpr auto mutable_in_playing = static_cast<GParamFlags>(
    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);

/// As mutable_in_playing, and set by GstControlBindings before each frame.
constexpr auto controllable = static_cast<GParamFlags>(mutable_in_playing | GST_PARAM_CONTROLLABLE);

/// Makes settings whose defaults are those of a new `S`. `path` leads to the member:
/// <&Settings::message, &MessageContent::counts>.
template <class S>
class SettingMaker {
public:
  using Check = Status (*)(const std::string& text);
  template <auto... path>
  using Member = std::decay_t<decltype((std::declval<S&>().*....*path))>;

  /// A property of that specification.
  template <auto... path>
  Setting<S> of(GParamSpec* spec, Check check = nullptr) const {
    return {
        spec, [](S& settings, const GValue* value) { store_value((settings.*....*path), value); },
        [](const S& settings, GValue* value) { load_value((settings.*....*path), value); }, check};
  }
  template <auto... path>
  Setting<S> text(const char* name, const char* nick, const char* blurb,
                  Check check = nullptr) const {
    return of<path...>(
        g_param_spec_string(name, nick, blurb, (defaults_.*....*path).c_str(), mutable_in_playing),
        check);
  }
  template <auto... path>
  Setting<S> boolean(const char* name, const char* nick, const char* blurb) const {
    return of<path...>(
        g_param_spec_boolean(name, nick, blurb, (defaults_.*....*path), mutable_in_playing));
  }
  /// `type`: of an enum with the values of the member's.
  template <auto... path>
  Setting<S> choice(const char* name, const char* nick, const char* blurb, GType type,
                    GParamFlags flags = mutable_in_playing) const {
    return of<path...>(g_param_spec_enum(name, nick, blurb, type,
                                         static_cast<gint>((defaults_.*....*path)), flags));
  }
  /// A number from `least` to `most`.
  template <auto... path>
  Setting<S> number(const char* name, const char* nick, const char* blurb, Member<path...> least,
                    Member<path...> most, GParamFlags flags = mutable_in_playing) const {
    constexpr auto make = [] {
      if constexpr (std::is_same_v<Member<path...>, guint>)
        return g_param_spec_uint;
      else if constexpr (std::is_same_v<Member<path...>, guint64>)
        return g_param_spec_uint64;
      else
        return g_param_spec_double;
    }();
    return of<path...>(make(name, nick, blurb, least, most, (defaults_.*....*path), flags));
  }

private:
  const S defaults_{};
};

template <class S>
void install_settings(GObjectClass* object_class, const SettingTable<S>& table) {
  guint id = 0;
  for (const Setting<S>& setting : table)
    g_object_class_install_property(object_class, ++id, setting.spec);
}

} // namespace videohistogram
