# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What processes and the decoders of GPUs do while a measurement runs."""
import ctypes
import os
import threading

TICKS = os.sysconf("SC_CLK_TCK")


def process_times():
    """The parent and the seconds of CPU time of each process."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it has ended
            found[int(name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS
    return found


class Decoders:
    """How busy the decoders of each GPU are, by NVIDIA's management library."""

    def __init__(self):
        self.library, self.gpus = ctypes.CDLL("libnvidia-ml.so.1"), []
        if self.library.nvmlInit_v2() != 0:
            raise OSError("the management library of NVIDIA's driver does not start")
        count = ctypes.c_uint()
        self.library.nvmlDeviceGetCount_v2(ctypes.byref(count))
        for number in range(count.value):
            gpu = ctypes.c_void_p()
            self.library.nvmlDeviceGetHandleByIndex_v2(number, ctypes.byref(gpu))
            self.gpus.append(gpu)

    def busy(self):
        """Percent of the last sampling period, of each GPU; None where the driver does not tell."""
        percent, period, found = ctypes.c_uint(), ctypes.c_uint(), []
        for gpu in self.gpus:
            status = self.library.nvmlDeviceGetDecoderUtilization(gpu, ctypes.byref(percent), ctypes.byref(period))
            found.append(percent.value if status == 0 else None)
        return found


class Watch:
    """Watches processes, their children, and the decoders of all GPUs, from its construction until `end`."""

    PERIOD = 0.5  # seconds

    def __init__(self, processes):
        self.processes = {process.pid for process in processes}
        self.seconds, self.busy, self.ended = {}, [], threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        decoders = Decoders()
        while not self.ended.wait(self.PERIOD):
            self.busy.append(decoders.busy())
            for pid, (parent, seconds) in process_times().items():
                if pid in self.processes or parent in self.processes:
                    self.seconds[pid] = seconds

    def end(self):
        """CPU seconds of the processes and of each child, at the last look, and how busy the decoders of each GPU were, in percent, every
        half second."""
        self.ended.set()
        self.thread.join()
        return {"cpu_seconds": [seconds for pid, seconds in sorted(self.seconds.items()) if pid in self.processes],
                "cpu_seconds_of_children": [seconds for pid, seconds in sorted(self.seconds.items()) if pid not in self.processes],
                "decoders_busy": [list(gpu) for gpu in zip(*self.busy)]}
