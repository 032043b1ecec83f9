"""Evaluations as callers read them: real Postgres, facts of the real decider, in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import httpx
import pytest
from muster.eval.config import Settings
from muster.eval.core.configs.documents import GoldenCase, canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.runs.orders import Result, batches, result_bytes
from muster.eval.edge.http import API
from muster.events.eval_commands import (
    ActivateEvalConfig,
    ActivateGoldenSet,
    SetTokenPrice,
    StartEval,
    StopEval,
    TokenPrice,
)
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.registry_commands import RepositoryType, Visibility
from muster.events.registry_events import CommitMade, RepositoryCreated, StoredBytes, VersionPromoted
from muster.events.shared.work_orders import WorkerReported, WorkReported
from muster.events.topics import EVAL_EVENTS, EVAL_RESULTS, REGISTRY_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.journal import Outgoing
from muster.terminal.pages import POLICY
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.cores.deciding import given
from muster.testkit.offline import offline

pytestmark = [pytest.mark.stack]

REPOSITORY: Final = "repo-k3m5q7aa"
OTHER: Final = "repo-z9x8c7bb"
VERSIONS: Final = ("1f" * 20, "2e" * 20, "3d" * 20)
CASES: Final = 120
BY_ANN: Final[dict[str, Any]] = {"tenant": "acme", "requested_by": "ann"}
GOLDEN: Final = parse_cases(
    "\n".join(
        json.dumps(
            {"id": f"c{n:03d}", "task": ("extract", "tone")[n % 2], "prompt": f"{n}?", "expected": "x"}
        )
        for n in range(CASES)
    ).encode()
)
EVIL: Final = "<script>alert(1)</script>"


def config(margin: float = 0.02) -> dict[str, Any]:
    """A config over that set."""
    task = {"checks": [{"kind": "exact"}], "threshold": 0.6, "margin": margin}
    endpoint = {"model": "m", "url": "http://127.0.0.1:8000/v1"}
    return {"golden_set": "invoices", "endpoint": endpoint, "tasks": {"extract": task, "tone": task}}


def plan(run: str, document: dict[str, Any] | None = None) -> list[list[GoldenCase]]:
    """Batches of a run."""
    return [list(each) for each in batches(run, cases_of(GOLDEN.lines), parse_config(document or config()))]


class Story:
    """Facts of evaluations, as the decider decides them.

    Attributes:
        facts: Facts and results in their order.
    """

    def __init__(self) -> None:
        self.facts: list[Outgoing] = []
        self.decisions = given(DECIDER)
        for repository, name in ((REPOSITORY, "extract"), (OTHER, "classify")):
            self.tell(_created(repository, name))
            for commit in VERSIONS:
                self.tell(_made(repository, commit))
        price = TokenPrice(input_micros=1_000_000, output_micros=1_000_000)
        self.tell(SetTokenPrice(model="m", price=price, **BY_ANN))
        self.activate("invoices", "release", config())
        self.tell(WorkerReported(worker_id="w", incarnation=1, slots=4))

    def activate(self, golden_set: str, name: str, document: dict[str, Any]) -> None:
        """Put the golden set and a config in force."""
        activated = ActivateGoldenSet(
            name=golden_set, digest=GOLDEN.digest, tasks=GOLDEN.tasks, source="", **BY_ANN
        )
        self.tell(activated)
        text = canonical(parse_config(document))
        self.tell(ActivateEvalConfig(name=name, document=text, **BY_ANN))

    def tell(self, payload: Any) -> None:
        """Decide an input; keep it and what follows."""
        self.decisions.when(payload)
        if isinstance(payload, (RepositoryCreated, CommitMade, VersionPromoted)):
            self._keep(REGISTRY_EVENTS, payload)
        if isinstance(payload, CasesScored):
            self._keep(EVAL_RESULTS, payload)
        for fact in self.decisions.decided:
            if type(fact).__module__ == "muster.events.eval_events":
                self._keep(EVAL_EVENTS, fact)

    def evaluate(
        self,
        run: str,
        commit: str,
        right: Callable[[int], bool | None],
        *,
        name: str = "release",
        repository: str = REPOSITORY,
        document: dict[str, Any] | None = None,
        cached: bool = False,
        ends: bool = True,
        missing: int | None = None,
    ) -> None:
        """Start a run and have it done: `right` says whether a case is, by its number; None: it timed out.

        The batch `missing` is not sent.
        """
        start = StartEval(run=run, repository=repository, commit=commit, config=name, **BY_ANN)
        self.tell(start)
        order = plan(run, document)
        for place, batch in enumerate(order):
            if place == missing:
                continue
            scored = tuple(_result(each.id, each.task, right, cached=cached) for each in batch)
            self.tell(CasesScored(run=run, batch=place, results=scored, tenant="acme"))
        if ends:
            report = WorkReported(
                work_id=run,
                attempt=1,
                worker_id="w",
                incarnation=1,
                died=False,
                result=result_bytes(Result(batches=len(order), code="", reason="")),
                reason="",
            )
            self.tell(report)

    def promote(self, commit: str) -> None:
        """Have `production` lead to a version."""
        promoted = VersionPromoted(
            repository=REPOSITORY,
            commit=commit,
            pointer="production",
            former="",
            reason="",
            gates=("release",),
            overridden=False,
            refusal="",
            full_name="acme/extract",
            tenant="acme",
            requested_by="acme/ann",
        )
        self.tell(promoted)

    def _keep(self, topic: Topic, payload: Any) -> None:
        envelope = Envelope(
            event_id=f"e{len(self.facts)}",
            key=getattr(payload, "run", REPOSITORY),
            occurred_at_ms=self.decisions.now_ms,
            producer="test",
            correlation_id="c",
            payload=payload,
            tenant="acme",
        )
        self.facts.append(Outgoing(topic, envelope))


def _created(repository: str, name: str) -> RepositoryCreated:
    return RepositoryCreated(
        repository=repository,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name=name,
        visibility=Visibility.INTERNAL,
        tenant="acme",
        requested_by="acme/ann",
        commit="00" * 20,
        root="0" * 64,
    )


def _made(repository: str, commit: str) -> CommitMade:
    return CommitMade(
        repository=repository,
        branch="main",
        commit=commit,
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


def _result(case: str, task: str, right: Callable[[int], bool | None], *, cached: bool) -> CaseScore:
    number = int(case[1:])
    is_right = right(number)
    return CaseScore(
        case=case,
        task=task,
        cluster=f"case:{case}",
        score=None if is_right is None else float(is_right),
        code="TIMEOUT" if is_right is None else "",
        reason="" if is_right else f"expected is x, the answer {EVIL}",
        answer="ab" * 32,
        cached=cached,
        tokens_in=10,
        tokens_out=3,
        latency_ms=100 + number,
        key="9b" * 32,
        cost_picos=0 if cached else 13_000_000,
    )


def story() -> list[Outgoing]:
    """Two versions, the second evaluated beside the first in production; others by another config."""
    told = Story()
    told.evaluate("prod-1", VERSIONS[0], lambda n: n % 10 != 0)
    told.promote(VERSIONS[0])
    told.evaluate("ci-2", VERSIONS[1], lambda n: n % 10 != 0 and n % 4 != 1)
    told.evaluate("prod-3", VERSIONS[0], lambda n: n % 5 != 0, cached=True)  # after the verdict of ci-2
    told.activate("invoices", "lenient", config(margin=0.5))
    told.evaluate("other-4", VERSIONS[1], lambda n: True, name="lenient", document=config(margin=0.5))
    lenient = config(margin=0.5)
    told.evaluate("other-6", VERSIONS[0], lambda n: True, name="lenient", repository=OTHER, document=lenient)
    told.evaluate("stopped-7", VERSIONS[2], lambda n: n % 3 != 0, ends=False, missing=3)
    told.tell(StopEval(run="stopped-7", reason="", **BY_ANN))
    told.evaluate("late-5", VERSIONS[2], lambda n: None if n == 119 else True, ends=False)
    return told.facts


@pytest.fixture(scope="module")
def api(endpoints: Mapping[str, str]) -> Generator[httpx.Client]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
    token = mint(home, subject="ann", tenant="acme", roles=["submitter"], ttl_s=600)
    with (
        serve_declared(API, offline(Settings, **values), story()) as url,
        httpx.Client(base_url=url, trust_env=False, timeout=60) as client,
    ):
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def test_a_comparison_with_production_says_what_the_verdict_says(api: httpx.Client) -> None:
    verdict = {each["task"]: each for each in api.get("/v1/evals/ci-2").json()["tasks"]}
    found = api.get("/v1/evals/ci-2/comparison").json()
    assert (found["baseline"]["run"], found["of_verdict"], found["warnings"]) == ("prod-1", True, [])
    assert {each["task"] for each in found["tasks"]} == {"extract", "tone"}
    for task in found["tasks"]:
        same = verdict[task["task"]]
        for field in ("value", "difference", "detectable", "cases"):
            assert task[field] == same[field], field
    tone = found["tasks"][1]
    assert (tone["pairs"], tone["worsened"], tone["improved"], tone["coverage"]) == (60, 30, 0, 1.0)
    assert tone["lower"] < tone["difference"] == -0.5 < tone["upper"] < 0


def test_a_stopped_run_is_compared_by_what_its_verdict_counts(api: httpx.Client) -> None:
    shown = api.get("/v1/evals/stopped-7").json()
    assert (shown["state"], shown["done"]) == ("stopped", 95), "one of five batches of 25 did not come"
    found = api.get("/v1/evals/stopped-7/comparison").json()
    assert (found["baseline"]["run"], found["of_verdict"]) == ("prod-3", True)
    fields = ("task", "value", "difference", "detectable", "cases")
    assert [[each[name] for name in fields] for each in found["tasks"]] == [
        [each[name] for name in fields] for each in shown["tasks"]
    ]
    assert sum(each["cases"] for each in found["tasks"]) == 74, "three batches before the gap, less a cluster"


def test_flipped_cases_come_the_worst_first_and_as_many_as_asked_for(api: httpx.Client) -> None:
    found = api.get("/v1/evals/ci-2/comparison", params={"limit": 3}).json()
    assert [(each["case_id"], each["baseline"], each["score"]) for each in found["flipped"]] == [
        ("c001", 1.0, 0.0),
        ("c005", 1.0, 0.0),
        ("c009", 1.0, 0.0),
    ]
    assert EVIL in found["flipped"][0]["reason"]


def test_cost_and_latency_stand_beside_what_was_cached(api: httpx.Client) -> None:
    found = api.get("/v1/evals/ci-2/comparison", params={"baseline": "prod-3"}).json()
    assert found.get("of_verdict") is False, found
    figures = ("scored", "paid", "cached", "cost", "latency_p50_ms", "latency_p95_ms", "tokens_out")
    assert [found["run"][name] for name in figures] == [120, 120, 0, "0.00156", 159, 213, 360]
    assert [found["baseline"][name] for name in figures] == [120, 0, 120, "0.00", 159, 213, 0]


def test_other_terms_of_one_set_are_compared_with_a_warning(api: httpx.Client) -> None:
    found = api.get("/v1/evals/other-4/comparison", params={"baseline": "ci-2"}).json()
    assert found.get("warnings") == ["the configs differ: checks or sampling may explain differences"]
    assert [each["worsened"] for each in found["tasks"]] == [0, 0]
    assert found["flipped"][0]["case_id"] == "c000"


@pytest.mark.parametrize(
    ("run", "baseline", "status", "text"),
    [
        ("late-5", "ci-2", 422, "run is late-5, which is still running; must be one that ended with scores"),
        ("ci-2", "late-5", 422, "must be one that did all its cases"),
        ("ci-2", "none", 404, "none"),
        ("prod-1", "", 404, "prod-1 was compared with no evaluation; name a baseline"),
        ("none", "ci-2", 404, "none"),
    ],
)
def test_two_runs_that_cannot_be_compared_are_rejected(
    api: httpx.Client, run: str, baseline: str, status: int, text: str
) -> None:
    answer = api.get(f"/v1/evals/{run}/comparison", params={"baseline": baseline})
    assert (answer.status_code, text in answer.text) == (status, True), answer.text


def test_how_far_a_run_is_is_the_sum_of_its_batches(api: httpx.Client) -> None:
    shown = api.get("/v1/evals/late-5").json()
    assert (shown["state"], shown["done"], shown["scored"], shown["cached"]) == ("running", 120, 119, 0)
    assert (shown["tokens_in"], shown["tokens_out"], shown["cost"]) == (1200, 360, "0.00156")
    cached = api.get("/v1/evals/prod-3").json()
    assert (cached["cached"], cached["tokens_in"], cached["cost"]) == (120, 0, "0.00")


def test_a_page_has_the_figures_of_the_comparison_and_links_to_its_cases(api: httpx.Client) -> None:
    answer = api.get("/v1/evals/ci-2/report", params={"format": "html"})
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == f"{POLICY}; frame-ancestors 'none'; sandbox"
    page = ElementTree.fromstring(answer.text)
    rows = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]
    assert ["tone", "0.500", "1.000", "60", "30", "0", "30", "100.0%"] in rows
    version = "acme/extract@2e2e2e2e2e2e"
    assert ["ci-2", version, "120", "120", "120", "0", "0.00156", "159", "213"] in rows
    assert [each.get("href") for each in page.iter("a")] == [f"#case-{n}" for n in range(1, 31)]
    assert EVIL in "".join(page.itertext())
    assert not list(page.iter("script"))


@pytest.mark.parametrize("run", ["prod-1", "late-5"])
def test_a_run_without_a_baseline_or_a_verdict_has_a_page(api: httpx.Client, run: str) -> None:
    page = ElementTree.fromstring(api.get(f"/v1/evals/{run}/report", params={"format": "html"}).text)
    rows = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]
    assert [row[0] for row in rows if row[1].startswith("acme/extract@")] == [run]


def test_a_series_has_thresholds_blocked_versions_and_the_one_in_production(api: httpx.Client) -> None:
    found = api.get("/v1/eval-configs/release/series", params={"task": "tone"}).json()
    assert (found["config"], found["repository"]) == ("release", "acme/extract")
    [tone] = found["tasks"]
    shown = ("run", "value", "threshold", "verdict", "blocked", "in_production", "other_terms")
    assert [tuple(each[name] for name in shown) for each in tone["points"]] == [
        ("prod-3", 0.8, 0.6, "passed", False, True, False),
        ("ci-2", 0.5, 0.6, "failed", True, False, False),
        ("stopped-7", tone["points"][2]["value"], 0.6, "inconclusive", False, False, False),
    ]
    assert [each["commit"] for each in tone["points"]] == list(VERSIONS)
    verdict = {each["task"]: each for each in api.get("/v1/evals/ci-2").json()["tasks"]}["tone"]
    assert tone["points"][1]["lower"] == verdict["lower"]


def test_a_series_as_a_picture_marks_what_each_task_blocked(api: httpx.Client) -> None:
    answer = api.get(
        "/v1/eval-configs/release/series", params={"format": "svg", "repository": "ACME/extract"}
    )
    assert answer.headers["content-type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.text)
    assert picture.get("aria-label") == "acme/extract by release"
    texts = ["".join(each.itertext()) for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"extract", "tone", "production", VERSIONS[1][:7]} <= set(texts)


def test_a_series_needs_the_repository_where_several_have_evaluations(api: httpx.Client) -> None:
    answer = api.get("/v1/eval-configs/lenient/series")
    assert answer.status_code == 422
    [wrong] = answer.json()["violations"]
    assert (wrong["field"], wrong["allowed"]) == ("repository", "one of acme/classify, acme/extract")
    found = api.get("/v1/eval-configs/lenient/series", params={"repository": "acme/classify"}).json()
    assert [each["points"][0]["run"] for each in found["tasks"]] == ["other-6", "other-6"]


@pytest.mark.parametrize(
    ("path", "asked", "text"),
    [
        ("release", {"task": "none"}, "none"),
        ("release", {"repository": "acme/none"}, "acme/none"),
        ("none", {}, "none"),
    ],
)
def test_a_series_of_nothing_is_not_found(
    api: httpx.Client, path: str, asked: dict[str, str], text: str
) -> None:
    answer = api.get(f"/v1/eval-configs/{path}/series", params=asked)
    assert (answer.status_code, text in answer.json()["detail"]) == (404, True), answer.text


def paged(api: httpx.Client, run: str, limit: int, **asked: str) -> list[list[str]]:
    """Ids of cases, page by page."""
    found: list[list[str]] = []
    token: str | None = None
    while True:
        more = {} if token is None else {"page_token": token}
        answer = api.get(f"/v1/evals/{run}/cases", params={**asked, "limit": limit, **more}).json()
        found.append([each["case_id"] for each in answer["items"]])
        token = answer["next_page_token"]
        if token is None:
            return found


def test_pages_of_cases_are_in_the_order_of_the_run_without_gap_or_repeat(api: httpx.Client) -> None:
    order = [each.id for batch in plan("ci-2") for each in batch]
    pages = paged(api, "ci-2", 50)
    assert [len(each) for each in pages] == [50, 50, 20]
    assert [case for page in pages for case in page] == order


def test_pages_of_flipped_cases_go_on_where_the_page_before_ended(api: httpx.Client) -> None:
    whole = paged(api, "ci-2", 1000, which="flipped")
    pages = paged(api, "ci-2", 7, which="flipped")
    assert [case for page in pages for case in page] == whole[0]
    assert [len(each) for each in pages] == [7, 7, 7, 7, 2]
    compared = api.get("/v1/evals/ci-2/comparison", params={"limit": 100}).json()["flipped"]
    assert {each["case_id"] for each in compared} == set(whole[0])


@pytest.mark.parametrize(
    ("asked", "cases"),
    [
        ({"task": "tone"}, 60),
        ({"which": "failed", "task": "extract"}, 12),
        ({"which": "failed"}, 42),
        ({"code": "TIMEOUT"}, 0),
        ({"which": "unscored"}, 0),
    ],
)
def test_cases_are_filtered_by_kind_task_and_code(
    api: httpx.Client, asked: dict[str, str], cases: int
) -> None:
    assert sum(map(len, paged(api, "ci-2", 1000, **asked))) == cases


def test_cases_without_a_score_are_found_by_their_code(api: httpx.Client) -> None:
    assert (
        paged(api, "late-5", 10, code="TIMEOUT") == paged(api, "late-5", 10, which="unscored") == [["c119"]]
    )


def test_a_case_shows_its_result_and_nothing_of_the_page(api: httpx.Client) -> None:
    [case] = api.get("/v1/evals/ci-2/cases", params={"which": "flipped", "limit": 1}).json()["items"]
    assert case == {
        "case_id": case["case_id"],
        "task": "tone",
        "score": 0.0,
        "code": "",
        "reason": f"expected is x, the answer {EVIL}",
        "baseline": 1.0,
        "cached": False,
        "tokens_out": 3,
        "latency_ms": 100 + int(case["case_id"][1:]),
        "judge_scores": [],
        "judge_unread": 0,
        "key": "9b" * 32,
        "cost": "0.000013",
        "subset": "locked",
    }


def test_a_token_of_another_list_is_refused(api: httpx.Client) -> None:
    token = api.get("/v1/evals/ci-2/cases", params={"limit": 1}).json()["next_page_token"]
    asked = {"which": "flipped", "page_token": token}
    answer = api.get("/v1/evals/ci-2/cases", params=asked)
    assert (answer.status_code, answer.json()["violations"][0]["field"]) == (422, "page_token")
