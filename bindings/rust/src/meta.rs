// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use std::ffi::CStr;
use std::{fmt, ptr};

use glib::translate::*;
use gst::{prelude::*, MetaAPI};

use crate::{VideoHistogram, VideoHistogramField};

/// The histogram of a frame, or of one of its regions, on a buffer: `buffer.iter_meta::<VideoHistogramMeta>()`.
#[repr(transparent)]
#[doc(alias = "GstVideoHistogramMeta")]
pub struct VideoHistogramMeta(ffi::GstVideoHistogramMeta);

unsafe impl Send for VideoHistogramMeta {}
unsafe impl Sync for VideoHistogramMeta {}

impl VideoHistogramMeta {
    /// The id of the meta of a whole frame.
    #[doc(alias = "GST_VIDEO_HISTOGRAM_META_FRAME_ID")]
    pub const FRAME_ID: i32 = ffi::GST_VIDEO_HISTOGRAM_META_FRAME_ID;

    /// Attaches a histogram to a buffer. `roi` is the rectangle that was counted, x, y, width and height; `None`: the whole frame.
    /// Returns `None` if the rectangle does not lie inside the frame.
    #[doc(alias = "gst_buffer_add_video_histogram_meta")]
    pub fn add<'a>(
        buffer: &'a mut gst::BufferRef,
        id: i32,
        parent_id: i32,
        roi_type: Option<&str>,
        roi: Option<(i32, i32, i32, i32)>,
        histogram: &VideoHistogram,
    ) -> Option<gst::MetaRefMut<'a, Self, gst::meta::Standalone>> {
        let roi = roi.map(|(x, y, w, h)| gst_video::ffi::GstVideoRectangle { x, y, w, h });
        unsafe {
            let meta = ffi::gst_buffer_add_video_histogram_meta(
                buffer.as_mut_ptr(),
                id,
                parent_id,
                roi_type.to_glib_none().0,
                roi.as_ref().map_or(ptr::null(), |roi| roi as *const _),
                histogram.to_glib_none().0,
            );
            (!meta.is_null()).then(|| Self::from_mut_ptr(buffer, meta))
        }
    }

    /// The first meta of a buffer with this id and of this field: `VideoHistogramField::None` for that of both fields, or of a
    /// progressive frame.
    #[doc(alias = "gst_buffer_get_video_histogram_meta_field")]
    #[doc(alias = "gst_buffer_get_video_histogram_meta_id")]
    #[doc(alias = "gst_buffer_get_video_histogram_meta")]
    pub fn find(buffer: &gst::BufferRef, id: i32, field: VideoHistogramField) -> Option<gst::MetaRef<'_, Self>> {
        unsafe {
            let meta = ffi::gst_buffer_get_video_histogram_meta_field(buffer.as_mut_ptr(), id, field.into_glib());
            (!meta.is_null()).then(|| Self::from_ptr(buffer, meta))
        }
    }

    /// Names the element that counted.
    #[doc(alias = "gst_video_histogram_meta_set_element_name")]
    pub fn set_element_name(&mut self, name: Option<&str>) {
        unsafe { ffi::gst_video_histogram_meta_set_element_name(&mut self.0, name.to_glib_none().0) }
    }

    /// The id of the region; [`FRAME_ID`](Self::FRAME_ID) for the whole frame.
    pub fn id(&self) -> i32 {
        self.0.id
    }

    /// The id of the region that this region belongs to; -1: none, or not known.
    pub fn parent_id(&self) -> i32 {
        self.0.parent_id
    }

    /// The type of the region, such as "face".
    #[doc(alias = "gst_video_histogram_meta_get_roi_type")]
    pub fn roi_type(&self) -> Option<&str> {
        unsafe { text(glib::ffi::g_quark_to_string(self.0.roi_type)) }
    }

    /// The rectangle that was counted: x, y, width, height.
    pub fn roi(&self) -> (i32, i32, i32, i32) {
        (self.0.roi.x, self.0.roi.y, self.0.roi.w, self.0.roi.h)
    }

    /// The name of the element that counted.
    #[doc(alias = "gst_video_histogram_meta_get_element_name")]
    pub fn element_name(&self) -> Option<&str> {
        unsafe { text(self.0.element_name) }
    }

    /// A reference, which may be kept longer than the buffer.
    #[doc(alias = "gst_video_histogram_meta_get_histogram")]
    pub fn histogram(&self) -> VideoHistogram {
        unsafe { from_glib_none(self.0.histogram) }
    }

    /// The field that was counted; `None` of both fields, or of a progressive frame.
    #[doc(alias = "gst_video_histogram_meta_get_field")]
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
