"""Location of a node in the network: declared once, or read from a file that changes while jobs run."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.agent.config import NodeLocation, Settings
from muster.agent.core.made_up_network import made_up_location
from muster.agent.edge.hardware.network_map import REFRESH_MS, NetworkMap
from muster.events.node_heartbeats import Location
from muster.journal import ManualClock
from muster.testkit.offline import offline


def test_a_declared_location_does_not_change() -> None:
    settings = offline(Settings, agent_location=NodeLocation(leaf="leaf-1", spine="spine-1"))
    assert NetworkMap(settings, ManualClock()).location() == Location(leaf="leaf-1", spine="spine-1")


def test_the_file_is_reread_every_minute(tmp_path: Path) -> None:
    file, clock = tmp_path / "map.json", ManualClock()
    file.write_text('{"leaf": "leaf-1"}')
    network = NetworkMap(offline(Settings, agent_location_file=file), clock)
    assert network.location() == Location(leaf="leaf-1")
    file.write_text('{"leaf": ""}')
    assert network.location() == Location(leaf="leaf-1")
    clock.advance(REFRESH_MS)
    assert network.location() == Location()


@pytest.mark.parametrize("text", ["", "[]", '{"rack": 1}', '{"leaf": "a b"}', None])
def test_the_last_valid_map_holds_while_the_file_is_invalid(
    text: str | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, clock = tmp_path / "map.json", ManualClock()
    file.write_text('{"leaf": "leaf-1"}')
    network = NetworkMap(offline(Settings, agent_location_file=file), clock)
    assert network.location() == Location(leaf="leaf-1")
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    for _ in range(3):
        clock.advance(REFRESH_MS)
        assert network.location() == Location(leaf="leaf-1")
    assert len(caplog.records) == 1


def test_simulated_nodes_share_leaves_and_spines_in_list_order() -> None:
    places = [made_up_location(index) for index in range(300)]
    assert places[0] == Location(leaf="leaf-0000", spine="spine-000", cell="cell-0")
    assert len({place.leaf for place in places[:128]}) == 8
    assert len({place.spine for place in places[:128]}) == 1
    assert places[128].spine == "spine-001"
