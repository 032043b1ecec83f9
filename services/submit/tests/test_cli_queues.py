"""`muster queue` and `muster policy`: against canned answers, and against the scheduler's real queue tree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from muster.api.commands.gateway import rejection
from muster.client.documents.fields import first_settings
from muster.client.resources import Queue
from muster.events.queue_commands import ConfigureQueue, CreateQueue, DeleteQueue, QueueSettings
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.jobs import QueueRequest, QueueSettingsRequest, filled, settings_data, to_settings
from muster.submit.cli.queues import bars
from muster.submit.cli.queues import tree as queue_tree
from muster.submit.edge.service import as_written
from muster.testkit.api.canned_api import Answer, Api, Asked, paged, problem
from muster.testkit.api.documented import filled as whole
from muster.testkit.cores.build import TENANT, USER
from muster.testkit.cores.scenario import Scenario, given
from muster.views.commands import CommandRow

Muster = Callable[..., Any]
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "queues.yaml"


def measure(used: float, **members: Any) -> dict[str, Any]:
    return {
        "measured_at": "2026-01-01T00:00:00.000Z",
        "used": {"gpus": used, "gpus_by_model": {"H100": used}, "cpus": 96, "memory": "1TiB"},
        "borrowed_gpus": 0,
        "lent_gpus": 0,
        "share": 0.3125,
        "share_due": 0.25,
        "usage_gpu_hours": 1234.5,
        "credit_gpu_hours": 0,
        "jobs_running": 9,
        "jobs_pending": 3,
    } | members


def queue_json(name: str, **members: Any) -> dict[str, Any]:
    """A queue as the API sends it."""
    queue: dict[str, Any] = {
        "name": name,
        "description": "",
        **settings_data(QueueSettings()),
        "created_at": "2026-01-01T00:00:00.000Z",
        "etag": '"0-1"',
        "jobs": {},
        "measure": None,
    }
    return queue | members


def alone(queue: dict[str, Any]) -> dict[str, Any]:
    """A queue without those below it, as the API sends it outside of the tree."""
    return {name: value for name, value in queue.items() if name != "queues"}


VISION = queue_json(
    "vision",
    parent="acme",
    guarantee={"gpus": 24, "gpus_by_model": {"H100": 16}, "cpus": 384, "memory": "3TiB"},
    maximum={"gpus": 40, "gpus_by_model": {}, "cpus": None, "memory": None},
    weight=2,
    jobs={"RUNNING": 9, "QUEUED": 3},
    measure=measure(30, borrowed_gpus=6),
    queues=[],
)
SPEECH = queue_json(
    "speech",
    parent="acme",
    guarantee={"gpus": 16, "gpus_by_model": {}, "cpus": None, "memory": None},
    measure=measure(4, lent_gpus=12, share=0.04, credit_gpu_hours=12.5, jobs_running=1, jobs_pending=0),
    queues=[],
)
TREE = [
    queue_json("acme", measure=measure(34, jobs_running=10), queues=[SPEECH, VISION]),
    queue_json("default", queues=[]),
]


# --- what people see ----------------------------------------------------------------------------------------


def test_the_tree_line_by_line(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/queues:tree", Answer(200, {"items": TREE}))
    ended = muster("queue", "tree")
    assert ended.out == (
        "QUEUE      USED  GUARANTEED  MAX  BORROWED  LENT  SHARE    DUE  CREDIT  RUN  WAIT  GPUS\n"
        "acme         34           -    -         -     -  31.2%  25.0%       -   10     3"
        "  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓\n"
        "├─ speech     4          16    -         -    12   4.0%  25.0%   12.5h    1     0"
        "  █████░░░░░░░░░░░░░░░\n"
        "└─ vision    30          24   40         6     -  31.2%  25.0%       -    9     3"
        "  ████████████▓▓▓·····\n"
        "default       -           -    -         -     -      -      -       -    -     -\n"
    )
    legend, fresh, following = ended.err.splitlines()
    assert (legend, following) == (bars.LEGEND, "next:  muster queue describe vision")
    assert re.fullmatch(r"last measured \S+ ago; a queue is measured when its jobs change", fresh)


def test_a_tree_without_a_measure_says_so(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/queues:tree", Answer(200, {"items": [queue_json("default", queues=[])]}))
    assert "not measured yet" in muster("queue", "tree").err


def test_the_tree_for_programs(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/queues:tree", Answer(200, {"items": TREE}))
    assert json.loads(muster("queue", "tree", "--json").out) == whole(
        "GET", "/v1/queues:tree", 200, {"items": TREE}
    )
    assert yaml.safe_load(muster("queue", "tree", "acme", "-o", "yaml").out) == whole(
        "GET", "/v1/queues:tree", 200, {"items": TREE[:1]}
    )
    assert muster("queue", "tree", "-o", "name").out == "acme\nspeech\nvision\ndefault\n"
    flat = [json.loads(line) for line in muster("queue", "tree", "acme", "-o", "jsonl").out.splitlines()]
    assert [(q["name"], q["parent"], "queues" in q) for q in flat] == [
        ("acme", None, False),
        ("speech", "acme", False),
        ("vision", "acme", False),
    ]
    assert muster("queue", "tree", "nowhere").code == 3


@pytest.mark.parametrize(
    ("used", "guarantee", "maximum", "drawn"),
    [
        (0, 0, None, ""),
        (0, 10, None, "░░░░░░░░░░"),
        (10, 10, None, "██████████"),
        (5, 0, None, "▓▓▓▓▓▓▓▓▓▓"),
        (5, 10, 20, "██░░░·····"),
        (15, 10, 20, "█████▓▓▓··"),
        (0.001, 1000, None, "█░░░░░░░░░"),
        (0, 0, 8, "··········"),
    ],
)
def test_bars(used: float, guarantee: float, maximum: float | None, drawn: str) -> None:
    assert bars.bar(used, guarantee, maximum, width=10) == drawn


def test_a_deep_tree_is_drawn_with_its_branches() -> None:
    inner = queue_json("b", queues=[queue_json("c"), queue_json("d")])
    tops = [Queue.read(queue_json("a", queues=[inner, queue_json("e")]))]
    assert [line.branch + line.queue.name for line in queue_tree.lines(tops)] == [
        "a",
        "├─ b",
        "│  ├─ c",
        "│  └─ d",
        "└─ e",
    ]


def test_list_and_its_old_name(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/queues", paged([alone(VISION)]))
    listed = muster("queue", "list").out
    assert listed == (
        "QUEUE   PARENT  WAITING  RUNNING  GUARANTEE                         MAXIMUM  DESCRIPTION\n"
        "vision  acme          3        9  24 GPUs (H100 16), 384 CPU, 3TiB  40 GPUs\n"
    )
    assert muster("queues").out == listed
    assert muster("queues", "-o", "name").out == "vision\n"


def test_a_queue_in_full(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/queues/vision", Answer(200, alone(VISION)))
    ended = muster("queue", "describe", "vision")
    facts = dict(line.split(":", 1) for line in ended.out.splitlines())
    assert {name: value.strip() for name, value in facts.items() if name != "Measured"} == {
        "Queue": "vision",
        "Parent": "acme",
        "Guarantee": "24 GPUs (H100 16), 384 CPU, 3TiB",
        "Maximum": "40 GPUs",
        "Weight": "2; 1 beyond the guarantee",
        "Order": "fifo",
        "Limits": "-",
        "Your jobs": "3 QUEUED, 9 RUNNING",
        "Uses": "30 GPUs (H100 30), 96 CPU, 1TiB",
        "Borrows": "6 GPUs",
        "Lends": "0 GPUs",
        "Share": "31.2% of the cluster; fair share 25.0%",
        "Usage": "1,234h of GPU weighted by model price; older use counts less",
        "Jobs": "9 running, 3 waiting",
    }
    assert "next:  muster list -q vision\n" in ended.err
    assert json.loads(muster("queue", "describe", "vision", "--json").out) == whole(
        "GET", "/v1/queues/vision", 200, alone(VISION)
    )
    assert muster("queue", "describe", "nowhere").code == 3


# --- against the tree that really judges --------------------------------------------------------------------


class Judge:
    """The API of queues with the scheduler's core behind it."""

    def __init__(self, api: Api) -> None:
        self.scenario: Scenario = given()
        self.outcomes: dict[str, Answer] = {}
        api.on("GET", "/v1/queues", self._listed)
        api.on("POST", "/v1/queues", self._create)
        api.on("PUT", "/v1/queues/*", self._configure)
        api.on("PATCH", "/v1/queues/*", self._patch)
        api.on("DELETE", "/v1/queues/*", self._delete)
        api.on("GET", "/v1/queues/*", self._read)
        api.on("GET", "/v1/commands/*", lambda asked: self.outcomes[asked.path.rpartition("/")[2]])

    @property
    def queues(self) -> dict[str, dict[str, Any]]:
        by_key = self.scenario.state.queues.by_key
        return {
            name: queue_json(name, **settings_data(queue.settings))
            for (tenant, name), queue in by_key.items()
            if tenant == TENANT
        }

    def _listed(self, _: Asked) -> Answer:
        return paged(sorted(self.queues.values(), key=lambda q: q["name"]))

    def _read(self, asked: Asked) -> Answer:
        name = asked.path.rpartition("/")[2]
        found = self.queues.get(name)
        return Answer(200, found) if found else problem(404, "not-found", f"queue {name} does not exist")

    def _create(self, asked: Asked) -> Answer:
        made = filled(QueueRequest, asked.json)
        return self._decide(
            CreateQueue(
                queue=made.name,
                tenant=TENANT,
                description=made.description,
                settings=to_settings(made),
                requested_by=USER,
            )
        )

    def _configure(self, asked: Asked) -> Answer:
        return self._settle(asked, asked.json)

    def _patch(self, asked: Asked) -> Answer:
        found = self.queues[asked.path.rpartition("/")[2]]
        return self._settle(
            asked, {name: found[name] for name in QueueSettingsRequest.model_fields} | asked.json
        )

    def _settle(self, asked: Asked, settings: Any) -> Answer:
        wanted = to_settings(filled(QueueSettingsRequest, settings))
        name = asked.path.rpartition("/")[2]
        return self._decide(ConfigureQueue(queue=name, tenant=TENANT, settings=wanted, requested_by=USER))

    def _delete(self, asked: Asked) -> Answer:
        name = asked.path.rpartition("/")[2]
        return self._decide(DeleteQueue(queue=name, tenant=TENANT, requested_by=USER))

    def _decide(self, command: object) -> Answer:
        self.scenario.when(command)
        fact = self.scenario.decided[0]
        command_id = f"cmd-{len(self.outcomes)}"
        self.outcomes[command_id] = Answer(200, {"command_id": command_id, **_outcome(fact)})
        return Answer(202, {"command_id": command_id, "position": f"queue-commands/0/{len(self.outcomes)}"})


def _outcome(fact: object) -> dict[str, Any]:
    if isinstance(fact, CommandRejected):
        said = {
            "code": fact.code,
            "message": fact.message,
            "violations": [v.to_datum() for v in fact.violations],
        }
        row = CommandRow(
            command_id=fact.command_id,
            outcome="rejected",
            subject=fact.subject,
            problem=said,
            tenant=fact.tenant,
            user="",
        )
        refusal = rejection(row, "scheduler", as_written)
        assert refusal is not None
        return {"outcome": "rejected", "problem": refusal.body()}
    return {"outcome": "repeated" if isinstance(fact, CommandRepeated) else "accepted"}


@pytest.fixture
def judge(api: Api) -> Judge:
    return Judge(api)


def applied(muster: Muster, file: Path, *words: str) -> dict[str, str]:
    ended = muster("queue", "apply", "-f", str(file), "--json", *words)
    return {each["name"]: each["result"] for each in json.loads(ended.out)["items"]}


def tree_of(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "tree.yaml"
    path.write_text(text)
    return path


@pytest.mark.slow
def test_a_file_without_the_field_resumes_no_queue(judge: Judge, muster: Muster, tmp_path: Path) -> None:
    file = tree_of(tmp_path, "queues: [{name: vision, weight: 2}]")
    assert applied(muster, file) == {"vision": "created"}
    assert muster("queue", "set", "vision", "suspended=no budget").code == 0
    assert "vision (suspended)" in muster("queue", "list").out
    assert (
        "Suspended: no job in it or in the queues below it starts: no budget"
        in muster("queue", "describe", "vision").out
    )
    assert applied(muster, file) == {"vision": "unchanged"}
    heavier = tree_of(tmp_path, "queues: [{name: vision, weight: 3}]")
    assert applied(muster, heavier) == {"vision": "configured"}
    assert judge.queues["vision"]["suspended"] == "no budget"
    resumed = tree_of(tmp_path, "queues: [{name: vision, weight: 3, suspended: null}]")
    assert applied(muster, resumed) == {"vision": "configured"}
    assert judge.queues["vision"]["suspended"] is None


@pytest.mark.slow
def test_a_file_is_applied_parents_first_and_once(judge: Judge, muster: Muster) -> None:
    ended = muster("queue", "apply", "-f", str(EXAMPLE))
    assert ended.code == 0, ended.err
    assert [line.split()[:2] for line in ended.out.splitlines()[1:]] == [
        ["acme", "created"],
        ["research", "created"],
        ["vision", "created"],
        ["speech", "created"],
        ["production", "created"],
        ["students", "created"],
    ]
    assert "guarantee.gpus 64, guarantee.gpus_by_model.H100 32, guarantee.cpus 1024" in ended.out
    assert "6 created\nnext:  muster queue tree\n" in ended.err
    assert judge.queues["vision"]["parent"] == "research"
    assert judge.queues["vision"]["guarantee"]["memory"] == "3TiB"
    asked = len(judge.outcomes)
    again = muster("queue", "apply", "-f", str(EXAMPLE))
    assert (again.code, len(judge.outcomes)) == (0, asked), "nothing is asked for that is so already"
    assert "6 unchanged\n" in again.err


@pytest.mark.slow
def test_changed_settings_are_listed(judge: Judge, muster: Muster, tmp_path: Path) -> None:
    muster("queue", "apply", "-f", str(EXAMPLE))
    changed = tree_of(tmp_path, EXAMPLE.read_text().replace("weight: 2", "weight: 3").replace("drf", "fifo"))
    dry = muster("queue", "apply", "-f", str(changed), "--dry-run")
    assert "research    configured  weight 2 -> 3\n" in dry.out
    assert "students    configured  order drf -> fifo\n" in dry.out
    assert "4 unchanged, 2 configured; nothing was changed (--dry-run)\n" in dry.err
    assert judge.queues["research"]["weight"] == 2
    assert muster("queue", "apply", "-f", str(changed)).out == dry.out
    assert judge.queues["research"]["weight"] == 3


@pytest.mark.slow
def test_a_guarantee_moves_whatever_the_order_in_the_file(
    judge: Judge, muster: Muster, tmp_path: Path
) -> None:
    before = "queues: [{name: a, guarantee: {gpus: 10}, queues: [%s, %s]}]"
    left, right = "{name: l, guarantee: {gpus: %d}}", "{name: r, guarantee: {gpus: %d}}"
    applied(muster, tree_of(tmp_path, before % (left % 8, right % 2)))
    for l_gpus, r_gpus in ((2, 8), (8, 2)):
        results = applied(muster, tree_of(tmp_path, before % (left % l_gpus, right % r_gpus)))
        assert results == {"a": "unchanged", "l": "configured", "r": "configured"}
        assert judge.queues["l"]["guarantee"]["gpus"] == l_gpus


@pytest.mark.slow
def test_a_queue_moves_with_its_guarantee_from_one_parent_to_another(
    judge: Judge, muster: Muster, tmp_path: Path
) -> None:
    applied(
        muster,
        tree_of(
            tmp_path,
            "queues:\n"
            "- {name: a, guarantee: {gpus: 8}, queues: [{name: team, guarantee: {gpus: 8}}]}\n"
            "- {name: b}\n",
        ),
    )
    moved = "queues: [{name: a}, {name: b, guarantee: {gpus: 8}, queues: [%s]}]"
    moved %= "{name: team, guarantee: {gpus: 8}}"
    assert set(applied(muster, tree_of(tmp_path, moved)).values()) == {"configured"}
    assert (judge.queues["a"]["guarantee"], judge.queues["team"]["parent"]) == (None, "b")


def test_a_parent_may_stand_further_down_in_the_file(judge: Judge, muster: Muster, tmp_path: Path) -> None:
    file = tree_of(tmp_path, "queues: [{name: c, parent: b}, {name: b, parent: a}, {name: a}]")
    assert list(applied(muster, file)) == ["a", "b", "c"]
    assert judge.queues["c"]["parent"] == "b"


@pytest.mark.slow
def test_a_queue_that_the_tree_rejects_is_reported_and_the_others_are_created(
    judge: Judge, muster: Muster, tmp_path: Path
) -> None:
    text = "queues: [{name: a, guarantee: {gpus: 4}, queues: [{name: b, guarantee: {gpus: 9}}, {name: c}]}]"
    ended = muster("queue", "apply", "-f", str(tree_of(tmp_path, text)))
    assert ended.code == 2
    assert (
        "b      refused  guarantee.gpus is 9; must be at most 4: what the guarantee of 'a' leaves"
        in ended.out
    )
    assert sorted(judge.queues) == ["a", "c"]
    assert "2 created, 1 refused" in ended.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("queues:\n- name: a\n  guarantee: {gpu: 4}\n",
         "tree.yaml:3: queues[0].guarantee.gpu is 4; must be absent: unknown field; did you mean 'gpus'?"),
        ("queues:\n- {name: a}\n- {name: a}\n", "defines queues twice: a"),
        ("queues: [", "is not a valid queue file"),
        ("- a\n", "an object with the fields queues"),
    ],
)  # fmt: skip
def test_an_invalid_file_is_refused_before_any_request(
    api: Api, muster: Muster, tmp_path: Path, text: str, said: str
) -> None:
    ended = muster("queue", "apply", "-f", str(tree_of(tmp_path, text)))
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert api.asked == []
    assert muster("queue", "apply", "-f", "nowhere.yaml").code == 2


@pytest.mark.slow
def test_one_queue_is_made_changed_and_removed(judge: Judge, muster: Muster) -> None:
    muster("queue", "create", "acme", "guarantee.gpus=64")
    made = muster("queue", "create", "vision", "guarantee.gpus=32", "weight=2", "-p", "acme", "-d", "cats")
    assert (made.code, made.err) == (
        0,
        "Created queue vision\nnext:  muster submit --set queue=vision JOB.yaml\n",
    )
    assert judge.queues["vision"]["parent"] == "acme"
    changed = muster("queue", "set", "vision", "weight=5", "order=priority")
    assert (changed.code, changed.out) == (0, "weight 2 -> 5\norder fifo -> priority\n")
    assert changed.err == "Updated queue vision\nnext:  muster queue describe vision\n"
    taken_back = muster("queue", "set", "vision", "guarantee=null")
    assert taken_back.out == "guarantee.gpus 32 -> none\n"
    refused = muster("queue", "delete", "acme")
    assert refused.code == 4
    assert "has 1 queue below it" in refused.err
    assert muster("queue", "delete", "vision").err == "Deleted queue vision\n"
    assert muster("queue", "set", "acme", "guarantee").code == 2


def test_the_version_that_was_read_is_the_one_that_is_changed(judge: Judge, api: Api, muster: Muster) -> None:
    muster("queue", "create", "acme")
    muster("queue", "set", "acme", "weight=2")
    [patched] = api.requests("PATCH", "/v1/queues/acme")
    assert (patched.headers["if-match"], patched.json) == ('"0-1"', {"weight": 2})


# --- the policy ---------------------------------------------------------------------------------------------

POLICY: dict[str, object] = {
    "name": "default",
    "share_half_life": "7d",
    "model_price": {"A100": 1, "H100": 2.5},
    "tenants_untrusted": [],
    "mig_geometries": {"A30": ["2g.12gb@0", "2g.12gb@2"]},
    "activated_by": "ops",
    "activated_at": "2026-01-01T00:00:00.000Z",
    "etag": '"1-7"',
}


def test_the_policy_shows_the_ten_settings_to_know_first(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/policy", Answer(200, POLICY))
    ended = muster("policy", "show")
    shown = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert [line.split()[0] for line in shown] == ["SETTING", "name", *first_settings()]
    assert {"name default", "share_half_life 7d"} <= set(shown)
    assert ended.err.startswith("activated by ops, ")
    assert re.search(r"muster policy show --all +\d+ more settings", ended.err)


def test_all_settings_of_the_policy_are_shown_on_request(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/policy", Answer(200, POLICY))
    sent = whole("GET", "/v1/policy", 200, POLICY)
    ended = muster("policy", "show", "--all")
    shown = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert {
        "model_price A100 1, H100 2.5",
        "tenants_untrusted -",
        "mig_geometries A30 2g.12gb@0 2g.12gb@2",
    } <= set(shown)
    assert "--all" not in ended.err
    assert json.loads(muster("policy", "show", "--json").out) == sent, "programs get every one"


def test_settings_of_the_policy_are_changed_one_by_one(api: Api, muster: Muster) -> None:
    after = POLICY | {"share_half_life": "3d", "model_price": {"A100": 1, "H100": 3}}
    api.on("GET", "/v1/policy", Answer(200, POLICY), Answer(200, after))
    api.on("PATCH", "/v1/policy", Answer(202, {"command_id": "cmd-1", "position": "operator-commands/0/1"}))
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"command_id": "cmd-1", "outcome": "accepted"}))
    ended = muster("policy", "set", "share_half_life=3d", "model_price.H100=3")
    assert (ended.code, ended.out) == (0, "share_half_life 7d -> 3d\nmodel_price.H100 2.5 -> 3\n")
    [patched] = api.requests("PATCH", "/v1/policy")
    assert patched.json == {"share_half_life": "3d", "model_price": {"H100": 3}}
    assert patched.headers["if-match"] == '"1-7"'


def test_only_operators_change_the_policy(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/policy", Answer(200, POLICY))
    api.on("PATCH", "/v1/policy", problem(403, "forbidden", "needs the role operator"))
    ended = muster("policy", "set", "share_half_life=3d")
    assert ended.code == 5
    assert "needs the role operator" in ended.err
