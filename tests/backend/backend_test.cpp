// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/backend/backend_test.h"

#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

namespace videohistogram::test {

namespace {

uint64_t mix(uint64_t hash, uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

/// Four independent hashes, which a core computes in parallel: tests hash gigabytes of frames and
/// counts.
uint64_t hash_of(const void* bytes, size_t size) {
  uint64_t a = size, b = 1, c = 2, d = 3, words[4];
  const auto* from = static_cast<const char*>(bytes);
  for (; size >= sizeof words; size -= sizeof words, from += sizeof words) {
    std::memcpy(words, from, sizeof words);
    a = mix(a, words[0]);
    b = mix(b, words[1]);
    c = mix(c, words[2]);
    d = mix(d, words[3]);
  }
  std::memset(words, 0, sizeof words);
  std::memcpy(words, from, size);
  for (uint64_t rest : {b, c, d, words[0], words[1], words[2], words[3]})
    a = mix(a, rest);
  return a;
}

/// Frames of the test that runs now, shared by all backends.
struct SharedFrames {
  using Name = std::tuple<std::string, uint32_t, uint32_t, size_t, bool, size_t, Content, uint32_t>;

  std::string test;
  std::map<Name, Frame> frames;
  /// Results of hash_of_pixels(), by the first byte of a frame's memory; 0 until it is called.
  std::unordered_map<const uint8_t*, uint64_t> hashes;
};
SharedFrames shared;

uint64_t hash_of_pixels(const FrameView& frame) {
  const auto known = shared.hashes.find(frame.planes[0].data);
  if (known != shared.hashes.end() && known->second != 0)
    return known->second;
  uint64_t hash = 0;
  for (uint32_t plane = 0; plane < frame.format->n_planes; plane++)
    for (uint32_t y = 0; y < frame.rows(plane); y++)
      hash = mix(hash, hash_of(frame.planes[plane].row(y), frame.row_bytes(plane)));
  if (known != shared.hashes.end())
    known->second = hash;
  return hash;
}

} // namespace

std::string test_without_backend() {
  const testing::TestInfo& now = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = now.test_suite_name() + std::string(".") + now.name();
  return name.substr(0, name.rfind('/'));
}

const Frame& frame_of(const Layout& layout, Content content, uint32_t seed) {
  std::string test = test_without_backend();
  if (test != shared.test)
    shared = {std::move(test), {}, {}};
  const auto [made, is_new] =
      shared.frames.try_emplace({layout.format, layout.width, layout.height, layout.padding,
                                 layout.bottom_up, layout.offset, content, seed});
  if (is_new) {
    made->second = make_frame(layout, content, seed);
    shared.hashes[made->second.view().planes[0].data] = 0;
  }
  return made->second;
}

Key::Key(const FrameView& frame, const Request& request) {
  add(frame.format).add(frame.width).add(frame.height).add(hash_of_pixels(frame));
  for (Quantity channel : request.channels)
    add(channel);
  add(request.bins).add(request.luma.r).add(request.luma.g).add(request.luma.b);
  for (const Rect& rect : request.regions)
    add(rect.x).add(rect.y).add(rect.width).add(rect.height);
}

Key& Key::add(const void* numbers, size_t bytes) {
  value_ = mix(value_, hash_of(numbers, bytes));
  return *this;
}

bool BackendTest::is_expected(const Key& key, const std::vector<uint32_t>& result,
                              const std::function<std::vector<uint32_t>()>& expect) {
  static std::unordered_map<uint64_t, uint64_t> hashes; // of expected results, by keys
  const auto hash = [](const std::vector<uint32_t>& counts) {
    return hash_of(counts.data(), counts.size() * sizeof(uint32_t));
  };
  const auto [known, is_new] = hashes.try_emplace(key.value());
  if (is_new)
    known->second = hash(expect());
  return hash(result) == known->second;
}

testing::AssertionResult BackendTest::are_right(const std::vector<uint32_t>& counts,
                                                const FrameView& frame, const Request& request) {
  const auto expect = [&] { return reference::count(frame, request); };
  if (is_expected(Key(frame, request), counts, expect))
    return testing::AssertionSuccess();
  return same_counts(expect(), counts, request);
}

Job& BackendTest::shared_job() {
  if (!job_)
    job_ = backend_->make_job();
  job_->release();
  return *job_;
}

Job* BackendTest::submit_in_shared_job(const FrameView& frame, const Request& request) {
  Job& job = shared_job();
  return is_submitted(job, frame, request) ? &job : nullptr;
}

JobPtr BackendTest::submit(const FrameView& frame, const Request& request) {
  JobPtr job = backend_->make_job();
  return is_submitted(*job, frame, request) ? std::move(job) : nullptr;
}

bool BackendTest::is_submitted(Job& job, const FrameView& frame, const Request& request) {
  const Status frame_ok = check_frame(frame);
  const Status request_ok = frame_ok.ok() ? check_request(frame, request) : frame_ok;
  if (!request_ok.ok()) {
    ADD_FAILURE() << "the test's own frame was refused: " << request_ok.error().message;
    return false;
  }
  const Status status = reference::submit(*backend_, job, frame, request);
  if (!status.ok())
    ADD_FAILURE() << error_kind_name(status.error().kind) << ": " << status.error().message << " ("
                  << status.error().detail << ")";
  return status.ok();
}

namespace {

/// Of recycle(); tests may wait on several threads.
thread_local std::vector<std::vector<uint32_t>> recycled;

} // namespace

std::vector<uint32_t> BackendTest::unwritten(size_t counts) {
  std::vector<uint32_t> memory;
  if (!recycled.empty()) {
    memory = std::move(recycled.back());
    recycled.pop_back();
  }
  memory.assign(counts, 0xDEADBEEF);
  return memory;
}

void BackendTest::recycle(std::vector<uint32_t>&& counts) {
  if (!sanitized && recycled.size() < 2)
    recycled.push_back(std::move(counts));
}

std::vector<uint32_t> BackendTest::wait(Job& job, const Request& request) {
  std::vector<uint32_t> counts = unwritten(request.total_counts());
  const Status status = job.wait(counts.data());
  if (!status.ok())
    ADD_FAILURE() << error_kind_name(status.error().kind) << ": " << status.error().message << " ("
                  << status.error().detail << ")";
  return counts;
}

std::vector<uint32_t> BackendTest::count(const FrameView& frame, const Request& request) {
  Job* const job = submit_in_shared_job(frame, request);
  if (!job)
    return {};
  std::vector<uint32_t> counts = wait(*job, request);
  job->release(); // the frame may go
  return counts;
}

testing::AssertionResult BackendTest::counts_right(const FrameView& frame, const Request& request) {
  return are_right(count(frame, request), frame, request);
}

} // namespace videohistogram::test
