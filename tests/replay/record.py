"""Records the corpus: `python tests/replay/record.py NAME SEED` writes corpus/NAME.jsonl.gz, a batch a line.

Without a seed it is the history of that name told by hand (rare.py), for facts that random ones seldom bring.

A recorded log must re-step to what it says for ever. When policy changes on purpose and makes that
impossible, say so in CHANGELOG.md under "decision" and record anew; never because a test is red.
"""

import gzip
import json
import sys
from pathlib import Path

from muster.events.wire.datum import to_json
from muster.testkit.simulation import Chaos, recorded
from rare import history_of_nodes, rare_history

BY_HAND = {"rare": rare_history, "nodes": history_of_nodes}
CORPUS = Path(__file__).parent / "corpus"


def main(name: str, seed: str = "") -> None:
    """Live through one history and write its log down."""
    CORPUS.mkdir(exist_ok=True)
    batches = recorded(int(seed), Chaos(rounds=250, ask=0.5)) if seed else BY_HAND[name]()
    lines = (
        json.dumps(to_json(batch.to_datum()), separators=(",", ":"), sort_keys=True) for batch in batches
    )
    target = CORPUS / f"{name}.jsonl.gz"
    target.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{target}: {len(batches)} batches, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
