// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The WARNINGs of a Scope about frames and settings.
#include "plugin/scope/draw/marks/make_marks.h"
#include "plugin/scope/scope.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

namespace videohistogram::scope {

/// Lists what the picture cannot show, and the settings that these frames cannot have.
void Scope::find_warnings(const FormatInfo& format, const PictureOptions& options) {
  const std::vector<ScopeKind>& scopes = options.scopes;
  warnings_.clear();
  for (const ScopeKind kind :
       {ScopeKind::vectorscope, ScopeKind::lightning, ScopeKind::arrowhead}) {
    const std::string name = scope_names[static_cast<size_t>(kind)];
    if (!format.is_ycbcr() && std::find(scopes.begin(), scopes.end(), kind) != scopes.end())
      warnings_.push_back(std::string(format.name) + " frames have no Cb and Cr, so the " + name +
                          " stays empty; put \"videoconvert ! video/x-raw,format=Y444\" upstream "
                          "of the element, or set scopes without " +
                          name);
  }
  if (format.is_ycbcr() && source_.composite == Composite::none &&
      std::find(scopes.begin(), scopes.end(), ScopeKind::arrowhead) != scopes.end())
    warnings_.push_back("The arrowhead stays empty: it shows limits of composite signals, which "
                        "only frames of 480, 486 or 576 rows have, and these have " +
                        std::to_string(caps_.info.height) +
                        "; set scopes without arrowhead, or have videoscale make 576 rows upstream "
                        "of the element");
  if (format.is_ycbcr() && !source_.colours.has_matrix)
    warnings_.push_back("The caps state matrix " + std::to_string(frame_colours_.matrix_code) +
                        " of ITU-T H.273, from which R, G and B do not follow by a matrix, so "
                        "scopes show Y in their place, and the vectorscope has no targets; if the "
                        "frames have another matrix, set colorimetry");
  if (!trimmed(settings_->show_region).empty() && is_tiled(format.packing))
    warnings_.push_back(std::string(format.name) +
                        " frames lie in tiles, of which no region is shown; put videoconvert "
                        "upstream of the element");
  if (options.gamut_log && !picture_->numbers().has_range()) {
    const char* const reason = reason_against_gamut(source_, GamutLimits::r103);
    warnings_.push_back(std::string("gamut-log logs nothing: ") +
                        (reason ? reason : "frames of this format have no R, G and B"));
  }
  if (std::optional<std::string> warning = colorimetry_warning(settings_->colorimetry, format))
    warnings_.push_back(*std::move(warning));
}

/// Posts each warning once per caps: pictures are also made anew when a setting changes.
void Scope::post_warnings() {
  for (const std::string& warning : warnings_) {
    if (std::find(posted_warnings_.begin(), posted_warnings_.end(), warning) !=
        posted_warnings_.end())
      continue;
    posted_warnings_.push_back(warning);
    GST_ELEMENT_WARNING(element_, STREAM, FORMAT, ("%s", warning.c_str()), (nullptr));
  }
}

} // namespace videohistogram::scope
