// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/sample_table.h"

#include <optional>

namespace videohistogram::tools {

namespace {

// Each table has a reader of its own, whose block serves entries that follow one another.

/// The durations of samples (stts): runs of samples with the same one.
class Durations {
public:
  Durations(const std::string& path, const Box& box) : file_(path), box_(box) {}

  std::optional<uint64_t> next() {
    if (left_ == 0) {
      const auto samples = number_in<4>(file_, box_, 8 + 8 * entry_),
                 duration = number_in<4>(file_, box_, 12 + 8 * entry_);
      if (!samples || *samples == 0 || !duration)
        return {};
      left_ = *samples;
      duration_ = *duration;
      entry_++;
    }
    left_--;
    return duration_;
  }

private:
  FileReader file_;
  const Box box_;
  uint64_t entry_ = 0, left_ = 0, duration_ = 0;
};

/// The sizes of samples (stsz): one of all, or one of each.
class Sizes {
public:
  Sizes(const std::string& path, const Box& box)
      : file_(path), box_(box), shared_(number_in<4>(file_, box, 4)),
        samples_(number_in<4>(file_, box, 8).value_or(0)) {}

  uint64_t samples() const { return samples_; }
  std::optional<uint64_t> next() {
    return shared_ != uint64_t{0} ? shared_ : number_in<4>(file_, box_, 12 + 4 * entry_++);
  }

private:
  FileReader file_;
  const Box box_;
  const std::optional<uint64_t> shared_;
  const uint64_t samples_;
  uint64_t entry_ = 0;
};

/// Where samples are: chunks of samples that follow one another (stsc), and their places (stco or
/// co64).
class Places {
public:
  Places(const std::string& path, const Box& table)
      : runs_file_(path), file_(path), runs_(find_box(file_, table, {"stsc"})),
        offsets_(find_box(file_, table, {"stco"})),
        long_offsets_(find_box(file_, table, {"co64"})) {}

  /// Fills in where the next sample is. Returns false if no chunk has it.
  bool next(MediaSample& sample) {
    if (left_ == 0 && !begin_chunk())
      return false;
    left_--;
    sample.place = place_;
    sample.description = description_;
    place_ += sample.size;
    return true;
  }

private:
  bool begin_chunk() {
    chunk_++;
    if (number_in<4>(runs_file_, runs_, 8 + 12 * run_) == chunk_)
      run_++; // the next run of chunks begins with this one
    if (run_ == 0)
      return false;
    const uint64_t entry = 8 + 12 * (run_ - 1);
    const auto samples = number_in<4>(runs_file_, runs_, entry + 4),
               description = number_in<4>(runs_file_, runs_, entry + 8);
    const auto place = offsets_.exists() ? number_in<4>(file_, offsets_, 8 + 4 * (chunk_ - 1))
                                         : number_in<8>(file_, long_offsets_, 8 + 8 * (chunk_ - 1));
    if (!samples || *samples == 0 || !description || !place)
      return false;
    left_ = *samples;
    description_ = *description;
    place_ = *place;
    return true;
  }

  FileReader runs_file_, file_;
  const Box runs_, offsets_, long_offsets_;
  uint64_t run_ = 0; ///< entries of `runs_` that have begun
  uint64_t chunk_ = 0, left_ = 0, place_ = 0, description_ = 0;
};

} // namespace

SampleTable read_samples(const std::string& path, const Box& table) {
  FileReader file(path);
  Durations durations(path, find_box(file, table, {"stts"}));
  Sizes sizes(path, find_box(file, table, {"stsz"}));
  Places places(path, table);
  SampleTable read;
  uint64_t time = 0;
  while (read.samples.size() < sizes.samples() && read.samples.size() < most_samples) {
    MediaSample sample;
    const std::optional<uint64_t> duration = durations.next(), size = sizes.next();
    if (!duration || !size)
      return read;
    sample.size = *size;
    if (!places.next(sample))
      return read;
    sample.start = time;
    sample.end = time += *duration;
    read.samples.push_back(sample);
  }
  read.is_whole = read.samples.size() == sizes.samples();
  return read;
}

std::vector<Edit> read_edits(FileReader& file, const Box& track) {
  const Box list = find_box(file, track, {"edts", "elst"});
  if (!list.exists())
    return {Edit{}};
  const bool is_long = number_in<1>(file, list, 0) == uint64_t{1};
  const uint64_t number_size = is_long ? 8 : 4, size = 2 * number_size + 4;
  const uint64_t edits = number_in<4>(file, list, 4).value_or(0);
  std::vector<Edit> read;
  while (read.size() < edits && read.size() < most_samples) {
    const uint64_t place = 8 + size * read.size();
    const auto duration =
        is_long ? number_in<8>(file, list, place) : number_in<4>(file, list, place);
    const auto start =
        is_long ? number_in<8>(file, list, place + 8) : number_in<4>(file, list, place + 4);
    const auto rate = number_in<4>(file, list, place + 2 * number_size);
    if (!duration || !start || !rate)
      break;
    // Of 4 bytes the number has a sign as well.
    read.push_back({*duration,
                    is_long ? static_cast<int64_t>(*start)
                            : static_cast<int64_t>(static_cast<int32_t>(*start)),
                    *rate == 0x10000});
  }
  return read.empty() ? std::vector<Edit>{Edit{}} : read;
}

} // namespace videohistogram::tools
