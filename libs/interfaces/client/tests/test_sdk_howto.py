"""The examples of docs/how-to/use-the-sdk.md, run as they stand there against an API."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from muster.testkit.api.canned_api import SUCCEEDED, Answer, Api, Asked, event, job_json, paged, problem

PAGE = Path(__file__).resolve().parents[4] / "docs/how-to/use-the-sdk.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
ID = "job-aaaaaaaaaaaaaaaaaaaa"


def run(example: str, api: Api, home: Path) -> list[str]:
    """Run an example; return the lines it prints."""
    given = {"MUSTER_API_URL": api.url, "MUSTER_TOKEN": "t0ken", "MUSTER_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        env=os.environ | given,
        capture_output=True,
        text=True,
        cwd=PAGE.parents[2],
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def take(asked: Asked) -> Answer:
    """Accept a submission, or reject one with zero ranks."""
    fields = asked.json
    if fields.get("ranks") == 0:
        wrong = {"field": "ranks", "value": "0", "allowed": "a whole number from 1 to 4096"}
        return problem(422, "invalid-request", "ranks: 0", violations=[wrong])
    taken = {"job_id": ID, "command_id": "cmd-1", "position": "job-commands/0/1"}
    return Answer(202, taken)


@pytest.mark.slow
def test_every_example_does_what_the_page_says(api: Api, tmp_path: Path) -> None:
    line = event({"rank": 0, "stream": "STDOUT", "text": "hello"}, name="line", id="log-events/0/1")
    end = event({"state": "SUCCEEDED", "exit_code": 0}, name="end")
    done = job_json(ID, **SUCCEEDED)
    api.on("POST", "/v1/jobs", take)
    api.on("GET", f"/v1/jobs/{ID}", Answer(200, done))
    api.on("GET", f"/v1/jobs/{ID}/logs", Answer(chunks=(line, end)))
    api.on("GET", "/v1/jobs", paged([done]))
    api.on("POST", "/v1/files:absent", Answer(200, {"absent": []}))
    follow, folder, once, sweep, errors = EXAMPLES
    assert run(follow, api, tmp_path) == ["rank 0: hello", "SUCCEEDED"]
    assert run(folder, api, tmp_path) == []
    [sent] = api.requests("POST", "/v1/files:absent")
    assert json.loads(api.asked[-1].body)["files_sha256"] == sent.json["sha256"][0]
    assert run(once, api, tmp_path) == run(once, api, tmp_path) == ["SUCCEEDED"]
    assert {asked.headers["idempotency-key"] for asked in api.asked if b"nightly" in asked.body} == {
        "nightly-2026-11-30"
    }
    assert run(sweep, api, tmp_path) == ["['SUCCEEDED', 'SUCCEEDED']", done["name"]]
    assert api.requests("GET", "/v1/jobs")[0].query["label"] == ["sweep=lr"]
    assert [json.loads(asked.body)["name"] for asked in api.requests("POST", "/v1/jobs")] == [
        "hello",
        "train",
        "nightly",
        "nightly",
        "lr-0.1",
        "lr-0.01",
    ]
    assert run(errors, api, tmp_path) == ["ranks is 0; must be a whole number from 1 to 4096"]
