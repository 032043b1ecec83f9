"""Stored entities are read back equal, also when records of events are compiled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.deciding import Kind
from muster.events.topics import USAGE_EVENTS
from muster.events.wire.envelope import envelope_from_datum

EXAMPLES = sorted((Path(__file__).parents[4] / "schemas" / "examples" / USAGE_EVENTS.name).glob("*.json"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_record_with_records_in_it_is_read_back_equal(file: Path) -> None:
    payload = envelope_from_datum(USAGE_EVENTS, json.loads(file.read_text())).payload
    kind = Kind("kind", type(payload))
    assert kind.load(kind.dump(payload)) == payload
