// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of light as the functions of a target take them.
#pragma once

#include "core/sums.h"
#include "cpu/kernels/sums/sums_functions.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cpu {

/// The entries of a table, which has to outlive them; none if it is null. LightEntries::bytes are
/// written to `bytes`.
LightEntries entries_of(const LightTable& table, std::vector<uint8_t>& bytes);

/// iris_light(), whose bytes are written to `bytes`.
IrisLight light_of_iris(std::vector<uint8_t>& bytes);

} // namespace videohistogram::cpu
