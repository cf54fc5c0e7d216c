// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/scope/draw/layout.h"
#include "plugin/scope/draw/options.h"
#include "plugin/settings/settings.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// The properties of `videoscope` as the application has set them.
struct ScopeSettings : BackendSettings {
  PictureOptions picture;                                       ///< without the lists below
  std::string scopes = "histogram+waveform+parade+vectorscope"; ///< see parse_scope_list()
  std::string colorimetry;                                      ///< see parse_colorimetry()
  bool use_meta = false;               ///< draw tables that are on buffers already
  std::string percentiles = "1,50,99"; ///< see parse_percentile_list()
  std::string skin_tone = "auto";      ///< see parse_skin_tone()
  std::string zoom, guides;            ///< see parse_zoom() and parse_guides()
  std::string show_region;             ///< see parse_region_name()
  std::string numbers, pins, probe;    ///< see number_settings.h
};
/// An immutable snapshot of the settings.
using SharedScopeSettings = std::shared_ptr<const ScopeSettings>;

/// A scope of a picture.
struct NamedScope {
  ScopeKind kind;
  std::string settings; ///< name=value joined by commas; may be empty
};

/// Parses the property `scopes`: names joined by `+` or `,`, in upper or lower case, each with its
/// own settings in parentheses or without: "waveform(mode=rgb,zoom=0-20)+waveform". Their order is
/// that in the picture. The names of settings are not checked. invalid_argument for any other text.
Expected<std::vector<NamedScope>> parse_scope_list(const std::string& text);

/// Parses the property `zoom`, "0-20"; empty: none. invalid_argument for any other text.
Expected<std::optional<LevelRange>> parse_zoom(const std::string& text);

/// Parses the property `guides`, "5,95"; empty: none. invalid_argument for any other text.
Expected<std::vector<double>> parse_guides(const std::string& text);

/// Parses the property `show-region`: `crop`, the type of regions of interest, or nothing.
/// invalid_argument for a text that can be no name.
Expected<std::string> parse_region_name(const std::string& text);

/// Parses the property `skin-tone`: `auto`, or degrees from -1 to 360, as PictureOptions has them.
/// invalid_argument for any other text.
Expected<std::optional<double>> parse_skin_tone(const std::string& text);

/// The picture's options, with the lists parsed. Errors: invalid_argument if a text of the settings
/// cannot be parsed; the message says what is accepted.
Expected<PictureOptions> picture_options(const ScopeSettings& settings);

} // namespace videohistogram::scope
