// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Reads every message of a pipeline, as a program does, and prints what is found.
imports.gi.versions.Gst = '1.0';
imports.gi.versions.GstVideoHistogram = '1.0';
const {Gst, GstVideoHistogram} = imports.gi;

Gst.init(null);
const pipeline = Gst.parse_launch(
    'videotestsrc num-buffers=2 pattern=white ! video/x-raw,format=GRAY8,width=4,height=2,framerate=25/1 ! ' +
    'videohistogram bins=2 post-messages=true ! fakesink');
pipeline.set_state(Gst.State.PLAYING);
let others = 0;
for (;;) {
    const message = pipeline.get_bus().timed_pop(60 * Gst.SECOND);
    const [ok, histogram, timestamp, , , frames] = GstVideoHistogram.message_parse_video_histogram(message);
    const [failed] = GstVideoHistogram.message_parse_video_histogram_failure(message);
    if (ok) {
        const counts = new BigUint64Array(histogram.get_counts_bytes(0).toArray().buffer);
        print(`${timestamp} ${frames} ${failed} ${histogram.get_counts(0)} ${counts}`);
    } else {
        others++;
    }
    if (message.type & (Gst.MessageType.EOS | Gst.MessageType.ERROR))
        break;
}
pipeline.set_state(Gst.State.NULL);
print(others > 5 ? 'other messages' : `${others} other messages`);
