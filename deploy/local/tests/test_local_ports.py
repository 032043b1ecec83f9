"""Ports of programs, and errors when a port is taken."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from muster.local.errors import ConflictError, UsageError
from muster.local.processes import ports
from muster.local.processes.program import Launch, Program


def _program(name: str, **numbers: int) -> Program:
    return Program(name=name, ports=numbers, launch=lambda _: Launch(("true",)), lacks=lambda _: None)


PROGRAMS = (_program("one", one=20001, one_more=20002), _program("two", two=20003))


def test_the_usual_port_is_the_last_resort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_PORT_ONE_MORE", "30002")
    chosen = ports.choose(PROGRAMS, asked={"one": 40001}, saved={"one": 50001, "one_more": 50002})
    assert chosen == {"one": 40001, "one_more": 30002, "two": 20003}


def test_a_home_keeps_its_ports() -> None:
    assert ports.choose(PROGRAMS, asked={}, saved={"two": 50003})["two"] == 50003


def test_free_ports_replace_the_usual_ones_only() -> None:
    chosen = ports.choose(PROGRAMS, asked={"one": 40001}, saved={"two": 50003}, any_free=True)
    assert (chosen["one"], chosen["two"]) == (40001, 50003)
    assert chosen["one_more"] != 20002
    ports.check_free({"one_more": chosen["one_more"]})


def test_recently_used_ports_are_not_reused_soon_or_taken_by_connections() -> None:
    first, second = ports.free_block(), ports.free_block()
    assert not {*first} & {*second}
    low = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    assert max(*first, *second) < min(low, 29_500), "nor is it a gang's by default"


def test_a_block_in_which_something_listens_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = ports.free_block()
    monkeypatch.setattr(ports, "_BLOCKS", [mine.start])
    with (
        socket.create_server(("127.0.0.1", mine[7])),
        pytest.raises(ConflictError, match="no 128 consecutive ports"),
    ):
        ports.free_block()
    assert ports.free_block() == mine, "given lately, and the only one"


def test_lent_ports_get_the_rest_of_the_block_and_need_not_be_free() -> None:
    agent = Program(
        name="agent",
        ports={"agent": 20004},
        launch=lambda _: Launch(("true",)),
        lacks=lambda _: None,
        lent_ports={"ranks": 29_500},
    )
    assert ports.choose((agent,), asked={}, saved={})["ranks"] == 29_500
    chosen = ports.choose((*PROGRAMS, agent), asked={}, saved={}, any_free=True)
    assert chosen["ranks"] == min(chosen.values()) + 64


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"three": 1}, "--port names three; must be one of one, one_more, two"),
        ({"one": 65536}, "port one is 65536; must be a number from 1 to 65535"),
        ({"one": 0}, "port one is 0; must be a number from 1 to 65535"),
        ({"one": 20003}, "two and one both have port 20003"),
    ],
)
def test_a_wrong_number_is_refused(asked: dict[str, int], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        ports.choose(PROGRAMS, asked=asked, saved={})


def test_a_wrong_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_PORT_TWO", "many")
    with pytest.raises(UsageError, match="MUSTER_PORT_TWO is many; must be a number from 1 to 65535"):
        ports.choose(PROGRAMS, asked={}, saved={})


@pytest.mark.parametrize("setting", ["kafka", "=1", "kafka=", "kafka=x", "kafka=-1"])
def test_a_setting_has_a_name_and_a_number(setting: str) -> None:
    with pytest.raises(UsageError, match="must be NAME=NUMBER"):
        ports.parse(setting)


def test_a_taken_port_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_LET_GO_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as held:
        number = held.getsockname()[1]
        with pytest.raises(ConflictError, match=rf"kafka {number}\. Stop it .* \(--port kafka=NUMBER or "):
            ports.check_free({"kafka": number})
    ports.check_free({"kafka": number})
