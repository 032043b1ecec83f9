"""The pure parts of the benchmark from command to bind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from end_to_end import figures
from end_to_end.facts import FactReader
from end_to_end.jobs import commands, job_id, number_of
from end_to_end.latency import HOPS, Waits, bind_waits
from end_to_end.observations import Observations
from end_to_end.phase import Outcome
from end_to_end.schedule import burst, steady
from end_to_end.usage import Usage, Used, part_of
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import envelope_from_datum
from muster.jobs import command_violations
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec

EXAMPLES = Path(__file__).parents[2] / "schemas" / "examples" / "job-events"


def test_a_steady_load_is_due_at_even_distances_whatever_is_answered() -> None:
    load = steady(10, 200, 0.02)
    assert [(n, load.due_s(n)) for n in load.numbers] == [(10, 0.0), (11, 0.005), (12, 0.01), (13, 0.015)]


def test_a_burst_is_due_at_once() -> None:
    load = burst(5, 3)
    assert [(n, load.due_s(n)) for n in load.numbers] == [(5, 0.0), (6, 0.0), (7, 0.0)]


def test_commands_are_valid_and_the_same_at_every_run() -> None:
    asked = commands(range(100, 140), now_ms=1)
    assert [violation for c in asked for violation in command_violations(c.payload)] == []
    assert asked == commands(range(140), now_ms=1)[100:]
    assert [number_of(c.key.encode()) for c in asked] == list(range(100, 140))


@pytest.mark.parametrize("key", [None, b"", b"node-1", b"job-3q6hxk5m2u7ygzbwc4ta"])
def test_keys_of_others_are_not_ours(key: bytes | None) -> None:
    assert number_of(key) is None


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_the_kind_and_time_of_every_fact_are_read_without_decoding_it(file: Path) -> None:
    fact = envelope_from_datum(JOB_EVENTS, json.loads(file.read_text()))
    for one in (fact, replace(fact, causation_id="c" * 200, seq=2**40, index=3, tenant="acme")):
        value = Codec(MemoryRegistry()).encode(JOB_EVENTS, one)
        assert value is not None
        assert FactReader(JOB_EVENTS).read(value) == (type(fact.payload).__name__, fact.occurred_at_ms)


def test_waits_are_counted_from_when_the_command_was_due() -> None:
    seen = Observations(
        appended_ms={1: 1_010, 2: 1_020},
        decided_ms={1: 1_030, 2: 1_050},
        written_ms={1: 1_031, 2: 1_055},
        bound_ms={1: 1_041, 2: 1_095},
    )
    whole, hops = bind_waits(seen, {1: 1_000.0, 2: 1_005.0, 3: 1_010.0})
    assert whole == Waits(41.0, 90.0, 90.0)
    assert {hop: waits.p50_ms for hop, waits in hops.items()} == {
        "to_broker": 10.0,
        "to_leader": 20.0,
        "to_written": 1.0,
        "to_seen": 10.0,
    }


def test_waits_without_jobs_are_zero() -> None:
    assert Waits.of([]) == Waits(0.0, 0.0, 0.0)


def test_the_scheduler_that_leads_is_the_leader_and_the_other_stands_by() -> None:
    programs = ("scheduler", "scheduler-standby", "projector", "neo4j")
    assert [part_of(p, "scheduler-standby") for p in programs] == ["standby", "leader", "projector", "stores"]
    with pytest.raises(LookupError, match="program is nobody"):
        part_of("nobody", "scheduler")


def test_cpu_a_job_is_the_difference_of_two_moments() -> None:
    before = Usage({"leader": Used(10.0, 0), "stores": Used(100.0, 0), "projector": Used(7.0, 0)})
    after = Usage({"leader": Used(11.0, 0), "stores": Used(102.5, 0), "agent": Used(0.5, 0)})
    assert after.cpu_ms_per_job(before, 1_000) == {"leader": 1.0, "stores": 2.5, "agent": 0.5, "total": 4.0}


def _outcome(name: str, rate_per_s: int | None, p50_ms: float) -> Outcome:
    waits = Waits(p50_ms, 2 * p50_ms, 3 * p50_ms)
    return Outcome(
        name=name,
        rate_per_s=rate_per_s,
        jobs=100,
        carried_per_s=250.0,
        latency=waits,
        hops=dict.fromkeys(HOPS, waits),
        cpu_ms_per_job={"leader": 0.5, "total": 2.0},
        rss_mb={"leader": 200.0},
        leader_rss_max_mb=210.0,
        behind={"submit/tables": 7} if name != figures.SATURATED_ALONE else {},
        caught_up_s={"submit/tables": 0.4} if name != figures.SATURATED_ALONE else {},
        late_max_ms=1.0,
        ends={"JobSucceeded": 100},
        takeovers=0,
    )


def test_figures_have_the_names_that_the_documentation_uses() -> None:
    outcomes = [
        _outcome("100/s", 100, 20.0),
        _outcome("500/s", 500, 40.0),
        _outcome(figures.SATURATED, None, 900.0),
        _outcome(figures.SATURATED_ALONE, None, 300.0),
    ]
    found = json.loads(json.dumps(figures.document(outcomes, {"cores": 2})))
    assert found["p50_ms_at_100"] == 20.0
    assert found["p99_ms_at_500"] == 80.0
    assert found["saturation_jobs_per_s"] == found["saturation_without_projections_jobs_per_s"] == 250.0
    assert found["cpu_ms_per_job"] == {"leader": 0.5, "total": 2.0}
    assert [phase["ends"] for phase in found["phases"]] == [{"JobSucceeded": 100}] * 4


def test_the_table_has_a_column_for_each_phase_and_blanks_for_what_did_not_run() -> None:
    outcomes = [_outcome("100/s", 100, 20.0), _outcome(figures.SATURATED_ALONE, None, 300.0)]
    lines = figures.table(outcomes).splitlines()
    assert lines[0].split("  ")[-1].strip() == "burst, no projector"
    assert len({len(line) for line in lines}) == 1
    behind = next(line for line in lines if line.startswith("submit/tables, records"))
    assert behind.split()[-1] == "7"


def test_ids_of_jobs_are_allowed() -> None:
    assert job_id(12) == "job-bench-00000012"
