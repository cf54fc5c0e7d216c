// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/counting/backends.h"
#include "tests/fake/fake_backend.h"
#include "tests/plugin/support/frame_buffers.h"
#include "tests/reference/reference.h"

#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::test {

/// The backend of this run. Every test program runs once per backend, told by the environment
/// variable VIDEOHISTOGRAM_TEST_BACKEND.
enum class Who {
  cpu,  ///< the element with backend=cpu
  fake, ///< backend=cuda, with the fake device in the place of CUDA
  cuda, ///< backend=cuda; without a usable GPU the whole program is skipped
};
Who who();

/// Adds the tests of a program to `chain`. who() is known by then, so that a test which makes no
/// sense for it can be left out.
using AddTests = void (*)(TCase* chain);

/// The main() of a test program. Returns its exit status; 77 with a printed reason if it cannot
/// run here.
int run_tests(int argc, char** argv, const char* name, AddTests add_tests);

/// The device of backend=cuda while who() is fake, from the next start of an element on. Each test
/// begins with the default FakeConfig.
void set_fake(FakeConfig config);
/// Several devices, numbered from 0, in place of one.
void set_fakes(std::vector<FakeConfig> configs);
/// Lets one of the fakes be refused with an error.
void set_unusable_fake(int device, Error error);
/// Lets backend=cuda and auto find no device, with an error.
void set_no_fake(Error error);

/// "videohistogram backend=... PROPERTIES", as for gst-launch.
std::string element_line(const std::string& properties = "");

/// The element between pads of the test's own. It is PLAYING.
/// Thread-safety: none.
class Stream {
public:
  explicit Stream(const std::string& properties = "");
  /// Tears everything down.
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  GstElement* element() const { return harness_->element; }
  GstHarness* harness() const { return harness_; }
  GstBus* bus() const { return bus_; }

  void set_caps(const std::string& caps);
  /// Takes the buffer.
  GstFlowReturn push(GstBuffer* buffer) { return gst_harness_push(harness_, buffer); }
  bool push_event(GstEvent* event) { return gst_harness_push_event(harness_, event); }
  /// The next buffer that the element has pushed, or nullptr; owned by the caller.
  GstBuffer* pull() { return gst_harness_try_pull(harness_); }

  /// Waits for all that is pending, as a query from upstream does.
  void drain();
  /// The next message of that type, or nullptr if none is there or comes within `wait`; owned by
  /// the caller. Messages of other types stay, except while waiting.
  GstMessage* message(GstMessageType type, GstClockTime wait = 0);
  /// Takes all messages of that type off the bus and returns how many these were.
  guint count_messages(GstMessageType type);
  /// Takes all `videohistogram` messages off the bus; their structures are owned by the stream.
  const std::vector<const GstStructure*>& reports();
  /// A field of the `stats` property.
  guint64 stat(const char* field) { return stat_of(element(), field); }
  std::string stat_text(const char* field);
  static guint64 stat_of(GstElement* element, const char* field);

private:
  void collect();

  GstBus* bus_;
  GstHarness* harness_;
  std::vector<GstMessage*> waiting_; ///< taken off the bus and not asked for yet
  std::vector<GstMessage*> kept_;    ///< of reports_
  std::vector<const GstStructure*> reports_;
};

/// The field `devices` of the stats.
struct DeviceFields {
  gint index = -1;
  std::string name;
  guint64 frames = 0, bytes = 0, busy_time = 0;
};

/// One entry per GPU that the element has used; an entry has these fields alone.
std::vector<DeviceFields> devices_of(Stream& stream);

/// The element's default: all channels without LUMA.
Request default_request(const reference::Frame& frame, guint bins = 256);

/// Fails unless the histogram has exactly the counts of `expected`, which is laid out
/// [channels][bins].
void expect_counts(GstVideoHistogram* histogram, const Request& request, const uint32_t* expected);
/// Fails unless the buffer has exactly one histogram for the frame and one for every region of
/// `request`, in this order, all as the reference counts them.
void expect_histograms(GstBuffer* buffer, const FrameView& frame, const Request& request);
void expect_histograms(GstBuffer* buffer, const reference::Frame& frame, const Request& request);
/// Makes the frame of a number, the same whenever it is asked.
using FrameMaker = reference::Frame (*)(guint number);
/// Pushes frames `first` to `first + n - 1` and returns what comes out.
std::vector<GstBuffer*> push_frames(Stream& stream, FrameMaker make, guint first, guint n);
/// Compares the histograms of frames `first` and on, and lets the buffers go.
void expect_exact(const std::vector<GstBuffer*>& out, FrameMaker make, guint first);

/// Pushes the buffer, which it takes, and does that with what comes out.
void expect_counted(Stream& stream, GstBuffer* buffer, const reference::Frame& frame,
                    const Request& request);
/// Takes a plain buffer of the frame and its default_request().
void expect_counted(Stream& stream, const reference::Frame& frame);

/// Fails unless there is one message of that type, WARNING or ERROR, on the bus, of that domain and
/// code and with `word` in its text.
void expect_one_message(Stream& stream, GstMessageType type, GQuark domain, gint code,
                        const std::string& word);
/// Fails unless there is one WARNING on the bus, of the RESOURCE domain and with `word` in its
/// text.
void expect_one_warning(Stream& stream, const char* word);
/// Fails unless the element with these properties cannot start and posts one ERROR of that code of
/// the RESOURCE domain, with every one of `words` in its text.
void expect_start_error(const std::string& properties, gint code,
                        const std::vector<std::string>& words);

/// Pushes a 16x16 frame of RGBA; returns how many channels and bins its histogram has.
std::pair<guint, guint> shape_of_next(Stream& stream);

/// The number of GstVideoHistogramMeta on a buffer.
guint count_metas(GstBuffer* buffer);

/// Fails unless the property `active-backend` is `name`; nullptr: no backend is active.
void expect_active_backend(GstElement* element, const char* name);

/// Waits for the end of a pipeline that plays. Fails on an error or when the time is up, and says
/// of `what`.
void expect_end(GstElement* pipeline, const std::string& what = "the pipeline",
                GstClockTime limit = 60 * GST_SECOND);
/// Plays a gst-launch line to its end. Fails on an error or after a minute.
void play(const std::string& line);

} // namespace videohistogram::test
