// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"

#include <cstdint>
#include <vector>

namespace videohistogram::benchmark {

/// The image of Content::photo, 3 bytes per pixel, made from a PNG when the benchmark is built.
extern const unsigned picture_width, picture_height;
extern const unsigned char picture_rgb[];

/// The bytes of a cell's frame, from the first pixel to the end of the last row's padding. A cell
/// always gets the same bytes.
std::vector<uint8_t> make_pixels(const Cell& cell);

/// The counts that every counter must deliver: [1 + regions][channels][bins]. The bin of a value is
/// (value * bins) >> depth.
std::vector<uint32_t> count_on_cpu(const Cell& cell, const std::vector<uint8_t>& pixels);

/// The sum of all 32-bit words of a plain frame; it checks the read-only kernel.
uint32_t sum_on_cpu(const std::vector<uint8_t>& pixels);

} // namespace videohistogram::benchmark
