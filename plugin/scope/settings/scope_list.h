// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/scope/draw/layout.h"

#include <string>
#include <vector>

namespace videohistogram::scope {

/// Parses the property `scopes`: names joined by `+` or `,`, in upper or lower case, each at most
/// once; their order is that in the picture. invalid_argument for any other text.
Expected<std::vector<ScopeKind>> parse_scope_list(const std::string& text);

} // namespace videohistogram::scope
