// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use std::{mem, ptr};

use glib::translate::*;

use crate::{VideoHistogram, VideoHistogramField};

/// A message of the element `videohistogram` about a frame or an interval.
#[derive(Debug)]
pub struct Report {
    /// `None` in a message that has regions only.
    pub histogram: Option<VideoHistogram>,
    pub timestamp: Option<gst::ClockTime>,
    pub running_time: Option<gst::ClockTime>,
    pub duration: Option<gst::ClockTime>,
    pub frames: u64,
}

/// Why a frame could not be counted.
#[derive(Debug)]
pub struct Failure {
    pub error: glib::Error,
    pub timestamp: Option<gst::ClockTime>,
    pub running_time: Option<gst::ClockTime>,
    pub failed: u64,
}

/// Reads a message of the element `videohistogram`; `None` for any other message.
#[doc(alias = "gst_message_parse_video_histogram")]
pub fn parse_message(message: &gst::MessageRef) -> Option<Report> {
    let (mut histogram, mut frames) = (ptr::null_mut(), 0);
    let (mut timestamp, mut running_time, mut duration) = (0, 0, 0);
    unsafe {
        from_glib::<_, bool>(ffi::gst_message_parse_video_histogram(
            message.as_ptr() as *mut _,
            &mut histogram,
            &mut timestamp,
            &mut running_time,
            &mut duration,
            &mut frames,
        ))
        .then(|| Report {
            histogram: from_glib_full(histogram),
            timestamp: from_glib(timestamp),
            running_time: from_glib(running_time),
            duration: from_glib(duration),
            frames,
        })
    }
}

/// One region of the frame that a message is about.
#[derive(Debug)]
pub struct Region {
    pub histogram: VideoHistogram,
    pub id: i32,
    /// -1 if the region has no parent.
    pub parent_id: i32,
    /// The type of the region, such as "face".
    pub roi_type: Option<glib::GString>,
    /// The rectangle that was counted: x, y, width, height.
    pub roi: (i32, i32, i32, i32),
}

/// The number of regions that a message has beside the whole frame.
#[doc(alias = "gst_message_video_histogram_get_n_regions")]
pub fn n_regions(message: &gst::MessageRef) -> u32 {
    unsafe { ffi::gst_message_video_histogram_get_n_regions(message.as_ptr() as *mut _) }
}

/// Reads one region of a message; `None` if there is no valid one at this index.
#[doc(alias = "gst_message_parse_video_histogram_region")]
pub fn parse_region(message: &gst::MessageRef, index: u32) -> Option<Region> {
    let (mut histogram, mut roi_type) = (ptr::null_mut(), ptr::null_mut());
    let (mut id, mut parent_id) = (0, 0);
    unsafe {
        let mut roi: gst_video::ffi::GstVideoRectangle = mem::zeroed();
        from_glib::<_, bool>(ffi::gst_message_parse_video_histogram_region(
            message.as_ptr() as *mut _,
            index,
            &mut histogram,
            &mut id,
            &mut parent_id,
            &mut roi_type,
            &mut roi,
        ))
        .then(|| Region {
            histogram: from_glib_full(histogram),
            id,
            parent_id,
            roi_type: from_glib_full(roi_type),
            roi: (roi.x, roi.y, roi.w, roi.h),
        })
    }
}

/// Reads the histogram of one field, as `fields=apart` counts it: of a region by its index, or of the whole field.
#[doc(alias = "gst_message_parse_video_histogram_field")]
pub fn parse_field(message: &gst::MessageRef, field: VideoHistogramField, region: Option<u32>) -> Option<VideoHistogram> {
    let region = region.map_or(Some(-1), |index| i32::try_from(index).ok())?;
    let mut histogram = ptr::null_mut();
    unsafe {
        ffi::gst_message_parse_video_histogram_field(message.as_ptr() as *mut _, field.into_glib(), region, &mut histogram);
        from_glib_full(histogram)
    }
}

/// Reads the message of a frame that could not be counted; `None` for any other message.
#[doc(alias = "gst_message_parse_video_histogram_failure")]
pub fn parse_failure(message: &gst::MessageRef) -> Option<Failure> {
    let (mut error, mut failed) = (ptr::null_mut(), 0);
    let (mut timestamp, mut running_time) = (0, 0);
    unsafe {
        from_glib::<_, bool>(ffi::gst_message_parse_video_histogram_failure(
            message.as_ptr() as *mut _,
            &mut error,
            &mut timestamp,
            &mut running_time,
            &mut failed,
        ))
        .then(|| Failure {
            error: from_glib_full(error),
            timestamp: from_glib(timestamp),
            running_time: from_glib(running_time),
            failed,
        })
    }
}
