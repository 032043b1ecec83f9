"""Keeps what this version writes: `python tests/contracts/record_written.py NAME` makes written/NAME.json.gz.

Per topic: its schema, and every example encoded with it. Later versions must read all of it, so record before
a schema changes in a way that is worth proving; never record over a file.
"""

import base64
import gzip
import json
import sys
from pathlib import Path

from muster.events.topics import TOPICS
from muster.events.wire.envelope import envelope_from_datum
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "schemas" / "examples"


def main(name: str) -> None:
    """Encode every example of every topic."""
    target = HERE / "written" / f"{name}.json.gz"
    if target.exists():
        sys.exit(f"{target} exists: what was written stays")
    codec = Codec(MemoryRegistry(), TOPICS)
    written = {}
    for topic in TOPICS:
        examples = sorted((EXAMPLES / topic.name).glob("*.json"))
        envelopes = [envelope_from_datum(topic, json.loads(path.read_text())) for path in examples]
        records = [base64.b64encode(codec.encode(topic, e) or b"").decode() for e in envelopes]
        written[topic.name] = {"schema": topic.schema, "records": records}
    target.write_bytes(gzip.compress(json.dumps(written, sort_keys=True).encode(), 9, mtime=0))
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
