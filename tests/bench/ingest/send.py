"""One upload by stock hf_xet: send.py CAS TOKEN FILE. Prints how many seconds it took.

The start of the client is not among them.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import sys
import time

import hf_xet

cas, token, file = sys.argv[1:]
begun_s = time.monotonic()
hf_xet.upload_files([file], cas, (token, 1 << 40), None, None, "model")
sys.stdout.write(f"{time.monotonic() - begun_s:.3f}\n")
