// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! The functions that are written by hand, with values that follow from their arguments.
use gst::prelude::*;
use gst_video::{VideoColorMatrix, VideoColorPrimaries, VideoColorRange, VideoColorimetry, VideoTransferFunction};
use gst_videohistogram::*;

fn make(counts: &[u64]) -> Result<VideoHistogram, glib::Error> {
    gst::init().expect("GStreamer");
    let channels = [VideoHistogramChannelInfo::new("R", 4, 8), VideoHistogramChannelInfo::new("G", 4, 8)];
    VideoHistogram::new(gst_video::VideoFormat::Rgb, 2, 2, None, &channels, counts)
}

#[test]
fn a_histogram_has_the_counts_that_it_is_made_of() {
    let histogram = make(&[1, 2, 0, 1, 0, 0, 0, 1 << 40]).expect("a histogram");
    assert_eq!((histogram.n_channels(), histogram.width(), histogram.bins(1)), (2, 2, 4));
    assert_eq!(histogram.counts(0), Some(&[1, 2, 0, 1][..]));
    assert_eq!(histogram.counts(1), Some(&[0, 0, 0, 1 << 40][..]));
    assert_eq!((histogram.find_channel("G"), histogram.find_channel("B")), (Some(1), None));
    assert_eq!(histogram.find_sum("TOUT"), None);
    assert_eq!(histogram.compare(&histogram, VideoHistogramCompareMethod::ChiSquare).expect("a distance"), 0.0);
    histogram.wait(gst::ClockTime::ZERO).expect("it is complete");
}

#[test]
fn wrong_counts_are_an_error() {
    assert!(make(&[1, 2, 3]).expect_err("too few").matches(VideoHistogramError::Invalid));
}

#[test]
fn colorimetry_is_kept() {
    gst::init().expect("GStreamer");
    let colors = VideoColorimetry::new(
        VideoColorRange::Range16_235,
        VideoColorMatrix::Bt709,
        VideoTransferFunction::Bt709,
        VideoColorPrimaries::Bt709,
    );
    let channels = [VideoHistogramChannelInfo::new("Y", 2, 8)];
    let histogram = VideoHistogram::new(gst_video::VideoFormat::I420, 2, 2, Some(&colors), &channels, &[1, 3]).expect("a histogram");
    assert_eq!(histogram.colorimetry(), colors);
}

#[test]
fn caps_declare_parts_and_others_override_them() {
    gst::init().expect("GStreamer");
    let caps = "video/x-raw,format=I420,width=64,height=48,framerate=1/1,colorimetry=0:3:0:1".parse::<gst::Caps>().expect("caps");
    let (colors, declared) = VideoHistogram::colorimetry_from_caps(&caps, None).expect("raw video");
    assert_eq!((colors.range(), colors.matrix()), (VideoColorRange::Range16_235, VideoColorMatrix::Bt709));
    assert_eq!(declared, VideoHistogramColorFlags::MATRIX_DECLARED | VideoHistogramColorFlags::PRIMARIES_DECLARED);
    let full = VideoColorimetry::new(
        VideoColorRange::Range0_255,
        VideoColorMatrix::Unknown,
        VideoTransferFunction::Unknown,
        VideoColorPrimaries::Unknown,
    );
    let (colors, _) = VideoHistogram::colorimetry_from_caps(&caps, Some(&full)).expect("raw video");
    assert_eq!((colors.range(), colors.matrix()), (VideoColorRange::Range0_255, VideoColorMatrix::Bt709));
}

#[test]
fn a_meta_is_found_by_its_id_and_tells_its_region() {
    let histogram = make(&[1; 8]).expect("a histogram");
    let mut buffer = gst::Buffer::new();
    let buffer = buffer.get_mut().expect("writable");
    let frame = VideoHistogramMeta::FRAME_ID;
    assert!(VideoHistogramMeta::add(buffer, 7, -1, None, Some((1, 1, 2, 1)), &histogram).is_none(), "outside of the frame");
    VideoHistogramMeta::add(buffer, frame, -1, None, None, &histogram).expect("a meta");
    let mut meta = VideoHistogramMeta::add(buffer, 7, 3, Some("face"), Some((1, 0, 1, 2)), &histogram).expect("a meta");
    meta.set_element_name(Some("counter"));
    drop(meta);
    let meta = VideoHistogramMeta::find(buffer, 7, VideoHistogramField::None).expect("a meta");
    assert_eq!((meta.id(), meta.parent_id(), meta.roi_type(), meta.roi()), (7, 3, Some("face"), (1, 0, 1, 2)));
    assert_eq!((meta.element_name(), meta.field()), (Some("counter"), VideoHistogramField::None));
    assert_eq!(meta.histogram().counts(0), histogram.counts(0));
    let whole = VideoHistogramMeta::find(buffer, frame, VideoHistogramField::None).expect("a meta");
    assert_eq!((whole.roi_type(), whole.roi()), (None, (0, 0, 2, 2)));
    assert!(VideoHistogramMeta::find(buffer, 7, VideoHistogramField::Top).is_none());
    assert_eq!(buffer.iter_meta::<VideoHistogramMeta>().count(), 2);
}

#[test]
fn the_version_is_that_of_the_crate() {
    let (major, minor, micro) = VideoHistogram::version();
    assert_eq!(format!("{major}.{minor}.{micro}"), env!("CARGO_PKG_VERSION"));
}

#[test]
fn messages_have_regions_fields_tables_and_figures() {
    gst::init().expect("GStreamer");
    let pipeline = gst::parse::launch(
        "videotestsrc num-buffers=1 pattern=black ! video/x-raw,format=I420,width=64,height=48,interlace-mode=interleaved,\
         field-order=top-field-first ! videohistogram channels=y+cb+cr+sat+hue bins=0 fields=apart regions=corner:0,0,8,8 \
         projections=y@0 joint=cb*cr figures=tout+vrep+brng post-messages=true message-projections=true message-joint=true ! fakesink",
    )
    .expect("a pipeline");
    pipeline.set_state(gst::State::Playing).expect("it plays");
    let mut messages = 0;
    for message in pipeline.bus().expect("a bus").iter_timed(gst::ClockTime::from_seconds(20)) {
        if let gst::MessageView::Error(error) = message.view() {
            panic!("{}", error.error());
        }
        if message.type_() == gst::MessageType::Eos {
            break;
        }
        let Some(report) = parse_message(&message) else {
            assert_eq!(n_regions(&message), 0);
            assert!(parse_region(&message, 0).is_none());
            continue;
        };
        messages += 1;
        assert_eq!((report.frames, report.timestamp), (1, Some(gst::ClockTime::ZERO)));
        assert!(parse_failure(&message).is_none());
        let histogram = report.histogram.expect("a histogram");
        assert_eq!(histogram.counts(0).map(|counts| counts[16]), Some(64 * 48));
        let stats = histogram.signalstats().expect("figures");
        assert_eq!((stats.y_min(), stats.y_average(), stats.u_max()), (16.0, 16.0, 128.0));
        assert!(stats.y_difference().is_nan(), "the first frame");

        assert_eq!(n_regions(&message), 1);
        let region = parse_region(&message, 0).expect("a region");
        assert_eq!((region.roi_type.as_deref(), region.roi, region.parent_id), (Some("corner"), (0, 0, 8, 8), -1));
        assert_eq!(region.histogram.samples(0), 64);
        assert!(parse_region(&message, 1).is_none());

        let top = parse_field(&message, VideoHistogramField::Top, None).expect("a field");
        assert_eq!((top.samples(0), top.field()), (64 * 24, VideoHistogramField::Top));
        let bottom = parse_field(&message, VideoHistogramField::Bottom, Some(0)).expect("a field of a region");
        assert_eq!((bottom.samples(0), bottom.field()), (32, VideoHistogramField::Bottom));
        assert!(parse_field(&message, VideoHistogramField::Top, Some(1)).is_none());

        let projection = histogram.projection(0);
        assert_eq!(projection.counts().map(<[u32]>::len), Some(64 * 256));
        assert_eq!(projection.position_counts(63).map(|bins| bins[16]), Some(48));
        assert_eq!(projection.position_counts(64), None);
        assert_eq!(histogram.joint(0).counts().map(|pairs| pairs[128 * histogram.joint(0).bins(VideoHistogramAxis::Y) as usize + 128]),
                   Some(32 * 24));
    }
    pipeline.set_state(gst::State::Null).expect("it stops");
    assert_eq!(messages, 1);
}
