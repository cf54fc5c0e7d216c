// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Records that are sent between processes arrive as they were, and bytes that are none are refused.
#include "tools/message/message.h"
#include "tools/record/settings.h"
#include "tools/record/values.h"
#include "tools/record/video.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

using namespace videohistogram::tools;

namespace {

/// A record of which no two fields are equal.
VideoRecord make_video() {
  VideoRecord video;
  video.outcome = Outcome::damaged;
  video.message = std::string("two\0 parts", 10);
  video.lasting = true;
  video.identity = {1, -2, "hash"};
  video.format = {3, 4, "I420", 10, "bt709", "H.264", "MP4", 30000, 1001, 5, "01:00:00;00"};
  video.frames = 12;
  video.corrupted = 6;
  video.lost = 0;
  video.delay = 7;
  video.r103 = Verdict::fail;
  video.active = {8, 9, 10, 11};
  video.light.max_cll = 0.1;
  video.light.declared_max_fall = 400;
  video.light.mastering_display = "P3";
  video.declared.colours = {{1, "full", DeclaredBy::bitstream},
                            {9, "bt2020nc", DeclaredBy::container},
                            {16, "smpte2084", DeclaredBy::assumed},
                            {2, "x", DeclaredBy::setting},
                            {}};
  video.declared.pixel_format = "yuv420p";
  video.declared.coded_width = 13;
  video.declared.coded_height = 14;
  video.declared.aspect_numerator = 15;
  video.declared.aspect_denominator = 17;
  video.declared.orientation = {true, 90};
  video.declared.field_order = "tt";
  video.declared.profile = "High";
  video.declared.bit_rate = 18;
  video.declared.programs = 19;
  video.declared.decoder = "h264";
  video.declared.stream_start = -20;
  video.declared.counts_times = video.declared.hdr10_plus = true;
  video.account = {21, 22, 23, 24};
  for (size_t i = 0; i < figure::count; i++)
    video.sums[i] = {i, -1.0, 0.5, static_cast<double>(i)};
  return video;
}

/// As text of JSON, in which reals have 6 digits.
constexpr const char* video_in_json =
    R"({"outcome": "damaged", "message": "two\u0000 parts", "lasting": true, "size": 1, )"
    R"("modified": -2, "hash": "hash", "width": 3, "height": 4, "format": "I420", "depth": 10, "rate_numerator": 30000, )"
    R"("rate_denominator": 1001, "colorimetry": "bt709", "codec": "H.264", "container": "MP4", )"
    R"("duration": 5, "timecode": "01:00:00;00", "frames": 12, "corrupted": 6, "lost": 0, )"
    R"("r103": "fail", "active_x": 8, "active_y": 9, "active_width": 10, "active_height": 11, )"
    R"("max_cll": 0.1, "max_fall": null, "active_max_fall": null, "declared_max_cll": null, )"
    R"("declared_max_fall": 400, "mastering_display": "P3", "range": 1, "range_name": "full", )"
    R"("range_by": "bitstream", "matrix": 9, "matrix_name": "bt2020nc", "matrix_by": "container", )"
    R"("transfer": 16, "transfer_name": "smpte2084", "transfer_by": "assumed", "primaries": 2, )"
    R"("primaries_name": "x", "primaries_by": "setting", "chroma_place": null, )"
    R"("chroma_place_name": "", "chroma_place_by": "", "pixel_format": "yuv420p", )"
    R"("coded_width": 13, "coded_height": 14, "aspect_numerator": 15, "aspect_denominator": 17, )"
    R"("mirrored": true, "rotation": 90, "field_order": "tt", "profile": "High", "bit_rate": 18, "programs": 19, )"
    R"("decoder": "h264", "stream_start": -20, "counts_times": true, "hdr10": false, )"
    R"("hdr10_plus": true, "dolby_vision": false, "packets": 21, "decoded": 22, "discarded": 23, )"
    R"("concealed": 24})";

} // namespace

TEST(Message, BringsAllFieldsOfAVideo) {
  const VideoRecord sent = make_video();
  const std::string bytes = pack(sent, sent.delay, sent.sums);
  MessageReader reader(bytes);
  const auto video = reader.take<VideoRecord>();
  EXPECT_EQ(json_object(video), video_in_json);
  EXPECT_EQ(reader.take<int64_t>(), 7);
  const auto sums = reader.take<decltype(video.sums)>();
  EXPECT_EQ(sums[figure::YMAX].frames, figure::YMAX);
  EXPECT_EQ(sums.back().maximum, figure::count - 1);
  EXPECT_THROW(reader.take<bool>(), ProtocolError);
}

TEST(Message, BringsWhatAFrameHasNot) {
  FrameRecord sent;
  sent.figures.fill(NAN);
  sent.figures[figure::ACTIVELIGHT] = 0.1 + 0.2;
  const std::string bytes = pack(sent, Shot());
  MessageReader reader(bytes);
  const auto frame = reader.take<FrameRecord>();
  EXPECT_EQ(frame.time, no_time);
  EXPECT_EQ(frame.timecode, "");
  EXPECT_TRUE(std::isnan(frame.figures[figure::YMIN]));
  EXPECT_EQ(frame.figures[figure::ACTIVELIGHT], 0.1 + 0.2); // all digits
  EXPECT_EQ(csv_cells(reader.take<Shot>()), "0,0,0,,,start,,");
}

TEST(Message, BringsTheSettingsOnWhichResultsDoNotDependToo) {
  AnalysisSettings sent;
  sent.selection.every = 3;
  sent.per_frame = false;
  sent.decoder_threads = -1;
  sent.allow_network = true;
  const std::string bytes = pack(sent);
  const auto settings = MessageReader(bytes).take<AnalysisSettings>();
  EXPECT_EQ(list_settings(settings), list_settings(sent));
  EXPECT_EQ(settings.decoder_threads, -1);
  EXPECT_TRUE(settings.allow_network);
}

TEST(Message, IsRefusedIfItEndsEarly) {
  const std::string bytes = pack(make_video(), std::vector<int64_t>{1, 2});
  for (size_t size = 0; size < bytes.size(); size++) {
    MessageReader reader(std::string_view(bytes).substr(0, size));
    const auto read = [&] {
      reader.take<VideoRecord>();
      reader.take<std::vector<int64_t>>();
    };
    EXPECT_THROW(read(), ProtocolError) << size;
  }
}

TEST(Message, IsRefusedIfAnEnumerationHasNoSuchValue) {
  for (const uint64_t value : {uint64_t{3}, UINT64_MAX}) {
    const std::string bytes = pack(value);
    EXPECT_THROW(MessageReader(bytes).take<Transition>(), ProtocolError);
  }
  const std::string last = pack(uint64_t{2});
  EXPECT_EQ(MessageReader(last).take<Transition>(), Transition::gradual);
}
