// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Layouts: all settings that decide what a picture of scopes shows, as one text.
#pragma once

#include "core/error.h"
#include "plugin/scope/settings/scope_settings.h"

#include <string>

namespace videohistogram::scope {

/// Settings with a layout: `name=value` of settings, joined by spaces, or the name of a preset,
/// `grading`, `broadcast` or `hdr`, before these. Settings that the text does not name get their
/// defaults; those that are no part of layouts, such as `backend`, stay. invalid_argument for any
/// other text.
Expected<ScopeSettings> with_layout(const ScopeSettings& settings, const std::string& text);

/// The layout of settings, without those that have their defaults. with_layout() accepts it.
std::string layout_of(const ScopeSettings& settings);

} // namespace videohistogram::scope
