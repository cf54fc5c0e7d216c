// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! Reads the histograms of three frames: from metas, from functions that are called when a histogram is ready, and
//! from messages.
use std::error::Error;
use std::sync::mpsc;

use gst::prelude::*;
use gst_videohistogram::{parse_message, VideoHistogramMeta};

const PIPELINE: &str = "videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=64,height=48 ! \
                        videohistogram channels=y bins=0 regions=corner:0,0,8,8 projections=y@0 post-messages=true ! \
                        fakesink name=sink";

fn main() -> Result<(), Box<dyn Error>> {
    gst::init()?;
    let pipeline = gst::parse::launch(PIPELINE)?.downcast::<gst::Pipeline>().expect("a pipeline");
    let sink = pipeline.by_name("sink").expect("the sink");
    let (ready, means) = mpsc::channel();

    sink.static_pad("sink").expect("its pad").add_probe(gst::PadProbeType::BUFFER, move |_, info| {
        let Some(buffer) = info.buffer() else { return gst::PadProbeReturn::Ok };
        for meta in buffer.iter_meta::<VideoHistogramMeta>() {
            let histogram = meta.histogram();
            if meta.roi_type() == Some("corner") {
                println!("meta: corner {:?} has {} samples", meta.roi(), histogram.samples(0));
            } else {
                let projection = histogram.projection(0);
                println!("meta: {} positions, {} samples", projection.positions(),
                         projection.counts().map_or(0, |counts| counts.iter().map(|&n| u64::from(n)).sum()));
                let ready = ready.clone();
                histogram.call_when_ready(move |histogram| ready.send(histogram.mean(0)).unwrap_or(()));
            }
        }
        gst::PadProbeReturn::Ok
    });

    pipeline.set_state(gst::State::Playing)?;
    let bus = pipeline.bus().expect("a bus");
    for message in bus.iter_timed(gst::ClockTime::NONE) {
        match message.view() {
            gst::MessageView::Eos(_) => break,
            gst::MessageView::Error(error) => return Err(error.error().into()),
            _ => {}
        }
        if let Some(report) = parse_message(&message) {
            let histogram = report.histogram.expect("a histogram");
            histogram.wait(gst::ClockTime::SECOND)?;
            let total: u64 = histogram.counts(0).map_or(0, |counts| counts.iter().sum());
            println!("message: {histogram}, {total} samples at {}", report.timestamp.unwrap_or_default());
        }
    }
    pipeline.set_state(gst::State::Null)?;
    drop(pipeline);
    println!("ready: {} histograms", means.try_iter().count());
    Ok(())
}
