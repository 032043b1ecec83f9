"""Calibration as callers read it: real Postgres, facts in memory."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import psycopg
import pytest
from muster.eval.config import Settings
from muster.eval.core.configs.documents import canonical, parse_cases, parse_config
from muster.eval.core.judges import hash_of
from muster.eval.edge.http import API
from muster.eval.edge.stored import GoldenSets
from muster.events.eval_commands import TokenPrice
from muster.events.eval_events import (
    AnchorTask,
    AnswerScore,
    AnswersScored,
    BlindSpot,
    CaseLabel,
    CasesLabelled,
    EvalConfigActivated,
    EvalEnded,
    EvalOutcome,
    EvalStarted,
    GoldenSetActivated,
    JudgeProbed,
    LabelsRemoved,
    RemovedLabel,
    TokenPriceSet,
)
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.topics import EVAL_EVENTS, EVAL_RESULTS
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.jobs.values.quantities import format_time
from muster.journal import Outgoing, SystemClock
from muster.scoring.calling.paid_answer import PaidAnswer
from muster.scoring.kept_answers import Answers
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline

pytestmark = [pytest.mark.stack]

DAY_MS = 86_400_000
AT_MS = SystemClock().now_ms() - 7 * DAY_MS
N = 60
JUDGE: dict[str, Any] = {"endpoint": {"model": "judge-1", "url": "http://127.0.0.1:9000/v1"}}
CONFIG: dict[str, Any] = {
    "golden_set": "letters",
    "endpoint": {"model": "writer", "url": "http://127.0.0.1:8000/v1"},
    "tasks": {"letter": {}, "table": {}},
    "judge": JUDGE,
}
PRICE = TokenPrice(input_micros=1_000_000, output_micros=2_000_000)
NEW_JUDGE = {**CONFIG, "judge": {**JUDGE, "criteria": "It is polite."}}


GOLDEN = parse_cases(
    "\n".join(
        json.dumps(
            {
                "id": f"c{n:03d}",
                "task": "letter" if n % 2 else "table",
                "prompt": f"Write {n}.",
                "expected": "Dear",
                "sources": {"manual": "Be kind."},
            }
        )
        for n in range(N)
    ).encode()
)


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
            golden_set=GOLDEN.digest,
        ),
        at_ms=at_ms,
    )


def ended(run: str) -> Outgoing:
    """The end of a run that is complete."""
    fact_of_end = EvalEnded(
        run=run, repository="repo-1", commit="1f" * 20, outcome=EvalOutcome.COMPLETED, tenant="acme"
    )
    return fact(fact_of_end, at_ms=AT_MS + 2)


def case(number: int, score: int) -> CaseScore:
    """A judged result; the case 0 is one that checks decided."""
    name = f"c{number:03d}"
    return CaseScore(
        case=name,
        task="letter" if number % 2 else "table",
        cluster=f"case:{name}",
        score=(score - 1) / 4,
        judged=Judged(scores=(1, score, 5), paid=3, tokens_in=300, tokens_out=30) if number else None,
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


def removed(number: int, person: str) -> Outgoing:
    """The removal of a label."""
    of = case(number, 3)
    gone = RemovedLabel(key=of.key, answer=of.answer, person=person)
    return fact(
        LabelsRemoved(labels=(gone,), tenant="acme", requested_by="acme/ann"), at_ms=AT_MS + DAY_MS + 1
    )


SPOT = BlindSpot(
    kind="padding", pairs=20, misled=5, share=0.25, low=0.11, high=0.47, change=0.05, cases=("c001",)
)


def probe() -> list[Outgoing]:
    """A probe of a config's judge, whose tokens have a price."""
    where: dict[str, Any] = {"run": "p-1", "repository": "repo-1", "commit": "1f" * 20, "tenant": "acme"}
    began = EvalStarted(
        **where,
        config="release",
        config_digest="7e" * 32,
        cases=30,
        requested_by="acme/ann",
        judge_hash=judge_of(CONFIG),
        golden_set=GOLDEN.digest,
        judge_price=PRICE,
        cap_micros=500_000,
        rejudge=True,
        probe=30,
    )
    measured = JudgeProbed(
        **where,
        config="release",
        golden_set=GOLDEN.digest,
        judge="judge-1",
        judge_hash=judge_of(CONFIG),
        spots=(SPOT,),
    )
    ended = EvalEnded(**where, outcome=EvalOutcome.COMPLETED, spent_micros=310_000, probe=True)
    priced = TokenPriceSet(model="judge-1", endpoint="", price=PRICE, tenant="acme", requested_by="acme/ann")
    return [fact(each, at_ms=AT_MS + DAY_MS) for each in (priced, began, measured, ended)]


def answers_scored() -> list[Outgoing]:
    """A run that scored kept answers."""
    where: dict[str, Any] = {"run": "s-1", "repository": "repo-1", "commit": "1f" * 20, "tenant": "acme"}
    began = EvalStarted(
        **where,
        config="release",
        config_digest="8e" * 32,
        cases=2,
        requested_by="acme/drift",
        judge_hash=judge_of(CONFIG),
        golden_set=GOLDEN.digest,
        rejudge=True,
        anchors=2,
        fresh=True,
    )
    measured = AnswersScored(
        **where,
        config="release",
        golden_set=GOLDEN.digest,
        judge="judge-1",
        judge_hash=judge_of(CONFIG),
        fresh=True,
        results=(AnswerScore(case="c001", task="letter", score=0.75, unread=1),),
        tasks=(AnchorTask(task="letter", cases=2, missing=1),),
    )
    ended = EvalEnded(**where, outcome=EvalOutcome.COMPLETED, probe=True)
    return [fact(each, at_ms=AT_MS + DAY_MS) for each in (began, measured, ended)]


FACTS = (
    fact(
        GoldenSetActivated(
            name="letters",
            digest=GOLDEN.digest,
            tasks=GOLDEN.tasks,
            source="",
            tenant="acme",
            requested_by="acme/ann",
        )
    ),
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
    labelled(50, "carl", 5, at_ms=AT_MS + DAY_MS),
    removed(50, "carl"),
    ended("ci-1"),
    *probe(),
    *answers_scored(),
)


@pytest.fixture(scope="module")
def url(endpoints: Mapping[str, str]) -> Generator[str]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    with serve_declared(API, offline(Settings, **values), FACTS) as found:
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
    assert found["labelled_at"] == format_time(AT_MS + DAY_MS)
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
    of_the_former = api.get("/v1/eval-configs/rejudged/calibration", params={"run": "ci-1"})
    assert (of_the_former.status_code, "evaluation by this judge" in of_the_former.text) == (404, True)


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


def queue(api: httpx.Client, **query: Any) -> dict[str, Any]:
    """The labelling queue of the config."""
    answer = api.get("/v1/eval-configs/release/labelling", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_queue_has_answers_that_a_person_has_not_scored(api: httpx.Client) -> None:
    found = queue(api, limit=50)
    assert (found["run"], found["planned"], found["twice"], found["due_at"]) == ("ci-1", N - 1, 12, None)
    by_ann, by_bea = found["people"]
    assert (by_ann["person"], by_ann["labelled"]) == ("ann", 20)
    assert (by_bea["person"], by_bea["labelled"]) == ("bea", 2)
    names = [each["case_id"] for each in found["next"]]
    assert len(names) == len(set(names)) == by_ann["open"] == N - 21
    assert not {f"c{n:03d}" for n in range(21)} & set(names)
    for_carl = queue(api, person="carl", limit=50)["next"]
    again = {each["case_id"] for each in for_carl} & {f"c{n:03d}" for n in range(1, 21)}
    assert 1 <= len(again) <= 12
    assert found["done"] == N - 1 - len(for_carl)
    assert queue(api, person="carl", limit=3)["next"] == for_carl[:3]


def test_a_queue_without_a_judged_run_is_empty(api: httpx.Client) -> None:
    found = api.get("/v1/eval-configs/rejudged/labelling").json()
    assert (found["run"], found["planned"], found["next"], found["due_at"]) == ("", 0, [], None)
    unknown = api.get("/v1/eval-configs/release/labelling", params={"run": "again"})
    assert unknown.status_code == 404


def test_a_person_sees_question_and_answer_without_the_judge_s_score(
    api: httpx.Client, endpoints: Mapping[str, str]
) -> None:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    settings = offline(Settings, **values)
    GoldenSets(settings.store()).put_set("acme", GOLDEN)
    texts = {30: "answer c030", 31: "not the answer that was scored"}
    with psycopg.connect(settings.postgres_dsn, autocommit=True) as connection:
        Answers(connection, "acme").keep(
            PaidAnswer(key=case(n, 3).key, run="queue", text=text, tokens_in=1, tokens_out=1, latency_ms=1)
            for n, text in texts.items()
        )
        found = {each["case_id"]: each for each in queue(api, limit=50)["next"]}
        connection.execute("DELETE FROM eval_answers.answers WHERE tenant = 'acme' AND run = 'queue'")
    assert found["c030"] == {
        "case_id": "c030",
        "task": "table",
        "conversation": [{"role": "user", "content": "Write 30."}],
        "expected": ["Dear"],
        "sources": {"manual": "Be kind."},
        "answer": texts[30],
    }
    assert found["c031"]["answer"] is None


def test_a_page_quotes_question_and_answer_of_the_worst_cases(
    api: httpx.Client, endpoints: Mapping[str, str]
) -> None:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    settings = offline(Settings, **values)
    GoldenSets(settings.store()).put_set("acme", GOLDEN)
    with psycopg.connect(settings.postgres_dsn, autocommit=True) as connection:
        Answers(connection, "acme").keep(
            PaidAnswer(key=case(n, 2).key, run="page", text=text, tokens_in=1, tokens_out=1, latency_ms=1)
            for n, text in {3: "answer c003", 6: "not the answer that was scored"}.items()
        )
        page = api.get("/v1/evals/ci-1/report", params={"format": "html"}).text
        connection.execute("DELETE FROM eval_answers.answers WHERE tenant = 'acme' AND run = 'page'")
    sections = {each.findtext("h3"): each for each in ElementTree.fromstring(page).iter("section")}
    assert [each.text for each in sections["c003"].iter("pre")] == ["user: Write 3.", "Dear", "answer c003"]
    assert [each.text for each in sections["c006"].iter("pre")] == ["user: Write 6.", "Dear"]
    assert sum(1 for each in sections.values() if list(each.iter("pre"))) == 20


def test_a_probe_is_read_by_its_judge_and_is_no_evaluation(api: httpx.Client) -> None:
    [found] = api.get("/v1/eval-probes", params={"config": "release"}).json()["items"]
    assert found == api.get("/v1/eval-probes/p-1").json()
    assert found["spots"] == [SPOT.to_datum()]
    assert (found["judge_hash"], found["state"], found["cost"], found["cap"]) == (
        judge_of(CONFIG),
        "completed",
        "0.31",
        "0.50",
    )
    assert api.get("/v1/eval-probes", params={"config": "rejudged"}).json() == {
        "items": [],
        "next_page_token": None,
    }
    assert api.get("/v1/eval-probes", params={"config": "unknown"}).status_code == 404
    assert api.get("/v1/evals/p-1").status_code == 404
    assert queue(api)["run"] == "ci-1"


def test_the_cost_of_a_probe_is_estimated_from_verdicts_that_were_paid(
    api: httpx.Client, endpoints: Mapping[str, str]
) -> None:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    GoldenSets(offline(Settings, **values).store()).put_set("acme", GOLDEN)
    found = api.get("/v1/eval-configs/release/probe-plan", params={"cases": 50}).json()
    # 100 tokens in and 10 out each, at 1 and 2 dollars for 10^6
    assert (found["verdicts"], found["cost"], found["priced"]) == (450, "0.054", True)
    assert (found["golden_cases"], found["with_sources"], found["held_out"]) == (N, 0, 0)
    assert (found["judge_hash"], found["cap"]) == (judge_of(CONFIG), "5.00")
    whole = {"cases": 300, "repository": "repo-1"}
    assert api.get("/v1/eval-configs/release/probe-plan", params=whole).json()["verdicts"] == N * 3 * 3


@pytest.mark.parametrize(
    ("config", "repository", "status", "detail"),
    [
        ("unknown", "", 404, "eval config unknown does not exist"),
        ("checks", "", 409, "config is checks; must be one with a judge"),
        ("rejudged", "", 409, "config is rejudged; must be a config that has scored a version"),
        (
            "release",
            "acme/other",
            409,
            "repository is acme/other; must be a model of which release has",
        ),
    ],
)
def test_the_plan_of_a_probe_that_cannot_run_says_why(
    api: httpx.Client, config: str, repository: str, status: int, detail: str
) -> None:
    answer = api.get(f"/v1/eval-configs/{config}/probe-plan", params={"repository": repository})
    assert (answer.status_code, answer.json()["detail"].startswith(detail)) == (status, True)


def test_probes_of_an_organisation_are_its_own(api: httpx.Client, endpoints: Mapping[str, str]) -> None:
    other = token(endpoints, "globex", "eve")
    assert api.get("/v1/eval-probes", headers=other).json() == {"items": [], "next_page_token": None}
    assert api.get("/v1/eval-probes/p-1", headers=other).status_code == 404


def test_labels_are_listed_page_by_page_without_removed_ones(api: httpx.Client) -> None:
    found: list[dict[str, Any]] = []
    token = None
    while token is not None or not found:
        query = {"limit": 9} | ({"page_token": token} if token else {})
        page = api.get("/v1/eval-labels", params=query).json()
        found += page["items"]
        token = page["next_page_token"]
    assert len(found) == 22
    assert len({(each["case_id"], each["person"]) for each in found}) == 22
    assert [each["at"] for each in found] == sorted((each["at"] for each in found), reverse=True)
    assert (found[0]["case_id"], found[0]["person"], found[0]["score"]) == ("c002", "bea", 4)
    assert "carl" not in {each["person"] for each in found}


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ({"person": "bea"}, 2),
        ({"case": "c001"}, 2),
        ({"run": "ci-1", "person": "ann"}, 20),
        ({"run": "again"}, 0),
        ({"golden_set": "letters"}, 22),
        ({"golden_set": "others"}, 0),
        ({"person": "carl"}, 0),
    ],
)
def test_labels_are_filtered(api: httpx.Client, where: dict[str, str], count: int) -> None:
    found = api.get("/v1/eval-labels", params={**where, "limit": 1_000}).json()["items"]
    assert len(found) == count
    assert {each["golden_set"] for each in found} <= {"letters"}


def test_no_calibration_counts_a_removed_label(api: httpx.Client) -> None:
    found = api.get("/v1/eval-configs/release/calibration").json()
    assert found["calibration"]["people"] == ["ann", "bea"]


def test_scored_answers_are_read_apart_from_probes_and_evaluations(api: httpx.Client) -> None:
    found = api.get("/v1/eval-answer-scores/s-1").json()
    assert (found["state"], found["fresh"], found["cases"], found["cost"]) == ("completed", True, 2, None)
    assert found["results"] == [
        {"case": "c001", "task": "letter", "score": 0.75, "unread": 1, "code": ""},
    ]
    assert found["tasks"] == [{"task": "letter", "cases": 2, "missing": 1}]
    assert api.get("/v1/eval-answer-scores/p-1").status_code == 404
    assert api.get("/v1/eval-probes/s-1").status_code == 404
    assert api.get("/v1/evals/s-1").status_code == 404
    assert [each["run"] for each in api.get("/v1/eval-probes").json()["items"]] == ["p-1"]
