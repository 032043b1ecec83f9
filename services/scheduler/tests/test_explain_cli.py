"""`muster explain`: the scheduler's explanation of a job, as lines and as data."""

from __future__ import annotations

import json
from typing import Any

from muster.testkit.api.canned_api import QUEUED, SUCCEEDED, Answer, Api, job_json, problem
from muster.testkit.api.command import Muster
from muster.testkit.api.documented import filled

ID = "job-aaaaaaaaaaaaaaaaaaaa"
PATH = f"/v1/jobs/{ID}"
EXPLANATION: dict[str, Any] = {
    "job_id": ID,
    "state": "QUEUED",
    "summary": f"{ID} waits: needs 8 free A100 on one node",
    "reason": {"code": "GPUS_BUSY", "message": "needs 8 free A100 on one node", "counts": {}},
    "text": [
        {"title": "Reason", "lines": ["GPUS_BUSY"]},
        {"title": "In line", "lines": ["4th of 4 in its queue", f"ahead: {'3 of a higher tier, ' * 5}end"]},
    ],
}


def test_explain_says_the_sentence_and_then_every_part(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**QUEUED)))
    api.on("GET", f"{PATH}/explanation", Answer(200, EXPLANATION))
    ended = muster("explain", ID)
    assert ended.out.splitlines() == [
        f"{ID} waits: needs 8 free A100 on one node.",
        "",
        "Reason      GPUS_BUSY",
        "In line     4th of 4 in its queue",
        f"            ahead: {'3 of a higher tier, ' * 3}3 of a higher tier, 3",
        "              of a higher tier, end",
    ]
    whole = filled("GET", f"{PATH}/explanation", 200, EXPLANATION)
    assert json.loads(muster("explain", ID, "--json").out) == whole
    assert muster("explain", ID, "-o", "name").out == f"{ID}\n"


def test_explain_of_a_job_that_the_scheduler_has_forgotten(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**SUCCEEDED)))
    api.on("GET", f"{PATH}/explanation", problem(404, "not-found", f"job {ID} does not exist"))
    ended = muster("explain", ID)
    assert (ended.code, ended.out) == (3, "")
