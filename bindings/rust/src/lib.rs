// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#![doc = include_str!("../README.md")]
#![allow(clippy::missing_safety_doc)]

pub use ffi;
pub use glib;
pub use gst;
pub use gst_video;

macro_rules! assert_initialized_main_thread {
    () => {
        gst::assert_initialized()
    };
}

macro_rules! skip_assert_initialized {
    () => {};
}

#[allow(unused_imports, clippy::all)]
mod auto;
mod histogram;
mod message;
mod meta;
mod tables;
mod values;

pub use crate::auto::*;
pub use crate::message::{n_regions, parse_failure, parse_field, parse_message, parse_region, Failure, Region, Report};
pub use crate::meta::VideoHistogramMeta;
pub use crate::values::{VideoHistogramChannelInfo, VideoHistogramSignalStats};
