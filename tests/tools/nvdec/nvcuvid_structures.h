// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Structures of NVIDIA's Video Codec SDK (cuviddec.h), for machines without its headers. What the
// stand-in does not read is left out or called unused.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::nvcuvid {

/// CUVIDDECODECAPS
struct DecoderCaps {
  uint32_t codec;         ///< cudaVideoCodec
  uint32_t chroma_format; ///< cudaVideoChromaFormat
  uint32_t depth_minus_8; ///< bits
  uint32_t unused_input[3];
  uint8_t is_supported; ///< from here on set by the function
  uint8_t n_decoders;
  uint16_t output_formats;        ///< bits by cudaVideoSurfaceFormat
  uint32_t max_width, max_height; ///< pixels
  uint32_t max_macroblocks;
  uint16_t min_width, min_height; ///< pixels
  uint8_t histogram_is_supported;
  uint8_t histogram_bits;
  uint16_t max_histogram_bins;
  uint32_t unused_output[10];
};
static_assert(sizeof(DecoderCaps) == 88 && offsetof(DecoderCaps, is_supported) == 24 &&
                  offsetof(DecoderCaps, max_width) == 28 && offsetof(DecoderCaps, min_width) == 40,
              "CUVIDDECODECAPS");

/// CUVIDDECODECREATEINFO
struct DecoderParameters {
  unsigned long width, height;   ///< coded, pixels
  unsigned long n_surfaces;      ///< that pictures are decoded into
  uint32_t codec, chroma_format; ///< as in DecoderCaps
  unsigned long flags;
  unsigned long depth_minus_8; ///< bits
  unsigned long intra_only;
  unsigned long max_width, max_height; ///< for cuvidReconfigureDecoder, pixels
  unsigned long unused;
  int16_t display_area[4];
  uint32_t output_format; ///< cudaVideoSurfaceFormat
  uint32_t deinterlacing;
  unsigned long target_width, target_height; ///< of frames that are mapped, pixels
  unsigned long n_output_surfaces;           ///< frames that may be mapped at once
  void* lock;
  int16_t target_area[4];
  unsigned long enable_histogram;
  unsigned long unused_end[4];
};
static_assert(sizeof(DecoderParameters) == 176 && offsetof(DecoderParameters, codec) == 24 &&
                  offsetof(DecoderParameters, depth_minus_8) == 40 &&
                  offsetof(DecoderParameters, output_format) == 88 &&
                  offsetof(DecoderParameters, target_width) == 96 &&
                  offsetof(DecoderParameters, n_output_surfaces) == 112,
              "CUVIDDECODECREATEINFO");

/// CUVIDRECONFIGUREDECODERINFO
struct NewParameters {
  uint32_t width, height;               ///< coded, pixels
  uint32_t target_width, target_height; ///< pixels
  uint32_t n_surfaces;
  uint32_t unused[12];
  int16_t display_area[4];
  int16_t target_area[4];
  uint32_t unused_end[11];
};
static_assert(sizeof(NewParameters) == 128 && offsetof(NewParameters, n_surfaces) == 16,
              "CUVIDRECONFIGUREDECODERINFO");

/// CUVIDPICPARAMS
struct PictureParameters {
  int32_t width, height; ///< macroblocks
  int32_t surface;       ///< that the picture is decoded into
  int32_t is_field;
  int32_t is_bottom_field;
  int32_t is_second_field; ///< of a pair in one surface
  uint32_t n_bytes;
  const uint8_t* bytes; ///< the slices
  uint32_t n_slices;
  const uint32_t* offsets; ///< of the slices, bytes
  int32_t is_reference;
  int32_t is_intra;
  uint32_t unused[30];
  uint32_t of_codec[1024];
};
static_assert(sizeof(PictureParameters) == 4280 && offsetof(PictureParameters, n_bytes) == 24 &&
                  offsetof(PictureParameters, bytes) == 32 &&
                  offsetof(PictureParameters, of_codec) == 184,
              "CUVIDPICPARAMS");

} // namespace videohistogram::nvcuvid
