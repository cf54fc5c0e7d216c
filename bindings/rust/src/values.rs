// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! Values that histograms are made from, and figures that they give.
use std::{ffi::CString, mem, ptr};

use glib::translate::*;

use crate::{VideoHistogram, VideoHistogramColorFlags};

/// A channel of a histogram that a program makes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "GstVideoHistogramChannelInfo")]
pub struct VideoHistogramChannelInfo {
    /// The name, such as "LUMA".
    pub name: String,
    pub bins: u32,
    /// Bits per value.
    pub depth: u32,
    /// The values are 0 to `n_values - 1`; 0: those of `depth` bits.
    pub n_values: u32,
}

impl VideoHistogramChannelInfo {
    /// A channel whose values are all numbers of `depth` bits.
    pub fn new(name: impl Into<String>, bins: u32, depth: u32) -> Self {
        VideoHistogramChannelInfo { name: name.into(), bins, depth, n_values: 0 }
    }
}

impl VideoHistogram {
    /// A complete histogram of counts that the program has: those of all bins of the first channel, then of the next one.
    ///
    /// # Panics
    /// If the name of a channel contains a zero byte.
    #[doc(alias = "gst_video_histogram_new")]
    pub fn new(
        format: gst_video::VideoFormat,
        width: u32,
        height: u32,
        colorimetry: Option<&gst_video::VideoColorimetry>,
        channels: &[VideoHistogramChannelInfo],
        counts: &[u64],
    ) -> Result<VideoHistogram, glib::Error> {
        let names: Vec<CString> =
            channels.iter().map(|channel| CString::new(channel.name.as_str()).expect("a name without a zero byte")).collect();
        let infos: Vec<ffi::GstVideoHistogramChannelInfo> = channels
            .iter()
            .zip(&names)
            .map(|(channel, name)| ffi::GstVideoHistogramChannelInfo {
                name: name.as_ptr(),
                bins: channel.bins,
                depth: channel.depth,
                n_values: channel.n_values,
                _gst_reserved: [ptr::null_mut(); 4],
            })
            .collect();
        let parts = colorimetry.map(parts_of);
        let mut error = ptr::null_mut();
        unsafe {
            let histogram = ffi::gst_video_histogram_new(
                format.into_glib(),
                width,
                height,
                parts.as_ref().map_or(ptr::null(), |parts| parts as *const _),
                infos.as_ptr(),
                infos.len() as u32,
                counts.as_ptr(),
                counts.len(),
                &mut error,
            );
            if error.is_null() { Ok(from_glib_full(histogram)) } else { Err(from_glib_full(error)) }
        }
    }

    /// The figures of FFmpeg's filter `signalstats`. Waits for the counts.
    #[doc(alias = "gst_video_histogram_get_signalstats")]
    pub fn signalstats(&self) -> Result<VideoHistogramSignalStats, glib::Error> {
        let mut error = ptr::null_mut();
        unsafe {
            let mut stats = mem::zeroed();
            ffi::gst_video_histogram_get_signalstats(self.to_glib_none().0, &mut stats, &mut error);
            if error.is_null() { Ok(VideoHistogramSignalStats(stats)) } else { Err(from_glib_full(error)) }
        }
    }

    /// The colours of caps as the elements take them, and which parts the caps declare. `overrides` replaces the parts of the caps
    /// that it knows. `None` if the caps are not of raw video.
    #[doc(alias = "gst_video_histogram_colorimetry_from_caps")]
    pub fn colorimetry_from_caps(
        caps: &gst::CapsRef,
        overrides: Option<&gst_video::VideoColorimetry>,
    ) -> Option<(gst_video::VideoColorimetry, VideoHistogramColorFlags)> {
        let overrides = overrides.map(parts_of);
        unsafe {
            let (mut parts, mut declared) = (mem::zeroed(), 0);
            from_glib::<_, bool>(ffi::gst_video_histogram_colorimetry_from_caps(
                caps.as_ptr(),
                overrides.as_ref().map_or(ptr::null(), |parts| parts as *const _),
                &mut parts,
                &mut declared,
            ))
            .then(|| (colorimetry_of(&parts), from_glib(declared)))
        }
    }

    /// Major, minor and micro version of the library that the program runs with.
    #[doc(alias = "gst_video_histogram_version")]
    pub fn version() -> (u32, u32, u32) {
        let (mut major, mut minor, mut micro) = (0, 0, 0);
        unsafe { ffi::gst_video_histogram_version(&mut major, &mut minor, &mut micro) };
        (major, minor, micro)
    }
}

pub(crate) fn colorimetry_of(parts: &gst_video::ffi::GstVideoColorimetry) -> gst_video::VideoColorimetry {
    unsafe {
        gst_video::VideoColorimetry::new(
            from_glib(parts.range),
            from_glib(parts.matrix),
            from_glib(parts.transfer),
            from_glib(parts.primaries),
        )
    }
}

fn parts_of(colorimetry: &gst_video::VideoColorimetry) -> gst_video::ffi::GstVideoColorimetry {
    gst_video::ffi::GstVideoColorimetry {
        range: colorimetry.range().into_glib(),
        matrix: colorimetry.matrix().into_glib(),
        transfer: colorimetry.transfer().into_glib(),
        primaries: colorimetry.primaries().into_glib(),
    }
}

/// The figures of FFmpeg's filter `signalstats`; one that does not exist is NaN.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "GstVideoHistogramSignalStats")]
pub struct VideoHistogramSignalStats(ffi::GstVideoHistogramSignalStats);

unsafe impl Send for VideoHistogramSignalStats {}
unsafe impl Sync for VideoHistogramSignalStats {}

macro_rules! figures {
    ($($name:ident $key:literal,)*) => {
        impl VideoHistogramSignalStats {
            $(
                #[doc = $key]
                pub fn $name(&self) -> f64 {
                    self.0.$name
                }
            )*
        }
    };
}

figures! {
    y_min "YMIN",
    y_low "YLOW",
    y_average "YAVG",
    y_high "YHIGH",
    y_max "YMAX",
    u_min "UMIN",
    u_low "ULOW",
    u_average "UAVG",
    u_high "UHIGH",
    u_max "UMAX",
    v_min "VMIN",
    v_low "VLOW",
    v_average "VAVG",
    v_high "VHIGH",
    v_max "VMAX",
    sat_min "SATMIN",
    sat_low "SATLOW",
    sat_average "SATAVG",
    sat_high "SATHIGH",
    sat_max "SATMAX",
    hue_median "HUEMED",
    hue_average "HUEAVG",
    y_difference "YDIF",
    u_difference "UDIF",
    v_difference "VDIF",
    y_bit_depth "YBITDEPTH",
    u_bit_depth "UBITDEPTH",
    v_bit_depth "VBITDEPTH",
    tout "TOUT",
    vrep "VREP",
    brng "BRNG",
}
