"""Re-steps recorded logs and prints what each came to: `python tests/replay/restep.py FILE...`."""

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from convert import Converter
from muster.events.scheduler_log import Batch
from muster.scheduler.core.replay.hashing import StateHash, is_comparable
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay


def lines_of(file: Path) -> list[str]:
    """The batches of a recorded log, a JSON document each."""
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def digests(corpus: Path) -> dict[str, str]:
    """The SHA-256 of the decisions in each recorded log, by the log's name; state hashes do not count."""
    found: dict[str, str] = {}
    for file in sorted(corpus.glob("*.jsonl.gz")):
        decisions = [json.loads(line)["decisions"] for line in lines_of(file)]
        found[file.name.partition(".")[0]] = hashlib.sha256(json.dumps(decisions).encode()).hexdigest()
    return found


def batches_of(file: Path) -> Iterator[Batch]:
    """A recorded log as today's schema has it."""
    converter = Converter()
    for line in lines_of(file):
        yield Batch.from_datum(converter.convert(json.loads(line)))


def restep(file: Path) -> tuple[int, int, str]:
    """Batches, hashes compared, and the final state hash.

    Raises:
        Diverged: something came out other than recorded.
    """
    state, digest = State(), StateHash()
    batches = hashes = 0
    for batch in batches_of(file):
        assert replay.refold(state, digest, batch)
        batches += 1
        hashes += is_comparable(batch)
    return batches, hashes, digest.refresh(state)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        try:
            print(Path(argument).stem, *restep(Path(argument)))
        except Exception as error:
            error.add_note(argument)
            raise
