// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "way.h"

#include "benchmarks/kernels/counter.h"

#include <algorithm>

namespace videohistogram::benchmark {

namespace {

/// A library's counter of frames in device memory, between two copies. The copies and the kernels
/// are in the default stream, so each copy waits for the work before it.
class LibraryWay final : public Way {
public:
  LibraryWay(std::unique_ptr<Counter> library, std::shared_ptr<Buffer<uint8_t>> frame)
      : library_(std::move(library)), frame_(std::move(frame)) {
    counter = library_->name();
    gpus = 1;
  }

  void prepare(const FrameView& frame) override {
    library_->prepare(cell_of(frame.width, frame.height));
    if (frame_->size() < frame.pixel_bytes())
      *frame_ = Buffer<uint8_t>::device(frame.pixel_bytes());
  }

  Status count(const FrameView& frame, uint32_t* counts) override {
    check(cudaMemcpy(frame_->data(), frame.planes[0].data, frame.pixel_bytes(),
                     cudaMemcpyHostToDevice),
          "copying the frame");
    check(library_->enqueue(frame_->data(), nullptr), "counting");
    const std::vector<uint32_t> result = library_->counts();
    std::copy(result.begin(), result.end(), counts);
    return {};
  }

  static Cell cell_of(uint32_t width, uint32_t height) {
    return {4, "", width, height, Content::photo, Alpha::opaque};
  }

private:
  const std::unique_ptr<Counter> library_;
  const std::shared_ptr<Buffer<uint8_t>> frame_; ///< in device memory, shared by all libraries
};

} // namespace

void add_libraries(Ways& ways) {
  if (ways.devices.empty()) {
    ways.not_measured["CUB"] = ways.not_measured["NPP"] = ways.not_measured["cuda"];
    return;
  }
  const Device device = open_device();
  const auto frame = std::make_shared<Buffer<uint8_t>>();
  ways.versions["CUB"] = cub_version();
  ways.all.push_back(std::make_unique<LibraryWay>(make_cub(), frame));
  std::unique_ptr<Counter> npp = make_npp(device, ways.versions["NPP"]);
  const std::string why_not = npp->why_not(LibraryWay::cell_of(1, 1));
  if (why_not.empty())
    ways.all.push_back(std::make_unique<LibraryWay>(std::move(npp), frame));
  else
    ways.not_measured["NPP"] = why_not;
}

} // namespace videohistogram::benchmark
