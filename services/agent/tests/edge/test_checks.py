"""Self-test of a node: real disk, memory and programs; faults are reported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from muster.agent.edge import checks
from muster.agent.edge.checks import NodeChecks
from muster.agent.edge.hardware.inventory import DeclaredGpus
from muster.client.errors import NotFound
from muster.events.node_commands import TestNode as Order
from muster.events.node_heartbeats import GpuState
from muster.events.task_events import NodeTested
from muster.store.addressed import Address
from muster.testkit.agent_node import AgentNode


class GpusInStates(DeclaredGpus):
    """GPUs with these states according to the driver."""

    def __init__(self, states: tuple[GpuState, ...]) -> None:
        super().__init__("LOCAL", len(states))
        self._states = states

    def states(self) -> tuple[GpuState, ...]:
        return self._states


def results(
    folder: Path, *gpus: GpuState, api_says: str = "", store: Path | None = None
) -> dict[str, tuple[bool, str]]:
    def reach_api() -> None:
        if api_says:
            raise ConnectionError(api_says)

    def addresses() -> tuple[Address, Address]:
        raise NotFound("POST /v1/node-test-addresses: unknown")

    made = NodeChecks(folder, store, GpusInStates(gpus), reach_api, addresses)
    return {each.name: (each.passed, each.message) for each in made.run()}


@pytest.mark.slow
def test_an_agent_tests_its_machine_on_order_and_reports_the_results(node: AgentNode) -> None:
    node.up()
    node.send(Order(node_id=node.node_id, epoch=1, order_seq=7, reason="3 jobs failed here"))
    report = node.wait_for(NodeTested)
    assert [(each.name, each.passed) for each in report.checks] == [
        ("disk", True), ("memory", True), ("program", True), ("api", True), ("store", False), ("gpus", True),
    ]  # fmt: skip
    assert report.checks[4].message == "there is no API", "nor a store; test_node_objects has one"
    assert report.checks[0].message == "64 MiB written and read"


@pytest.mark.slow
def test_faults_are_reported_by_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = results(tmp_path)
    assert (all(passed for passed, _ in good.values()), "gpus" in good) == (True, False)
    assert not list(tmp_path.iterdir()), "nothing is left"
    well, lost = GpuState(index=0, healthy=True), GpuState(index=1, healthy=False, reason="GPU is lost")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    bad = results(tmp_path / "absent", well, lost, api_says="no route to host")
    assert bad["disk"][0] is bad["program"][0] is bad["api"][0] is bad["gpus"][0] is False
    assert "No such file or directory" in bad["disk"][1]
    assert bad["program"][1].startswith("/bin/false ends with exit code 1")
    assert (bad["api"][1], bad["gpus"][1]) == ("no route to host", "GPU 1: GPU is lost")


@pytest.mark.slow
def test_a_shared_checkpoint_folder_is_tested_and_an_older_api_is_reported(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    assert results(tmp_path)["store"][1].startswith("not tested: the API is older")
    assert results(tmp_path, store=shared)["store"][0] is False, "the folder does not exist"
    shared.mkdir()
    assert results(tmp_path, store=shared)["store"] == (True, "64 MiB written and read")
    assert not list(shared.iterdir()), "nothing is left"


@pytest.mark.slow
def test_a_disk_that_corrupts_data_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes in the middle of the file differ when it is read."""
    real = Path.open

    def corrupting(self: Path, mode: str = "r") -> object:
        if mode == "rb":
            with real(self, "r+b") as stream:
                stream.seek(checks.DISK_BYTES // 2)
                stream.write(b"rot")
        return real(self, mode)

    monkeypatch.setattr(Path, "open", corrupting)
    passed, message = results(tmp_path)["disk"]
    assert (passed, message) == (False, f"64 MiB written to {tmp_path} read back differently")
