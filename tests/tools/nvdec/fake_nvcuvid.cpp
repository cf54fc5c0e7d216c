// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for NVIDIA's decoder library libnvcuvid.so.1. A decoded picture is the sum of the bytes
// of its slices: see cuvidMapVideoFrame64(). The memory of mapped frames is of the stand-in for
// libcuda.so.1, which must be loaded for all functions but cuvidGetDecoderCaps(). All functions are
// thread-safe.
#include "tests/tools/nvdec/nvcuvid_structures.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <vector>

extern "C" {
// What cuvidGetDecoderCaps() returns and tells, and what it was asked for at last.
int fake_result = 0;
unsigned char fake_supported = 1, fake_decoders = 0;
uint32_t fake_codec = 0, fake_chroma_format = 0;

int fake_decoders_made = 0;
int fake_decoders_alive = 0;
int fake_frames_mapped = 0; ///< now
int fake_decoder_fails = 0; ///< unless 0, cuvidDecodePicture() fails
/// Calls that a real decoder would not stand, each one told on stderr.
int fake_misuse = 0;
}

namespace {

using videohistogram::nvcuvid::DecoderCaps;
using videohistogram::nvcuvid::DecoderParameters;
using videohistogram::nvcuvid::NewParameters;
using videohistogram::nvcuvid::PictureParameters;

/// CUresult
enum Result {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999,
};

// cudaVideoCodec, cudaVideoChromaFormat and cudaVideoSurfaceFormat
constexpr uint32_t HEVC = 8, N_CODECS = 12;
constexpr uint32_t CHROMA_420 = 1, CHROMA_444 = 3;
constexpr uint32_t NV12 = 0, P016 = 1, YUV444 = 2, YUV444_16 = 3;

constexpr unsigned MIN_SIZE = 16, MAX_SIZE = 8192; // pixels
constexpr unsigned MAX_SURFACES = 32;              // of NVIDIA's decoders

enum class State { EMPTY, FAILED, DECODED };

struct Surface {
  State state = State::EMPTY;
  uint32_t sum = 0;
};

struct Decoder {
  uintptr_t context;
  DecoderParameters parameters;
  std::vector<Surface> surfaces;
  std::vector<uintptr_t> mapped;
};

std::mutex mutex;
std::map<uintptr_t, Decoder> decoders;
uintptr_t last_decoder = 0;

Result misused(const char* what, Result result) {
  fake_misuse++;
  std::fprintf(stderr, "The stand-in for libnvcuvid.so.1 was misused: %s\n", what);
  return result;
}

/// Functions of the stand-in for libcuda.so.1; null where it is not loaded.
struct Cuda {
  int (*get_context)(uintptr_t* context) = nullptr;
  int (*allocate)(uintptr_t* address, size_t* pitch, size_t width, size_t height,
                  unsigned) = nullptr;
  int (*free)(uintptr_t address) = nullptr;

  Cuda() {
    // Loaded once more for as long as this library is.
    void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library || !dlsym(library, "fake_device_blocks")) // not the driver of NVIDIA
      return;
    get_context = reinterpret_cast<decltype(get_context)>(dlsym(library, "cuCtxGetCurrent"));
    allocate = reinterpret_cast<decltype(allocate)>(dlsym(library, "cuMemAllocPitch_v2"));
    free = reinterpret_cast<decltype(free)>(dlsym(library, "cuMemFree_v2"));
  }
};

const Cuda& cuda() {
  static const Cuda cuda;
  return cuda;
}

Result check_context(uintptr_t* context) {
  if (!cuda().get_context)
    return CUDA_ERROR_NOT_INITIALIZED;
  cuda().get_context(context);
  return *context ? CUDA_SUCCESS : misused("no context is current", CUDA_ERROR_INVALID_CONTEXT);
}

Result find_decoder(uintptr_t handle, Decoder** decoder) {
  uintptr_t context = 0;
  if (const Result result = check_context(&context))
    return result;
  const auto entry = decoders.find(handle);
  if (entry == decoders.end())
    return misused("a decoder that does not exist", CUDA_ERROR_INVALID_HANDLE);
  if (entry->second.context != context)
    return misused("the context of a decoder is not current", CUDA_ERROR_INVALID_CONTEXT);
  *decoder = &entry->second;
  return CUDA_SUCCESS;
}

Result find_surface(Decoder& decoder, int index, Surface** surface) {
  if (index < 0 || static_cast<size_t>(index) >= decoder.surfaces.size())
    return misused("a surface that the decoder does not have", CUDA_ERROR_INVALID_VALUE);
  *surface = &decoder.surfaces[static_cast<size_t>(index)];
  return CUDA_SUCCESS;
}

bool is_supported(uint32_t codec, uint32_t chroma_format, unsigned long depth_minus_8) {
  return fake_supported && codec < N_CODECS && depth_minus_8 <= 2 &&
         (chroma_format == CHROMA_420 || (codec == HEVC && chroma_format == CHROMA_444));
}

bool is_in_limits(unsigned long size) {
  return size >= MIN_SIZE && size <= MAX_SIZE;
}

bool is_valid(const DecoderParameters& parameters) {
  const bool is_444 = parameters.chroma_format == CHROMA_444;
  return is_supported(parameters.codec, parameters.chroma_format, parameters.depth_minus_8) &&
         is_in_limits(parameters.width) && is_in_limits(parameters.height) &&
         is_in_limits(parameters.target_width) && is_in_limits(parameters.target_height) &&
         parameters.n_surfaces > 0 && parameters.n_surfaces <= MAX_SURFACES &&
         parameters.n_output_surfaces > 0 &&
         (is_444 ? parameters.output_format == YUV444 || parameters.output_format == YUV444_16
                 : parameters.output_format == NV12 || parameters.output_format == P016);
}

Result unmap(Decoder& decoder, uintptr_t address) {
  for (auto frame = decoder.mapped.begin(); frame != decoder.mapped.end(); ++frame)
    if (*frame == address) {
      decoder.mapped.erase(frame);
      fake_frames_mapped--;
      cuda().free(address);
      return CUDA_SUCCESS;
    }
  return misused("a frame is unmapped that is not mapped", CUDA_ERROR_INVALID_VALUE);
}

using Lock = std::lock_guard<std::mutex>;

} // namespace

extern "C" {

/// Without a stand-in for libcuda.so.1, this does not ask for a context.
int cuvidGetDecoderCaps(DecoderCaps* caps) {
  const Lock lock(mutex);
  uintptr_t context = 0;
  if (cuda().get_context)
    if (const Result result = check_context(&context))
      return result;
  fake_codec = caps->codec;
  fake_chroma_format = caps->chroma_format;
  caps->is_supported = is_supported(caps->codec, caps->chroma_format, caps->depth_minus_8);
  caps->n_decoders = fake_decoders;
  const uint32_t base = caps->chroma_format == CHROMA_444 ? YUV444 : NV12;
  caps->output_formats =
      static_cast<uint16_t>((1u << base) | (caps->depth_minus_8 ? 2u << base : 0u));
  caps->max_width = caps->max_height = MAX_SIZE;
  caps->max_macroblocks = MAX_SIZE / 16 * (MAX_SIZE / 16);
  caps->min_width = caps->min_height = MIN_SIZE;
  return fake_result;
}

int cuvidCreateDecoder(uintptr_t* handle, const DecoderParameters* parameters) {
  const Lock lock(mutex);
  uintptr_t context = 0;
  if (const Result result = check_context(&context))
    return result;
  if (!handle || !parameters || !is_valid(*parameters))
    return CUDA_ERROR_INVALID_VALUE;
  *handle = ++last_decoder;
  decoders[*handle] = {context, *parameters, std::vector<Surface>(parameters->n_surfaces), {}};
  fake_decoders_made++;
  fake_decoders_alive++;
  return CUDA_SUCCESS;
}

int cuvidDestroyDecoder(uintptr_t handle) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  if (!decoder->mapped.empty())
    misused("a decoder is destroyed with frames that are mapped", CUDA_ERROR_UNKNOWN);
  while (!decoder->mapped.empty())
    unmap(*decoder, decoder->mapped.back());
  decoders.erase(handle);
  fake_decoders_alive--;
  return CUDA_SUCCESS;
}

int cuvidDecodePicture(uintptr_t handle, const PictureParameters* picture) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  Surface* surface = nullptr;
  if (const Result result = find_surface(*decoder, picture->surface, &surface))
    return result;
  if (fake_decoder_fails) {
    surface->state = State::FAILED;
    return CUDA_ERROR_UNKNOWN;
  }
  if (!picture->is_field || !picture->is_second_field)
    surface->sum = 0;
  for (uint32_t i = 0; i < picture->n_bytes; i++)
    surface->sum += picture->bytes[i];
  surface->state = State::DECODED;
  return CUDA_SUCCESS;
}

/// \param status CUVIDGETDECODESTATUS, of which the first member is set
int cuvidGetDecodeStatus(uintptr_t handle, int index, uint32_t* status) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  Surface* surface = nullptr;
  if (const Result result = find_surface(*decoder, index, &surface))
    return result;
  // cuvidDecodeStatus_Success, _Error and _Invalid
  *status = surface->state == State::DECODED ? 2 : surface->state == State::FAILED ? 8 : 0;
  return CUDA_SUCCESS;
}

int cuvidReconfigureDecoder(uintptr_t handle, const NewParameters* parameters) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  DecoderParameters changed = decoder->parameters;
  changed.width = parameters->width;
  changed.height = parameters->height;
  changed.target_width = parameters->target_width;
  changed.target_height = parameters->target_height;
  changed.n_surfaces = parameters->n_surfaces;
  if (!is_valid(changed) || changed.width > changed.max_width ||
      changed.height > changed.max_height)
    return CUDA_ERROR_INVALID_VALUE;
  decoder->parameters = changed;
  decoder->surfaces.assign(changed.n_surfaces, Surface());
  return CUDA_SUCCESS;
}

/// The frame has the target size and the output format of the decoder, with planes one below the
/// other. Its first four bytes are the sum (modulo 2^32, in the order of bytes of the host) of the
/// bytes of the slices of the picture, of both fields; all other bytes of the first plane are 0x50,
/// those of the second 0x90, and those of the third 0xa0.
int cuvidMapVideoFrame64(uintptr_t handle, int index, unsigned long long* address, unsigned* pitch,
                         const void*) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  Surface* surface = nullptr;
  if (const Result result = find_surface(*decoder, index, &surface))
    return result;
  if (surface->state == State::FAILED)
    return CUDA_ERROR_UNKNOWN;
  if (surface->state == State::EMPTY)
    return misused("a surface is mapped that has no picture", CUDA_ERROR_INVALID_VALUE);
  const DecoderParameters& parameters = decoder->parameters;
  if (decoder->mapped.size() >= parameters.n_output_surfaces)
    return misused("more frames are mapped than the decoder has", CUDA_ERROR_UNKNOWN);
  const bool is_planar = parameters.output_format >= YUV444;
  const bool is_16_bits = parameters.output_format == P016 || parameters.output_format == YUV444_16;
  const size_t height = parameters.target_height;
  const size_t chroma_rows = is_planar ? height : (height + 1) / 2;
  uintptr_t start = 0;
  size_t stride = 0;
  if (const int result =
          cuda().allocate(&start, &stride, parameters.target_width * (is_16_bits ? 2 : 1),
                          height + chroma_rows * (is_planar ? 2 : 1), 16))
    return result;
  auto* const bytes = reinterpret_cast<uint8_t*>(start);
  std::memset(bytes, 0x50, height * stride);
  std::memcpy(bytes, &surface->sum, sizeof surface->sum);
  std::memset(bytes + height * stride, 0x90, chroma_rows * stride);
  if (is_planar)
    std::memset(bytes + 2 * height * stride, 0xa0, chroma_rows * stride);
  decoder->mapped.push_back(start);
  fake_frames_mapped++;
  *address = start;
  *pitch = static_cast<unsigned>(stride);
  return CUDA_SUCCESS;
}

int cuvidUnmapVideoFrame64(uintptr_t handle, unsigned long long address) {
  const Lock lock(mutex);
  Decoder* decoder = nullptr;
  if (const Result result = find_decoder(handle, &decoder))
    return result;
  return unmap(*decoder, address);
}

int cuvidCtxLockCreate(uintptr_t* handle, uintptr_t context) {
  *handle = context;
  return CUDA_SUCCESS;
}
int cuvidCtxLockDestroy(uintptr_t) {
  return CUDA_SUCCESS;
}
int cuvidCtxLock(uintptr_t, unsigned) {
  return CUDA_SUCCESS;
}
int cuvidCtxUnlock(uintptr_t, unsigned) {
  return CUDA_SUCCESS;
}

// Parameters are left out: the caller removes them from the stack.
#define NOT_SUPPORTED(name)                                                                        \
  int name() {                                                                                     \
    return CUDA_ERROR_NOT_SUPPORTED;                                                               \
  }

// An address of this process does not fit into the 32 bits of the first two.
NOT_SUPPORTED(cuvidMapVideoFrame)
NOT_SUPPORTED(cuvidUnmapVideoFrame)
NOT_SUPPORTED(cuvidCreateVideoParser)
NOT_SUPPORTED(cuvidParseVideoData)
NOT_SUPPORTED(cuvidDestroyVideoParser)
NOT_SUPPORTED(cuvidCreateVideoSource)
NOT_SUPPORTED(cuvidCreateVideoSourceW)
NOT_SUPPORTED(cuvidDestroyVideoSource)
NOT_SUPPORTED(cuvidGetSourceAudioFormat)
NOT_SUPPORTED(cuvidGetSourceVideoFormat)
NOT_SUPPORTED(cuvidGetVideoSourceState)
NOT_SUPPORTED(cuvidSetVideoSourceState)
}
