"""Download with a stock huggingface_hub and hf_xet, and print the path: xet_download.py NAMESPACE/NAME."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import hf_hub_download

sys.stdout.write(hf_hub_download(sys.argv[1], "weights.bin"))
