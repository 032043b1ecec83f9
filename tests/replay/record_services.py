"""Records logs of deciding services: `python tests/replay/record_services.py NAME`.

It makes services/SERVICE-NAME.json.gz for each service. Record before a release in which decisions, texts or
the log's schema change; never record over a file. Later versions must verify all of it, with its stretch
named (ADR 145).
"""

import sys
from collections import Counter
from pathlib import Path

from muster.deciding import verify
from recorded_cell import CELL, SERVICES, RecordedCell
from service_histories import HISTORIES

HERE = Path(__file__).parent / "services"


def main(name: str) -> None:
    """Live through the history of each service and write its log and inputs down."""
    for service in SERVICES:
        target = HERE / f"{service}-{name}.json.gz"
        if target.exists():
            sys.exit(f"{target} exists: what was recorded stays")
        cell = RecordedCell(service)
        HISTORIES[service](cell)
        verify(cell.service, cell.journal, cell=CELL)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(cell.dump())
        batches = cell.batches()
        kinds = Counter(type(fact.payload).__name__ for batch in batches for fact in batch.facts)
        print(f"{target}: {target.stat().st_size} bytes, {len(batches)} batches, {dict(kinds)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
