"""`muster run`, and `submit --files`: a folder is sent once, the output followed, the exit code passed on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from muster.client.documents import files
from muster.jobs.values.file_index import INDEX_TYPE, archives_in
from muster.testkit.api.canned_api import (
    FAILED,
    QUEUED,
    SUCCEEDED,
    Answer,
    Api,
    Asked,
    event,
    job_json,
    problem,
)

ID = "job-aaaaaaaaaaaaaaaaaaaa"
PATH = f"/v1/jobs/{ID}"
Muster = Callable[..., Any]


class Stored:
    """Working files as the service keeps them."""

    def __init__(self, api: Api) -> None:
        self.contents: dict[str, bytes] = {}
        api.on("POST", "/v1/files:absent", self._absent)
        api.on("PUT", "/v1/files/*", self._put)

    def _absent(self, asked: Asked) -> Answer:
        return Answer(200, {"absent": [each for each in asked.json["sha256"] if each not in self.contents]})

    def _put(self, asked: Asked) -> Answer:
        sha256 = asked.path.rpartition("/")[2]
        assert hashlib.sha256(asked.body).hexdigest() == sha256
        if asked.headers["content-type"] == INDEX_TYPE:
            assert set(archives_in(asked.body)) <= set(self.contents), "the index comes after its archives"
        self.contents[sha256] = asked.body
        return Answer(201, {"files_sha256": sha256, "size_bytes": len(asked.body)})


@pytest.fixture
def stored(api: Api) -> Stored:
    return Stored(api)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    (work / "train.py").write_text("print(1)")
    (work / "m.bin").write_bytes(os.urandom(files.SMALL_BYTES))
    monkeypatch.chdir(work)
    return work


def _ends(api: Api, **how: Any) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json(**QUEUED)))
    api.on("GET", PATH, Answer(200, job_json(ranks=1)), Answer(200, job_json(ranks=1, **how)))
    line = event({"rank": 0, "stream": "STDOUT", "text": "hello"}, name="line", id="log-events/0/1")
    api.on("GET", f"{PATH}/logs", Answer(chunks=(line, event({"state": how["state"]}, name="end"))))


def _puts(api: Api) -> int:
    return sum(asked.method == "PUT" for asked in api.asked)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("how", "code"),
    [(SUCCEEDED, 0), (FAILED, 3), ({**FAILED, "exit_code": -9}, 137), ({**FAILED, "exit_code": None}, 1)],
)
def test_run_sends_the_folder_follows_and_ends_with_the_jobs_exit_code(
    api: Api, stored: Stored, muster: Muster, how: dict[str, Any], code: int
) -> None:
    _ends(api, **how)
    words = (
        "--gpus 2 --cpus 4 --memory 8GiB --env LR=0.10 --queue vision --name sft -- python train.py --lr 0.1"
    )
    ended = muster("run", *words.split())
    assert (ended.code, ended.out) == (code, "hello\n"), ended.err
    [submitted] = api.requests("POST", "/v1/jobs")
    body = submitted.json
    sha256 = body.pop("files_sha256")
    assert body == {
        "name": "sft",
        "command": ["python", "train.py", "--lr", "0.1"],
        "resources": {"gpus": 2, "cpu": 4, "memory": "8GiB"},
        "env": {"LR": "0.10"},
        "queue": "vision",
    }
    assert set(archives_in(stored.contents[sha256])) < set(stored.contents)


@pytest.mark.slow
def test_an_unchanged_folder_sends_nothing_and_a_changed_file_only_itself(
    api: Api, stored: Stored, muster: Muster, folder: Path
) -> None:
    _ends(api, **SUCCEEDED)
    assert "files: 2 files" in muster("run", "--", "true").err
    assert _puts(api) == 3  # the large file, the small one, their index
    again = muster("run", "--", "true")
    assert "nothing new to send" in again.err
    assert _puts(api) == 3
    (folder / "m.bin").write_bytes(os.urandom(files.SMALL_BYTES))
    assert "; sent 128KiB" in muster("run", "--", "true").err
    assert _puts(api) == 5


def test_an_interrupted_transfer_submits_nothing_and_is_continued(
    api: Api, stored: Stored, muster: Muster, folder: Path
) -> None:
    _ends(api, **SUCCEEDED)
    take = api.answers["PUT", "/v1/files/*"]
    api.on("PUT", "/v1/files/*", *take, problem(422, "invalid-request", "no more"))
    assert muster("run", "--", "true").code == 2
    assert api.requests("POST", "/v1/jobs") == []
    kept = len(stored.contents)
    assert kept == 1
    api.on("PUT", "/v1/files/*", *take)
    assert muster("run", "--", "true").code == 0
    assert _puts(api) == 2 + 2  # the archive that was refused, and the index


def test_files_of_a_job_file_are_sent_before_the_job(
    api: Api, stored: Stored, muster: Muster, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_text("a")
    file = tmp_path / "train.yaml"
    file.write_text("name: train\nrun: echo hello\nfiles: src\n")
    api.on("POST", "/v1/jobs", Answer(201, job_json()))
    assert muster("submit", str(file)).code == 0
    assert api.asked[-1].json["files_sha256"] in stored.contents


def test_a_command_can_be_submitted_with_a_folder(
    api: Api, stored: Stored, muster: Muster, folder: Path
) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json()))
    assert muster("submit", "--files", ".", "--", "python", "train.py").out == f"{ID}\n"
    assert api.asked[-1].json["files_sha256"] in stored.contents


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run", "Missing argument 'COMMAND'"),
        ("run --env LR -- true", "--env is LR; must be NAME=VALUE"),
        ("submit train.yaml --files .", "--files is for a command after --"),
        ("run --files nowhere -- true", "files: nowhere is not a folder"),
    ],
)
def test_an_incomplete_command_line_is_named(muster: Muster, folder: Path, words: str, said: str) -> None:
    ended = muster(*words.split())
    assert ended.code == 2
    assert said in ended.err
