"""What a stock huggingface_hub does when it is told to wait: run by the interpreter of its environment.

    rated_push.py NAMESPACE/NAME FOLDER

Prints the commit, and what it read.
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
