#!/usr/bin/env python3
"""Runs scripts/check_certificate.py for each file: check_certificates.py FILE... prints its exit statuses, one a line."""
import contextlib
import io
import os
import runpy
import sys

script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "check_certificate.py")
for path in sys.argv[1:]:
    sys.argv = [script, path]
    status = 0
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            status = end.code
    print(status)
