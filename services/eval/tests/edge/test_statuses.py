"""Statuses at a code host: a real server that keeps them as GitHub does, the newest first."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from muster.eval.edge.statuses import NAME, Poster, effects, reactor
from muster.events.eval_events import EvalStopped, StatusChanged, StatusState
from muster.events.topics import EVAL_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, ManualClock, MemoryJournal, Outgoing
from muster.reactors import Undeliverable, Undelivered
from muster.reactors.alerts.targets import Secrets, Targets
from muster.reactors.reactor import Item
from muster.testkit.api.canned_api import Answer, Api, Asked

SHA: Final = "9c" * 20
TOKEN: Final = "ghp_not-a-real-token"
PATH: Final = f"/api/v3/repos/acme/app/statuses/{SHA}"
LIST: Final = f"/api/v3/repos/acme/app/commits/{SHA}/statuses"


class CodeHost:
    """Keeps statuses of one commit.

    Attributes:
        api: The server.
        statuses: The newest first.
    """

    def __init__(self, api: Api) -> None:
        self.api = api
        self.statuses: list[dict[str, Any]] = []
        api.on("POST", PATH, self.create)
        api.on("GET", LIST, lambda _: Answer(200, self.statuses))

    def create(self, asked: Asked) -> Answer:
        """Keep a status."""
        self.statuses.insert(0, asked.json)
        return Answer(201, asked.json)

    @property
    def state(self) -> str:
        """The state that counts."""
        return str(self.statuses[0]["state"])


@pytest.fixture
def host() -> Generator[CodeHost]:
    api = Api()
    yield CodeHost(api)
    api.close()


@pytest.fixture
def poster(host: CodeHost, tmp_path: Path) -> Poster:
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "github").write_text(f"{TOKEN}\n")
    return Poster(
        targets=Targets(private=[host.api.url]),
        secrets=Secrets(tmp_path),
        link_base="https://muster.example.org",
    )


def changed(host: CodeHost, state: StatusState, run: str = "ci-1", **more: Any) -> StatusChanged:
    """A status of a run."""
    return replace(
        StatusChanged(
            run=run,
            repository="repo-k3m5q7aa",
            commit="1f" * 20,
            api=f"{host.api.url}/api/v3",
            code_repository="acme/app",
            sha=SHA,
            token="github",
            context="muster/release",
            state=state,
            description=f"{run}: {state.value.lower()}",
            tenant="acme",
        ),
        **more,
    )


def item(status: StatusChanged, attempt: int = 1) -> Item:
    """An effect to carry out."""
    return Item(key="k", label="post", payload=status.to_datum(), attempt=attempt)


def test_a_status_is_posted_with_the_token_and_a_link(host: CodeHost, poster: Poster) -> None:
    poster(item(changed(host, StatusState.FAILURE)))
    [request] = host.api.requests("POST", PATH)
    assert request.json == {
        "state": "failure",
        "context": "muster/release",
        "description": "ci-1: failure",
        "target_url": "https://muster.example.org/v1/evals/ci-1/report",
    }
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert request.headers["host"] == host.api.url.removeprefix("http://")


def test_a_pending_status_that_comes_late_does_not_hide_the_verdict(host: CodeHost, poster: Poster) -> None:
    poster(item(changed(host, StatusState.SUCCESS)))
    poster(item(changed(host, StatusState.PENDING), attempt=3))
    assert host.state == "success"
    assert len(host.statuses) == 1


def test_a_verdict_that_comes_while_pending_is_posted_counts(host: CodeHost, poster: Poster) -> None:
    def create(asked: Asked) -> Answer:
        """The verdict of the run is there just before."""
        verdict = {**asked.json, "state": "failure", "description": "ci-1: failed"}
        host.statuses[:0] = [asked.json, verdict]
        host.api.on("POST", PATH, host.create)
        return Answer(201)

    host.api.on("POST", PATH, create)
    poster(item(changed(host, StatusState.PENDING)))
    assert [each["state"] for each in host.statuses] == ["failure", "pending", "failure"]


def test_a_second_run_is_pending_though_the_first_has_a_verdict(host: CodeHost, poster: Poster) -> None:
    poster(item(changed(host, StatusState.FAILURE)))
    poster(item(changed(host, StatusState.PENDING, "ci-2")))
    assert host.state == "pending"
    poster(item(changed(host, StatusState.SUCCESS, "ci-2")))
    assert host.state == "success"


def test_the_same_status_twice_is_one_state(host: CodeHost, poster: Poster) -> None:
    for attempt in (1, 2):
        poster(item(changed(host, StatusState.SUCCESS), attempt))
    assert {json.dumps(each) for each in host.statuses} == {json.dumps(host.statuses[0])}


@pytest.mark.parametrize("garbage", [{"not": "a list"}, ["text", 3], [{"context": 1, "description": None}]])
def test_a_list_that_is_none_hides_nothing(host: CodeHost, poster: Poster, garbage: object) -> None:
    host.api.on("GET", LIST, Answer(200, garbage))
    poster(item(changed(host, StatusState.PENDING)))
    assert host.state == "pending"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer(500), Undelivered),
        (Answer(503), Undelivered),
        (Answer(429), Undelivered),
        (Answer(403, headers={"retry-after": "60"}), Undelivered),
        (Answer(403, headers={"x-ratelimit-remaining": "0"}), Undelivered),
        (Answer(401), Undeliverable),
        (Answer(403), Undeliverable),
        (Answer(404), Undeliverable),
        (Answer(422), Undeliverable),
        (Answer(302, headers={"location": "http://127.0.0.1:1/"}), Undeliverable),
    ],
)
def test_a_refusal_is_final_and_a_fault_is_tried_again(
    host: CodeHost, poster: Poster, answer: Answer, error: type[Exception]
) -> None:
    host.api.on("POST", PATH, answer)
    with pytest.raises(error) as raised:
        poster(item(changed(host, StatusState.SUCCESS)))
    assert str(answer.status) in str(raised.value)
    assert TOKEN not in str(raised.value)


def test_a_host_that_does_not_answer_is_tried_again(host: CodeHost, poster: Poster) -> None:
    status = changed(host, StatusState.SUCCESS, api="http://127.0.0.1:9")
    other = Poster(targets=Targets(private=["http://127.0.0.1:9"]), secrets=poster.secrets)
    with pytest.raises(Undelivered, match="ConnectError"):
        other(item(status))


def test_a_token_goes_only_to_listed_hosts(host: CodeHost, poster: Poster, tmp_path: Path) -> None:
    other = replace(poster, targets=Targets(["https://api.github.com"]))
    with pytest.raises(Undeliverable, match="is not an allowed target"):
        other(item(changed(host, StatusState.SUCCESS)))
    public = Poster(targets=Targets([host.api.url]), secrets=Secrets(tmp_path))
    with pytest.raises(Undeliverable, match="private addresses are not allowed"):
        public(item(changed(host, StatusState.SUCCESS)))
    assert host.api.asked == []


def test_a_token_of_another_organisation_is_not_read(host: CodeHost, poster: Poster) -> None:
    for status in (
        changed(host, StatusState.SUCCESS, tenant="globex"),
        changed(host, StatusState.SUCCESS, token="../acme/github"),
    ):
        with pytest.raises(Undelivered, match="secret"):
            poster(item(status))
    assert host.api.asked == []


def test_only_a_changed_status_asks_for_something(host: CodeHost) -> None:
    journal = MemoryJournal((EVAL_EVENTS,), clock=ManualClock())
    stopped = EvalStopped(run="ci-1", repository="r", commit="c", tenant="acme", requested_by="acme/ann")
    for payload in (stopped, changed(host, StatusState.SUCCESS)):
        envelope = Envelope(
            event_id=type(payload).__name__,
            key="r",
            occurred_at_ms=0,
            producer="t",
            correlation_id="c",
            payload=payload,
        )
        journal.producer("t").send(Outgoing(EVAL_EVENTS, envelope))
    found: list[Delivery[Any]] = list(journal.reader([EVAL_EVENTS], name="t").read_to_end())
    [none, [effect]] = [list(effects(each)) for each in found]
    assert none == []
    assert effect.payload == changed(host, StatusState.SUCCESS).to_datum()
    assert TOKEN not in json.dumps(effect.payload)


def test_the_reactor_posts_nothing_of_the_past(poster: Poster) -> None:
    declared = reactor(poster)
    assert (declared.name, declared.begin.name) == (NAME, "END")
