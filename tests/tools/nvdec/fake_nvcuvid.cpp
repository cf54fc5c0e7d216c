// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for NVIDIA's decoder library. The byte offsets are those of CUVIDDECODECAPS.
#include <cstdint>
#include <cstring>

extern "C" {
int fake_result = 0;
unsigned char fake_supported = 1, fake_decoders = 0;
uint32_t fake_codec = 0, fake_chroma_format = 0;

int cuvidGetDecoderCaps(unsigned char* caps) {
  std::memcpy(&fake_codec, caps, 4);
  std::memcpy(&fake_chroma_format, caps + 4, 4);
  caps[24] = fake_supported;
  caps[25] = fake_decoders;
  std::memset(caps + 26, 0xff, 62);
  return fake_result;
}
}
