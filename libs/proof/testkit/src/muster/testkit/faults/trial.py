"""One fault from its beginning to the judgement of the checker."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from muster.journal.kafka import KafkaJournal
from muster.testkit.checker import Checker, check_journal
from muster.testkit.faults.fault import Fault
from muster.testkit.faults.load import SIMULATED, SMALL, TOO_MANY, Load, Submitted
from muster.testkit.faults.site import Site
from muster.testkit.patience import until

BEFORE_S: Final = 2.0
"""Seconds of load before the fault."""

EVERY_S: Final = 0.25
"""Time between two jobs of the load."""

BIND_MAX_S: Final = 240.0
END_MAX_S: Final = 240.0
_QUIET_S: Final = 1.0
_QUIET_TRIES: Final = 20
_POLL_S: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Outcome of one fault.

    Attributes:
        fault: Name of the fault.
        bind_s: From the fault until the first bind was seen of a job submitted after it, seconds.
        waits_s: Waits for the table: bind_s; with a crowd, those of all jobs submitted during the fault.
        before_s: The waits of a crowd's jobs before the fault.
        jobs: Jobs that were acknowledged.
        refused: Answers other than 2xx, by status.
        takeovers: By how much the epoch rose.
        problems: Violations found; empty: all is well.
    """

    fault: str
    bind_s: float
    waits_s: Sequence[float]
    before_s: Sequence[float] = ()
    jobs: int
    refused: dict[int, int] = field(default_factory=dict[int, int])
    takeovers: int = 0
    problems: Sequence[str] = ()


def attempt(site: Site, fault: Fault) -> Verdict:
    """Inflict a fault under load, heal it, let all work end, and have the checker judge the whole log.

    Raises:
        Impossible: this machine does not allow it.
        AssertionError: nothing is bound for too long, or jobs do not end.
        TimeoutError: nobody leads for too long.
    """
    with ExitStack() as alone:
        if fault.crowd is not None:
            alone.enter_context(site.simulated_nodes(fault.crowd.nodes))
        return _attempt(site, fault)


def _attempt(site: Site, fault: Fault) -> Verdict:
    healing = ExitStack()
    site.of_the_fault = []
    with ExitStack() as over:
        over.callback(healing.close)
        inflict = fault.inflict(site, healing)
        sleeper = _sleep(site, fault)
        epoch = site.product.leader().epoch
        loads = [over.enter_context(closing(load)) for load in _loads(site, fault)]
        over.callback(healing.close)  # before the load ends: it repeats requests until they are answered
        _wait(lambda: bool(_bound(site, loads, time.monotonic() - BEFORE_S)), BIND_MAX_S, "a bind")
        begun_s = time.monotonic()
        time.sleep(fault.crowd.before_s if fault.crowd is not None else 0)
        inflict()
        at_s = time.monotonic()
        time.sleep(fault.hold_s)
        if fault.takes_over and fault.hold_s:
            _wait(lambda: site.product.epoch() > epoch, BIND_MAX_S, f"{fault.name}: another leads")
        healed_s = time.monotonic()
        healing.close()
        _wait(lambda: bool(_bound(site, loads, at_s)), BIND_MAX_S, f"{fault.name}: a bind")
        bind_s = min(_bound(site, loads, at_s)) - at_s
    known = [submitted.job_id for load in loads for submitted in load.submitted]
    known += [*site.of_the_fault, *([sleeper] if sleeper else [])]
    witness = site.witness
    _wait(
        lambda: all(job in witness.succeeded or job in witness.failed for job in known),
        END_MAX_S,
        f"{fault.name}: every job ends",
        told=lambda: str([job for job in known if job not in witness.succeeded | witness.failed][:5]),
    )
    takeovers = site.product.leader().epoch - epoch
    refused = sum((Counter(load.refused) for load in loads), Counter[int]())
    return Verdict(
        fault=fault.name,
        bind_s=bind_s,
        waits_s=_waits(site, loads, at_s, healed_s) if fault.crowd is not None else [bind_s],
        before_s=_waits(site, loads, begun_s, at_s) if fault.crowd is not None else (),
        jobs=len(known),
        refused=refused,
        takeovers=takeovers,
        problems=[
            *_problems(site, fault, known, sleeper, takeovers),
            *(f"{code} for tenants far below their limit" for code in refused if code == TOO_MANY),
            *judge(site, known),
        ],
    )


def _loads(site: Site, fault: Fault) -> list[Load]:
    if fault.crowd is None:
        return [Load(site.product.client, EVERY_S)]
    return [
        Load(partial(site.product.client, tenant=f"calm-{number}"), fault.crowd.every_s, SIMULATED)
        for number in range(fault.crowd.tenants)
    ]


def judge(site: Site, known: Sequence[str]) -> list[str]:
    """Return the findings of the checker and `muster audit verify` in the whole log; empty: none."""
    checker = _quiet_check(site)
    found = [str(breach) for breach in checker.breaches]
    found += [
        f"{job} was acknowledged and is not on the log" for job in known if job not in checker.jobs.submitted
    ]
    audit = site.product.muster("audit", "verify", timeout_s=240, check=False)
    if audit.returncode:
        found.append(f"audit verify: {audit.stdout[-500:]} {audit.stderr[-500:]}")
    return found


def _quiet_check(site: Site) -> Checker:
    """The checker over a log that did not grow meanwhile: it reads one topic after the other."""
    servers = site.product.endpoints
    for _ in range(_QUIET_TRIES):
        facts = site.witness.facts
        with closing(
            KafkaJournal(servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"], "checker")
        ) as journal:
            checker = check_journal(journal, on_poison="dead-letter")
        time.sleep(_QUIET_S)
        site.witness.check()
        if site.witness.facts == facts:
            return checker
    raise AssertionError(f"facts came for {_QUIET_TRIES} checks on end")


def _problems(
    site: Site, fault: Fault, known: Sequence[str], sleeper: str | None, takeovers: int
) -> list[str]:
    found = [f"{job} did not succeed" for job in known if job in site.witness.failed]
    if fault.takes_over is not None and fault.takes_over != (takeovers > 0):
        found.append(f"{takeovers} takeovers")
    if fault.sleeper is not None and sleeper is not None:
        attempts = site.witness.attempts[sleeper]
        if attempts != fault.sleeper.attempts:
            found.append(f"{sleeper} took {attempts} attempts; expected: {fault.sleeper.attempts}")
    return found


def _sleep(site: Site, fault: Fault) -> str | None:
    """Have a job run; its id."""
    if fault.sleeper is None:
        return None
    request = {
        **SMALL,
        "command": ["sleep", str(fault.sleeper.run_s)],
        "retry": {"attempts": 3, "backoff": "1s"},
    }
    name = f"sleeper-{fault.name}-{time.time_ns()}"
    answer = site.product.http.post("/v1/jobs", json={"name": name, **request}).raise_for_status()
    job_id = str(answer.json()["job_id"])
    site.product.wait_for_state(job_id, "RUNNING", BIND_MAX_S)
    return job_id


def _bound(site: Site, loads: Sequence[Load], from_s: float) -> list[float]:
    """Return when jobs submitted after that moment were seen bound."""
    site.witness.check()
    seen = site.witness.bound_s
    return [seen[job.job_id] for job in _submitted(loads, from_s) if job.job_id in seen]


def _waits(site: Site, loads: Sequence[Load], from_s: float, until_s: float) -> list[float]:
    """Return how long each job submitted between two moments waited for its bind, seconds."""
    jobs = [job for job in _submitted(loads, from_s) if job.at_s < until_s]
    return [site.witness.bound_s[job.job_id] - job.at_s for job in jobs]


def _submitted(loads: Sequence[Load], from_s: float) -> list[Submitted]:
    return [job for load in loads for job in list(load.submitted) if job.at_s >= from_s]


def _wait(
    condition: Callable[[], bool], patience_s: float, what: str, told: Callable[[], str] = lambda: ""
) -> None:
    until(condition, lambda: f"{what} {told()}", position=told, patience_s=patience_s, pause_s=_POLL_S)
