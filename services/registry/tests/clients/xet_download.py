"""A download by a stock huggingface_hub with hf_xet: xet_download.py NAMESPACE/NAME; its path."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import hf_hub_download

sys.stdout.write(hf_hub_download(sys.argv[1], "weights.bin"))
