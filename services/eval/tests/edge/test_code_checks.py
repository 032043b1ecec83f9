"""Code of answers in the real sandbox: right, wrong and hostile programs, and what they come to in a run."""

from __future__ import annotations

import json
import os
import socket
import threading
import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import psycopg
import pytest
from muster.eval.core.configs.documents import EvalConfig, GoldenCase, cases_of, parse_cases, parse_config
from muster.eval.core.runs.orders import Order, Result, batches
from muster.eval.core.scoring import NO_CODE, SANDBOX_ABSENT, score
from muster.eval.edge.running.coding import NO_PROGRAM, Sandbox, SandboxAbsent, all_with_code, with_code
from muster.eval.edge.running.executing import Evaluation
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.scorers import Scored
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.topics import EVAL_RESULTS
from muster.journal import SystemClock
from muster.journal.memory import MemoryJournal
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.leases import SharedRay, lease
from muster.scoring.kept_answers import Answers
from muster.scoring.rubric.checks import CodeCheck, PatternCheck
from muster.scoring.rubric.coding import STARTED
from muster.testkit.chat_server import Received, Reply, chat_server, completion

ADD = "def add(a, b):\n    return a + b\n"
CHECK = {
    "kind": "code",
    "calls": [{"call": "add(2, 3)", "returns": 5}, {"call": "add('a', 'b')", "returns": "ab"}],
    "time_s": 5,
    "memory_mib": 128,
}
WRITE = "import os\nfor n in range(3, 32):\n  try: os.write(n, {})\n  except OSError: pass\nos._exit(0)"
"""Writes into every open file, also where the values of calls go."""

SECRET = "the-key-of-an-endpoint"
NOT_THERE = Sandbox((), None)

CASE, *_ = cases_of(parse_cases(json.dumps({"id": "c", "task": "code", "prompt": "add"}).encode()).lines)


def config(url: str = "http://127.0.0.1:1/v1") -> EvalConfig:
    return parse_config(
        {
            "golden_set": "sums",
            "endpoint": {"model": "coder", "url": url},
            "tasks": {"code": {"checks": [CHECK]}},
            "gate": {"kind": "creative"},
        }
    )


def scored(answer: str, sandbox: Sandbox) -> Scored:
    return with_code(sandbox, config(), CASE, score(config(), CASE, answer), answer)


def is_absent() -> bool:
    try:
        Sandbox.installed(()).run(CodeCheck.model_validate(CHECK), "")
    except SandboxAbsent:
        return True
    return False


contained = pytest.mark.skipif(is_absent(), reason="this machine has no sandbox")


@pytest.mark.slow
@contained
@pytest.mark.parametrize(
    "answer",
    [
        ADD,
        f"Here it is:\n```python\n{ADD}```\nIt adds.",
        f"{ADD}print('x' * 10_000_000)",
        f"{ADD}import sys\nsys.stderr.write('x' * 10_000_000)",
        f"import math, json, re, collections\n{ADD}",
    ],
)
def test_a_right_function_passes_whatever_it_prints(answer: str) -> None:
    assert scored(answer, Sandbox.installed(())) == (1.0, "", "")


@pytest.mark.slow
@contained
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("def add(a, b):\n    return a - b", "'add(2, 3)' is '-1'; expected is '5'"),
        ("def add(a, b):\n    return 5", "is '5'; expected is '\"ab\"'"),
        ("def add(a, b) return", "fails: \"SyntaxError: "),
        ("def sub(a, b): pass", "NameError: name 'add' is not defined"),
        pytest.param("while True: pass", "the program took longer than 5 s", marks=pytest.mark.slow),
        ("x = bytearray(1 << 30)\n" + ADD, "fails: 'MemoryError: '"),
        ("def add(a, b):\n    return add(a, b)", "RecursionError"),
        ("import sys\nsys.exit(0)\n" + ADD, "fails: 'SystemExit: 0'"),
        ("import os\nos._exit(0)\n" + ADD, "has no value: the program ended"),
        ("import os\nos.kill(os.getpid(), 9)\nos.abort()\n" + ADD, "has no value: the program ended"),
        ("import os\nos.fork()\n" + ADD, "BlockingIOError"),
        ("import threading\nthreading.Thread(target=print).start()\n" + ADD, "RuntimeError: can't start new"),
        ("print('{\"value\": 5}\\n{\"value\": \"ab\"}\\npassed')", "NameError"),
        ("open('/tmp/x', 'w')\n" + ADD, "Read-only file system"),
        ("import os\nos.write(os.memfd_create('x'), b'x')\n" + ADD, "File too large"),
        ("import socket\nsocket.create_connection(('1.1.1.1', 53), 1)\n" + ADD, "Network is unreachable"),
        ("class T:\n    __eq__ = lambda *_: True\ndef add(a, b): return T()", "is not JSON serializable"),
        ("def add(a, b): return float('nan')", "ValueError"),
        (WRITE.format("b'x' * (4 << 20)"), "the program wrote more than 1048576 bytes"),
        (WRITE.format("b'{\"value\": \"passed\"}\\n' * 2"), "is '\"passed\"'; expected is '5'"),
        ("No code:\n```rust\nfn add() {}\n```", NO_CODE),
    ],
)  # fmt: skip
def test_a_wrong_or_hostile_program_fails_and_says_how(answer: str, reason: str) -> None:
    value, code, found = scored(answer, Sandbox.installed(()))
    assert (value, code) == (0.0, "")
    assert reason in found


@contained
def test_the_workers_files_environment_and_network_are_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key").write_text(SECRET)
    tmp_path.chmod(0o777)
    monkeypatch.setenv("MUSTER_SECRET", SECRET)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        reach = f"""
import glob, os, socket
def tried():
    found = [os.environ.get("MUSTER_SECRET"), os.path.exists({str(tmp_path / "key")!r})]
    found.append(any({SECRET!r}.encode() in open(each, "rb").read() for each in glob.glob("/proc/*/environ")))
    found.append(len(glob.glob("/proc/[0-9]*")))
    try:
        socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 1)
    except OSError:
        found.append("no network")
    return found
"""
        check = CodeCheck.model_validate({**CHECK, "calls": [{"call": "tried()", "returns": None}]})
        run = Sandbox.installed((tmp_path,)).run(check, reach)
    assert json.loads(run.output) == {"value": [None, False, False, 1, "no network"]}


def test_without_a_sandbox_an_answer_has_no_score_and_a_code_says_why() -> None:
    assert scored(ADD, NOT_THERE) == (None, SANDBOX_ABSENT, NO_PROGRAM)
    refused = Sandbox((), lambda *_, **__: ("absent", b"", "no namespaces"))
    assert scored(ADD, refused) == (None, SANDBOX_ABSENT, "no namespaces")
    mute = Sandbox((), lambda *_, **__: ("timed out", b"", ""))
    assert scored(ADD, mute) == (None, SANDBOX_ABSENT, "the sandbox did not start in time")


def test_code_runs_only_for_answers_that_pass_the_other_checks() -> None:
    case = CASE.model_copy(update={"checks": (PatternCheck(pattern="sub", match="anywhere"),)})
    found = with_code(NOT_THERE, config(), case, score(config(), case, ADD), ADD)
    assert found == (0.0, "", "the pattern is not found")


def test_code_of_several_answers_runs_side_by_side_and_scores_keep_their_order() -> None:
    together = threading.Barrier(len(os.sched_getaffinity(0)), timeout=60)

    def run_program(_argv: Sequence[str], given: bytes, **_: object) -> tuple[str, bytes, str]:
        together.wait()
        value = int(json.loads(given)["code"])
        return "exited", STARTED + json.dumps({"value": value}).encode() + b"\n", ""

    check = CodeCheck.model_validate({**CHECK, "calls": [{"call": "n", "returns": 7}]})
    terms = config()
    task = terms.tasks["code"].model_copy(update={"checks": (check,)})
    terms = terms.model_copy(update={"tasks": {"code": task}})
    answers = [(CASE, (1.0, "", ""), f"{n}") for n in range(4 * together.parties)]
    found = all_with_code(Sandbox((), run_program), terms, answers)
    assert [each[0] for each in found] == [float(n == 7) for n in range(len(answers))]
    assert [each[2][:9] for each in found[:2]] == ["'n' is '0", "'n' is '1"]


@contained
@pytest.mark.slow
@pytest.mark.stack
@pytest.mark.xdist_group("ray")
def test_a_run_scores_code_and_without_a_sandbox_covers_nothing(endpoints: Mapping[str, str]) -> None:
    lines = "\n".join(
        json.dumps({"id": name, "task": "code", "prompt": name}) for name in ("right", "wrong", "early")
    )
    cases = list(cases_of(parse_cases(lines.encode()).lines))
    replies = {"right": ADD, "wrong": ADD.replace("+", "*"), "early": "raise SystemExit(0)"}

    def coder(request: Received) -> Reply:
        return completion(replies[request.text], model="coder")

    tenant = f"t{uuid.uuid4().hex[:8]}"
    with (
        chat_server(coder) as model,
        SharedRay() as ray,
        lease(ray.leases) as cluster,
        Engine(cluster) as engine,
    ):
        same: Any = {"url": model.url, "cases": cases, "engine": engine}
        first = evaluated(endpoints, tenant, run="ci-1", sandbox=Sandbox.installed(()), **same)
        again = evaluated(endpoints, tenant, run="ci-2", sandbox=NOT_THERE, **same)
        assert len(model.received) == 3, "kept answers are run again, not asked for again"
    assert {each.case: (each.score, each.code) for each in first} == {
        "right": (1.0, ""),
        "wrong": (0.0, ""),
        "early": (0.0, ""),
    }
    assert {each.code for each in again} == {SANDBOX_ABSENT}
    assert {each.score for each in again} == {None}


def evaluated(
    endpoints: Mapping[str, str],
    tenant: str,
    *,
    run: str,
    url: str,
    cases: list[GoldenCase],
    engine: Engine,
    sandbox: Sandbox,
) -> list[CaseScore]:
    """Results of one run."""
    order = Order(
        run=run,
        tenant=tenant,
        repository="repo-code",
        commit="1f" * 20,
        golden_set="0" * 64,
        url=url,
        config=config(url),
    )
    journal = MemoryJournal([EVAL_RESULTS])
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as connection:
        evaluation = Evaluation(
            order,
            Endpoint(url, "coder", limits=Limits(timeout_s=20)),
            lambda: nullcontext(engine),
            Answers(connection, tenant),
            Results(journal.producer("w"), SystemClock(), run, tenant),
            sandbox=sandbox,
        )
        assert evaluation.run(batches(run, cases, order.config)) == Result(batches=1)
    sent = [each.envelope.payload for each in journal.reader([EVAL_RESULTS], name="t").read_to_end()]
    return [result for each in sent if isinstance(each, CasesScored) for result in each.results]
