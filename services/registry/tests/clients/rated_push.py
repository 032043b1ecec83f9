"""Scenario for a stock huggingface_hub that is rate-limited, run by the interpreter of its environment.

    rated_push.py NAMESPACE/NAME FOLDER

Prints the commit, and the bytes that it read.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import sys
from pathlib import Path

from huggingface_hub import HfApi, snapshot_download

repo, folder = sys.argv[1], Path(sys.argv[2])
(folder / "up").mkdir()
(folder / "up" / "w.bin").write_bytes(bytes(range(256)) * 8_000)
(folder / "up" / "README.md").write_text("# rated\n")
commit = HfApi().upload_folder(repo_id=repo, folder_path=folder / "up").oid
read = Path(snapshot_download(repo, cache_dir=folder / "cache", max_workers=8))
sys.stdout.write(json.dumps([commit, sorted(path.name for path in read.iterdir())]))
