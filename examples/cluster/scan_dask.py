#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans an archive with the workers of a Dask cluster, a task per video, and merges the results.

    scan_dask.py tcp://scheduler:8786 /archive /shared/results.db

All workers must see both paths under these names, and have gst-videohistogram-1.0 in PATH. The results of each
video are in a database of its own in /shared/results.db.videos, so the same command again goes on where it was
interrupted. Several clusters share an archive by --shard 1/2 and --shard 2/2, and a database each, which
`gst-videohistogram-1.0 merge` puts together.
"""
import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

from distributed import Client, as_completed

COMMAND = "gst-videohistogram-1.0"
VIDEOS_FAILED = 3  # the exit status of a scan that has ended, but not with all of its videos
MERGED_AT_ONCE = 500  # a command line has an end


def list_videos(archive, shard):
    """Returns the names of the videos, as bytes, and whether some folders could not be read, which stderr says."""
    done = subprocess.run([COMMAND, "scan", "--list", "--null", "--shard", shard, "--", archive], stdout=subprocess.PIPE,
                          check=False)
    if done.returncode not in (0, VIDEOS_FAILED):
        sys.exit(done.returncode)
    return [name for name in done.stdout.split(b"\0") if name], done.returncode == VIDEOS_FAILED


def scan_video(video, database):
    """Runs on a worker. Returns whether the video was analysed. Raises an exception, so that Dask tries again, if the
    scan did not end."""
    done = subprocess.run([COMMAND, "scan", "--jobs", "1", "--shard", "1/1", "-o", database, "--", video],
                          stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, VIDEOS_FAILED):
        raise RuntimeError(f"the scan of {video!r} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scheduler")
    parser.add_argument("archive")
    parser.add_argument("results", type=Path)
    parser.add_argument("--shard", default="1/1", metavar="I/N", help="the part I of N of the archive (all)")
    parser.add_argument("--retries", type=int, default=2, help="of a video whose worker is lost or fails (2)")
    options = parser.parse_args()
    videos, failed = list_videos(options.archive, options.shard)
    if not videos:
        print(f"no videos in the part {options.shard}")
    folder = Path(f"{options.results}.videos")
    folder.mkdir(parents=True, exist_ok=True)
    databases = [folder / (hashlib.sha256(video).hexdigest()[:32] + ".db") for video in videos]

    with Client(options.scheduler) as client:
        # Not pure: the same video again may have changed.
        tasks = [client.submit(scan_video, video, str(database), retries=options.retries, pure=False)
                 for video, database in zip(videos, databases)]
        for number, (_, analysed) in enumerate(as_completed(tasks, with_results=True), 1):
            print(f"{number} of {len(tasks)} videos", flush=True)
            failed |= not analysed

    for first in range(0, len(databases), MERGED_AT_ONCE):
        subprocess.run([COMMAND, "merge", *databases[first:first + MERGED_AT_ONCE], "-o", options.results], check=True)
    print(options.results)
    return VIDEOS_FAILED if failed else 0


if __name__ == "__main__":
    sys.exit(main())
