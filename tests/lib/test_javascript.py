# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test_javascript.py GJS: the library in JavaScript, which has numbers of 53 bits: no message makes it warn."""
import subprocess
import sys
from pathlib import Path

EXPECTED = """0 1 false 0,8 0,8
40000000 1 false 0,8 0,8
other messages
"""

done = subprocess.run([sys.argv[1], Path(__file__).with_name("messages.js")], capture_output=True, text=True, timeout=120, check=False)
print(done.stdout, done.stderr, sep="")
sys.exit(0 if (done.returncode, done.stdout, done.stderr) == (0, EXPECTED, "") else 1)
