# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Chromium without a window, controlled by messages of its DevTools protocol through two pipes."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest


class Browser:
    """One page. Throws SkipTest where there is no chromium, or it does not start."""

    def __init__(self):
        program = shutil.which("chromium") or shutil.which("google-chrome")
        if not program:
            raise unittest.SkipTest("no chromium (Debian: chromium)")
        # Processes of a browser that ends may still write there.
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        requests, self.requests = os.pipe()
        answers, replies = os.pipe()
        # Chromium reads requests from descriptor 3 and answers on 4.
        script = 'exec "$0" "$@" 3<&%d 4>&%d' % (requests, replies)
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", script, program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(requests, replies), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(requests)
        os.close(replies)
        self.answers = os.fdopen(answers, "rb")
        self.buffer, self.last, self.session, self.events = b"", 0, None, []
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
            self.call("Runtime.enable")
            self.call("Log.enable")
        except EOFError:
            self.close()
            raise unittest.SkipTest("chromium does not start here") from None

    def close(self):
        self.process.kill()
        self.process.wait()
        self.answers.close()
        os.close(self.requests)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            block = os.read(self.answers.fileno(), 1 << 16)
            if not block:
                raise EOFError
            self.buffer += block
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """Returns the result of a method of the protocol."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self.events.append(answer)

    def open(self, path):
        """Opens a file, and returns once it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def run(self, expression):
        """The value of an expression of JavaScript in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def problems(self):
        """What the page has reported since it was opened: exceptions, and what its policy has blocked."""
        return [event["params"] for event in self.events
                if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]

    def resize(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def point(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def forbid_scripts(self):
        """From the next page on, scripts of pages do not run. run() still works."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def press(self, key, code=0):
        """Presses a key by its name. One that edits text needs its Windows virtual code."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        """Types into the field that has the focus."""
        for key in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
