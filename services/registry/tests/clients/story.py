"""Scenario for a stock huggingface_hub, run by the interpreter of its environment, which has nothing else.

    story.py NAMESPACE/NAME FOLDER

Prints its observations as JSON. A step with an unexpected result ends it with an error.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi, HfFileSystem, hf_hub_download, snapshot_download
from huggingface_hub.errors import (
    EntryNotFoundError,
    HfHubHTTPError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

FILES = {
    "README.md": b"---\nlicense: apache-2.0\ntags: [tiny]\nbase_model: acme/base\n---\n# Tiny\n",
    "config.json": b'{"layers": 1}',
    "empty": b"",
    "sub/wäights.bin": bytes(range(256)) * 8_000,
}

api = HfApi()


def tell(repo: str, folder: Path) -> dict[str, object]:
    """Run all steps, in order."""
    assert api.create_repo(repo, exist_ok=True).repo_id == repo
    api.create_repo(repo, exist_ok=True)
    commit = published(repo, folder / "up")
    read(repo, folder, commit)
    branched(repo, commit)
    refused(repo, folder, commit)
    info = api.model_info(repo, files_metadata=True)
    sizes = {sibling.rfilename: sibling.size for sibling in info.siblings}
    assert sizes == {path: len(content) for path, content in FILES.items()}
    assert found(repo, search=repo.split("/")[1]) == [repo]
    assert repo in found(
        repo, author=repo.partition("/")[0], filter=["license:apache-2.0", "tiny"], search="tiny"
    )
    ended(repo)
    return {"user": api.whoami()["name"], "tags": info.tags}


def found(repo: str, **wanted: object) -> list[str]:
    """Return the results of a search once they contain the repository; the index lags commits by seconds."""
    while repo not in (ids := [each.id for each in api.list_models(**wanted)]):
        time.sleep(0.1)
    return ids


def published(repo: str, folder: Path) -> str:
    """Upload a folder twice; the second upload returns the same commit."""
    for path, content in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    commit = api.upload_folder(repo_id=repo, folder_path=folder).oid
    assert api.upload_folder(repo_id=repo, folder_path=folder).oid == commit
    return commit


def read(repo: str, folder: Path, commit: str) -> None:
    """The files are downloaded byte for byte, and listed correctly."""
    snapshot = Path(snapshot_download(repo, cache_dir=folder / "cache"))
    assert snapshot.name == commit
    for path, content in FILES.items():
        assert (snapshot / path).read_bytes() == content, path
    large = next(path for path in FILES if path.startswith("sub/"))
    kinds = {entry.path: type(entry).__name__ for entry in api.list_repo_tree(repo, recursive=True)}
    assert kinds == {**dict.fromkeys(FILES, "RepoFile"), "sub": "RepoFolder"}
    infos = api.get_paths_info(repo, ["config.json", large, "absent"])
    assert [info.path for info in infos] == ["config.json", large]
    assert infos[1].lfs.size == len(FILES[large])


def branched(repo: str, commit: str) -> None:
    """A tag is fixed, a branch moves and has a history."""
    api.create_tag(repo, tag="v1", tag_message="first")
    api.create_branch(repo, branch="dev")
    api.upload_file(path_or_fileobj=b"on dev", path_in_repo="dev.txt", repo_id=repo, revision="dev")
    api.delete_file("config.json", repo, revision="dev")
    api.delete_folder("sub", repo, revision="dev")
    assert sorted(api.list_repo_files(repo, revision="dev")) == ["README.md", "dev.txt", "empty"]
    refs = api.list_repo_refs(repo)
    assert {branch.name for branch in refs.branches} == {"main", "dev"}
    assert [(tag.name, tag.target_commit) for tag in refs.tags] == [("v1", commit)]
    history = api.list_repo_commits(repo, revision="dev")
    assert [each.title for each in history][2:] == [
        "Upload dev.txt with huggingface_hub",
        "Upload folder using huggingface_hub",
        "initial commit",
    ]
    assert history[3].commit_id == commit
    entries = list(api.list_repo_tree(repo, revision="dev", expand=True))
    last = {entry.path: entry.last_commit.oid for entry in entries}
    assert last == {"README.md": commit, "empty": commit, "dev.txt": history[2].commit_id}
    assert HfFileSystem().modified(f"{repo}@dev/dev.txt") == history[2].created_at
    api.super_squash_history(repo, branch="dev", commit_message="all of it")
    assert [each.title for each in api.list_repo_commits(repo, revision="dev")] == ["all of it"]
    assert sorted(api.list_repo_files(repo, revision="dev")) == ["README.md", "dev.txt", "empty"]
    assert api.list_repo_commits(repo)[0].commit_id == commit


def refused(repo: str, folder: Path, commit: str) -> None:
    """Missing things and forbidden requests fail with the errors that callers expect."""
    assert api.file_exists(repo, "config.json")
    assert not api.revision_exists(repo, "nowhere")
    late = [CommitOperationAdd("late.txt", b"late")]
    steps = (
        (EntryNotFoundError, lambda: hf_hub_download(repo, "absent", cache_dir=folder / "cache")),
        (RevisionNotFoundError, lambda: api.model_info(repo, revision="nowhere")),
        (RepositoryNotFoundError, lambda: api.model_info("acme/absent")),
        (RevisionNotFoundError, lambda: api.delete_branch(repo, branch="nowhere")),
        (HfHubHTTPError, lambda: api.create_tag(repo, tag="v1")),
        (HfHubHTTPError, lambda: api.create_branch(repo, branch="refs/pr/1")),
        (
            HfHubHTTPError,
            lambda: api.create_commit(
                repo, late, commit_message="late", parent_commit=commit, revision="dev"
            ),
        ),
    )
    for error, step in steps:
        try:
            step()
        except error:
            continue
        raise AssertionError(f"{error.__name__} was to come")
    for absent in (
        lambda: api.create_discussion(repo, "a title"),
        lambda: api.create_collection("a title", namespace="acme"),
        lambda: (getattr(api, "duplicate_repo", None) or api.duplicate_space)(repo, "acme/copy"),
    ):
        try:
            absent()
        except HfHubHTTPError as error:
            assert "not offered here" in str(error), error
            continue
        raise AssertionError("it was to be refused")


def ended(repo: str) -> None:
    """Branches and tags are deleted, and the repository is moved, made private and deleted."""
    api.delete_tag(repo, tag="v1")
    api.delete_branch(repo, branch="dev")
    moved = f"{repo}-moved"
    api.move_repo(repo, moved)
    api.update_repo_settings(moved, private=True)
    assert api.model_info(moved).private
    assert api.model_info(repo).id == moved
    api.delete_repo(moved)
    assert not api.repo_exists(moved)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tell(sys.argv[1], Path(sys.argv[2]))))
