// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/settings/layouts.h"

#include "plugin/scope/settings/scope_properties.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace videohistogram::scope {

namespace {

struct Preset {
  const char *name, *layout;
};
constexpr Preset presets[] = {
    {"grading", "scopes=parade+vectorscope+waveform+histogram"},
    {"broadcast",
     "scopes=waveform+vectorscope+parade(mode=ycbcr)+histogram targets=75 iq-axes=true"},
    {"hdr", "scopes=waveform(mode=rgb)+waveform(zoom=0-203)+parade+histogram(scale=log)"},
};

/// The value of a setting as text.
std::string value_of(const Setting<ScopeSettings>& setting, const ScopeSettings& settings) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_PARAM_SPEC_VALUE_TYPE(setting.spec));
  setting.get(settings, &value);
  g_autofree gchar* text =
      G_VALUE_HOLDS_STRING(&value) ? g_value_dup_string(&value) : gst_value_serialize(&value);
  g_value_unset(&value);
  return text ? text : "";
}

/// `name=value` pairs; none if the quotes do not match or a part has no `=`.
std::optional<std::vector<std::pair<std::string, std::string>>>
split_layout(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const size_t equals = text.find_first_of("= ");
    if (equals == text.npos || text[equals] != '=')
      return std::nullopt;
    const std::string name(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    const bool quotes = !text.empty() && text.front() == '"';
    const size_t end = quotes ? text.find('"', 1) : std::min(text.find(' '), text.size());
    if (end == text.npos)
      return std::nullopt;
    pairs.emplace_back(name, text.substr(quotes ? 1 : 0, end - (quotes ? 1 : 0)));
    text.remove_prefix(end + (quotes ? 1 : 0));
  }
  return pairs;
}

} // namespace

Expected<ScopeSettings> with_layout(const ScopeSettings& settings, const std::string& text) {
  std::string rest(trimmed(text)), preset;
  for (const Preset& known : presets) {
    const std::string name = known.name;
    if (rest == name || rest.compare(0, name.size() + 1, name + " ") == 0) {
      preset = known.layout;
      rest.erase(0, name.size());
    }
  }
  const auto pairs = split_layout(preset + " " + rest);
  if (!pairs)
    return impossible("layout", text,
                      "give grading, broadcast, hdr, or name=value of settings joined by spaces");
  ScopeSettings result = settings;
  const ScopeSettings defaults;
  for (const Setting<ScopeSettings>& setting : scope_setting_table())
    if (is_of_layout(setting)) {
      GValue value = G_VALUE_INIT;
      g_value_init(&value, G_PARAM_SPEC_VALUE_TYPE(setting.spec));
      setting.get(defaults, &value);
      setting.set(result, &value);
      g_value_unset(&value);
    }
  for (const auto& [name, value] : *pairs)
    if (Status status = set_from_text(result, name, value, is_of_layout); !status.ok())
      return impossible("layout", text, status.error().message);
  return Expected<ScopeSettings>(std::move(result));
}

std::string layout_of(const ScopeSettings& settings) {
  std::string layout;
  const ScopeSettings defaults;
  for (const Setting<ScopeSettings>& setting : scope_setting_table()) {
    const std::string value = value_of(setting, settings);
    if (!is_of_layout(setting) || value == value_of(setting, defaults))
      continue;
    const bool quotes = value.empty() || value.find(' ') != value.npos;
    layout += std::string(layout.empty() ? "" : " ") + g_param_spec_get_name(setting.spec) + "=" +
              (quotes ? "\"" + value + "\"" : value);
  }
  return layout;
}

} // namespace videohistogram::scope
