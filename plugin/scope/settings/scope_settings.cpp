// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/scope_settings.h"

#include "plugin/scope/settings/number_settings.h"
#include "plugin/scope/settings/scope_properties.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace videohistogram::scope {

namespace {

/// The parts of a list of scopes between `+` and `,` outside of parentheses; none if these do not
/// match.
std::vector<std::string_view> split_scopes(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  bool inside = false;
  for (size_t i = 0; i <= text.size(); i++) {
    const char c = i < text.size() ? text[i] : '+';
    if (i < text.size() && (c == '(' || c == ')')) {
      if (inside == (c == '('))
        return {};
      inside = !inside;
    } else if ((!inside || i == text.size()) && (c == '+' || c == ',')) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return inside ? std::vector<std::string_view>() : parts;
}

std::string all_scope_names() {
  std::string names;
  for (const char* name : scope_names)
    names += std::string(names.empty() ? "" : ", ") + name;
  return names;
}

} // namespace

Expected<std::vector<NamedScope>> parse_scope_list(const std::string& text) {
  std::vector<NamedScope> scopes;
  if (trimmed(text).empty())
    return Expected<std::vector<NamedScope>>(std::move(scopes)); // marks alone
  const std::vector<std::string_view> parts = split_scopes(text);
  if (parts.empty())
    return impossible("scopes", text, "its parentheses do not match");
  for (const std::string_view part : parts) {
    const size_t open = part.find('(');
    const std::string name(trimmed(part.substr(0, open)));
    const auto* const found =
        std::find_if(std::begin(scope_names), std::end(scope_names), [&](const char* of_scope) {
          return g_ascii_strcasecmp(of_scope, name.c_str()) == 0;
        });
    if (found == std::end(scope_names))
      return impossible("scopes", text,
                        quoted(name) + " is no scope; give some of " + all_scope_names() +
                            ", joined by +");
    NamedScope scope = {static_cast<ScopeKind>(found - scope_names), {}};
    if (open != part.npos) {
      if (part.back() != ')')
        return impossible("scopes", text, "the settings of a scope stand in parentheses after it");
      scope.settings = part.substr(open + 1, part.size() - open - 2);
    }
    scopes.push_back(std::move(scope));
  }
  return Expected<std::vector<NamedScope>>(std::move(scopes));
}

Expected<std::optional<LevelRange>> parse_zoom(const std::string& text) {
  const std::string_view trimmed_text = trimmed(text);
  if (trimmed_text.empty())
    return Expected<std::optional<LevelRange>>(std::nullopt);
  const size_t dash = trimmed_text.find('-', 1); // the first one may be a sign
  std::optional<double> low, high;
  if (dash != trimmed_text.npos) {
    low = parse_decimal(trimmed_text.substr(0, dash), "-.");
    high = parse_decimal(trimmed_text.substr(dash + 1), "-.");
  }
  if (!low || !high || *low >= *high)
    return impossible("zoom", text,
                      "give the lowest and the highest level, such as 0-20, in percent, or in nits "
                      "if the frames are in PQ or HLG");
  return Expected<std::optional<LevelRange>>(LevelRange{*low, *high});
}

Expected<std::vector<double>> parse_guides(const std::string& text) {
  constexpr size_t most = 16;
  std::vector<double> guides;
  if (trimmed(text).empty())
    return Expected<std::vector<double>>(std::move(guides));
  for (const std::string_view part : split_list(text, ",")) {
    const std::optional<double> level = parse_decimal(part, "-.");
    if (!level || guides.size() == most)
      return impossible("guides", text,
                        "give at most 16 levels, such as 5,95, in percent, or in nits if the "
                        "frames are in PQ or HLG");
    guides.push_back(*level);
  }
  return Expected<std::vector<double>>(std::move(guides));
}

Expected<std::string> parse_region_name(const std::string& text) {
  const std::string name(trimmed(text));
  bool valid = name.size() <= max_region_name && g_utf8_validate(name.c_str(), -1, nullptr);
  for (const char* c = name.c_str(); valid && *c != '\0'; c = g_utf8_next_char(c))
    valid = *c != '"' && g_unichar_isprint(g_utf8_get_char(c));
  if (!valid)
    return impossible("show-region", text,
                      "give crop, or the type of a region of interest, at most " +
                          std::to_string(max_region_name) + " bytes without quotes");
  return Expected<std::string>(name);
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

namespace {

/// The options of a scope with these settings.
Expected<PictureOptions> options_of(const ScopeSettings& settings) {
  PictureOptions options = settings.picture;
  if (Status status =
          parse_percentile_list(settings.percentiles, "percentiles").move_to(options.percents);
      !status.ok())
    return status.error();
  if (Status status = parse_skin_tone(settings.skin_tone).move_to(options.skin_tone); !status.ok())
    return status.error();
  if (Status status = parse_zoom(settings.zoom).move_to(options.zoom); !status.ok())
    return status.error();
  if (Status status = parse_guides(settings.guides).move_to(options.guides); !status.ok())
    return status.error();
  return Expected<PictureOptions>(std::move(options));
}

/// The settings of a list "name=value,name=value"; a part without `=` goes on with the value before
/// it. None if the list does not begin with a name.
std::vector<std::pair<std::string, std::string>> split_settings(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string_view part : split_list(text, ",")) {
    const size_t equals = part.find('=');
    if (equals != part.npos)
      settings.emplace_back(trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)));
    else if (settings.empty())
      return {};
    else
      settings.back().second += "," + std::string(part);
  }
  return settings;
}

/// Sets a setting of a scope: the property of that name after the name of the scope, or of that
/// name. Direction, extents and filter of waveforms are those of parades, too.
Status set_own(ScopeSettings& settings, ScopeKind kind, const std::string& name,
               const std::string& text) {
  const bool of_waveforms =
      kind == ScopeKind::parade && (name == "direction" || name == "extents" || name == "filter");
  const ScopeKind owner = of_waveforms ? ScopeKind::waveform : kind;
  const std::string full = std::string(scope_names[static_cast<int>(owner)]) + "-" + name;
  const auto& table = scope_setting_table();
  const bool has_full =
      std::any_of(table.begin(), table.end(), [&](const Setting<ScopeSettings>& setting) {
        return full == g_param_spec_get_name(setting.spec);
      });
  return set_from_text(settings, has_full ? full : name, text, is_of_one_scope);
}

} // namespace

Expected<PictureOptions> picture_options(const ScopeSettings& settings) {
  Expected<PictureOptions> common = options_of(settings);
  if (!common.ok())
    return common;
  if (Expected<GstVideoColorimetry> parts = parse_colorimetry(settings.colorimetry); !parts.ok())
    return parts.error();
  if (Status status = status_of(parse_region_name(settings.show_region)); !status.ok())
    return status.error();
  if (Status status = parse_number_list(settings.numbers).move_to(common->numbers); !status.ok())
    return status.error();
  if (Status status = parse_pin_list(settings.pins).move_to(common->probes.pins); !status.ok())
    return status.error();
  if (Status status = parse_probe(settings.probe).move_to(common->probes.box); !status.ok())
    return status.error();
  std::vector<NamedScope> scopes;
  if (Status status = parse_scope_list(settings.scopes).move_to(scopes); !status.ok())
    return status.error();
  std::vector<PictureOptions> own;
  common->scopes.clear();
  for (const NamedScope& scope : scopes) {
    ScopeSettings of_scope = settings;
    const auto list = split_settings(scope.settings);
    if (list.empty() && !trimmed(scope.settings).empty())
      return impossible("scopes", settings.scopes, "settings are written as name=value");
    for (const auto& [name, value] : list)
      if (Status status = set_own(of_scope, scope.kind, name, value); !status.ok())
        return impossible("scopes", settings.scopes, status.error().message);
    Expected<PictureOptions> options = options_of(of_scope);
    if (!options.ok())
      return options;
    common->scopes.push_back(scope.kind);
    own.push_back(std::move(*options));
  }
  common->own = std::move(own);
  return common;
}

} // namespace videohistogram::scope
