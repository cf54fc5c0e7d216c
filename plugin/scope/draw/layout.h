// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstdint>
#include <vector>

namespace videohistogram::scope {

enum class ScopeKind { histogram, waveform, parade, vectorscope };
/// The names of the kinds, in their order.
constexpr const char* scope_names[] = {"histogram", "waveform", "parade", "vectorscope"};

/// Divides a picture among scopes: row by row, in their order. The number of columns is that which
/// gives scopes the best shape. Vectorscopes are square, so in a row they leave the width that they
/// do not need to the others.
std::vector<Rect> lay_out(const std::vector<ScopeKind>& scopes, uint32_t width, uint32_t height);

} // namespace videohistogram::scope
