// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use std::ptr;

use glib::translate::*;

use crate::VideoHistogram;

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
