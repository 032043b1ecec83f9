"""Whereabouts of ranks, from lines of agents: faulthandler, py-spy, no Python at all."""

from __future__ import annotations

from muster.submit.cli.diagnosis.whereabouts import WaitsFor, holding_up, said_in, where_ranks_were

SAID = "no output and no step of its ranks for 10m"
PY_SPY = [
    SAID,
    "process 7 (python train.py): S (sleeping), waits in futex_wait_queue",
    "  Process 7: python train.py",
    "  Python v3.11.2 (/usr/bin/python3.11)",
    '  Thread 8 (idle): "pin_memory"',
    "      get (queue.py:171)",
    '  Thread 7 (idle): "MainThread"',
    "      barrier (torch/distributed/distributed_c10d.py:3685)",
    "      <module> (train.py:4)",
]
SHELL = [
    SAID,
    "process 5 (sh -c run): S (sleeping), waits in do_wait",
    "  no Python stack: it does not use muster.checkpoint, and this node has no py-spy",
    "process 6 (tail -f /dev/null): S (sleeping), waits in inotify_read",
]


def test_py_spy_s_main_thread_is_shown() -> None:
    at = where_ranks_were({0: PY_SPY})[0]
    assert (at.place, at.waits_for) == (
        "barrier (torch/distributed/distributed_c10d.py, line 3685)",
        WaitsFor.OTHERS,
    )


def test_without_a_stack_the_kernel_s_word_for_the_first_process_is_shown() -> None:
    where = where_ranks_were({0: PY_SPY, 1: SHELL, 2: [SAID]})
    assert where[1].place == "S (sleeping), waits in do_wait"
    assert 2 not in where
    assert holding_up(where) == (1,)


def test_only_the_newest_look_counts() -> None:
    assert where_ranks_were({0: [*PY_SPY, *SHELL]})[0].place == "S (sleeping), waits in do_wait"


def test_no_rank_holds_up_others_when_none_or_all_wait() -> None:
    assert holding_up(where_ranks_were({0: SHELL, 1: SHELL})) == ()
    assert holding_up(where_ranks_were({0: PY_SPY, 1: PY_SPY})) == ()


def test_lines_that_a_job_writes_in_an_agent_s_name_cannot_move_the_cursor() -> None:
    assert said_in(b"[muster] process 7 (x): \x1b[2J" + b"y" * 600) == "process 7 (x):  [2J" + "y" * 481
