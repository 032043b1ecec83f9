"""Calibration as callers read it: real Postgres, facts in memory."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from muster.eval.config import Settings
from muster.eval.core.documents import canonical, parse_config
from muster.eval.core.judges import hash_of
from muster.eval.edge.http import API
from muster.events.eval_events import CaseLabel, CasesLabelled, EvalConfigActivated, EvalStarted
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.topics import EVAL_EVENTS, EVAL_RESULTS
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.testkit.api.reading import reading
from muster.testkit.offline import offline

pytestmark = [pytest.mark.stack]

AT_MS = 1_795_233_600_123
AT = "2026-11-21T04:00:00.123Z"
DAY_MS = 86_400_000
N = 60
JUDGE: dict[str, Any] = {"endpoint": {"model": "judge-1", "url": "http://127.0.0.1:9000/v1"}}
CONFIG: dict[str, Any] = {
    "golden_set": "letters",
    "endpoint": {"model": "writer", "url": "http://127.0.0.1:8000/v1"},
    "tasks": {"letter": {}, "table": {}},
    "judge": JUDGE,
}
NEW_JUDGE = {**CONFIG, "judge": {**JUDGE, "criteria": "It is polite."}}


def judge_of(data: dict[str, Any]) -> str:
    """Hash of a config's judge."""
    return hash_of(parse_config(data))


def fact(payload: Any, topic: Topic = EVAL_EVENTS, *, at_ms: int = AT_MS) -> Outgoing:
    """A record of a topic."""
    envelope = Envelope(
        event_id=f"{topic.name}-{at_ms}-{payload}"[:200],
        key="k",
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id="c",
        payload=payload,
    )
    return Outgoing(topic, envelope)


def activated(name: str, data: dict[str, Any]) -> Outgoing:
    """A config in force."""
    document = canonical(parse_config(data))
    return fact(
        EvalConfigActivated(
            name=name,
            digest="5c" * 32,
            document=document,
            tenant="acme",
            requested_by="acme/ann",
            judge_hash=judge_of(data) if "judge" in data else "",
        )
    )


def started(run: str, data: dict[str, Any], *, at_ms: int) -> Outgoing:
    """A run of a config's judge."""
    return fact(
        EvalStarted(
            run=run,
            repository="repo-1",
            commit="1f" * 20,
            config="release",
            config_digest="5c" * 32,
            cases=N,
            tenant="acme",
            requested_by="acme/ann",
            judge_hash=judge_of(data),
        ),
        at_ms=at_ms,
    )


def case(number: int, score: int) -> CaseScore:
    """A judged result; the case 0 is one that checks decided."""
    name = f"c{number:03d}"
    return CaseScore(
        case=name,
        task="letter" if number % 2 else "table",
        cluster=f"case:{name}",
        score=(score - 1) / 4,
        judged=Judged(scores=(1, score, 5)) if number else None,
        key=sha256(f"question {name}".encode()).hexdigest(),
        answer=sha256(f"answer {name}".encode()).hexdigest(),
    )


def scored(run: str, *, kinder: int = 0) -> Outgoing:
    """Results of a run whose judge gives 2 to 4."""
    results = tuple(case(n, 2 + n % 3 + kinder) for n in range(N))
    return fact(CasesScored(run=run, batch=0, results=results, tenant="acme"), EVAL_RESULTS)


def labelled(number: int, person: str, score: int, *, at_ms: int = AT_MS) -> Outgoing:
    """A label of a case."""
    of = case(number, 3)
    label = CaseLabel(run="ci-1", case=of.case, person=person, score=score, key=of.key, answer=of.answer)
    return fact(CasesLabelled(labels=(label,), tenant="acme", requested_by="acme/ann"), at_ms=at_ms)


FACTS = (
    activated("release", CONFIG),
    activated("rejudged", NEW_JUDGE),
    activated(
        "checks",
        {**CONFIG, "judge": None, "tasks": {"letter": {"checks": [{"kind": "form", "form": "line"}]}}},
    ),
    started("ci-1", CONFIG, at_ms=AT_MS),
    scored("ci-1"),
    started("again", NEW_JUDGE, at_ms=AT_MS + 1),
    scored("again", kinder=1),
    *(labelled(n, "ann", 2 + n % 3, at_ms=AT_MS + n) for n in range(1, 21)),
    labelled(1, "bea", 3, at_ms=AT_MS + 30),
    labelled(2, "bea", 5, at_ms=AT_MS + 31),
    labelled(2, "bea", 4, at_ms=AT_MS + DAY_MS),
)


@pytest.fixture(scope="module")
def url(endpoints: Mapping[str, str]) -> Generator[str]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    with reading(API, offline(Settings, **values), FACTS) as found:
        yield found


def token(endpoints: Mapping[str, str], tenant: str, subject: str) -> dict[str, str]:
    """Headers of a caller."""
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    signed = mint(home, subject=subject, tenant=tenant, roles=["submitter"], ttl_s=600)
    return {"Authorization": f"Bearer {signed}"}


@pytest.fixture
def api(url: str, endpoints: Mapping[str, str]) -> Generator[httpx.Client]:
    headers = token(endpoints, "acme", "ann")
    with httpx.Client(base_url=url, trust_env=False, timeout=60, headers=headers) as client:
        yield client


def test_a_judge_is_compared_with_the_last_labels_of_its_answers(api: httpx.Client) -> None:
    answer = api.get("/v1/eval-configs/release/calibration")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["config"], found["judge_hash"]) == ("release", judge_of(CONFIG))
    assert found["labelled_at"] == "2026-11-22T04:00:00.123Z"
    of = found["calibration"]
    assert (of["labels"], of["answers"], of["people"]) == (22, 20, ["ann", "bea"])
    assert of["judge"]["kappa"]["value"] == 1.0
    assert (of["ceiling"]["answers"], of["ceiling"]["kappa"]["value"]) == (2, 1.0)
    assert [(each["task"], each["answers"], each["bias"]["value"]) for each in of["bias"]] == [
        ("", 20, 0.0),
        ("letter", 10, 0.0),
        ("table", 10, 0.0),
    ]
    assert [(each["judge"], each["people"]) for each in of["reliability"]] == [(2, 2.0), (3, 3.0), (4, 4.0)]
    run = found["run"]
    assert (run["run"], run["labelled"], run["unlabelled"]) == ("ci-1", 20, N - 21)
    assert run["corrected"]["low"] < run["corrected"]["value"] < run["corrected"]["high"]


def test_labels_count_for_another_judge_of_the_same_answers(api: httpx.Client) -> None:
    found = api.get("/v1/eval-configs/rejudged/calibration").json()
    assert found["judge_hash"] == judge_of(NEW_JUDGE)
    assert (found["calibration"]["labels"], found["run"]["run"]) == (22, "again")
    assert found["calibration"]["bias"][0]["bias"]["value"] == 1.0
    assert found["run"]["corrected"]["value"] < found["run"]["judge"]["value"]
    of_the_former = api.get("/v1/eval-configs/rejudged/calibration", params={"run": "ci-1"}).json()
    assert of_the_former["run"]["run"] == "ci-1"


def test_a_plot_has_a_dot_for_each_score_of_the_judge(api: httpx.Client) -> None:
    answer = api.get("/v1/eval-configs/release/calibration/plot")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    picture = ElementTree.fromstring(answer.text)
    assert len(picture.findall("{http://www.w3.org/2000/svg}circle")) == 3
    assert f"Judge {judge_of(CONFIG)[:12]} of release" in "".join(picture.itertext())


@pytest.mark.parametrize("name", ["checks", "unknown"])
def test_a_config_without_a_judge_has_no_calibration(api: httpx.Client, name: str) -> None:
    answer = api.get(f"/v1/eval-configs/{name}/calibration")
    assert (answer.status_code, "eval config with a judge" in answer.text) == (404, True)


def test_labels_of_an_organisation_are_its_own(api: httpx.Client, endpoints: Mapping[str, str]) -> None:
    other = token(endpoints, "other", "eve")
    assert api.get("/v1/eval-configs/release/calibration", headers=other).status_code == 404
