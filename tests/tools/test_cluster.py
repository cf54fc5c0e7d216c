#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/cluster/ on a real Slurm and a real Dask on this host: merges of 1, 2 and 7 shards are one scan."""
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import support

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples/cluster"
TIMEOUT = 60  # seconds for anything that is waited for


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Cluster(support.TestCase):
    def setUp(self):
        super().setUp()
        for number, name in enumerate(support.HOSTILE[:6]):
            self.copy(support.SMALL if number < 2 else "rocket.jpg", name)
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM_", "JOB_COMPLETION"))}
        self.env["PATH"] = os.pathsep.join([os.path.dirname(support.COMMAND), self.env["PATH"], "/usr/sbin"])
        self.scan(self.archive, env=self.env)
        self.whole = support.dump(self.database)

    def start(self, *command, folder=None):
        """Starts a daemon in the foreground, with its log in `folder`. It ends with the test, or if there is a folder, with the last
        test of the class; so do all of its children."""
        clean_up = self.addClassCleanup if folder else self.addCleanup
        log = open((folder or self.folder) / f"{Path(command[0]).name}-{time.monotonic()}.log", "wb")
        clean_up(log.close)
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env=self.env, start_new_session=True)
        clean_up(self.stop, process)
        return process

    @staticmethod
    def stop(process):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(timeout=5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def run_command(self, *command, status=0, **options):
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.env,
                              timeout=TIMEOUT, check=False, universal_newlines=True, **options)
        self.assertEqual(done.returncode, status, done.stdout + self.logs())
        return done.stdout

    def logs(self, folder=None):
        return "".join(f"\n{path.name}: {path.read_text(errors='replace')[-2000:]}" for path in (folder or self.folder).rglob("*.log"))

    def wait_until(self, condition, what):
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            if condition():
                return
            time.sleep(0.1)
        self.fail(f"{what}: not within {TIMEOUT} s{self.logs()}")

    def check(self, results, count):
        if count > 1:
            self.assertEqual(len(list(results.glob(f"results-*-of-{count}.db"))), count)
            self.command("merge", *results.glob("results-*.db"), "-o", results / "results.db")
        self.assertEqual(support.dump(results / "results.db"), self.whole)


class Slurm(Cluster):
    def setUp(self):
        for name in ("munged", "slurmctld", "slurmd", "sbatch"):
            if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin"):
                self.skipTest(f"no {name} (Debian: munge slurm-client slurmctld slurmd)")
        super().setUp()
        self.state = self.folder / "slurm"
        self.state.mkdir(mode=0o700)
        self.start_munge()
        self.start_slurm()

    def start_munge(self):
        key, self.munge = self.state / "munge.key", self.state / "munge.socket"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        # --force: a folder of a test lies below one that everybody can write.
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.munge}", f"--pid-file={self.state}/munge.pid",
                   f"--log-file={self.state}/munge.log", f"--seed-file={self.state}/munge.seed")
        self.wait_until(self.munge.exists, "munged")

    def start_slurm(self):
        host, user = socket.gethostname().split(".")[0], getpass.getuser()
        config = self.state / "slurm.conf"
        config.write_text(f"""
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={self.munge},cred_expire=5
StateSaveLocation={self.state}
SlurmdSpoolDir={self.state}/spool
SlurmctldPidFile={self.state}/slurmctld.pid
SlurmdPidFile={self.state}/slurmd.pid
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_min_interval=0,sched_interval=1,batch_sched_delay=0,bf_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=10 State=UP
""")
        # Nothing here uses cgroups, and not every container has their file systems: this plugin starts without them.
        config.with_name("cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.env["SLURM_CONF"] = str(config)
        self.start("slurmctld", "-D", "-f", config)
        self.start("slurmd", "-D", "-f", config, "-N", host)
        self.wait_until(lambda: "idle" in subprocess.run(["sinfo", "-h", "-o", "%T"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                                         env=self.env, check=False, timeout=TIMEOUT, universal_newlines=True).stdout, "slurmd")

    def submit(self, count, results):
        said = self.run_command("sbatch", "--parsable", f"--array=1-{count}", f"--output={self.state}/task-%a.log", EXAMPLES / "scan.sbatch",
                                self.archive, results, cwd=self.state)
        return said.strip()

    def states(self, job):
        return self.run_command("squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%T").split()

    def await_end(self, job, count):
        self.wait_until(lambda: len(self.states(job)) == count and set(self.states(job)) <= {"COMPLETED", "FAILED", "CANCELLED"}, "the job")
        self.assertEqual(self.states(job), ["COMPLETED"] * count, self.logs())

    def test_job_arrays_of_any_size_merge_to_one_scan(self):
        jobs = {count: self.submit(count, self.folder / f"results-{count}") for count in (1, 2, 7)}
        for count, job in jobs.items():
            self.await_end(job, count)
            self.check(self.folder / f"results-{count}", count)

    def test_requeued_tasks_are_harmless(self):
        results = self.folder / "results"
        job = self.submit(2, results)
        self.wait_until(lambda: (results / "results-1-of-2.db").exists(), "the first task")
        self.run_command("scontrol", "requeue", f"{job}_1")  # it runs, or has ended
        self.await_end(job, 2)
        self.run_command("scontrol", "requeue", f"{job}_2")
        self.await_end(job, 2)
        self.assertIn("Restarts=1", self.run_command("scontrol", "show", "job", f"{job}_2"))
        self.check(results, 2)


# Runs a script once for each value of --shard, so that its imports, the greater part of its time, are done once.
RUN_SHARDS = """
import runpy, sys
script, shards, *further = sys.argv[1:]
for shard in shards.split():
    sys.argv = [script, "--shard", shard, *further]
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if end.code != 0:
            raise
"""


# In place of Dask: each result is lost with its worker before it is asked for. Dask then runs the task again for whoever waits.
LOST_RESULTS = """
class Task:
    status = "lost"

    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments

    def result(self):
        return self.function(*self.arguments)

    def exception(self):
        return None


class Client:
    def __init__(self, address):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def submit(self, function, *arguments, retries, pure):
        return Task(function, arguments)


def as_completed(tasks):
    return list(tasks)
"""


class LostResults(Cluster):
    def test_a_result_that_is_lost_with_its_worker_is_waited_for(self):
        (self.folder / "distributed.py").write_text(LOST_RESULTS, encoding="utf-8")
        self.env["PYTHONPATH"] = str(self.folder)
        self.run_command(sys.executable, EXAMPLES / "scan_dask.py", "--", "tcp://none", self.archive, self.folder / "results")
        self.check(self.folder / "results", 1)


class Dask(Cluster):
    """All tests share a scheduler and two workers, whose start takes longer than a test."""
    python, shared, workers = None, None, []

    def setUp(self):
        if not self.python:
            type(self).python = next((python for python in (sys.executable, "/usr/bin/python3") if os.path.exists(python) and subprocess.run(
                [python, "-c", "import distributed"], stderr=subprocess.DEVNULL, check=False, timeout=TIMEOUT).returncode == 0), None)
        if not self.python:
            self.skipTest("no Dask (Debian: python3-distributed)")
        super().setUp()
        self.results = self.folder / "results"
        if not self.shared:
            directory = tempfile.TemporaryDirectory()
            self.addClassCleanup(directory.cleanup)
            type(self).shared = Path(directory.name)
        self.wrapper = self.shared / "bin/gst-videohistogram-1.0"
        self.wrapper.parent.mkdir(exist_ok=True)
        self.wrap_scans()
        self.env["PATH"] = f"{self.wrapper.parent}{os.pathsep}{self.env['PATH']}"
        scheduler = self.shared / "scheduler.json"
        if not scheduler.exists():
            self.start(self.python, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                       "--scheduler-file", scheduler, folder=self.shared)
            self.wait_until(lambda: scheduler.exists() and scheduler.stat().st_size > 0, "the scheduler")
        self.workers[:] = [worker for worker in self.workers if worker.poll() is None]  # a test kills one
        while len(self.workers) < 2:
            self.workers.append(self.start(self.python, "-m", "distributed.cli.dask_worker", "--scheduler-file", scheduler, "--nthreads", "1",
                                           "--no-nanny", "--no-dashboard", "--local-directory", self.shared, folder=self.shared))
        self.address = json.loads(scheduler.read_text(encoding="utf-8"))["address"]

    def logs(self):
        return super().logs() + super().logs(self.shared)

    def wrap_scans(self, further=""):
        """The command in PATH notes the video of each scan, its last argument, and runs further lines of a shell before the scan."""
        self.wrapper.write_text(f'''#!/bin/sh
case "$*" in
*--list*) ;;
scan*)
  for video; do :; done
  printf '%s\\0' "$video" >> "{self.folder}/scans"
  {further}
  ;;
esac
exec "{support.COMMAND}" "$@"
''', encoding="utf-8")
        self.wrapper.chmod(0o755)

    def scans(self):
        """The videos of the scans since the last call."""
        log = self.folder / "scans"
        videos = sorted(log.read_bytes().split(b"\0")[:-1])
        log.unlink()
        return videos

    def videos(self):
        return sorted(row[0] for row in self.query("SELECT path_bytes FROM videos"))

    def run_dask(self, *options, archive=None, results=None, command=(), **further):
        return self.run_command(self.python, *command, EXAMPLES / "scan_dask.py", *options, "--", self.address, archive or self.archive,
                                results or self.results, **further)

    def times(self):
        return {path.name: path.stat().st_mtime_ns for path in (self.results / "videos").iterdir()}

    def test_each_video_is_a_task(self):
        said = self.run_dask()
        self.assertIn("6 of 6 videos\n", said)
        self.assertEqual(self.scans(), self.videos())
        self.assertEqual(len(self.times()), 6)
        self.check(self.results, 1)

    def test_any_number_of_shards_merges_to_one_scan(self):
        for count in (1, 2, 7):
            results = self.folder / f"results-{count}"
            self.run_dask(" ".join(f"{index}/{count}" for index in range(1, count + 1)), results=results, command=("-c", RUN_SHARDS))
            self.assertEqual([video for video in self.scans() if video != os.fsencode(self.archive)], self.videos())
            self.check(results, count)

    def test_the_same_command_goes_on_where_it_was_interrupted(self):
        self.run_dask()
        before = self.times()
        lost = next(iter(before))
        (self.results / "videos" / lost).unlink()
        (self.results / "results.db").unlink()
        self.run_dask()
        after = self.times()
        self.assertEqual({name for name in after if after[name] != before[name]}, {lost})
        self.check(self.results, 1)

    def check_second_try(self, fault):
        """A fault, lines of a shell, of the first scan of one video costs no result."""
        self.wrap_scans(f'case "$video" in */=cmd*) mkdir "{self.folder}/tried" 2>/dev/null && {fault};; esac')
        self.run_dask()
        self.assertTrue((self.folder / "tried").exists())
        self.check(self.results, 1)

    def test_a_scan_that_dies_once_is_tried_again(self):
        self.check_second_try("kill -9 $$")
        self.assertEqual(len(self.scans()), 7)

    def test_the_video_of_a_worker_that_is_lost_is_tried_again(self):
        self.check_second_try("kill -9 $PPID $$")

    def test_a_scan_that_always_dies_leaves_the_others(self):
        self.wrap_scans('case "$video" in */=cmd*) kill -9 $$;; esac')
        said = self.run_dask("--retries", "1", status=3)
        self.assertRegex(said, r"/=cmd\(\)\.webm': scan ended with -9")
        self.assertEqual(len(self.scans()), 7)
        self.wrap_scans()
        self.run_dask()
        self.check(self.results, 1)

    def test_a_result_that_was_not_stored_is_tried_again(self):
        # What a full disk leaves: an empty database, and the status of videos that failed.
        self.check_second_try("exit 3")

    def test_videos_that_fail_are_named_and_stored(self):
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.scan(self.archive, env=self.env, status=3)
        self.whole = support.dump(self.database)
        self.assertIn(f"{self.archive}/noise.webm: failed: ", self.run_dask(status=3))
        self.assertEqual(self.scans().count(os.fsencode(self.archive / "noise.webm")), 1)
        self.check(self.results, 1)

    def test_names_may_have_any_bytes(self):
        archive = Path(os.fsdecode(b"-o \xff\n"))
        (self.folder / archive).mkdir()
        for name in support.HOSTILE:
            self.copy("rocket.jpg", name, self.folder / archive)
        self.database = self.folder / "odd.db"
        self.scan("--", archive, env=self.env, cwd=self.folder)
        self.whole = support.dump(self.database)
        results = Path(os.fsdecode(b"-r\xff"))
        self.run_dask(archive=archive, results=results, cwd=self.folder)
        self.assertEqual(self.scans(), self.videos())
        self.check(self.folder / results, 1)

    def test_wrong_usage_is_status_2_and_makes_nothing(self):
        self.assertIn("there is no file", self.run_dask(archive="nothing", status=2))
        self.assertIn("--shard is I/N", self.run_dask("--shard", "3/2", status=2))
        self.assertFalse(self.results.exists())


class Kubernetes(Cluster):
    def test_the_commands_of_all_pods_merge_to_one_scan(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no Python yaml (Debian: python3-yaml)")
        with open(EXAMPLES / "scan-job.yaml", encoding="ascii") as file:
            spec = yaml.safe_load(file)["spec"]
        container, = spec["template"]["spec"]["containers"]
        self.assertEqual(spec["completionMode"], "Indexed")
        variables = {variable["name"]: variable["value"] for variable in container["env"]}
        self.assertEqual(variables, {"JOB_COMPLETIONS": str(spec["completions"])})
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.scan(self.archive, env=self.env, status=3)
        self.whole = support.dump(self.database)
        results = self.folder / "results"
        results.mkdir()
        folders = {"/archive": self.archive, "/results/": f"{results}/"}
        command = [*container["command"], *container["args"]]
        for mounted, here in folders.items():
            command[-1] = command[-1].replace(mounted, str(here), 1)
        for index in range(spec["completions"]):
            self.env.update(variables, JOB_COMPLETION_INDEX=str(index))
            self.run_command(*command)
        self.check(results, spec["completions"])


if __name__ == "__main__":
    support.main()
