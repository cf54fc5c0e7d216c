// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/video_reader.h"

#include "tools/read/times.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace videohistogram::tools {

namespace {

int64_t duration_of(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame.duration;
#else
  return frame.pkt_duration;
#endif
}

bool is_encrypted(const AVStream& stream, const AVPacket& packet) {
  return av_packet_get_side_data(&packet, AV_PKT_DATA_ENCRYPTION_INFO, nullptr) ||
         av_dict_get(stream.metadata, "enc_key_id", nullptr, 0);
}

} // namespace

VideoReader::VideoReader(const std::string& path, int stream, int threads,
                         std::function<bool()> is_stopped, GpuDecoders* gpu)
    : file_(path, stream, std::move(is_stopped)), threads_(threads), gpu_(gpu) {
  open_decoder();
}

void VideoReader::open_decoder() {
  decoder_.reset();
  if (gpu_)
    decoder_ = std::make_unique<GpuDecoder>(file_.stream(), file_.stated(), *gpu_, log_);
  else
    decoder_ = std::make_unique<CpuDecoder>(file_.stream(), threads_, log_);
  // Demuxers of still images make a rate up.
  const std::string demuxer = file_.context().iformat->name;
  const bool is_still = demuxer.size() > 5 && demuxer.compare(demuxer.size() - 5, 5, "_pipe") == 0;
  rate_ =
      is_still ? AVRational{0, 1} : av_guess_frame_rate(&file_.context(), &file_.stream(), nullptr);
}

/// Goes on with the stream that follows the present one. Returns false if there is none.
bool VideoReader::begin_next_stream() {
  if (!std::exchange(is_chain_next_, false) && !file_.begin_next_stream())
    return false;
  open_decoder();
  return true;
}

/// The headers of the next part of a chained Ogg file with Theora come as packets. They are those
/// of another stream, of which libavformat's demuxer takes no notice.
bool VideoReader::is_header_of_chain(const AVPacket& packet) {
  if (file_.stream().codecpar->codec_id != AV_CODEC_ID_THEORA || packet.size == 0 ||
      !(packet.data[0] & 0x80))
    return false;
  constexpr uint8_t first = 0x80, last = 0x82;
  constexpr int longest = 0xFFFF; // extradata has the length of each header in two bytes
  constexpr size_t most = 4 * longest;
  if (packet.size > longest || (packet.data[0] != first && chain_headers_.size() > most))
    return false;
  if (packet.data[0] == first)
    chain_headers_.clear();
  chain_headers_ += {static_cast<char>(packet.size >> 8), static_cast<char>(packet.size)};
  chain_headers_.append(reinterpret_cast<const char*>(packet.data),
                        static_cast<size_t>(packet.size));
  if (packet.data[0] != last)
    return true;
  AVCodecParameters& parameters = *file_.stream().codecpar;
  av_freep(&parameters.extradata);
  parameters.extradata_size = static_cast<int>(chain_headers_.size());
  parameters.extradata =
      static_cast<uint8_t*>(av_mallocz(chain_headers_.size() + AV_INPUT_BUFFER_PADDING_SIZE));
  if (!parameters.extradata)
    throw std::bad_alloc();
  std::memcpy(parameters.extradata, chain_headers_.data(), chain_headers_.size());
  is_chain_next_ = true; // once the decoder has given out what it holds
  decoder_->send(nullptr);
  return true;
}

void VideoReader::send_packet() {
  bool has_packet = false;
  try {
    do {
      av_packet_unref(packet_.get());
      has_packet = file_.read(*packet_);
    } while (has_packet && is_sought_ && !(packet_->flags & AV_PKT_FLAG_KEY));
    is_sought_ = false;
  } catch (const ReadError& error) {
    error_ = error; // once the decoder has given out what it holds
  }
  if (!has_packet) {
    decoder_->send(nullptr);
    return;
  }
  if (is_encrypted(file_.stream(), *packet_))
    throw ReadError{ReadError::Cause::unsuitable, "the video is encrypted"};
  if (is_header_of_chain(*packet_))
    return;
  ++*account_.packets;
  *account_.discarded += (packet_->flags & AV_PKT_FLAG_DISCARD) != 0;
  // Some decoders say nothing of it, and go on with what a buffer of one of their threads has.
  if (packet_->flags & AV_PKT_FLAG_CORRUPT)
    log_.note("a packet that is damaged or not whole, as the container shows");
  decoder_->send(packet_.get());
}

TimedFrame VideoReader::next() {
  return sought_.frame ? std::exchange(sought_, TimedFrame()) : decode();
}

TimedFrame VideoReader::decode() {
  FramePtr frame(av_frame_alloc());
  for (;;) {
    switch (decoder_->receive(*frame)) {
    case VideoDecoder::Result::frame:
      return finish(std::move(frame));
    case VideoDecoder::Result::needs_packet:
      send_packet();
      break;
    case VideoDecoder::Result::ended:
      if (error_)
        throw *error_;
      if (!begin_next_stream())
        return {};
      break;
    }
  }
}

/// Returns the time of a frame unless it is none that can be.
std::optional<int64_t> VideoReader::note_time(int64_t time) {
  if (std::abs(time) > longest_video)
    return {};
  return last_time_ = time;
}

TimedFrame VideoReader::finish(FramePtr frame) {
  TimedFrame timed;
  ++*account_.decoded;
  const AVRational unit = file_.stream().time_base;
  const std::optional<int64_t> own = to_ns(frame->best_effort_timestamp, unit);
  is_counted_ |= frames_ == 0 && !own && rate_.num > 0;
  if (is_counted_) {
    timed.time =
        note_time(to_ns(static_cast<int64_t>(frames_), av_inv_q(rate_)).value_or(longest_time));
  } else if (own) {
    if (!origin_)
      origin_ = own;
    timed.time = note_time(*own - *origin_);
  } else if (origin_ && rate_.num > 0) {
    // The last frame of some files has none.
    timed.time = note_time(last_time_ + to_ns(1, av_inv_q(rate_)).value_or(longest_time));
  }
  frames_++;
  if (duration_of(*frame) > 0)
    timed.duration = to_ns(duration_of(*frame), unit).value_or(0);
  timed.is_damaged = frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT);
  *account_.concealed += timed.is_damaged;
  timed.frame = std::move(frame);
  return timed;
}

/// Containers without an index, such as MPEG-TS, are sought in by the times of decoding: the next
/// key frame may be later, and another attempt begins further before. The first frame is decoded
/// before it is shown.
bool VideoReader::seek(int64_t time) {
  constexpr int64_t first_step = 1000000000, longest_delay = 10 * first_step;
  const AVRational unit = file_.stream().time_base;
  for (int64_t step = 0;; step = std::max(2 * step, first_step)) {
    const int64_t target = std::max<int64_t>(time - step, 0);
    const auto seek_file = [&](int64_t place) {
      return file_.seek(av_rescale_q(*origin_ + place, nanoseconds, unit));
    };
    if (!origin_ || !((target == 0 && seek_file(-longest_delay)) || seek_file(target))) {
      if (step == 0)
        return false;
      throw ReadError{ReadError::Cause::unsuitable, "the file can be sought in only in part"};
    }
    decoder_->flush();
    is_sought_ = true;
    sought_ = decode();
    if (!sought_.frame || (sought_.time && *sought_.time <= time) || target == 0)
      return true;
  }
}

} // namespace videohistogram::tools
