"""Publish a file with a stock huggingface_hub.

    push.py NAMESPACE/NAME FILE PATH

Prints true once the commit is made.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys

from huggingface_hub import HfApi

repo, file, path = sys.argv[1:]
api = HfApi()
api.create_repo(repo)
api.upload_file(path_or_fileobj=file, path_in_repo=path, repo_id=repo, commit_message="weights")
sys.stdout.write("true")
