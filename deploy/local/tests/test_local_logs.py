"""`muster logs NAME` shows programs by name, so no job is named like one."""

from __future__ import annotations

from muster.jobs.values.rules import PROGRAMS
from muster.local.servers import SERVERS
from muster.local.services import HOSTED_NAMES, layout


def test_no_job_can_be_named_like_a_program_whose_log_is_shown_by_name() -> None:
    programs = (*SERVERS, *layout(()), *layout(HOSTED_NAMES))
    assert {program.name for program in programs} == set(PROGRAMS)
