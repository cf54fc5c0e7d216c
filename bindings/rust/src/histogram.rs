// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use std::{fmt, mem, ptr, slice};

use glib::translate::*;

use crate::{values::colorimetry_of, VideoHistogram, VideoHistogramCompareMethod};

impl VideoHistogram {
    /// The counts of a channel, one per bin, in the memory of the histogram. Waits for them; `None` if there are none,
    /// see [`wait()`](Self::wait).
    #[doc(alias = "gst_video_histogram_get_counts")]
    pub fn counts(&self, channel: u32) -> Option<&[u64]> {
        let mut n_bins = 0;
        unsafe {
            let counts = ffi::gst_video_histogram_get_counts(self.to_glib_none().0, channel, &mut n_bins);
            (!counts.is_null()).then(|| slice::from_raw_parts(counts, n_bins))
        }
    }

    /// The index of a channel, "LUMA" for example.
    #[doc(alias = "gst_video_histogram_find_channel")]
    pub fn find_channel(&self, name: &str) -> Option<u32> {
        let index = unsafe { ffi::gst_video_histogram_find_channel(self.to_glib_none().0, name.to_glib_none().0) };
        u32::try_from(index).ok()
    }

    /// The index of a sum, "TOUT" for example.
    #[doc(alias = "gst_video_histogram_find_sum")]
    pub fn find_sum(&self, name: &str) -> Option<u32> {
        let index = unsafe { ffi::gst_video_histogram_find_sum(self.to_glib_none().0, name.to_glib_none().0) };
        u32::try_from(index).ok()
    }

    /// Waits until the frame is counted. `None`: without a limit.
    #[doc(alias = "gst_video_histogram_wait")]
    pub fn wait(&self, timeout: impl Into<Option<gst::ClockTime>>) -> Result<(), glib::Error> {
        let mut error = ptr::null_mut();
        unsafe {
            ffi::gst_video_histogram_wait(self.to_glib_none().0, timeout.into().into_glib(), &mut error);
            if error.is_null() { Ok(()) } else { Err(from_glib_full(error)) }
        }
    }

    /// The colours of the frame as analysed; parts that are not known are `Unknown`.
    #[doc(alias = "gst_video_histogram_get_colorimetry")]
    pub fn colorimetry(&self) -> gst_video::VideoColorimetry {
        unsafe {
            let mut parts = mem::zeroed();
            ffi::gst_video_histogram_get_colorimetry(self.to_glib_none().0, &mut parts);
            colorimetry_of(&parts)
        }
    }

    /// Calls a function once, when the histogram is complete or has failed: at once, or by a thread of the element.
    #[doc(alias = "gst_video_histogram_call_when_ready")]
    pub fn call_when_ready<F: FnOnce(&VideoHistogram) + Send + 'static>(&self, func: F) {
        unsafe extern "C" fn call<F: FnOnce(&VideoHistogram) + Send + 'static>(
            histogram: *mut ffi::GstVideoHistogram,
            user_data: glib::ffi::gpointer,
        ) {
            if let Some(func) = (*(user_data as *mut Option<F>)).take() {
                func(&from_glib_borrow(histogram));
            }
        }
        unsafe extern "C" fn free<F: FnOnce(&VideoHistogram) + Send + 'static>(user_data: glib::ffi::gpointer) {
            drop(Box::from_raw(user_data as *mut Option<F>));
        }
        let user_data = Box::into_raw(Box::new(Some(func)));
        unsafe {
            ffi::gst_video_histogram_call_when_ready(
                self.to_glib_none().0,
                Some(call::<F>),
                user_data as glib::ffi::gpointer,
                Some(free::<F>),
            );
        }
    }

    /// The likeness of two histograms, or the distance between them: the mean over all channels.
    #[doc(alias = "gst_video_histogram_compare")]
    pub fn compare(&self, other: &VideoHistogram, method: VideoHistogramCompareMethod) -> Result<f64, glib::Error> {
        let mut error = ptr::null_mut();
        unsafe {
            let result = ffi::gst_video_histogram_compare(
                self.to_glib_none().0,
                other.to_glib_none().0,
                method.into_glib(),
                &mut error,
            );
            if error.is_null() { Ok(result) } else { Err(from_glib_full(error)) }
        }
    }
}

/// The line that messages show; never waits.
impl fmt::Display for VideoHistogram {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use glib::prelude::*;
        let text = self.to_value().transform::<String>();
        f.write_str(text.as_ref().ok().and_then(|value| value.get::<&str>().ok()).unwrap_or("a histogram"))
    }
}
