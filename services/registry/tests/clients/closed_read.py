"""Shows the errors of a stock huggingface_hub for a file that it may not read.

    closed_read.py NAMESPACE/NAME PATH [REVISION]

Prints the errors of hf_hub_download and of snapshot_download as JSON; null: it was read.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from huggingface_hub import hf_hub_download, snapshot_download

repo, path, revision = (*sys.argv[1:], "main")[:3]


def error_of(read: Callable[[], object]) -> list[str] | None:
    """Return class and text of the error of a read; None: it succeeded."""
    try:
        read()
    except Exception as error:
        return [type(error).__name__, str(error)]
    return None


one = error_of(lambda: hf_hub_download(repo, path, revision=revision))
sys.stdout.write(json.dumps([one, error_of(lambda: snapshot_download(repo, revision=revision))]))
