# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Videos of corpus.tsv, extracted from clones, and scanned: shared by `corpus` and `qctools_keys`."""
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COLUMNS = ["repository", "commit", "path", "sha256", "size"]
KNOWN_COLUMNS = ["repository", "path", "class", "reason"]
LIMIT = 900  # seconds for a video


def rows_of(path, columns):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [dict(zip(columns, line.split("\t"))) for line in lines if line and not line.startswith("#")]


def name_of(video):
    return f"{video['repository']}/{video['path']}"


def git_folder(folder, repository):
    """Where git has the objects of a repository; None without a clone."""
    for name in (repository, repository.replace("/", "+")):
        for place in (folder / name / ".git", folder / name, folder / (name + ".git")):
            if place.is_file() or (place / "HEAD").exists():
                return place
    return None


def has_content(path, sha256):
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def extract(folder, cache, videos):
    """Writes the videos that the cache lacks. Returns those that are there; names the others on stderr."""
    there = []
    for video in videos:
        # Some demuxers are chosen by the suffix.
        video["file"] = cache / (video["sha256"] + Path(video["path"]).suffix)
        if not has_content(video["file"], video["sha256"]):
            git = git_folder(folder, video["repository"])
            if not git:
                print(f"{name_of(video)}: no clone of {video['repository']} in {folder}", file=sys.stderr)
                continue
            done = subprocess.run(["git", f"--git-dir={git}", "cat-file", "blob", f"{video['commit']}:{video['path']}"], capture_output=True,
                                  check=False)
            if done.returncode:
                print(f"{name_of(video)}: {done.stderr.decode('utf-8', 'replace').strip()}", file=sys.stderr)
                continue
            part = video["file"].with_suffix(".part")
            part.write_bytes(done.stdout)
            if not has_content(part, video["sha256"]):
                print(f"{name_of(video)}: its SHA-256 is not that of the list", file=sys.stderr)
                part.unlink()
                continue
            part.rename(video["file"])
        there.append(video)
    return there


def scan(command, database, files, jobs, timeout, *options):
    """Scans those files that the database lacks. Returns the seconds that it took."""
    begin = time.monotonic()
    names = b"".join(os.fsencode(path) + b"\0" for path in files)
    done = subprocess.run([command, "scan", "--devices", "none", "--timeout", str(timeout), *(["--jobs", str(jobs)] if jobs else []),
                           *options, "-0", "-T", "-", "-o", database], input=names, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr.decode("utf-8", "replace"))
    return time.monotonic() - begin
