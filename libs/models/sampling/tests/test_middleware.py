"""A real server streams through the middleware; its samples arrive in the log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import uuid
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from muster.events.inference_samples import FeedbackGiven, InferenceSampled, TrafficReported
from muster.events.topics import INFERENCE_SAMPLES
from muster.journal import Journal, MemoryJournal
from muster.journal.admin import create_topics, register_schemas
from muster.sampling.middleware import COPY_BYTES_MAX, Receive, SampledInference, Scope, Send
from muster.sampling.policies import SamplingPolicy
from muster.sampling.polling import PolicyPoller
from muster.sampling.sending import Sender
from muster.testkit.api.canned_api import Answer, Api
from muster.testkit.patience import until
from muster.testkit.stack.renamed import RenamedJournal, renamed
from muster.testkit.stack.topics import remove_topics

ALL = SamplingPolicy(one_in=1, per_second_max=1_000, bodies=True)
HEADERS = {"x-muster-task": "mail", "x-muster-segment": "de", "x-muster-user": "ann"}
CHAT = {
    "model": "tiny",
    "messages": [{"role": "user", "content": "Write to ann@mail.example"}],
    "stream": True,
}
PIECES = [
    b'data: {"choices": [{"index": 0, "delta": {"content": "Call "}}]}\n\n',
    b'data: {"choices": [{"index": 0, "delta": {"content": "+49 30 1234567"}, "finish_reason": "stop"}]}\n\n',
    b"data: [DONE]\n\n",
]


class Model:
    """An OpenAI-compatible server that sends its second piece once it may.

    Attributes:
        go_on: Lets it send what follows the first piece.
    """

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.received = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        self.received = b""
        while (message := await receive()) and message["type"] == "http.request":
            self.received += message["body"]
            if not message.get("more_body"):
                break
        if b"crash" in self.received:
            raise RuntimeError("out of memory")
        headers = [(b"content-type", b"text/event-stream"), (b"x-own", b"1")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": PIECES[0], "more_body": True})
        await asyncio.to_thread(self.go_on.wait, 60)
        for piece in PIECES[1:]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


@contextlib.contextmanager
def _served(
    model: Model, journal: Journal, policy: SamplingPolicy | PolicyPoller = ALL, **more: Any
) -> Generator[httpx.Client]:
    """Serve a model; the end of the server sends what is left."""
    app = SampledInference(
        model,
        repository="acme/tiny",
        commit="c0",
        sender=Sender(journal),
        policy=policy,
        user_key=b"k",
        **more,
    )
    # Any callable is an app; uvicorn's types name each message.
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))  # pyright: ignore[reportArgumentType]
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            thread.join(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(60)


def _events(journal: Journal) -> list[Any]:
    with contextlib.closing(journal.reader([INFERENCE_SAMPLES], name="test")) as reader:
        return [delivery.envelope.payload for delivery in reader.read_to_end()]


@pytest.fixture
def memory() -> MemoryJournal:
    return MemoryJournal([INFERENCE_SAMPLES])


@pytest.fixture
def kafka(endpoints: Mapping[str, str]) -> Generator[Journal]:
    suffix = f"sampling-{uuid.uuid4().hex[:8]}"
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    topics = renamed(suffix, [INFERENCE_SAMPLES])
    create_topics(bootstrap, topics)
    register_schemas(registry, topics)
    journal = RenamedJournal(bootstrap, registry, "sampling", suffix)
    try:
        yield journal
    finally:
        journal.close()
        remove_topics(bootstrap, registry, topics)


@pytest.fixture(params=["memory", pytest.param("kafka", marks=pytest.mark.stack)])
def journal(request: pytest.FixtureRequest) -> Journal:
    return request.getfixturevalue(request.param)


def test_streamed_answer_passes_unbuffered_and_its_sample_is_in_the_log(journal: Journal) -> None:
    model = Model()
    with _served(model, journal) as client:
        with client.stream("POST", "/v1/chat/completions", json=CHAT, headers=HEADERS) as answer:
            chunks = answer.iter_raw()
            assert next(chunks) == PIECES[0]  # the server still waits
            model.go_on.set()
            assert b"".join(chunks) == b"".join(PIECES[1:])
        sample = answer.headers["x-muster-sample"]
        assert answer.headers["x-own"] == "1"
        assert json.loads(model.received) == CHAT
        report = {"sample": sample, "task": "mail", "segment": "de", "rating": 0.5}
        assert client.post("/v1/feedback", json=report, headers=HEADERS).status_code == 202
    events: dict[type, Any] = {type(event): event for event in _events(journal)}
    sampled, feedback, traffic = (events[each] for each in (InferenceSampled, FeedbackGiven, TrafficReported))
    assert (sampled.sample, sampled.repository, sampled.task, sampled.segment) == (
        sample,
        "acme/tiny",
        "mail",
        "de",
    )
    assert (sampled.status, sampled.finish_reason, sampled.one_in, sampled.redactions) == (200, "stop", 1, 2)
    assert sampled.body.answer == "Call [phone redacted]"
    assert sampled.body.conversation[0].content == "Write to [mail redacted]"
    assert 0 <= sampled.first_token_ms <= sampled.latency_ms
    assert (feedback.sample, feedback.rating) == (sample, 0.5)
    assert len(sampled.subject) == 32
    assert feedback.subject == sampled.subject
    assert (traffic.seen, traffic.sampled, traffic.dropped) == (1, 1, 0)


def test_user_can_forbid_to_keep_texts(memory: MemoryJournal) -> None:
    model = Model()
    model.go_on.set()
    with _served(model, memory) as client:
        client.post("/v1/chat/completions", json=CHAT, headers={"x-muster-no-sample": "1"})
    sample, _ = _events(memory)
    assert (sample.body, sample.subject, sample.characters_out) == (None, "", len("Call +49 30 1234567"))


def test_changed_policy_applies_without_a_restart(memory: MemoryJournal, tmp_path: Path) -> None:
    model = Model()
    model.go_on.set()
    (tmp_path / "token").write_text("t")
    rates = {"one_in": 1, "per_window_min": 0, "per_second_max": 1_000.0}
    with contextlib.closing(Api()) as api:
        path = "/v1/drift-sampling/acme/tiny"
        api.on("GET", path, Answer(200, {**rates, "bodies": True}))
        poller = PolicyPoller(api.url, "acme/tiny", tmp_path / "token", every_s=0.01)
        with _served(model, memory, poller) as client:
            for bodies in (True, False):
                api.on("GET", path, Answer(200, {**rates, "bodies": bodies}))
                until(lambda bodies=bodies: poller.policy.bodies is bodies, "the policy does not change")
                client.post("/v1/chat/completions", json=CHAT)
                until(lambda: not poller.policy.bodies or _events(memory), "the sample is not sent")
    first, second, _ = _events(memory)
    assert (first.body is None, second.body is None) == (False, True)


def test_server_that_fails_is_sampled_as_an_error(memory: MemoryJournal) -> None:
    with _served(Model(), memory) as client:
        assert client.post("/v1/completions", json={"prompt": "crash"}).status_code == 500
    sample, _ = _events(memory)
    assert (sample.status, sample.characters_in, sample.characters_out) == (500, 5, 0)


def test_other_requests_are_not_counted(memory: MemoryJournal) -> None:
    model = Model()
    model.go_on.set()
    with _served(model, memory) as client:
        for answer in (client.get("/v1/models"), client.post("/v1/embeddings", json={})):
            assert answer.content == b"".join(PIECES)
            assert "x-muster-sample" not in answer.headers
    (report,) = _events(memory)
    assert (report.seen, report.sampled) == (0, 0)


def test_request_that_is_not_chosen_passes_without_a_sample(memory: MemoryJournal) -> None:
    model = Model()
    model.go_on.set()
    policy = SamplingPolicy(one_in=2**31 - 1, per_window_min=0)
    with _served(model, memory, policy, new_id=lambda: "f" * 32) as client:
        answer = client.post("/v1/chat/completions", json=CHAT)
        assert answer.content == b"".join(PIECES)
        assert "x-muster-sample" not in answer.headers
    (report,) = _events(memory)
    assert (report.seen, report.sampled) == (1, 0)


def test_large_request_reaches_the_server_whole(memory: MemoryJournal) -> None:
    model = Model()
    model.go_on.set()
    request = {"prompt": "x" * (COPY_BYTES_MAX + 1), "model": "tiny"}
    with _served(model, memory) as client:
        client.post("/v1/completions", json=request)
        assert json.loads(model.received) == request
    sample, _ = _events(memory)
    assert sample.characters_in == len(model.received)
    assert sample.body is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            {"sample": "x", "rating": 1},
            'sample is "x"; must be the 32 hexadecimal digits of the header x-muster-sample',
        ),
        ({"sample": "x" * 20_000}, "body is larger; must be at most 16384 bytes"),
    ],
)
def test_wrong_feedback_is_refused(memory: MemoryJournal, body: dict[str, Any], message: str) -> None:
    with _served(Model(), memory) as client:
        answer = client.post("/v1/feedback", json=body)
    assert (answer.status_code, answer.json()) == (422, {"errors": [message]})
    assert [type(event) for event in _events(memory)] == [TrafficReported]
