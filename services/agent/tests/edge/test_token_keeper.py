"""The token of reports: renewed in time, stored across restarts; without one nothing is sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from muster.agent.core.reports import Reporter
from muster.agent.edge.credential.keeper import TokenKeeper
from muster.agent.edge.credential.node_api import ApiUnavailable, EnrolmentRefused, FreshToken, NodeApi
from muster.agent.edge.credential.speaking import SpeakingProducer
from muster.events.task_events import AgentStarted
from muster.events.topics import TASK_EVENTS
from muster.journal import ManualClock, MemoryJournal, Outgoing, Unavailable

LIFE_S = 1_000
STARTED = AgentStarted(node_id="n", boot_id="b", fresh=True, order_seq_last=-1, running=())


class Api:
    """API that numbers its tokens, and raises its `failure` if it has one."""

    def __init__(self) -> None:
        self.given = 0
        self.failure: Exception | None = None

    def token(self) -> FreshToken:
        if self.failure:
            raise self.failure
        self.given += 1
        return FreshToken(f"token-{self.given}", LIFE_S)


@pytest.fixture
def keeper_of(tmp_path: Path) -> Callable[[Api, ManualClock], TokenKeeper]:
    return lambda api, clock: TokenKeeper(api, tmp_path / "token", clock)


def test_a_token_is_renewed_after_half_its_life_and_used_until_then(
    keeper_of: Callable[[Api, ManualClock], TokenKeeper],
) -> None:
    api, clock = Api(), ManualClock()
    keeper = keeper_of(api, clock)
    assert keeper.authorization() is None
    assert keeper.renew()
    clock.advance(499_999)
    assert (keeper.renew(), keeper.authorization(), api.given) == (True, "Bearer token-1", 1)
    clock.advance(1)
    api.failure = ApiUnavailable("away")
    assert (keeper.renew(), keeper.authorization(), keeper.missing()) == (False, "Bearer token-1", None)
    clock.advance(469_999)
    assert keeper.authorization() == "Bearer token-1"
    clock.advance(1)
    assert keeper.authorization() is None, "it would expire on the way"
    assert keeper.missing() == "the node has no valid token: away"
    api.failure = None
    assert (keeper.renew(), keeper.authorization(), keeper.missing()) == (True, "Bearer token-2", None)


def test_an_agent_that_starts_while_the_api_is_away_uses_the_stored_token(
    keeper_of: Callable[[Api, ManualClock], TokenKeeper], tmp_path: Path
) -> None:
    api, clock = Api(), ManualClock()
    assert keeper_of(api, clock).renew()
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    api.failure = ApiUnavailable("away")
    later = ManualClock(clock.now_ms() + 600_000)
    assert keeper_of(api, later).authorization() == "Bearer token-1"
    too_late = ManualClock(clock.now_ms() + LIFE_S * 1_000)
    assert keeper_of(api, too_late).authorization() is None
    (tmp_path / "token").write_text("half a fi")
    assert keeper_of(api, later).authorization() is None


def test_a_token_that_cannot_be_stored_is_used_nevertheless(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "gone" / "token"
    keeper = TokenKeeper(Api(), file, ManualClock())
    assert (keeper.renew(), keeper.authorization()) == (True, "Bearer token-1")
    assert f"{file}: the token was not written: No such file or directory" in caplog.text


def test_no_record_is_sent_without_a_token() -> None:
    journal = MemoryJournal([TASK_EVENTS])
    shown: list[str | None] = [None]
    producer = SpeakingProducer(journal.producer("agent"), lambda: shown[0])
    report = Outgoing(TASK_EVENTS, Reporter("n").started(STARTED, 0))
    assert isinstance(producer.send(report).exception(0), Unavailable)
    shown[0] = "Bearer x"
    assert producer.send(report).exception(0) is None
    [sent] = journal.reader([TASK_EVENTS], name="test").read_to_end()
    assert sent.authorization == "Bearer x"


@pytest.mark.parametrize(
    ("content", "mode", "says"),
    [
        (None, 0, "No such file or directory; `muster node enrol` writes one"),
        ("", 0o600, "is empty"),
        ("secret", 0o644, "has mode 644; must be 600"),
    ],
)
def test_an_enrolment_that_is_absent_empty_or_readable_by_others_is_not_used(
    tmp_path: Path, content: str | None, mode: int, says: str
) -> None:
    file = tmp_path / "enrolment"
    if content is not None:
        file.write_text(content)
        file.chmod(mode)
    with pytest.raises(EnrolmentRefused, match=says):
        NodeApi("http://127.0.0.1:9", file).token()


@pytest.mark.slow
def test_a_renewed_enrolment_replaces_the_one_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "enrolment"
    file.touch(mode=0o600)
    file.write_text("first")
    shown: list[str | None] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            shown.append(self.headers["Authorization"])
            self.rfile.read(int(self.headers["Content-Length"]))
            renewed = "second" if len(shown) == 1 else None
            body = json.dumps({"token": "t", "expires_in_s": 60, "enrolment": renewed}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        api = NodeApi(f"http://127.0.0.1:{server.server_port}", file)
        assert [api.token().token for _ in range(2)] == ["t", "t"]
        server.shutdown()
    assert shown == ["Bearer first", "Bearer second"]
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("second\n", 0o600)


def test_an_api_that_does_not_answer_is_called_again_later(tmp_path: Path) -> None:
    file = tmp_path / "enrolment"
    file.touch(mode=0o600)
    file.write_text("secret")
    with pytest.raises(ApiUnavailable, match="cannot reach Muster"):
        NodeApi("http://127.0.0.1:9", file).token()
