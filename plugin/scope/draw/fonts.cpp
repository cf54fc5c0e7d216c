// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/fonts.h"

namespace videohistogram::scope {

Fonts::Fonts() : map_(pango_cairo_font_map_new()) {
  cairo_surface_t* const surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t* const cairo = cairo_create(surface);
  {
    const LayoutReference layout = make_layout(cairo);
    lay_out_text(layout.get(), "0123456789 % AZ az", 16);
    usable_ = pango_layout_get_unknown_glyphs_count(layout.get()) == 0;
    if (usable_)
      pango_cairo_show_layout(cairo, layout.get());
  }
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
}

const Fonts& Fonts::of_thread() {
  static thread_local const Fonts fonts;
  return fonts;
}

LayoutReference Fonts::make_layout(cairo_t* cairo) const {
  const std::unique_ptr<PangoContext, Unref> context(pango_font_map_create_context(map_.get()));
  pango_cairo_update_context(cairo, context.get());
  return LayoutReference(pango_layout_new(context.get()));
}

void lay_out_text(PangoLayout* layout, const std::string& text, double font) {
  PangoFontDescription* const description = pango_font_description_new();
  pango_font_description_set_family_static(description, "DejaVu Sans, Sans");
  pango_font_description_set_absolute_size(description, font * PANGO_SCALE);
  pango_layout_set_font_description(layout, description);
  pango_font_description_free(description);
  pango_layout_set_text(layout, text.data(), static_cast<int>(text.size()));
}

} // namespace videohistogram::scope
