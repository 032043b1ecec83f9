"""Publish a folder with a stock huggingface_hub.

    push_folder.py NAMESPACE/NAME FOLDER

Prints true once the commit is made.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import HfApi

repo, folder = sys.argv[1:]
api = HfApi()
api.create_repo(repo)
api.upload_folder(folder_path=folder, repo_id=repo, commit_message="weights")
sys.stdout.write("true")
