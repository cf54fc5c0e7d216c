#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans an archive with the workers of a Dask cluster, a task per part, and merges the results.

    scan_dask.py tcp://scheduler:8786 /archive /shared/results --shards 64

All workers must see both folders under these names, and have gst-videohistogram-1.0 in PATH. The
same command again goes on where it was interrupted.
"""
import argparse
import subprocess
import sys
from pathlib import Path

from distributed import Client, as_completed

VIDEOS_FAILED = 3  # the exit status of a scan that has finished, but not all of its videos


def scan_shard(archive, results, index, count):
    """Runs on a worker. Raises an exception, so that Dask tries again, if the scan did not finish."""
    done = subprocess.run(["gst-videohistogram-1.0", "scan", archive, "--shard", f"{index}/{count}", "--jobs", "1",
                           "-o", str(Path(results) / "results.db")], stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, VIDEOS_FAILED):
        raise RuntimeError(f"shard {index}/{count} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return index, done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scheduler")
    parser.add_argument("archive")
    parser.add_argument("results", type=Path)
    parser.add_argument("--shards", type=int, default=16, help="parts; some per worker even out their lengths")
    parser.add_argument("--retries", type=int, default=2, help="of a part whose worker is lost or fails")
    options = parser.parse_args()
    options.results.mkdir(parents=True, exist_ok=True)

    status = 0
    with Client(options.scheduler) as client:
        # Not pure: the same part again may find new videos.
        tasks = [client.submit(scan_shard, options.archive, str(options.results), index, options.shards,
                               retries=options.retries, pure=False) for index in range(1, options.shards + 1)]
        for task, (index, returned) in as_completed(tasks, with_results=True):
            print(f"shard {index} of {options.shards} is done", flush=True)
            status = max(status, returned)

    # Numbers in names have as many digits as the count. A single part has the name of the whole.
    if options.shards > 1:
        width = len(str(options.shards))
        parts = [options.results / f"results-{index:0{width}}-of-{options.shards}.db" for index in range(1, options.shards + 1)]
        subprocess.run(["gst-videohistogram-1.0", "merge", *parts, "-o", options.results / "results.db"], check=True)
    print(options.results / "results.db")
    return status


if __name__ == "__main__":
    sys.exit(main())
