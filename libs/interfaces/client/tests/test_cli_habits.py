"""Words of other tools: aliases run commands, hints answer the rest, and none leads to a loss."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from muster.client.cli import aliases, registry
from muster.client.documents.jobfile import read_file, read_text
from muster.testkit.api.canned_api import QUEUED, Answer, Api, Asked, job_json, paged, problem

ID = "job-aaaaaaaaaaaaaaaaaaaa"
Muster = Callable[..., Any]
ENDING_VERBS = ("Cancel ", "Close ", "Delete ", "Forget ", "Keep jobs ", "Remove ", "Revoke ", "Stop ")
"""How the help of a command begins that ends, closes or deletes something."""
SPEC: dict[str, Any] = {
    "name": "train",
    "queue": "default",
    "project": "default",
    "ranks": 2,
    "resources": {"gpus": 1, "memory": "4096MiB"},
    "command": ["python", "train.py"],
    "env": {"LR": "0.10"},
    "files_sha256": "a" * 64,
}


@pytest.fixture
def one_job(api: Api) -> Api:
    api.on("GET", f"/v1/jobs/{ID}", Answer(200, job_json(spec=SPEC, **QUEUED)))
    return api


@pytest.mark.parametrize("word", sorted(aliases.ALIASES))
def test_an_alias_runs_its_command(muster: Muster, word: str) -> None:
    shown = muster(word, "--help")
    assert shown.code == 0
    assert shown.out.startswith(f"Usage: muster {aliases.ALIASES[word]} ")


def test_help_lists_every_alias_and_answers_like_help_of_a_command(muster: Muster) -> None:
    shown = muster("help").out
    assert all(f" {alias}" in shown for alias in aliases.ALIASES)
    assert muster("help", "kill").out == muster("stop", "--help").out
    assert muster("--no-color", "help", "node", "drain").out == muster("node", "drain", "--help").out


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_an_option_too(muster: Muster, word: str) -> None:
    assert muster(word).out == muster("version").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("rm train", "`muster stop JOB` ends a job; the record of a job stays"),
        ("delete train", "`muster stop JOB` ends a job; the record of a job stays"),
        ("lst", "did you mean list?"),
        ("descrbe x", "did you mean describe?"),
        ("stpo train", "`muster --help` shows the usage"),
        ("cancle train", "`muster --help` shows the usage"),
        ("node rm n-1", "`muster node --help` shows the usage"),
        ("queue lst", "did you mean list or set?"),
        ("queue delet vision", "`muster queue --help` shows the usage"),
    ],
)
def test_an_unknown_word_is_answered_by_its_meaning_and_never_leads_to_a_loss(
    muster: Muster, words: str, hint: str
) -> None:
    ended = muster(*words.split())
    assert ended.code == 2
    assert ended.err.endswith(f"\nhint:  {hint}\n")


def test_aliases_and_hints_neither_hide_a_command_nor_name_one_that_does_not_exist() -> None:
    commands = {str(each.name): each.loaded() for each in registry.commands_for([], completing=True)}
    assert not {*aliases.ALIASES, *aliases.HINTS} & set(commands)
    assert set(aliases.ALIASES.values()) <= set(commands)
    for hint in aliases.HINTS.values():
        for quoted in hint.split("`")[1::2]:
            program, *words = quoted.split()
            if program == "muster":
                assert words[0] in commands, hint
                below = getattr(commands[words[0]], "commands", {})
                assert not below or len(words) == 1 or words[1] in below, hint


def test_every_command_whose_help_says_that_it_ends_or_deletes_something_is_known_as_such() -> None:
    helps: dict[str, list[str]] = {}
    for stub in registry.commands_for([], completing=True):
        command = stub.loaded()
        for name, each in [(str(stub.name), command), *getattr(command, "commands", {}).items()]:
            helps.setdefault(name, []).append((each.help or "").lstrip())
    ending = {name for name, texts in helps.items() if any(text.startswith(ENDING_VERBS) for text in texts)}
    assert len(ending) > 12
    assert ending <= aliases.ENDING <= set(helps)


# --- values that are text -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "field", "value"),
    [
        ("env.N=400", "env", {"N": "400"}),
        ("env.DEBUG=true", "env", {"DEBUG": "true"}),
        ("env.X=a #b: [c]", "env", {"X": "a #b: [c]"}),
        ("env.EMPTY=", "env", {"EMPTY": ""}),
        ("env.Q='0.1'", "env", {"Q": "'0.1'"}),
        ("env.LINE=a=b\nc ", "env", {"LINE": "a=b\nc "}),
        ("labels.seed=3", "labels", {"seed": "3"}),
        ("labels.a.b/c=on", "labels", {"a.b/c": "on"}),
        ("node_labels.zone=1e3", "node_labels", {"zone": "1e3"}),
        ("name=3", "name", "3"),
        ("project=0x10", "project", "0x10"),
        ("model=null", "model", "null"),
    ],
)
def test_a_field_that_is_text_takes_the_value_byte_for_byte(setting: str, field: str, value: object) -> None:
    job = read_text(b"name: a\nrun: x\n", origin="stdin", folder=Path(), overrides=[setting])
    assert job.fields[field] == value
    assert getattr(job.checked(), field) == value


def test_other_fields_are_yaml() -> None:
    settings = ["resources.gpus=0.5", "ranks=2", "tolerations=[spot, own]", "checkpoint.enabled=true"]
    job = read_text(b"name: a\nrun: x\n", origin="stdin", folder=Path(), overrides=settings).checked()
    assert (job.resources.gpus, job.ranks, job.checkpoint.enabled) == (0.5, 2, True)
    assert tuple(job.tolerations) == ("own", "spot")


# --- submitting again ---------------------------------------------------------------------------------------


def test_a_job_described_as_yaml_is_a_job_file(one_job: Api, muster: Muster, tmp_path: Path) -> None:
    printed = muster("describe", ID, "-o", "yaml").out
    assert yaml.safe_load(printed) == SPEC
    file = tmp_path / "again.yaml"
    file.write_text(printed)
    assert read_file(file).checked().env == {"LR": "0.10"}


def test_resubmit_sends_the_settings_of_the_job_with_what_was_changed(one_job: Api, muster: Muster) -> None:
    one_job.on("POST", "/v1/jobs", Answer(201, job_json("job-b", **QUEUED)))
    ended = muster("resubmit", ID, "--set", "resources.gpus=2", "--set", "env.LR=0.20", "--name", "again")
    assert (ended.code, ended.out) == (0, "job-b\n")
    [request] = one_job.requests("POST", "/v1/jobs")
    assert request.json == SPEC | {
        "name": "again",
        "resources": {"gpus": 2, "memory": "4096MiB"},
        "env": {"LR": "0.20"},
    }


# --- errors for programs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["-o json", "-ojson", "--json", "--output=json", "-o jsonl"])
def test_errors_are_json_where_the_output_is(api: Api, muster: Muster, words: str) -> None:
    wrong = {"field": "ranks", "value": "0", "allowed": "a whole number from 1 to 4096"}
    api.on("POST", "/v1/jobs", problem(422, "invalid-request", "ranks is 0", violations=[wrong]))
    ended = muster("submit", *words.split(), "--", "true")
    assert (ended.code, ended.out) == (2, "")
    error = json.loads(ended.err)["error"]
    assert error == {
        "message": "ranks is 0",
        "hint": error["hint"],
        "exit_code": 2,
        "type": "/problems/invalid-request",
        "violations": [wrong],
    }


def test_a_wrong_command_line_is_json_too_and_words_of_the_job_do_not_count(muster: Muster) -> None:
    ended = muster("list", "-o", "json", "--no-such-option")
    assert json.loads(ended.err)["error"]["exit_code"] == ended.code == 2
    assert muster("submit", "--env", "A", "--", "tool", "-o", "json").err.startswith("error: ")


# --- the caller ---------------------------------------------------------------------------------------------


def test_whoami_shows_the_owner_of_the_token_and_not_the_token(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    jwt = "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYiLCJyb2xlcyI6WyJvcGVyYXRvciJdLCJleHAiOjF9.x"
    monkeypatch.setenv("MUSTER_TOKEN", jwt)
    shown = muster("whoami")
    assert shown.out.startswith("ada of tenant dev; roles: operator; from MUSTER_TOKEN; EXPIRED")
    assert jwt not in shown.out + shown.err
    assert json.loads(muster("whoami", "--json").out)["tenant"] == "dev"


# --- mine first ---------------------------------------------------------------------------------------------


def _by_user(api: Api, *names: str) -> None:
    """Answer lists of jobs, newest first, with one job of each of these users."""
    jobs = [job_json(f"job-{n}", user=user) for n, user in enumerate(names)]

    def page(asked: Asked) -> Answer:
        users = asked.query.get("user")
        chosen = [job for job in jobs if users is None or job["user"] in users]
        return Answer(200, {"items": chosen[: int(asked.query["limit"][0])], "next_page_token": None})

    api.on("GET", "/v1/jobs", page)


@pytest.fixture
def as_ada(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_TOKEN", "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYifQ.x")


def _listed(shown: Any) -> list[str]:
    return [line.split()[0] for line in shown.out.splitlines()[1:]]


@pytest.mark.usefixtures("as_ada")
def test_a_table_lists_the_callers_jobs_first_and_each_job_once(api: Api, muster: Muster) -> None:
    _by_user(api, "bob", "bob", "ada", "eve", "ada", "bob")
    shown = muster("list")
    assert _listed(shown) == ["job-2", "job-4", "job-0", "job-1", "job-3", "job-5"]
    assert shown.err == "yours first: 2 jobs; --me shows no others\n"
    shown = muster("list", "-n", "3")
    assert _listed(shown) == ["job-2", "job-4", "job-0"]
    assert shown.err.startswith("showing the newest 3 jobs; use -n for more\n")
    shown = muster("list", "-n", "2")
    assert (_listed(shown), shown.err) == (
        ["job-2", "job-4"],
        "showing your newest 2 jobs; use -n for more\n",
    )


@pytest.mark.usefixtures("as_ada")
@pytest.mark.parametrize("how", ["name", "json", "jsonl", "yaml"])
def test_formats_for_programs_list_all_jobs_by_time_alone(api: Api, muster: Muster, how: str) -> None:
    _by_user(api, "bob", "ada")
    shown = muster("list", "-o", how).out
    assert shown.index("job-0") < shown.index("job-1")
    [request] = api.requests("GET", "/v1/jobs")
    assert "user" not in request.query


@pytest.mark.usefixtures("as_ada")
def test_the_jobs_of_one_user_are_listed_without_others(api: Api, muster: Muster) -> None:
    _by_user(api, "bob", "ada", "eve")
    assert muster("list", "--me", "-o", "name").out == "job-1\n"
    assert (_listed(muster("list", "--me")), muster("list", "--me").err) == (["job-1"], "")
    assert _listed(muster("list", "-u", "eve")) == ["job-2"]
    assert muster("list", "--me", "-u", "eve").code == 2


def test_a_token_that_names_no_user_lists_by_time_and_has_no_own_jobs(api: Api, muster: Muster) -> None:
    _by_user(api, "bob", "ada")
    assert _listed(muster("list")) == ["job-0", "job-1"]
    ended = muster("list", "--me")
    assert (ended.code, ended.err.splitlines()[0]) == (5, "error: the token does not name its user")


# --- nodes --------------------------------------------------------------------------------------------------


def test_nodes_in_use_come_first_and_lost_ones_last(api: Api, muster: Muster) -> None:
    def node(name: str, state: str, used: float, **more: object) -> dict[str, object]:
        return {"node_id": name, "state": state, "gpu_count": 8, "gpu_milli_used": int(used * 1000), **more}

    listed = [
        node("a-lost", "lost", 8),
        node("b-idle", "ready", 0),
        node("c-closed", "ready", 4, cordoned=True),
        node("d-busy", "ready", 8),
        node("e-half", "ready", 4),
        node("f-suspected", "suspected", 0),
    ]
    api.on("GET", "/v1/nodes", paged(listed))
    shown = muster("nodes", "-o", "name").out.split()
    assert shown == ["d-busy", "e-half", "b-idle", "c-closed", "f-suspected", "a-lost"]
    assert muster("nodes", "-n", "2").out.count("\n") == 3
    assert "d-busy" in muster("nodes", "-n", "1").out
    assert "muster node forget --lost" in muster("nodes").err
    assert "forget" not in muster("nodes", "-s", "ready").err


def _lost(name: str, **more: object) -> dict[str, object]:
    return {"node_id": name, "state": "lost", "gpu_count": 8, **more}


@pytest.fixture
def some_lost(api: Api) -> Api:
    """A cell with two lost nodes; the scheduler forgets all but n-held."""
    nodes = [_lost("n-gone", cordoned=True), _lost("n-held"), _lost("n-live") | {"state": "ready"}]
    api.on("GET", "/v1/nodes", Answer(200, {"items": nodes}), Answer(200, {"items": nodes[1:]}))
    for number, node in enumerate(nodes):
        receipt = {"command_id": f"cmd-{number}", "position": "operator-commands/0/1"}
        api.on("POST", f"/v1/nodes/{node['node_id']}:forget", Answer(202, receipt))
        api.on("GET", f"/v1/commands/cmd-{number}", Answer(200, {"outcome": "accepted"}))
    refusal = problem(409, "wrong-state", "n-held is reserved").body
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"outcome": "rejected", "problem": refusal}))
    return api


def test_lost_nodes_are_forgotten_together_and_one_refusal_does_not_stop_the_others(
    some_lost: Api, muster: Muster
) -> None:
    ended = muster("node", "forget", "--lost", "--yes")
    assert ended.code == 4
    assert "n-held is reserved" in ended.err
    assert ended.err.endswith("forgotten: 1 node\n")
    assert not some_lost.requests("POST", "/v1/nodes/n-live:forget")


def test_all_lost_nodes_are_forgotten_only_after_confirmation(
    some_lost: Api, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    ended = muster("node", "forget", "--lost")
    assert ended.code == 1
    assert "n-gone" in ended.out
    assert not some_lost.requests("POST", "/v1/nodes/n-gone:forget")


def test_a_named_node_is_forgotten_at_once_and_shown_to_programs(some_lost: Api, muster: Muster) -> None:
    assert muster("node", "forget", "n-gone", "-o", "name").out == "n-gone\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "name nodes, or give --lost"),
        (["n-gone", "--lost"], 2, "name nodes or give --lost, not both"),
        (["n-gnoe"], 3, "did you mean n-gone"),
    ],
)
def test_nodes_to_forget_are_named_or_selected(
    some_lost: Api, muster: Muster, words: list[str], code: int, said: str
) -> None:
    ended = muster("node", "forget", *words)
    assert (ended.code, said in ended.err) == (code, True), ended.err
