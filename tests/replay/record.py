"""Records the corpus: `python tests/replay/record.py NAME SEED` writes corpus/NAME.jsonl.gz, a batch a line.

`python tests/replay/record.py --rehash` recomputes the hashes of all recorded logs and changes nothing else:
for a new hashing.HASH_VERSION. It fails if a decision differs from the record.

`python tests/replay/record.py --reports` decides the inputs of all recorded logs again, for changes that
affect only reasons for waiting, warnings, estimates, reserved nodes and measures of queues: nothing reacts to
these, so the history stays consistent. It fails if anything else differs; then a log has to be recorded again
with its seed.

`python tests/replay/record.py --texts` does the same for changes of wording: it fails if anything differs but
the sentences of facts (TEXTS).

`python tests/replay/record.py --released` notes in released.json the decisions of this version of the rules
in each log. It is for releases: from then on, a log that is recorded with other decisions needs another
DECISIONS_VERSION.

The seeds are 17 for chaos-a, 3 for chaos-b and 4 for chaos-c. Without a seed the handwritten history of that
name is recorded (rare.py), for facts that random ones seldom contain.

A recorded log must re-step to the same decisions for ever. If an intended change of policy makes that
impossible, say so in a news fragment of type "decisions" and record again; never because a test is red.
"""

import gzip
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from muster.events.job_events import (
    JobPending,
    JobQueued,
    JobWarned,
    QueueMeasured,
    ReservationMade,
    ReservationReleased,
    StartPredicted,
)
from muster.events.scheduler_log import Decision
from muster.events.wire.datum import to_json
from muster.journal import Diverged
from muster.scheduler.core.decide import step
from muster.scheduler.core.replay.hashing import HASH_VERSION, StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.testkit.simulation import Chaos, recorded
from rare import (
    history_of_dues,
    history_of_failures,
    history_of_forecasts,
    history_of_moves,
    history_of_nodes,
    history_of_shared_time,
    history_of_spot,
    history_of_watchdogs,
    rare_history,
)
from restep import batches_of, digests, lines_of

BY_HAND = {
    "rare": rare_history,
    "nodes": history_of_nodes,
    "failures": history_of_failures,
    "shared-time": history_of_shared_time,
    "watchdogs": history_of_watchdogs,
    "spot": history_of_spot,
    "dues": history_of_dues,
    "moves": history_of_moves,
    "forecasts": history_of_forecasts,
}
CORPUS = Path(__file__).parent / "corpus"
RELEASED = Path(__file__).parent / "released.json"
TEXTS = ("reason", "message", "allowed")
"""Fields that hold sentences, in facts and their violations."""


def main(name: str, seed: str = "") -> None:
    """Live through one history and write its log down."""
    CORPUS.mkdir(exist_ok=True)
    batches = recorded(int(seed), Chaos(rounds=110, ask=0.5)) if seed else BY_HAND[name]()
    lines = (
        json.dumps(to_json(batch.to_datum()), separators=(",", ":"), sort_keys=True) for batch in batches
    )
    _write(CORPUS / f"{name}.jsonl.gz", list(lines))


def rehash(file: Path) -> None:
    """Recompute the hashes of a recorded log; everything else stays, byte for byte.

    Raises:
        Diverged: A decision differs from the record.
    """
    state, digest, lines = State(), StateHash(), list[str]()
    for line, batch in zip(lines_of(file), batches_of(file), strict=True):
        assert replay.refold(state, digest, replace(batch, state_hash=None))
        written = json.loads(line)
        if batch.state_hash is not None:
            written |= {"state_hash": digest.refresh(state), "hash_version": HASH_VERSION}
        lines.append(json.dumps(written, separators=(",", ":"), sort_keys=True))
    _write(file, lines)


def report_again(file: Path) -> None:
    """Decide the inputs of a recorded log again; only reports may differ from the record.

    Raises:
        Diverged: Another decision differs from the record.
    """
    _decide_again(file, _without_reports)


def word_again(file: Path) -> None:
    """Decide the inputs of a recorded log again; only sentences may differ from the record.

    Raises:
        Diverged: A decision differs from the record in more than its sentences.
    """
    _decide_again(file, _without_texts)


def _decide_again(file: Path, compared: Callable[[tuple[Decision, ...]], list[Any]]) -> None:
    state, digest, lines = State(), StateHash(), list[str]()
    for line, batch in zip(lines_of(file), batches_of(file), strict=True):
        decisions = tuple(c.decision for c in step(state, batch.inputs, batch.observed_at_ms))
        if compared(decisions) != compared(batch.decisions):
            raise Diverged(f"batch {batch.seq_first}: {replay.first_difference(batch.decisions, decisions)}")
        written = json.loads(line) | {
            "decisions": to_json(replace(batch, decisions=decisions).to_datum())["decisions"]
        }
        if batch.state_hash is not None:
            written |= {"state_hash": digest.refresh(state), "hash_version": HASH_VERSION}
        lines.append(json.dumps(written, separators=(",", ":"), sort_keys=True))
    _write(file, lines)


def note_release() -> None:
    """Write down which version of the rules is released, and what it decided in each recorded log."""
    noted = {"decisions_version": replay.DECISIONS_VERSION, "decisions": digests(CORPUS)}
    RELEASED.write_text(json.dumps(noted, indent=2) + "\n")


def _without_reports(decisions: tuple[Decision, ...]) -> list[Any]:
    reports = JobPending | JobWarned | QueueMeasured | StartPredicted | ReservationMade | ReservationReleased
    return [_without_estimates(each.payload) for each in decisions if not isinstance(each.payload, reports)]


def _without_texts(decisions: tuple[Decision, ...]) -> list[Any]:
    return [_textless(to_json(each.to_datum())) for each in decisions]


def _textless(value: Any) -> Any:
    """Return a JSON value without the sentences in it."""
    if isinstance(value, list):
        return [_textless(each) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {name: _textless(each) for name, each in fields.items() if name not in TEXTS}
    return value


def _without_estimates(payload: object) -> object:
    if isinstance(payload, JobQueued):
        return replace(payload, predicted_p50_ms=None, predicted_p90_ms=None)
    return payload


def _write(file: Path, lines: list[str]) -> None:
    file.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{file}: {len(lines)} batches, {file.stat().st_size} bytes")


if __name__ == "__main__":
    again = {"--rehash": rehash, "--reports": report_again, "--texts": word_again}.get(sys.argv[1])
    if sys.argv[1] == "--released":
        note_release()
    elif again:
        for recorded_log in sorted(CORPUS.glob("*.jsonl.gz")):
            again(recorded_log)
    else:
        main(*sys.argv[1:])
