// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stand-ins for NVIDIA's libraries libcuda.so.1 and libnvcuvid.so.1, for this process.
#pragma once

#include <cstdint>

namespace videohistogram {

/// Variables of the stand-ins. They are read and written without a lock: only while no other thread
/// decodes.
struct FakeDriver {
  // What the driver tells
  int& caps_result;          ///< of cuvidGetDecoderCaps(), a CUresult; at first 0
  unsigned char& supported;  ///< 0: no codec is; at first 1
  unsigned char& n_decoders; ///< of the device; at first 0, as from an old driver
  int& decoder_fails;        ///< unless 0, cuvidDecodePicture() fails; at first 0

  // What it was asked for
  uint32_t& codec;         ///< cudaVideoCodec, at last asked for
  uint32_t& chroma_format; ///< cudaVideoChromaFormat, at last asked for

  // What it has done
  int& decoders_made;  ///< ever
  int& decoders_alive; ///< now
  int& frames_mapped;  ///< now
  int& device_blocks;  ///< of the device's memory that are allocated now, those of frames included
  int& misuse;         ///< calls of libnvcuvid that a real decoder would not stand
  int& cuda_misuse; ///< calls of libcuda that would read or write outside of its memory, or without
                    ///< a context
};

/// Loads the stand-ins, so that whoever loads the libraries of NVIDIA by their names in this
/// process gets them from then on. Ends the program if this fails, as it does after one of NVIDIA's
/// libraries was loaded. The first call comes before any use of CUDA. Thread-safe.
const FakeDriver& load_fake_driver();

/// A function of the stand-in for libcuda.so.1; ends the program if there is none. Thread-safe.
void* find_in_fake_cuda(const char* name);
template <class Function>
Function* fake_cuda_function(const char* name) {
  return reinterpret_cast<Function*>(find_in_fake_cuda(name));
}

/// A function of the stand-in for libnvcuvid.so.1; ends the program if there is none. Thread-safe.
void* find_in_fake_nvcuvid(const char* name);
template <class Function>
Function* fake_nvcuvid_function(const char* name) {
  return reinterpret_cast<Function*>(find_in_fake_nvcuvid(name));
}

} // namespace videohistogram
