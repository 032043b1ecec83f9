"""Scenario for a stock huggingface_hub with a token for one repository, run by its own interpreter.

    named_push.py MINE OTHER FOLDER

MINE does not exist yet; OTHER does, with a file of the same bytes. Prints what it saw, as JSON.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError

api = HfApi()


def tell(mine: str, other: str, folder: Path) -> dict[str, object]:
    """Push, pull and tag with the token; everything else is refused or absent."""
    api.create_repo(mine, exist_ok=True)
    api.create_repo(mine, exist_ok=True)
    api.upload_folder(repo_id=mine, folder_path=folder / "up")
    api.create_tag(mine, tag="v1")
    snapshot = Path(snapshot_download(mine, cache_dir=folder / "cache"))
    assert (snapshot / "w.safetensors").read_bytes() == (folder / "up" / "w.safetensors").read_bytes()
    for error, step in (
        (RepositoryNotFoundError, lambda: api.model_info(other)),
        (RepositoryNotFoundError, lambda: snapshot_download(other, cache_dir=folder / "cache")),
        (HfHubHTTPError, lambda: api.create_repo(f"{mine}-2")),
        (HfHubHTTPError, lambda: api.delete_repo(mine)),
        (HfHubHTTPError, lambda: api.update_repo_settings(mine, private=True)),
    ):
        try:
            step()
        except error:
            continue
        raise AssertionError(f"{error.__name__} was to come")
    return {
        "models": listed(mine),
        "role": api.whoami()["auth"]["accessToken"]["role"],
        "files": sorted(api.list_repo_files(mine)),
    }


def listed(mine: str) -> list[str]:
    """Return the models in the list once the own one is among them; the index lags by seconds."""
    author = mine.split("/", maxsplit=1)[0]
    while mine not in (ids := [each.id for each in api.list_models(author=author)]):
        time.sleep(0.1)
    return ids


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tell(sys.argv[1], sys.argv[2], Path(sys.argv[3]))))
