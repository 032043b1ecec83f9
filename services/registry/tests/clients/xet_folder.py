"""Upload or download of a folder by a stock huggingface_hub: xet_folder.py up|down NAMESPACE/NAME FOLDER."""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import HfApi

what, repo, folder = sys.argv[1:]
if what == "up":
    HfApi().upload_folder(folder_path=folder, repo_id=repo)
else:
    HfApi().snapshot_download(repo_id=repo, local_dir=folder)
