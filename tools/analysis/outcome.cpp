// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/outcome.h"

#include "tools/input/container.h"
#include "tools/read/decoder_version.h"
#include "tools/text/format.h"
#include "tools/text/json.h"

#include <optional>

namespace videohistogram::tools {

namespace {

/// The part of a file without frames at its end that is reported, in ns: sound often goes on for
/// less.
constexpr int64_t shortest_end = 500000000;

bool has_cause(const FileSource* file, ReadError::Cause cause) {
  return file && file->error() && file->error()->cause == cause;
}

/// Whether another attempt with the same decoder would have the same outcome.
bool is_lasting(const AnalysisSettings& settings, const FileSource* file, const PipelineEnd& end,
                const FrameReader& reader) {
  if (!file || end.timed_out)
    return false;
  if (file->error())
    return !has_cause(file, ReadError::Cause::unreadable) &&
           !has_cause(file, ReadError::Cause::no_decoder);
  return reader.frames() > 0 || (!end.error && settings.selection.start <= 0);
}

/// Why no frame came.
void explain(const AnalysisSettings& settings, const FileSource* file, const PipelineEnd& end,
             VideoRecord& record) {
  const GError* const error = end.error.get();
  record.outcome = Outcome::failed;
  record.message = !error && file          ? "no frame in it"
                   : end.timed_out || file ? error->message
                                           : end.problems.explain(error);
  if (!error && settings.selection.start > 0)
    record.message = "no frame from " + print_exact(settings.selection.start) + " seconds on";
  if (!file || end.timed_out)
    return;
  if (has_cause(file, ReadError::Cause::no_video))
    record.outcome = Outcome::skipped;
  record.declared.decoder = decoder_version();
}

/// Empty unless the container declares more bytes than the file has.
std::string describe_truncation(const std::string& path, uint64_t size) {
  const std::optional<uint64_t> declared = declared_size(path);
  return declared && *declared > size ? "the file has " + std::to_string(size) + " of " +
                                            std::to_string(*declared) + " bytes"
                                      : "";
}

/// Empty unless the frames of a whole file end well before the declared duration.
std::string describe_early_end(const AnalysisSettings& settings, int64_t declared, int64_t end) {
  if (settings.live || !settings.selection.is_whole() || end == no_time ||
      declared - end < shortest_end)
    return "";
  return "the frames end at " + format_real(static_cast<double>(end) / 1e9, 3) + " of " +
         format_real(static_cast<double>(declared) / 1e9, 3) + " seconds";
}

} // namespace

void tell_outcome(const std::string& path, const AnalysisSettings& settings, const FileSource* file,
                  const PipelineEnd& end, FrameReader& reader, VideoRecord& record) {
  const bool is_cut_off = !end.timed_out && has_cause(file, ReadError::Cause::cut_off);
  std::string truncation = describe_truncation(path, record.identity.size);
  if (truncation.empty() && is_cut_off && record.frames > 0)
    truncation = file->error()->message;
  if (!truncation.empty())
    reader.report_end("truncated", truncation);
  record.lasting = is_lasting(settings, file, end, reader);
  if (record.frames == 0) {
    explain(settings, file, end, record);
    if (!truncation.empty())
      record.message += "; truncated: " + truncation;
  } else if (end.error && !is_cut_off) {
    record.outcome = Outcome::damaged;
    record.message = end.error->message;
    reader.report_end(end.timed_out ? "timeout" : "damaged", record.message);
  } else if (!truncation.empty()) {
    record.outcome = Outcome::damaged;
    record.message = "truncated: " + truncation;
  } else if (const std::string failures = reader.describe_failures(); !failures.empty()) {
    record.outcome = Outcome::damaged; // of a GPU, so that the CPU counts the video
    record.message = failures;
  } else {
    record.outcome = Outcome::complete;
    const std::string early = describe_early_end(settings, end.declared, reader.end_time());
    if (!early.empty())
      reader.report_end("ends-early", early);
  }
  // After a seek, frames refer to others that were not decoded.
  if (!end.decoder_errors.empty() && settings.selection.start <= 0)
    reader.report_whole("decoder-errors", end.decoder_errors);
}

} // namespace videohistogram::tools
