// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/scope_settings.h"

#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace videohistogram::scope {

Expected<std::vector<ScopeKind>> parse_scope_list(const std::string& text) {
  std::vector<ScopeKind> scopes;
  if (trimmed(text).empty())
    return Expected<std::vector<ScopeKind>>(std::move(scopes)); // marks alone
  for (std::string_view part : split_list(text, "+,")) {
    const std::string name(part);
    const auto* const found =
        std::find_if(std::begin(scope_names), std::end(scope_names), [&](const char* of_scope) {
          return g_ascii_strcasecmp(of_scope, name.c_str()) == 0;
        });
    if (found == std::end(scope_names))
      return impossible("scopes", text,
                        quoted(name) + " is no scope; give some of histogram, waveform, parade and "
                                       "vectorscope, joined by +");
    const auto scope = static_cast<ScopeKind>(found - scope_names);
    if (std::find(scopes.begin(), scopes.end(), scope) != scopes.end())
      return impossible("scopes", text,
                        std::string("it names ") + *found + " twice; give each scope once");
    scopes.push_back(scope);
  }
  return Expected<std::vector<ScopeKind>>(std::move(scopes));
}

Expected<std::optional<double>> parse_skin_tone(const std::string& text) {
  if (g_ascii_strcasecmp(std::string(trimmed(text)).c_str(), "auto") == 0)
    return Expected<std::optional<double>>(std::nullopt);
  std::optional<double> degrees = parse_decimal(text, "-.");
  if (!degrees || *degrees < -1 || *degrees > 360)
    return impossible("skin-tone", text, "give auto, a number from 0 to 360, or -1 for no line");
  if (*degrees > -1 && *degrees < 0)
    *degrees += 360; // only -1 means that there is no line
  return Expected<std::optional<double>>(degrees);
}

Expected<PictureOptions> picture_options(const ScopeSettings& settings) {
  PictureOptions options = settings.picture;
  if (Status status = parse_scope_list(settings.scopes).move_to(options.scopes); !status.ok())
    return status.error();
  if (Status status =
          parse_percentile_list(settings.percentiles, "percentiles").move_to(options.percents);
      !status.ok())
    return status.error();
  if (Expected<GstVideoColorimetry> parts = parse_colorimetry(settings.colorimetry); !parts.ok())
    return parts.error();
  if (Status status = parse_skin_tone(settings.skin_tone).move_to(options.skin_tone); !status.ok())
    return status.error();
  return Expected<PictureOptions>(std::move(options));
}

} // namespace videohistogram::scope
