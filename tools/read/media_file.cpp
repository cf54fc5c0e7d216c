// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/media_file.h"

#include "tools/read/decoder_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace videohistogram::tools {

namespace {

/// The demuxers of files with video. Those that read what a file names are not among them:
/// playlists, scripts, descriptions of sessions, patterns of names.
constexpr const char* demuxers =
    "3dostr,4xm,apng,asf,asf_o,av1,avi,avs,avs2,avs3,bethsoftvid,bfi,bink,bmp_pipe,c93,cavsvideo,"
    "cdxl,cine,cri_pipe,dds_pipe,dhav,dirac,dnxhd,dpx_pipe,dsicin,dv,dxa,ea,evc,exr_pipe,film_cpk,"
    "flic,flv,gdv,gif,gif_pipe,gxf,h261,h263,h264,hevc,hnm,idcin,iff,ifv,image2pipe,ingenient,"
    "ipmovie,ipu,iss,iv8,ivf,ivr,j2k_pipe,jpeg_pipe,jpegls_pipe,jpegxl_anim,jpegxl_pipe,jv,kux,"
    "live_flv,lmlm4,lvf,lxf,m4v,matroska,mgsts,mjpeg,mjpeg_2000,mm,moflex,mov,mpeg,mpegts,"
    "mpegvideo,mpjpeg,mtv,mv,mvi,mxf,mxg,nc,nsv,nut,nuv,obu,ogg,osq,paf,pam_pipe,pbm_pipe,"
    "pcx_pipe,pgm_pipe,pgmyuv_pipe,pgx_pipe,phm_pipe,photocd_pipe,pmp,png_pipe,ppm_pipe,psd_pipe,"
    "psxstr,pva,qdraw_pipe,qoi_pipe,r3d,rl2,rm,roq,rpl,ser,sga,sgi_pipe,siff,smjpeg,smk,smush,"
    "sunrast_pipe,swf,thp,tiertexseq,tiff_pipe,tmv,ty,vbn_pipe,vc1,vc1test,vidc,vividas,vivo,vmd,"
    "vvc,wc3movie,webp_pipe,wsvqa,wtv,xbm_pipe,xmv,xpm_pipe,xwd_pipe,yop,yuv4mpegpipe";

/// Reads in succession that may give nothing. Some demuxers give nothing for data that they skip.
constexpr int most_empty_reads = 1000;

/// The task that failed, as messages name it.
constexpr const char *reading = "cannot be read", *reading_on = "cannot be read to the end";

std::string describe(int error) {
  char text[AV_ERROR_MAX_STRING_SIZE];
  return av_make_error_string(text, sizeof text, error);
}

int refuse_to_open(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) {
  return AVERROR(EPERM);
}

int ask_whether_stopped(void* is_stopped) {
  return (*static_cast<const std::function<bool()>*>(is_stopped))();
}

ReadError no_video() {
  return {ReadError::Cause::no_video, "no video in this file"};
}

} // namespace

bool is_video(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO &&
         !(stream.disposition & AV_DISPOSITION_ATTACHED_PIC);
}

MediaFile::MediaFile(const std::string& path, int stream, std::function<bool()> is_stopped)
    : is_stopped_(std::move(is_stopped)) {
  open(path);
  choose(stream);
}

void MediaFile::open(const std::string& path) {
  silence_log();
  const std::optional<Sequence> sequence = find_sequence(path);
  AVFormatContext* const format = sequence ? open_sequence(*sequence) : open_file("file:" + path);
  format_.reset(format);
  note_programs();
  for (unsigned i = 0; i < format->nb_streams; i++) {
    stated_[i].reset(avcodec_parameters_alloc());
    avcodec_parameters_copy(stated_[i].get(), format->streams[i]->codecpar);
  }
  check(avformat_find_stream_info(format, nullptr), reading);
  note_programs();
}

AVFormatContext* MediaFile::new_context() const {
  AVFormatContext* const format = avformat_alloc_context();
  format->interrupt_callback = {ask_whether_stopped,
                                const_cast<void*>(static_cast<const void*>(&is_stopped_))};
  format->protocol_whitelist = av_strdup("file");
  return format;
}

AVFormatContext* MediaFile::open_file(const std::string& url) {
  AVFormatContext* format = new_context();
  AVDictionary* options = nullptr;
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  AVIOContext* file = nullptr;
  const int opened =
      avio_open2(&file, url.c_str(), AVIO_FLAG_READ, &format->interrupt_callback, &options);
  av_dict_free(&options);
  file_.reset(file);
  FormatPtr owned(format);
  check(opened, reading);
  // Names of images stand for patterns of names, unless only the content counts.
  const AVInputFormat* demuxer = find_demuxer(url.c_str());
  if (!demuxer)
    demuxer = find_demuxer("");
  if (!demuxer)
    throw no_video();
  format->pb = file;
  format->io_open = refuse_to_open;
  owned.release();
  const int result = avformat_open_input(&format, url.c_str(), demuxer, nullptr);
  if (result == AVERROR_INVALIDDATA) {
    avio_seek(file, 0, SEEK_SET);
    if (!find_demuxer("")) // only its name is one of a video
      throw no_video();
  }
  check(result, reading); // an error has freed the context
  return format;
}

AVFormatContext* MediaFile::open_sequence(const Sequence& sequence) {
  AVFormatContext* format = new_context();
  AVDictionary* options = nullptr;
  av_dict_set(&options, "framerate", sequence.rate.c_str(), 0);
  av_dict_set(&options, "pattern_type", "sequence", 0);
  const int result = avformat_open_input(&format, ("file:" + sequence.pattern).c_str(),
                                         av_find_input_format("image2"), &options);
  av_dict_free(&options);
  check(result, reading);
  return format;
}

/// The demuxer for the content of the file, and for its name if that says more; null: none that may
/// be used. Throws ReadError.
const AVInputFormat* MediaFile::find_demuxer(const char* name) {
  const AVInputFormat* demuxer = nullptr;
  av_probe_input_buffer2(file_.get(), &demuxer, name, nullptr, 0, 0);
  check(storage_error(0), reading);
  return demuxer && av_match_list(demuxer->name, demuxers, ',') > 0 ? demuxer : nullptr;
}

/// Demuxers use the numbers of errors for damage as well: Matroska's reports EIO of a file that
/// ends within an element. The context that reads the file has only the errors of the storage.
int MediaFile::storage_error(int result) const {
  if (result == AVERROR(ENOMEM) || result == AVERROR_EXIT)
    return result;
  if (file_)
    return file_->error != AVERROR_EOF ? file_->error : 0;
  return result != AVERROR_INVALIDDATA && result != AVERROR_EOF ? result : 0;
}

/// RealMedia's demuxer reports EIO at the end of the file in FFmpeg 7.1, and invalid data in FFmpeg
/// 9. Other demuxers reach the end as well when they look for valid data after damage.
bool MediaFile::is_cut_off(int result) const {
  return result == AVERROR(EIO) || result == AVERROR_EOF ||
         (result == AVERROR_INVALIDDATA && file_ && file_->eof_reached && format_ &&
          std::strcmp(format_->iformat->name, "rm") == 0);
}

void MediaFile::check(int result, const std::string& task) const {
  using Cause = ReadError::Cause;
  if (result >= 0)
    return;
  if (const int error = storage_error(result); error < 0)
    throw ReadError{Cause::unreadable, task + ": " + describe(error)};
  if (is_cut_off(result))
    throw ReadError{Cause::cut_off, "its container " + task + ": the file ends too early"};
  throw ReadError{Cause::unsuitable, "its container " + task + ": " + describe(result)};
}

const AVCodecParameters& MediaFile::stated() const {
  const auto found = stated_.find(stream_);
  return found == stated_.end() ? *stream().codecpar : *found->second;
}

/// A program of MPEG-TS that changes has other streams than before, in the order of its map. The
/// n-th video of these continues the n-th of those before.
void MediaFile::note_programs() {
  for (unsigned i = 0; i < format_->nb_programs; i++) {
    const AVProgram& program = *format_->programs[i];
    std::vector<unsigned> videos;
    for (unsigned n = 0; n < program.nb_stream_indexes; n++) {
      if (is_video(*format_->streams[program.stream_index[n]]))
        videos.push_back(program.stream_index[n]);
    }
    std::vector<unsigned>& before = programs_[program.id];
    if (videos.empty() || videos == before)
      continue;
    for (size_t n = 0; n < std::min(before.size(), videos.size()); n++) {
      if (videos[n] > before[n] &&
          std::find(videos.begin(), videos.end(), before[n]) == videos.end())
        successors_[before[n]] = videos[n];
    }
    before = videos;
  }
}

void MediaFile::choose(int number) {
  int videos = 0;
  for (unsigned i = 0; i < format_->nb_streams; i++) {
    const bool is_successor =
        std::any_of(successors_.begin(), successors_.end(),
                    [i](const auto& successor) { return successor.second == i; });
    if (is_video(*format_->streams[i]) && !is_successor && ++videos == number)
      choose_stream(i);
  }
  if (videos == 0)
    throw no_video();
  if (videos < number)
    throw ReadError{ReadError::Cause::unsuitable, "no video stream " + std::to_string(number) +
                                                      " among " + std::to_string(videos)};
}

void MediaFile::choose_stream(unsigned index) {
  stream_ = index;
  for (unsigned i = 0; i < format_->nb_streams; i++)
    format_->streams[i]->discard = i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
}

bool MediaFile::read(AVPacket& packet) {
  for (int empty = 0; empty < most_empty_reads;) {
    const int result = av_read_frame(format_.get(), &packet);
    if (result == AVERROR(EAGAIN)) {
      empty++;
      continue;
    }
    // Many demuxers report an error of the storage as the end of the file, or in a part of a
    // packet. The error of a read ahead stays set while the packets before it are still to come.
    if (result < 0 || packet.flags & AV_PKT_FLAG_CORRUPT)
      check(storage_error(result), reading_on);
    if (result == AVERROR_EOF)
      return false;
    check(result, reading_on);
    if (static_cast<unsigned>(packet.stream_index) == stream_) {
      packets_++;
      return true;
    }
    // The streams of a changed program are new, and not discarded.
    format_->streams[packet.stream_index]->discard = AVDISCARD_ALL;
    note_programs();
    av_packet_unref(&packet);
  }
  return false;
}

bool MediaFile::begin_next_stream() {
  note_programs();
  const auto next = successors_.find(stream_);
  if (next == successors_.end())
    return false;
  choose_stream(next->second);
  // The rest of the file is read once more: packets of both streams alternate at the change.
  return avformat_seek_file(format_.get(), -1, INT64_MIN, 0, 0, AVSEEK_FLAG_BYTE) >= 0 ||
         seek(stream().start_time);
}

bool MediaFile::seek(int64_t time) {
  return avformat_seek_file(format_.get(), static_cast<int>(stream_), INT64_MIN, time, time, 0) >=
         0;
}

} // namespace videohistogram::tools
