"""Two versions of a model in a running product: answers that real models gave, scored and compared."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from muster.eval.core.runs.orders import BATCH
from muster.events.eval_events import (
    AnswersScored,
    EvalEnded,
    EvalStarted,
    GateDecided,
    JudgeProbed,
    ScoresMeasured,
)
from muster.events.topics import (
    EVAL_COMMANDS,
    EVAL_EVENTS,
    EVAL_LOG,
    EVAL_REPORTS,
    EVAL_RESULTS,
    EVAL_WORK,
    REGISTRY_EVENTS,
)
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion, error
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

PROBLEMS = [
    json.loads(line) for line in (Path(__file__).parent / "data/gsm8k.jsonl").read_text().splitlines()
]
MODEL = "solver"
EVAL_TOPICS = (EVAL_COMMANDS, EVAL_EVENTS, EVAL_LOG, EVAL_REPORTS, EVAL_RESULTS, EVAL_WORK)
PROBLEM_NUMBERS = {problem["question"]: n for n, problem in enumerate(PROBLEMS)}


def recorded(who: str) -> Callable[[Received], Reply]:
    """Answer each problem as a model has answered it."""
    answers = {problem["question"]: problem[who] for problem in PROBLEMS}
    return lambda request: completion(f"A: {answers[request.text]}", model=MODEL)


class Place:
    """A model of its own in the product, with a golden set and a config in force.

    Attributes:
        name: NAMESPACE/NAME of the model; the golden set and the config have the same second part.
    """

    def __init__(self, product: Product, folder: Path, *, cases: int, **changed: Any) -> None:
        self.product, self.folder = product, folder
        self.suffix = f"gsm-{uuid.uuid4().hex[:8]}"
        self.name = f"local/{self.suffix}"
        golden = folder / "golden.jsonl"
        golden.write_text(
            "".join(
                json.dumps(
                    {
                        "id": f"gsm-{n}",
                        "task": "word-problems",
                        "prompt": each["question"],
                        "expected": each["expected"],
                    }
                )
                + "\n"
                for n, each in enumerate(PROBLEMS[:cases])
            )
        )
        config = {
            "golden_set": self.suffix,
            "endpoint": {"model": MODEL, "concurrency": 16},
            "tasks": {"word-problems": {"checks": [{"kind": "number", "after": "A:"}], "threshold": 0.4}},
            **changed,
        }
        written = folder / "config.yaml"
        written.write_text(json.dumps(config))
        product.muster("eval", "golden-set", self.suffix, str(golden))
        product.muster("eval", "config", self.suffix, str(written))

    def push(self, text: str) -> None:
        """Commit a version of the model."""
        (self.folder / "weights.txt").write_text(text)
        self.product.muster("model", "push", str(self.folder / "weights.txt"), self.name)

    def run(self, server: ChatServer, run: str, *more: str) -> tuple[int, dict[str, Any]]:
        """Evaluate the newest version by a server; the exit code, and what was printed."""
        command = ("eval", "run", self.name, "-c", self.suffix, "--url", server.url, "--id", run, "--wait")
        done = self.product.muster(*command, "-o", "json", *more, check=False)
        assert done.stdout, done.stderr
        return done.returncode, json.loads(done.stdout)

    def promote(self, reason: str) -> httpx.Response:
        """Have `production` lead to the newest version."""
        path = f"/v1/repositories/models/{self.name}/pointers/production"
        url = f"{self.product.endpoints['MUSTER_REGISTRY_URL']}{path}"
        return self.product.http.put(url, json={"revision": "main", "reason": reason}, params={"wait_s": 30})

    def facts(self, kind: type[Any], run: str) -> list[Mapping[str, Any]]:
        """Facts of a run, of one kind."""
        found = [each["payload"] for each in self.product.records(EVAL_EVENTS)]
        return [each for each in found if each["type"] == kind.__name__ and each["run"] == run]


def test_a_worse_version_fails_beside_the_one_in_production(product: Product, tmp_path: Path) -> None:
    place = Place(product, tmp_path, cases=400)
    place.push("a large model")
    first, second, third = (f"story-{n}-{uuid.uuid4().hex[:8]}" for n in range(3))
    with chat_server(recorded("better")) as server:
        at = server.url.removesuffix("/v1")
        prices = ("--endpoint", at, "--input-tokens", "1", "--output-tokens", "4")
        product.muster("eval", "price", MODEL, *prices)
        code, better = place.run(server, first)
        assert (better["cost"], better["cap"], better["unsettled"]) == ("0.0076", "5.00", "0.00")
        assert (code, better["verdict"], better["baseline"]) == (0, "passed", "")
        assert (better["done"], better["scored"], better["cached"]) == (400, 400, 0)
        assert better["tokens_out"] == 400 * 3
        asked = len(server.received)
        assert asked == 400
        code, again = place.run(server, second)
        assert (code, again["cached"], again["tokens_out"], again["cost"]) == (0, 400, 0, "0.00")
        assert len(server.received) == asked
        assert again["tasks"] == better["tasks"]
    assert place.promote("it passed").status_code == 200
    place.push("a small model")
    with chat_server(recorded("worse")) as server:
        code, worse = place.run(server, third)
    assert (code, worse["verdict"], worse["baseline"]) == (10, "failed", better["commit"])
    [task] = worse["tasks"]
    assert task["difference"] < -0.2
    shown = product.muster("eval", "cases", third, "--flipped", "-n", "5", "-o", "jsonl")
    assert [(each["score"], each["baseline"]) for each in map(json.loads, shown.stdout.splitlines())] == [
        (0.0, 1.0)
    ] * 5
    compared = json.loads(product.muster("eval", "compare", third, "-o", "json").stdout)
    assert (compared["baseline"]["run"], compared["of_verdict"]) == (second, True)
    assert {name: compared["tasks"][0][name] for name in ("value", "difference", "detectable")} == {
        name: task[name] for name in ("value", "difference", "detectable")
    }
    page = ElementTree.fromstring(product.muster("eval", "show", third, "--format", "html").stdout)
    assert next(page.iter("a")).get("href") == "#case-1"
    series = product.muster("eval", "series", place.suffix, "-o", "jsonl").stdout
    assert [(row["verdict"], row["blocked"]) for row in map(json.loads, series.splitlines())] == [
        ("passed", False),
        ("failed", True),
    ]
    junit = ElementTree.fromstring(product.muster("eval", "show", third, "--format", "junit").stdout)
    failure = junit.find("testsuite/testcase[@name='word-problems']/failure")
    assert failure is not None
    assert ": 1.000 -> 0.000" in (failure.text or "")
    [gate] = place.facts(GateDecided, third)
    gated = [
        each["payload"]
        for each in product.records(REGISTRY_EVENTS)
        if each["payload"]["type"] == "VersionGated"
    ]
    assert gate["reason"] in [each["reason"] for each in gated]
    refused = place.promote("it is smaller")
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/gate-not-passed")
    verified = product.muster("audit", "verify", "--service", "eval", "-o", "json")
    assert json.loads(verified.stdout)["verified"] is True


@pytest.mark.long
def test_a_killed_run_asks_again_only_what_was_under_way(product: Product, tmp_path: Path) -> None:
    place = Place(product, tmp_path, cases=200)
    place.push("weights")
    run, whole = (f"killed-{uuid.uuid4().hex[:8]}", f"whole-{uuid.uuid4().hex[:8]}")
    slow = recorded("better")

    def script(request: Received) -> Reply:
        reply = slow(request)
        return Reply(reply.body, delay_s=0.25)

    with chat_server(script) as server:
        command = ("eval", "run", place.name, "-c", place.suffix, "--url", server.url, "--id", run)
        product.muster(*command)
        product.until(lambda: len(server.received) >= 100, told=lambda: f"{len(server.received)} were asked")
        product.kill(product.holder("eval-worker"))
        product.restart()
        ended: list[Mapping[str, Any]] = []

        def has_ended() -> bool:
            ended[:] = place.facts(EvalEnded, run)
            return bool(ended)

        product.until(has_ended, position=lambda: len(server.received))
        asked = [each.text for each in server.received]
    assert ended[0]["outcome"] == "COMPLETED"
    under_way = 3 * BATCH  # as many batches as the engine has at a concurrency of 16
    assert len(asked) - len(set(asked)) <= under_way
    found = [each["payload"] for each in product.records(EVAL_RESULTS, key=run)]
    cases = [
        each["case"]
        for batch in {each["batch"]: each for each in found}.values()
        for each in batch["results"]
    ]
    assert sorted(cases) == sorted(f"gsm-{n}" for n in range(200))
    assert len(place.facts(EvalStarted, run)) == len(place.facts(GateDecided, run)) == 1
    with chat_server(slow) as server:
        _, shown = place.run(server, whole)
    told = json.loads(product.muster("eval", "show", run, "-o", "json").stdout)
    assert told["tasks"] == shown["tasks"]


def test_a_stopped_run_lets_its_worker_go_and_its_pending_gate_holds_the_version(
    product: Product, tmp_path: Path
) -> None:
    place = Place(product, tmp_path, cases=400)
    place.push("weights")
    first, second = (f"stopped-{n}-{uuid.uuid4().hex[:8]}" for n in range(2))
    answer = recorded("better")

    def script(request: Received) -> Reply:
        return Reply(answer(request).body, delay_s=1.0)

    with chat_server(script) as slow:
        command = ("eval", "run", place.name, "-c", place.suffix, "--url", slow.url, "--id", first)
        product.muster(*command)
        product.until(lambda: len(slow.received) >= 8, told=lambda: f"{len(slow.received)} were asked")
        held = place.promote("it is early")
        assert (held.status_code, f"is pending (run {first})" in held.text) == (409, True)
        product.muster("eval", "stop", first, "--reason", "a newer commit is out")
        product.until(lambda: bool(place.facts(EvalEnded, first)), position=lambda: len(slow.received))
        [ended] = place.facts(EvalEnded, first)
        assert (ended["outcome"], ended["code"]) == ("STOPPED", "STOPPED")
        with chat_server(answer) as server:
            code, passed = place.run(server, second)
        assert (code, passed["verdict"]) == (0, "passed")
        assert len(slow.received) < 400
    assert place.promote("it passed").status_code == 200


def test_an_endpoint_without_quota_ends_the_run_without_a_verdict(product: Product, tmp_path: Path) -> None:
    place = Place(product, tmp_path, cases=100)
    place.push("weights")
    run = f"quota-{uuid.uuid4().hex[:8]}"
    with chat_server(lambda _: error(429, code="insufficient_quota")) as server:
        code, told = place.run(server, run)
        assert len(server.received) <= 16
    assert (code, told["state"], told["verdict"], told["code"]) == (12, "failed", None, "QUOTA_GONE")


@pytest.mark.long
def test_an_endpoint_that_is_not_listed_is_not_asked(product: Product, tmp_path: Path) -> None:
    place = Place(product, tmp_path, cases=100)
    place.push("weights")
    run = f"listed-{uuid.uuid4().hex[:8]}"
    command = (
        "eval",
        "run",
        place.name,
        "-c",
        place.suffix,
        "--url",
        "http://169.254.169.254/v1",
        "--id",
        run,
    )
    done = product.muster(*command, "--wait", "-o", "json", check=False)
    told = json.loads(done.stdout)
    assert (done.returncode, told["code"]) == (12, "ENDPOINT_NOT_LISTED")
    assert told["reason"].startswith("url is http://169.254.169.254:80; must be one of MUSTER_EVAL_ENDPOINTS")


@pytest.mark.long
def test_code_of_answers_runs_in_the_sandbox_of_the_worker(product: Product, tmp_path: Path) -> None:
    checks = [{"kind": "code", "calls": [{"call": "total()", "returns": 7}]}]
    tasks = {"word-problems": {"checks": checks, "threshold": 0.4}}
    place = Place(product, tmp_path, cases=60, tasks=tasks)
    place.push("weights")

    def coder(request: Received) -> Reply:
        is_early = PROBLEM_NUMBERS[request.text] % 10 == 0
        code = "raise SystemExit(0)" if is_early else "def total():\n    return 7"
        return completion(f"Here:\n```python\n{code}\n```", model=MODEL)

    run = f"code-{uuid.uuid4().hex[:8]}"
    with chat_server(coder) as server:
        exit_code, report = place.run(server, run)
    assert (exit_code, report["verdict"], report["scored"]) == (0, "passed", 60)
    assert report["tasks"][0]["value"] == 0.9
    verified = product.muster("audit", "verify", "--service", "eval", "-o", "json")
    assert json.loads(verified.stdout)["verified"] is True


def test_a_wrong_config_is_named_by_file_line_and_field(product: Product, tmp_path: Path) -> None:
    file = tmp_path / "release.yaml"
    file.write_text("golden_set: none\nendpoint:\n  model: m\n  timeout: 3\ntasks:\n  t: {}\n")
    done = product.muster("eval", "config", "release", str(file), check=False)
    assert done.returncode == 2
    assert f"{file}:4: endpoint.timeout" in done.stderr


def scored_by_bea(place: Place, run: str) -> None:
    """A person scores all judged answers, as the queue shows them, and agrees with the judge."""
    command = ("eval", "label", "--next", place.suffix, "--person", "bea", "-n", "50", "-o", "json")
    queue = json.loads(place.product.muster(*command).stdout)
    assert (queue["run"], queue["planned"], queue["done"], len(queue["next"])) == (run, 45, 0, 45)
    assert all(each["answer"] == f"A: {each['case_id'].removeprefix('gsm-')}" for each in queue["next"])
    file = place.folder / "labels.jsonl"
    rows = [
        {
            "run": run,
            "case": each["case_id"],
            "score": 1 if each["case_id"].endswith("7") else 4,
            "person": "bea",
        }
        for each in queue["next"]
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    place.product.muster("eval", "label", "--file", str(file))
    plot = place.folder / "reliability.svg"
    shown = place.product.muster("eval", "calibrate", place.suffix, "--plot", str(plot), "-o", "json")
    found = json.loads(shown.stdout)["calibration"]
    assert (found["answers"], found["people"], found["judge"]["kappa"]["value"]) == (45, ["bea"], 1.0)
    assert ElementTree.fromstring(plot.read_text()).tag.endswith("svg")
    rows[3]["score"] = 9
    file.write_text("\n".join(map(json.dumps, rows)))
    wrong = place.product.muster("eval", "label", "--file", str(file), check=False)
    assert (wrong.returncode, "line 4.score" in wrong.stderr) == (2, True)


def probed_and_forgotten(place: Place, run: str) -> None:
    """The judge overlooks claims and no padding; the page quotes answers; labels of a person are removed."""
    done = place.product.muster("eval", "probe", place.suffix, "--cases", "20", "-o", "json", check=False)
    assert done.returncode == 10, done.stderr
    found = json.loads(done.stdout)
    shares = {each["kind"]: (each["share"], each["pairs"]) for each in found["spots"]}
    assert (found["state"], shares["padding"][0], shares["hallucination"][0]) == ("completed", 0.0, 1.0)
    listed = place.product.muster("eval", "probes", place.suffix, "-o", "name").stdout
    assert listed.split() == [found["run"]]
    [measured] = place.facts(JudgeProbed, found["run"])
    assert measured["judge_hash"] == found["judge_hash"]
    page = place.product.muster("eval", "show", run, "--format", "html").stdout
    assert any(f"<pre>A: {n}</pre>" in page for n in (7, 17)), "20 of the 21 answers that score 0 are shown"
    place.product.muster("eval", "labels", "--run", run, "--person", "bea", "--remove")
    assert place.product.muster("eval", "labels", "--run", run, "-o", "name").stdout.split() == []


def scored_as_in_production(place: Place) -> None:
    """Score kept answers again: by the checks of tasks and by kept verdicts of the judge."""
    score = ("eval", "score", place.suffix, "-r", place.name, "--cases", "30", "--wait", "-o", "json")
    found = json.loads(place.product.muster(*score).stdout)
    assert (found["state"], [(each["cases"], each["missing"]) for each in found["tasks"]]) == (
        "completed",
        [(30, 0)],
    )
    [fact] = place.facts(AnswersScored, found["run"])
    assert [(each["case"], each["score"]) for each in fact["results"]] == [
        (each["case"], each["score"]) for each in found["results"]
    ]
    for each in found["results"]:
        number = int(each["case"].removeprefix("gsm-"))
        assert each["score"] == (0.75 if number % 4 and number % 10 != 7 else 0.0)
    shown = place.product.muster("eval", "show", found["run"])
    assert "scored without expected texts" in shown.stdout + shown.stderr
    listed = place.product.muster("eval", "probes", place.suffix, "-o", "name").stdout
    assert found["run"] not in listed.split()


def test_a_judge_scores_what_checks_cannot_and_is_reported_apart(product: Product, tmp_path: Path) -> None:
    polite = {"kind": "pattern", "pattern": "^A: ", "match": "anywhere"}

    def judge(request: Received) -> Reply:
        answer = json.loads(request.text.split("\n")[1])["answer"]
        text = "not sure" if answer.endswith("7") else json.dumps({"reason": "plain", "score": 4})
        return completion(text, model="grader-1")

    def writer(request: Received) -> Reply:
        number = PROBLEM_NUMBERS[request.text]
        return completion(f"{'A: ' if number % 4 else ''}{number}", model=MODEL)

    with chat_server(judge) as grader, chat_server(writer) as server:
        place = Place(
            product,
            tmp_path,
            cases=60,
            tasks={"word-problems": {"checks": [polite], "threshold": 0.2}},
            gate={"kind": "creative"},
            judge={
                "endpoint": {"model": "grader-1", "url": grader.url},
                "criteria": f"The answer is plain. {uuid.uuid4()}",
            },
        )
        place.push("weights")
        code, told = place.run(server, f"judged-{uuid.uuid4().hex[:8]}")
        asked = len(grader.received)
        scored_by_bea(place, told["run"])
        calibrated = place.run(server, f"calibrated-{uuid.uuid4().hex[:8]}")[1]
        assert (calibrated["warnings"], len(grader.received)) == ([], asked)
        probed_and_forgotten(place, told["run"])
        scored_as_in_production(place)
        assert len(grader.received) > asked
    doubt = f"judge {told['judge_hash'][:12]} is not calibrated: no answer that it scored has a label"
    assert (code, told["verdict"], len(told["warnings"])) == (0, "passed", 1)
    assert told["warnings"][0].startswith(doubt)
    passed = [n for n in range(60) if n % 4]
    unread = [n for n in passed if n % 10 == 7]
    assert (told["scored"], told["judged"], told["judge_unread"]) == (60, len(passed), 2 * len(unread))
    assert asked == 2 * len(passed) + 2 * len(unread)
    assert (told["judge_tokens_out"], told["tokens_out"]) == (3 * asked, 3 * 60)
    assert told["tasks"][0]["value"] == pytest.approx((len(passed) - len(unread)) * 0.75 / 60)
    [measured] = place.facts(ScoresMeasured, told["run"])
    assert (measured["judge"], measured["judge_hash"]) == ("grader-1", told["judge_hash"])
    assert {each["metric"]: each["value"] for each in measured["scores"]}["judge_saved"] == 0.25
    shown = product.muster("eval", "cases", told["run"], "-n", "60", "-o", "jsonl")
    rows = {each["case_id"]: each for each in map(json.loads, shown.stdout.splitlines())}
    assert rows["gsm-7"]["judge_scores"] == [1, 1]
    assert rows["gsm-7"]["reason"].startswith("2 of 2 verdicts could not be read: the reply is no JSON")
    assert (rows["gsm-1"]["judge_scores"], rows["gsm-4"]["judge_scores"]) == ([4, 4], [])
    report = product.muster("eval", "show", told["run"])
    line = f"judge {told['judge_hash'][:12]} scored 45 of them; checks decided 25%"
    assert line in report.stdout + report.stderr


def test_a_set_of_a_repository_and_held_out_cases_that_nobody_reads(product: Product, tmp_path: Path) -> None:
    place = Place(product, tmp_path, cases=40)
    place.push("weights")
    marker, golden = f"zq{uuid.uuid4().hex}", tmp_path / "golden.jsonl"
    dataset = f"{place.name}-cases"
    product.muster("model", "push", str(golden), dataset, "--type", "dataset")
    fetched = ("eval", "golden-set", place.suffix, "golden.jsonl", "--from", dataset)
    product.muster(*fetched)
    in_force = json.loads(product.muster("eval", "golden-set", place.suffix).stdout)
    assert in_force["source"].startswith(f"datasets/{dataset}@")
    assert in_force["source"].endswith(":golden.jsonl")
    held_out = {
        f"{each['question']} {marker}": {
            "id": f"{marker}-{n}",
            "task": "word-problems",
            "prompt": f"{each['question']} {marker}",
            "expected": each["expected"],
            "subset": "held_out",
        }
        for n, each in enumerate(PROBLEMS[40:80])
    }
    with golden.open("a") as lines:
        lines.writelines(f"{json.dumps(each)}\n" for each in held_out.values())
    product.muster("model", "push", str(golden), dataset, "--type", "dataset")
    refused = product.muster(*fetched, check=False)
    assert "golden.jsonl:41: subset is held_out; must be locked or live" in refused.stderr
    product.muster("eval", "golden-set", place.suffix, str(golden))

    def answer(request: Received) -> Reply:
        found = held_out.get(request.text)
        return recorded("better")(request) if found is None else completion(f"{marker} A: 0", model=MODEL)

    run = f"held-{uuid.uuid4().hex[:8]}"
    with chat_server(answer) as server:
        _, told = place.run(server, run)
        assert sum(marker in each.text for each in server.received) == len(held_out)
    assert (told["cases"], told["scored"], told["held_out_cases"], told["held_out_use"]) == (80, 80, 40, 1)
    shown = product.muster("eval", "cases", run, "-n", "100", "-o", "jsonl").stdout
    hidden = [each for each in map(json.loads, shown.splitlines()) if each["subset"] == "held_out"]
    assert {(each["score"], each["reason"]) for each in hidden} == {(0.0, "")}
    seen = {name: product.muster("eval", "show", run, "--format", name).stdout for name in ("html", "json")}
    seen |= {topic.name: str(product.records(topic)) for topic in EVAL_TOPICS}
    logs = product.home.root / "logs"
    seen |= {file.name: file.read_text(errors="replace") for file in logs.rglob("*.log")}
    assert [name for name, text in seen.items() if marker in text] == []
    verified = product.muster("audit", "verify", "--service", "eval", "-o", "json")
    assert json.loads(verified.stdout)["verified"] is True


@pytest.mark.long
def test_a_failure_in_production_becomes_a_case_when_somebody_accepts_it(
    product: Product, tmp_path: Path
) -> None:
    place = Place(product, tmp_path, cases=40)
    failures = tmp_path / "failures.jsonl"
    kept, dropped = (
        {"task": "word-problems", "prompt": each["question"], "expected": each["expected"]}
        for each in PROBLEMS[40:42]
    )
    dropped["prompt"] = f"{PROBLEMS[0]['question']} Show your work."
    failures.write_text(f"{json.dumps(kept)}\n{json.dumps(dropped)}\n")
    propose = ("eval", "propose", place.suffix, str(failures), "--source", "ticket 4711")
    product.muster(*propose)
    assert "2 of them before" in product.muster(*propose).stderr

    def listed(state: str) -> list[dict[str, Any]]:
        lines = product.muster("eval", "proposals", place.suffix, "--state", state, "-o", "jsonl").stdout
        return [json.loads(line) for line in lines.splitlines()]

    ids: dict[str, str] = {}
    for each in listed("open"):
        shown = json.loads(product.muster("eval", "proposals", place.suffix, each["proposal"]).stdout)
        assert shown["case"]["provenance"] == {"origin": "production", "source": "ticket 4711"}
        ids[shown["case"]["prompt"]] = each["proposal"]
        near = ["gsm-0"] if shown["case"]["prompt"] == dropped["prompt"] else []
        assert [other["case_id"] for other in shown["similar"]] == near
    assert set(ids) == {kept["prompt"], dropped["prompt"]}
    decide = ("eval", "decide", place.suffix)
    product.muster(*decide, ids[kept["prompt"]], "--accept")
    product.muster(*decide, ids[dropped["prompt"]], "--reject", "--reason", "unclear")
    assert [each["reason"] for each in listed("rejected")] == ["unclear"]
    assert (len(listed("accepted")), listed("open")) == (1, [])
    assert "rejected before" in product.muster(*propose).stderr
    golden = json.loads(product.muster("eval", "golden-set", place.suffix).stdout)
    assert [task["cases"] for task in golden["tasks"]] == [41]
    place.push("weights")
    with chat_server(recorded("better")) as server:
        _, found = place.run(server, f"grown-{uuid.uuid4().hex[:8]}")
        assert kept["prompt"] in {each.text for each in server.received}
        assert (found["cases"], found["scored"]) == (41, 41)
    with chat_server(recorded("worse")) as server:
        place.push("other weights")
        _, worse = place.run(server, f"grown-{uuid.uuid4().hex[:8]}")

    def scores(command: str, *words: str) -> dict[str, dict[str, Any]]:
        lines = product.muster("eval", command, *words, "-o", "jsonl").stdout.splitlines()
        return {each["case_id"]: each for each in map(json.loads, lines)}

    before, after = scores("cases", found["run"]), scores("cases", worse["run"])
    for case, each in scores("history", place.suffix).items():
        first, second = before[case]["score"], after[case]["score"]
        assert (each["runs"], each["mean"], each["last"]) == (2, (first + second) / 2, second)
        assert each["changes"] == (first != second)
    assert any(each["changes"] for each in scores("history", place.suffix, "-n", "1").values())
    once = product.muster("eval", "history", place.suffix, "gsm-0", "-c", place.suffix, "-o", "jsonl").stdout
    assert [json.loads(line)["commit"] for line in once.splitlines()] == [worse["commit"], found["commit"]]
    verified = product.muster("audit", "verify", "--service", "eval", "-o", "json")
    assert json.loads(verified.stdout)["verified"] is True
