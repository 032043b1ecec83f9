"""Upload with a stock huggingface_hub and hf_xet: xet_upload.py NAMESPACE/NAME FILE."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import HfApi

repo, file = sys.argv[1:]
HfApi().upload_file(path_or_fileobj=file, path_in_repo="weights.bin", repo_id=repo)
