#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans an archive with the workers of a Dask cluster, one task per video, and merges the results.

    scan_dask.py tcp://scheduler:8786 /archive /shared/results

This machine and all workers must see both folders under these names, and have gst-videohistogram-1.0
in PATH. The same command again goes on where it was interrupted, because /shared/results/videos has
a database per video. Two clusters share an archive by --shard 1/2 and --shard 2/2; `merge` puts
results-*-of-2.db together. The exit status is that of a scan: 3 if some videos failed.
"""
import argparse
import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys

from distributed import Client, as_completed

COMMAND = "gst-videohistogram-1.0"
VIDEOS_FAILED = 3  # the exit status of a scan that has finished, but not all of its videos
BATCH = 500  # databases per merge, whose names fit in a command line


def shard_file(stem, shard):
    """The database that `scan --shard I/N -o STEM.db` writes."""
    index, count = (str(int(number)) for number in shard.split("/"))
    return f"{stem}.db" if count == "1" else f"{stem}-{index.zfill(len(count))}-of-{count}.db"


def scan_video(video, shard, folder, stem):
    """Runs on a worker. Raises an exception, so that Dask tries again, unless the video has a result."""
    done = subprocess.run([COMMAND, "scan", "--jobs", "1", "--shard", shard, "-o", f"{folder}/{stem}.db", "--", video],
                          stderr=subprocess.PIPE, check=False)
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, VIDEOS_FAILED):
        raise RuntimeError(f"scan ended with {done.returncode}: {said}")
    with contextlib.closing(sqlite3.connect(f"{folder}/{shard_file(stem, shard)}")) as database:
        if not database.execute("SELECT count(*) FROM videos").fetchone()[0]:
            raise RuntimeError(f"the result was not stored: {said}")
    return done.returncode, said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scheduler")
    parser.add_argument("archive", help="a folder, a file or a pattern")
    parser.add_argument("results", help="the folder of the results")
    parser.add_argument("--shard", default="1/1", metavar="I/N", help="scan the part I, from 1, of N")
    parser.add_argument("--retries", type=int, default=2, help="of a video whose scan does not finish")
    options = parser.parse_args()
    scan = [COMMAND, "scan", "--shard", options.shard]

    listed = subprocess.run([*scan, "--list", "--null", "--", options.archive], stdout=subprocess.PIPE, check=False)
    status = listed.returncode
    if status not in (0, VIDEOS_FAILED):
        return status
    videos = listed.stdout.split(b"\0")[:-1]
    results = os.path.abspath(options.results)
    os.makedirs(f"{results}/videos", exist_ok=True)
    if not videos:  # an empty database: merge counts the shards
        return subprocess.run([*scan, "-o", f"{results}/results.db", "--", options.archive], check=False).returncode

    databases = []
    with Client(options.scheduler) as client:
        tasks = {}
        for video in videos:
            stem = hashlib.sha256(video).hexdigest()
            # Not pure: the video may have changed since it was scanned for an earlier client.
            task = client.submit(scan_video, video, options.shard, f"{results}/videos", stem, retries=options.retries, pure=False)
            tasks[task] = video, stem
        for number, task in enumerate(as_completed(tasks), 1):
            video, stem = tasks.pop(task)
            try:
                # Waits for the next try if the worker that has the result was lost meanwhile.
                returned, said = task.result()
                databases.append(shard_file(stem, options.shard))
            except Exception as error:  # of scan_video() or of Dask
                returned, said = VIDEOS_FAILED, f"{os.fsdecode(video)!r}: {error}\n"
            status = max(status, returned)
            sys.stderr.write(said)
            print(f"{number} of {len(videos)} videos", flush=True)

    result = f"{results}/{shard_file('results', options.shard)}"
    for first in range(0, len(databases), BATCH):
        # Other shards are missing, and are no error here.
        subprocess.run([COMMAND, "merge", "--partial", "-o", result, *databases[first:first + BATCH]], cwd=f"{results}/videos", check=True)
    if databases:
        print(os.fsencode(result).decode(errors="replace"))
    return status


if __name__ == "__main__":
    sys.exit(main())
