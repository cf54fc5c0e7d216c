// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use std::ffi::CStr;
use std::fmt;

use glib::translate::*;
use gst::MetaAPI;

use crate::{VideoHistogram, VideoHistogramField};

/// The histogram of a frame, or of one of its regions, on a buffer: `buffer.iter_meta::<VideoHistogramMeta>()`.
#[repr(transparent)]
#[doc(alias = "GstVideoHistogramMeta")]
pub struct VideoHistogramMeta(ffi::GstVideoHistogramMeta);

unsafe impl Send for VideoHistogramMeta {}
unsafe impl Sync for VideoHistogramMeta {}

impl VideoHistogramMeta {
    /// The id of the region; -1 for the whole frame.
    pub fn id(&self) -> i32 {
        self.0.id
    }

    pub fn parent_id(&self) -> i32 {
        self.0.parent_id
    }

    /// The type of the region, such as "face".
    pub fn roi_type(&self) -> Option<&str> {
        unsafe { text(glib::ffi::g_quark_to_string(self.0.roi_type)) }
    }

    /// The rectangle that was counted: x, y, width, height.
    pub fn roi(&self) -> (i32, i32, i32, i32) {
        (self.0.roi.x, self.0.roi.y, self.0.roi.w, self.0.roi.h)
    }

    /// The name of the element that counted.
    pub fn element_name(&self) -> Option<&str> {
        unsafe { text(self.0.element_name) }
    }

    /// A reference, which may be kept longer than the buffer.
    pub fn histogram(&self) -> VideoHistogram {
        unsafe { from_glib_none(self.0.histogram) }
    }

    pub fn field(&self) -> VideoHistogramField {
        self.histogram().field()
    }
}

unsafe fn text<'a>(pointer: *const std::ffi::c_char) -> Option<&'a str> {
    if pointer.is_null() { None } else { CStr::from_ptr(pointer).to_str().ok() }
}

unsafe impl MetaAPI for VideoHistogramMeta {
    type GstType = ffi::GstVideoHistogramMeta;

    #[doc(alias = "gst_video_histogram_meta_api_get_type")]
    #[inline]
    fn meta_api() -> glib::Type {
        unsafe { from_glib(ffi::gst_video_histogram_meta_api_get_type()) }
    }
}

impl fmt::Debug for VideoHistogramMeta {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("VideoHistogramMeta")
            .field("id", &self.id())
            .field("roi_type", &self.roi_type())
            .field("roi", &self.roi())
            .field("histogram", &self.histogram().to_string())
            .finish()
    }
}
