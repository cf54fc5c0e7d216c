// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! The numbers of projections, joint histograms and sums, in the memory of the histogram.
use std::{mem, ptr, slice};

use glib::translate::*;

use crate::{VideoHistogramJoint, VideoHistogramLightMeter, VideoHistogramProjection, VideoHistogramSum};

macro_rules! wait {
    ($type:ty, $function:path) => {
        impl $type {
            /// Waits until the frame is counted, and reads the numbers. `None`: without a limit.
            pub fn wait(&self, timeout: impl Into<Option<gst::ClockTime>>) -> Result<(), glib::Error> {
                let mut error = ptr::null_mut();
                unsafe {
                    $function(self.to_glib_none().0, timeout.into().into_glib(), &mut error);
                    if error.is_null() { Ok(()) } else { Err(from_glib_full(error)) }
                }
            }
        }
    };
}

wait!(VideoHistogramProjection, ffi::gst_video_histogram_projection_wait);
wait!(VideoHistogramJoint, ffi::gst_video_histogram_joint_wait);
wait!(VideoHistogramSum, ffi::gst_video_histogram_sum_wait);

impl VideoHistogramLightMeter {
    /// MaxCLL and MaxFALL in whole nits.
    #[doc(alias = "gst_video_histogram_light_meter_get_content_light_level")]
    pub fn content_light_level(&self) -> Option<(u16, u16)> {
        unsafe {
            let mut level = mem::zeroed();
            from_glib::<_, bool>(ffi::gst_video_histogram_light_meter_get_content_light_level(self.to_glib_none().0, &mut level))
                .then_some((level.max_content_light_level, level.max_frame_average_light_level))
        }
    }
}

impl VideoHistogramProjection {
    /// The matrix: the bins of position 0, then those of position 1, and so on. Waits for it.
    #[doc(alias = "gst_video_histogram_projection_get_counts")]
    pub fn counts(&self) -> Option<&[u32]> {
        let mut n_counts = 0;
        unsafe {
            let counts = ffi::gst_video_histogram_projection_get_counts(self.to_glib_none().0, &mut n_counts);
            (!counts.is_null()).then(|| slice::from_raw_parts(counts, n_counts))
        }
    }

    /// One row of the matrix.
    #[doc(alias = "gst_video_histogram_projection_get_position_counts")]
    pub fn position_counts(&self, position: u32) -> Option<&[u32]> {
        let bins = self.bins() as usize;
        self.counts()?.get(position as usize * bins..(position as usize + 1) * bins)
    }
}

impl VideoHistogramJoint {
    /// The matrix: element x times bins of y plus y is the pair (x, y). Waits for it.
    #[doc(alias = "gst_video_histogram_joint_get_counts")]
    pub fn counts(&self) -> Option<&[u64]> {
        let mut n_counts = 0;
        unsafe {
            let counts = ffi::gst_video_histogram_joint_get_counts(self.to_glib_none().0, &mut n_counts);
            (!counts.is_null()).then(|| slice::from_raw_parts(counts, n_counts))
        }
    }
}

impl VideoHistogramSum {
    /// The values: that of plane p, row y and column x is element (p rows + y) columns + x. Waits for them.
    #[doc(alias = "gst_video_histogram_sum_get_values")]
    pub fn values(&self) -> Option<&[i64]> {
        let mut n_values = 0;
        unsafe {
            let values = ffi::gst_video_histogram_sum_get_values(self.to_glib_none().0, &mut n_values);
            (!values.is_null()).then(|| slice::from_raw_parts(values, n_values))
        }
    }
}
