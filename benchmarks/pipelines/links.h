// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The links of several GPUs used at the same time, without any pipeline: the upper bounds for all
// splits. All functions but gpu_count() use GPUs 0, 1 ... and their primary contexts. Call them
// only for as many GPUs as there are. A CUDA error ends the program.

namespace videohistogram::benchmark {

/// Number of GPUs; 0 if they cannot be used. Creates no context.
unsigned gpu_count();

/// Makes contexts on the first `gpus` GPUs; the contexts are kept.
void open_gpus(unsigned gpus);

/// The part of the frames that each GPU gets.
enum class Sharing {
  rows,     ///< an equal band of every frame
  frames,   ///< whole frames; the next one goes to any GPU with room for it
  channels, ///< all of every frame, as counting some of its channels needs
};

/// Frames of `bytes` bytes per second when `count` of them are copied from pinned memory. A GPU has
/// up to four copies in flight.
double shared_copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                        unsigned gpus, Sharing sharing);

/// Microseconds from the first call to the last byte when every GPU gets an equal band of one frame
/// and no other copy is in flight: the median of `count` frames.
double single_copy_us(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                      unsigned gpus);

} // namespace videohistogram::benchmark
