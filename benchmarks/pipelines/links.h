// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The links of several GPUs used at the same time, without any pipeline: the ceilings over
// everything that shares frames out. Of GPUs 0, 1 ... and their primary contexts, and only where
// there are so many; an error of CUDA's ends the program.

namespace videohistogram::benchmark {

/// GPUs of this machine; 0 where they cannot be used. Creates no context.
unsigned gpu_count();

/// Makes contexts on that many GPUs, which stay.
void open_gpus(unsigned gpus);

/// What of the frames goes to each GPU.
enum class Sharing {
  rows,     ///< an equal band of every frame
  frames,   ///< whole frames, the next one to whoever has room for it
  channels, ///< every frame as a whole, as whoever counts some of its channels needs it
};

/// Frames of `bytes` a second from pinned memory, `count` of them; a GPU has up to four copies in
/// flight.
double shared_copy_rate(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                        unsigned gpus, Sharing sharing);

/// Microseconds from the first call to the last byte of a frame of which every GPU gets an equal
/// band, nothing else being in flight: the median of `count`.
double single_copy_us(const std::vector<const uint8_t*>& frames, size_t bytes, int count,
                      unsigned gpus);

} // namespace videohistogram::benchmark
