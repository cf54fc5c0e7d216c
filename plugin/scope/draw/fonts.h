// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <pango/pangocairo.h>

#include <memory>
#include <string>

namespace videohistogram::scope {

/// Releases a reference to a GObject.
struct Unref {
  void operator()(gpointer object) const { g_object_unref(object); }
};
using LayoutReference = std::unique_ptr<PangoLayout, Unref>;

/// The fonts that texts are written with. The constructor reads the configuration of fontconfig and
/// loads the font, which takes 10 ms and more: create them before the first frame, so that it is
/// not delayed. Thread-safety: one thread at a time; need not be the same one.
class Fonts {
public:
  Fonts();

  /// The fonts of this thread, made when it first asks for them.
  static const Fonts& of_thread();

  /// Whether digits and letters can be written. Without any font, the sizes that Pango gives of a
  /// text are undefined: they come from memory that was not written.
  bool usable() const { return usable_; }
  /// An empty layout for texts that are drawn by `cairo`.
  LayoutReference make_layout(cairo_t* cairo) const;

private:
  std::unique_ptr<PangoFontMap, Unref> map_;
  bool usable_ = false;
};

/// Lays out a text of one line. `font`: pixels.
void lay_out_text(PangoLayout* layout, const std::string& text, double font);

} // namespace videohistogram::scope
