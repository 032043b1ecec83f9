"""CPU cost of tests, as a pytest plugin: `pytest -p muster.testkit.cpu_times`, also with `-n`.

Other load on a machine stretches wall-clock time, but not CPU time. The test's own process counts, and the
processes that it started and waited for; servers that outlive a test do not.
"""

from __future__ import annotations

import resource
from collections.abc import Generator
from typing import Any, Final

import pytest

SHOWN: Final = 40
"""The tests that are shown, those that cost most."""

_PROPERTY: Final = "cpu_s"


def _spent_s() -> float:
    """CPU of this process and of its ended children so far, seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note when a test begins: its fixtures count as well."""
    item.stash[_BEGAN] = _spent_s()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Each phase's report carries what was spent since the one before; a worker sends it on."""
    report = yield
    now_s = _spent_s()
    report.user_properties.append((_PROPERTY, now_s - item.stash[_BEGAN]))
    item.stash[_BEGAN] = now_s
    return report


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the dearest tests, and the sum of all."""
    spent_s: dict[str, float] = {}
    for report in (each for reports in terminalreporter.stats.values() for each in reports):
        if isinstance(report, pytest.TestReport):
            own_s = sum(float(str(value)) for name, value in report.user_properties if name == _PROPERTY)
            spent_s[report.nodeid] = spent_s.get(report.nodeid, 0.0) + own_s
    terminalreporter.section(f"CPU of {len(spent_s)} tests: {sum(spent_s.values()):.0f} s")
    for nodeid, cpu_s in sorted(spent_s.items(), key=lambda each: -each[1])[:SHOWN]:
        terminalreporter.write_line(f"{cpu_s:8.2f} s  {nodeid}")


_BEGAN: Final = pytest.StashKey[float]()
