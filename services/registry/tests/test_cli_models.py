"""`muster model`: requests to the registry, and their output."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from muster.client.errors import InvalidRequest
from muster.client.transfers import pushing
from muster.client.transfers.local import place_of
from muster.client.transfers.pushing import Pushed
from muster.registry.cli.connections import named
from muster.testkit.api.canned_api import Answer, Api, paged, problem
from muster.testkit.api.documented import filled

Muster = Callable[..., Any]
DONE = Answer(200, {"command_id": "cmd-1", "position": "registry-events/0/1", "outcome": "accepted"})
FOUND = {
    "type": "model",
    "name": "acme/tiny",
    "visibility": "internal",
    "tags": ["tiny", "license:mit"],
    "licence": "mit",
    "created_at": "2026-01-01T00:00:00.000Z",
    "changed_at": "2026-01-02T00:00:00.000Z",
    "downloads": 7,
    "commit": "c" * 40,
    "quarantine": None,
    "registry": None,
}
NOW = "2026-01-01T00:00:00.000Z"
NONE: dict[str, Any] = {"items": [], "facets": None, "registries": [], "next_page_token": None}


def version(**files: tuple[str, int]) -> Answer:
    siblings = [{"rfilename": path, "size": size, "blobId": oid} for path, (oid, size) in files.items()]
    about = {
        "id": "acme/tiny",
        "sha": "c" * 40,
        "visibility": "internal",
        "lastModified": "2026-11-21T09:00:00Z",
        "downloads": 3,
        "downloadsAllTime": 40,
    }
    return Answer(200, {**about, "tags": ["tiny"], "gated": False, "disabled": False, "siblings": siblings})


def test_a_search_sends_its_filters_and_says_that_there_is_more(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/search", Answer(200, {**NONE, "items": [FOUND], "next_page_token": "x"}))
    shown = muster("model", "search", "llama", "german", "--licence", "mit", "--tag", "tiny", "-n", "1")
    assert shown.out.splitlines()[1].split() == ["acme/tiny", "model", "mit", "internal", "7", "ccccccc"]
    assert "more results exist" in shown.err
    [asked] = api.requests("GET", "/v1/search")
    assert dict(asked.query) == {
        "text": ["llama german"],
        "tag": ["tiny"],
        "licence": ["mit"],
        "sort": ["relevance"],
        "limit": ["1"],
    }


def test_a_search_of_other_registries_names_the_source_of_each_result_and_those_without_an_answer(
    api: Api, muster: Muster
) -> None:
    far = {**FOUND, "name": "emea/tiny", "registry": "emea"}
    registries = [
        {"name": "emea", "found": 1, "problem": None},
        {"name": "hub", "found": 0, "problem": "no answer within 5 s"},
    ]
    found = {**NONE, "items": [FOUND, far], "registries": registries}
    api.on("GET", "/v1/search", Answer(200, found))
    shown = muster("model", "search", "tiny", "--registries", "emea,hub")
    assert [line.split()[-1] for line in shown.out.splitlines()] == ["REGISTRY", "ccccccc", "emea"]
    assert "hub did not answer: no answer within 5 s" in shown.err
    muster("model", "search", "tiny", "--registries", "all")
    some, all_of_them = api.requests("GET", "/v1/search")
    assert (some.query["registries"], all_of_them.query["federated"]) == (["emea", "hub"], ["true"])


def test_files_and_details_of_a_repository_are_listed(api: Api, muster: Muster) -> None:
    one = version(**{"config.json": ("a", 13), "model.safetensors": ("b", 3 << 20)})
    api.on("GET", "/api/models/acme/tiny/revision/main", one)
    refs = {
        "branches": [{"name": "main", "targetCommit": "c" * 40}],
        "tags": [{"name": "v1", "targetCommit": "d" * 40}],
    }
    api.on("GET", "/api/models/acme/tiny/refs", Answer(200, refs))
    pointers = {"production": "d" * 40, "staging": ""}
    promotions = Answer(200, {"pointers": pointers, "items": [], "next_page_token": None})
    api.on("GET", "/v1/repositories/models/acme/tiny/promotions", promotions)
    moved = {
        "alarm": "drift-0a1b2c3d4e5f",
        "measure": "refusals",
        "text": "acme/tiny@ccccccc: share of refusals rose from 9.8 % to 41.0 %",
        "since": "2026-11-21T03:20:00.000Z",
        "rollback": False,
    }
    asks = {**moved, "text": "acme/tiny@ccccccc: mean score of the judge fell", "rollback": True}
    about = Answer(200, {"drift": [moved, asks]})
    api.on("GET", f"/v1/repositories/models/acme/tiny/versions/{'c' * 40}", about)
    _, config, weights = [line.split() for line in muster("model", "ls", "acme/tiny").out.splitlines()]
    assert (config, weights) == (["13B", "config.json"], ["3MiB", "model.safetensors"])
    said = muster("model", "info", "acme/tiny").out
    assert "main ccccccc, v1 ddddddd" in said
    assert "pointers    @production ddddddd\n" in said
    assert "2, 3MiB" in said
    assert "3 in 30 days, 40 in total" in said
    assert said.splitlines()[-2:] == [
        f"drift       since 2026-11-21 03:20Z: {moved['text']}",
        f"drift       since 2026-11-21 03:20Z: {asks['text']}; its monitor asks for a rollback",
    ]
    told = json.loads(muster("model", "info", "acme/tiny", "--json").out)
    assert told["refs"][1] == {"kind": "tag", "name": "v1", "commit": "d" * 40}
    assert told["drift"] == [moved, asks]


def test_two_versions_are_compared_by_their_files(api: Api, muster: Muster) -> None:
    api.on("GET", "/api/models/acme/tiny/revision/v1", version(a=("1", 1), b=("2", 2), same=("3", 3)))
    api.on("GET", "/api/models/acme/tiny/revision/main", version(b=("4", 5), c=("5", 7), same=("3", 3)))
    lines = [line.split() for line in muster("model", "diff", "acme/tiny", "v1").out.splitlines()[1:]]
    assert lines == [["removed", "a", "1B"], ["changed", "b", "2B", "5B"], ["added", "c", "7B"]]


def test_tags_are_set_and_removed(api: Api, muster: Muster) -> None:
    api.on("POST", "/api/models/acme/tiny/tag/main", Answer(200, {}))
    api.on("DELETE", "/api/models/acme/tiny/tag/v1", Answer(200, None))
    assert "Tag v1 is at main" in muster("model", "tag", "acme/tiny", "v1", "-m", "first").err
    [asked] = api.requests("POST", "/api/models/acme/tiny/tag/main")
    assert asked.json == {"tag": "v1", "message": "first"}
    assert "Tag v1 deleted" in muster("model", "tag", "acme/tiny", "v1", "--delete").err


def test_the_commands_after_a_push_name_the_type(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def push(*_: Any, **_options: Any) -> Pushed:
        return Pushed(commit="c" * 40, files=1, unchanged=0, size_bytes=1, sent_bytes=1)

    monkeypatch.setattr(pushing, "push", push)
    dataset = muster("model", "push", str(tmp_path), "acme/words", "--type", "dataset").err
    assert "next:  muster model info acme/words --type dataset\n" in dataset
    assert "       muster model du acme/words --type dataset\n" in dataset
    assert "next:  muster model info acme/tiny\n" in muster("model", "push", str(tmp_path), "acme/tiny").err


def test_the_commands_after_a_change_of_a_dataset_name_the_type(api: Api, muster: Muster) -> None:
    path = "/v1/repositories/datasets/acme/words"
    for method, below in (("PUT", "pointers/production"), ("PUT", "grants"), ("DELETE", "grants")):
        api.on(method, f"{path}/{below}", DONE)
    api.on("POST", "/api/datasets/acme/words/tag/main", Answer(200, {}))
    words = "acme/words", "--type", "dataset"
    for verb, command in (
        (("tag", "acme/words", "v1", *words[1:]), "info"),
        (("promote", *words, "--reason", "it is better"), "info"),
        (("grant", "acme/words", "team:acme/vision", *words[1:]), "grant"),
        (("revoke", "acme/words", "team:acme/vision", *words[1:]), "grant"),
    ):
        ended = muster("model", *verb)
        assert f"next:  muster model {command} acme/words --type dataset\n" in ended.err


def test_a_pointer_is_moved_with_a_reason_and_withdrawn(api: Api, muster: Muster) -> None:
    path = "/v1/repositories/models/acme/tiny/pointers/production"
    api.on("PUT", path, DONE)
    api.on("DELETE", path, DONE)
    words = ("model", "promote", "acme/tiny", "--reason", "it is better")
    assert "production is now v2" in muster(*words, "-r", "v2").err
    assert "production is now main" in muster(*words, "--override").err
    assert "production withdrawn" in muster(*words, "--withdraw").err
    plain, past = api.requests("PUT", path)
    assert plain.json == {"revision": "v2", "reason": "it is better"}
    assert ("override" in plain.query, past.query["override"]) == (False, ["true"])
    [withdrawn] = api.requests("DELETE", path)
    assert withdrawn.query["reason"] == ["it is better"]


def test_a_version_that_a_gate_holds_is_not_promoted(api: Api, muster: Muster) -> None:
    problem = {
        "type": "/problems/gate-not-passed",
        "title": "A gate holds",
        "status": 409,
        "detail": "release failed",
    }
    api.on("PUT", "/v1/repositories/models/acme/tiny/pointers/production", Answer(409, problem))
    told = muster("model", "promote", "acme/tiny", "--reason", "it is better")
    assert (told.code != 0, "release failed" in told.err) == (True, True)


def test_grants_are_made_listed_and_revoked(api: Api, muster: Muster) -> None:
    path = "/v1/repositories/models/acme/tiny/grants"
    api.on("PUT", path, DONE)
    api.on("DELETE", path, DONE)
    given = {"kind": "team", "grantee": "acme/vision", "level": "write"}
    api.on("GET", path, paged([given]))
    assert "acme/vision may write" in muster("model", "grant", "acme/tiny", "team:acme/vision", "write").err
    assert api.requests("PUT", path)[0].json == given
    assert muster("model", "grant", "acme/tiny").out.splitlines()[1].split() == [
        "team",
        "acme/vision",
        "write",
    ]
    revoked = muster("model", "revoke", "acme/tiny", "team:acme/vision")
    assert "Revoked the grant to acme/vision" in revoked.err


def test_storage_of_a_repository_and_of_the_organisation_is_shown(api: Api, muster: Muster) -> None:
    kept = {
        "versions": 2,
        "counted": 2,
        "logical_bytes": 4 << 20,
        "unique_bytes": 1 << 20,
        "shared_bytes": 1 << 18,
        "own_bytes": 3 << 18,
        "saved_bytes": 3 << 20,
        "stored_bytes": 1 << 19,
        "derived_bytes": 1 << 22,
        "derived_stored_bytes": 1 << 20,
    }
    by_tier = {"hot_bytes": 1 << 20, "warm_bytes": 0, "cold_bytes": 0, "last_read": None}
    api.on("GET", "/v1/repositories/models/acme/tiny/storage", Answer(200, {**kept, **by_tier}))
    whole = {
        "organisation": "acme",
        "unique_bytes": 5,
        "reserved_bytes": 0,
        "quota_bytes": None,
        "downloaded_bytes": 3 << 30,
        "download_quota_bytes": 1 << 40,
    }
    api.on("GET", "/v1/storage", Answer(200, whole))
    fields = (
        "versions",
        "counted",
        "logical_bytes",
        "unique_bytes",
        "shared_bytes",
        "own_bytes",
        "saved_bytes",
    )
    one = {**{field: kept[field] for field in fields}, "type": "model", "name": "acme/tiny"}
    api.on("GET", "/v1/storage/repositories", paged([one]))
    lines = [line.split() for line in muster("model", "du", "acme/tiny").out.splitlines()]
    assert lines == [
        ["versions", "2"],
        ["counted", "2"],
        ["logical", "4MiB"],
        ["unique", "1MiB"],
        ["shared", "256KiB"],
        ["own", "768KiB"],
        ["saved", "3MiB"],
        ["hot", "1MiB"],
        ["warm", "0B"],
        ["cold", "0B"],
        ["last", "read", "never"],
        ["stored", "512KiB"],
        ["derived", "4MiB"],
        ["derived", "stored", "1MiB"],
    ]
    assert [line.split() for line in muster("model", "du").out.splitlines()[-7:]] == [
        ["quota", "no", "limit"],
        ["downloaded", "3GiB"],
        ["download", "quota", "1TiB"],
        ["damaged", "objects", "0"],
        [],
        ["NAME", "TYPE", "LOGICAL", "UNIQUE", "OWN", "SAVED"],
        ["acme/tiny", "model", "4MiB", "1MiB", "768KiB", "3MiB"],
    ]
    sent = filled("GET", "/v1/storage", 200, whole)
    assert json.loads(muster("model", "du", "--json").out) == {**sent, "repositories": [one]}
    assert json.loads(muster("model", "du", "acme/tiny", "--json").out) == {**kept, **by_tier}


def test_damaged_objects_are_listed_with_the_repositories_that_need_them(api: Api, muster: Muster) -> None:
    one = {
        "object": "lfs/ab",
        "size_bytes": 2 << 20,
        "reason": "its SHA-256 is cd",
        "repositories": ["model/acme/tiny", "dataset/acme/rows"],
    }
    api.on("GET", "/v1/storage/damaged", paged([one], count=3))
    shown = muster("model", "du", "--damaged")
    assert [line.split() for line in shown.out.splitlines()] == [
        ["OBJECT", "SIZE", "NEEDED", "BY", "REASON"],
        ["lfs/ab", "2MiB", "model/acme/tiny,", "dataset/acme/rows", "its", "SHA-256", "is", "cd"],
    ]
    assert "2 more damaged objects are not shown" in shown.err
    assert json.loads(muster("model", "du", "--damaged", "--json").out) == {"items": [one]}
    api.on("GET", "/v1/storage/damaged", paged([], count=0))
    assert "no damaged objects" in muster("model", "du", "--damaged").err
    assert "--damaged covers all repositories" in muster("model", "du", "acme/tiny", "--damaged").err


def test_an_operator_limits_an_organisation(api: Api, muster: Muster) -> None:
    for what in ("quota", "download-quota"):
        api.on("PUT", f"/v1/storage/acme/{what}", Answer(200, {"outcome": "accepted"}))
    assert muster("model", "quota", "acme", "--storage", "10TiB", "--downloads", "none").code == 0
    asked = [api.requests("PUT", f"/v1/storage/acme/{what}") for what in ("quota", "download-quota")]
    assert [each[0].json for each in asked] == [{"quota_bytes": 10 << 40}, {"quota_bytes": None}]
    for words, said in (((), "--storage, --downloads, or both"), (("--storage", "10 TB"), "nor 'none'")):
        refused = muster("model", "quota", "acme", *words)
        assert (refused.code, said in refused.err) == (2, True), refused.err


def test_storage_shared_between_organisations_is_shown(api: Api, muster: Muster) -> None:
    said = {
        "organisation": "acme",
        "objects": 7,
        "unique_bytes": 4 << 30,
        "shared_objects": 2,
        "shared_bytes": 1 << 30,
        "more_bytes": 3 << 28,
        "downloaded_bytes": 1 << 40,
        "encryption_key": None,
    }
    api.on("GET", "/v1/storage/acme/sharing", Answer(200, said))
    assert [line.split() for line in muster("model", "sharing", "acme").out.splitlines()] == [
        ["organisation", "acme"],
        ["objects", "7"],
        ["unique", "4GiB"],
        ["shared", "objects", "2"],
        ["shared", "1GiB"],
        ["more", "768MiB"],
        ["downloaded", "1TiB"],
        ["encryption", "key", "none"],
    ]
    assert json.loads(muster("model", "sharing", "acme", "--json").out) == said


def test_an_organisation_is_encrypted_with_a_key_of_its_own(api: Api, muster: Muster) -> None:
    api.on("PUT", "/v1/storage/acme/encryption", Answer(200, {"outcome": "accepted"}))
    for name, key in (("acme-2026", "acme-2026"), ("none", None)):
        done = muster("model", "encrypt", "acme", "--key", name)
        assert (done.code, "encrypted" in done.err + done.out) == (0, True)
        assert api.requests("PUT", "/v1/storage/acme/encryption")[-1].json == {"key": key}


def test_malformed_arguments_are_refused_before_any_request(api: Api, muster: Muster) -> None:
    for words, said in (
        (("ls", "tiny"), "must be NAMESPACE/NAME"),
        (("ls", "acme/tiny", "--type", "modle"), "must be one of model, dataset, space"),
        (("grant", "acme/tiny", "vision"), "team:ORGANISATION/NAME"),
    ):
        refused = muster("model", *words)
        assert (refused.code, said in refused.err) == (2, True), refused.err
    api.on(
        "GET", "/api/models/acme/none/revision/main", problem(404, "not-found", "repository acme/none: ...")
    )
    assert muster("model", "info", "acme/none").code == 3


def edge(child: str, parent: str, relation: str, **said: Any) -> dict[str, Any]:
    about = {
        "relation": relation,
        "standing": "declared",
        "content": "shared",
        "shared_bytes": 1,
        "at": "2026-01-01T00:00:00.000Z",
    }
    return {"child": child, "parent": parent, "weights": "not_compared", "likeness_ppm": 0, **about, **said}


def version_of(name: str, revision: str, depth: int) -> dict[str, Any]:
    return {
        "artifact": f"version/{name}/{revision}",
        "kind": "version",
        "repository": name,
        "type": "model",
        "organisation": "acme",
        "revision": revision,
        "depth": depth,
    }


def evaluation(run: str, **verdicts: str) -> dict[str, Any]:
    return {
        "artifact": f"evaluation/acme/{run}",
        "kind": "evaluation",
        "repository": None,
        "revision": None,
        "depth": 1,
        "gates": [{"gate": gate, "verdict": verdict} for gate, verdict in verdicts.items()],
    }


def test_lineage_is_drawn_as_a_tree_with_doubts_below_and_each_branch_once(api: Api, muster: Muster) -> None:
    tiny, base, data = "version/acme/tiny/aaaaaaaaa", "version/acme/base/bbbbbbbbb", "dataset/acme/words"
    walk = {
        "starts": [tiny],
        "artifacts": [
            version_of("acme/tiny", "aaaaaaaaa", 0),
            version_of("acme/base", "bbbbbbbbb", 1),
            evaluation("ci-1", release="failed", tone="passed"),
        ],
        "edges": [
            edge(tiny, base, "fine_tune"),
            edge(tiny, "attempt/job-1/1", "made_by", standing="seen"),
            edge(base, data, "trained_on"),
            edge("attempt/job-1/1", base, "fine_tune", standing="stated"),
            edge(tiny, "evaluation/acme/ci-1", "evaluates", standing="seen", content="not_compared"),
        ],
        "doubts": [
            edge(tiny, "model/acme/other", "fine_tune", content="nothing_shared"),
            edge(tiny, "version/acme/near/ccccccccc", "shares_content", standing="suggested"),
            edge(tiny, "model/acme/far", "fine_tune", content="not_compared", weights="not_kin"),
            edge(
                tiny,
                "model/acme/kin",
                "shares_weights",
                content="not_compared",
                weights="kin",
                likeness_ppm=981_000,
            ),
        ],
        "doubtful": [version_of("acme/near", "ccccccccc", 1)],
        "hidden": 2,
        "is_complete": True,
    }
    api.on("GET", "/v1/lineage/models/acme/tiny", Answer(200, walk))
    shown = muster("model", "lineage", "acme/tiny", "--up", "--depth", "3")
    assert shown.out.splitlines() == [
        "acme/tiny main is derived from:",
        "├── acme/base bbbbbbb  fine tune, declared, 1B shared",
        "│   └── dataset/acme/words  trained on, declared, 1B shared",
        "├── attempt/job-1/1  made by, seen, 1B shared",
        "│   └── acme/base bbbbbbb  fine tune, stated, 1B shared (above)",
        "└── evaluation/acme/ci-1: release failed, tone passed  evaluates, seen",
        "  doubt: model/acme/other  fine tune, declared, nothing shared",
        "  doubt: acme/near ccccccc  shares content, suggested, 1B shared",
        "  doubt: model/acme/far  fine tune, declared, different weights by fingerprint",
        "  doubt: model/acme/kin  shares weights, declared, 98 % of its weights similar by fingerprint",
    ]
    assert "2 more artifacts that you may not see" in shown.err
    [asked] = api.requests("GET", "/v1/lineage/models/acme/tiny")
    assert dict(asked.query) == {"revision": ["main"], "direction": ["up"], "depth": ["3"]}
    found = version_of("acme/tiny", "aaaaaaaaa", 1)
    fields = ("artifact", "kind", "repository", "organisation", "revision")
    recalled = [{**{field: found[field] for field in fields}, "names": "main v1"}]
    api.on("GET", "/v1/recalls/models/acme/base", paged(recalled, hidden=0))
    _, line = muster("model", "recall", "acme/base").out.splitlines()
    assert line.split() == ["version", "acme/tiny", "aaaaaaa", "acme", "main", "v1"]


def connected(artifact: str, **fields: Any) -> dict[str, Any]:
    """Return an artifact of an answer about connections; versions are named REPOSITORY/COMMIT here."""
    kind, _, rest = artifact.partition("/")
    is_version = kind == "version"
    return {
        "artifact": artifact,
        "kind": kind,
        "repository": rest.rpartition("/")[0] if is_version else None,
        "type": "model" if is_version else None,
        "organisation": "acme" if is_version else None,
        "revision": rest.rpartition("/")[2] if is_version else None,
        "gates": [],
        **fields,
    }


def test_paths_are_drawn_step_by_step_and_hidden_ones_counted(api: Api, muster: Muster) -> None:
    artifacts = ["version/acme/tiny/aaaaaaaaa", "attempt/job-1/1", "node/gpu-17"]
    relations = ["made_by", "ran_on"]
    steps = [
        {"child": child, "parent": parent, "relation": relation, "standing": "seen"}
        for child, parent, relation in zip(artifacts, artifacts[1:], relations, strict=False)
    ]
    path = {"number": 1, "direction": "up", "artifacts": list(map(connected, artifacts)), "steps": steps}
    api.on("GET", "/v1/lineage/paths", paged([path], hidden=2, is_complete=False))
    shown = muster("model", "lineage", "paths", "acme/tiny@v1", "node/gpu-17", "--any", "--depth", "3")
    assert shown.out.splitlines() == [
        "acme/tiny aaaaaaa",
        "  ↑ made by  attempt/job-1/1",
        "  ↑ ran on  node/gpu-17",
    ]
    assert "2 paths hidden: they pass through artifacts you may not see" in shown.err
    assert "there are more paths of this length" in shown.err
    [asked] = api.requests("GET", "/v1/lineage/paths")
    wanted = {"from": ["model/acme/tiny@v1"], "to": ["node/gpu-17"], "direction": ["any"], "depth": ["3"]}
    assert wanted.items() <= dict(asked.query).items()
    api.on("GET", "/v1/lineage/paths", paged([], hidden=0, is_complete=True))
    assert muster("model", "lineage", "paths", "acme/tiny", "job/job-1").out == "no path\n"
    api.on("GET", "/v1/lineage/paths", paged([], hidden=1, is_complete=True))
    shown = muster("model", "lineage", "paths", "acme/tiny", "job/job-1")
    assert shown.out == "no visible path\n"
    assert "1 path hidden: it passes through artifacts you may not see" in shown.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("acme/tiny@v1", "model/acme/tiny@v1"),
        ("node/gpu-17", "node/gpu-17"),
        ("model/node/tiny", "model/node/tiny"),
        ("model/tiny", "model/model/tiny"),
        ("attempt/tiny", "model/attempt/tiny"),
        ("attempt/job-1/2", "attempt/job-1/2"),
        ("version/tiny@v1", "model/version/tiny@v1"),
    ],
)
def test_a_model_s_namespace_may_be_called_like_a_kind(text: str, expected: str) -> None:
    assert named(text) == expected


def test_only_the_nearest_common_ancestors_are_listed_without_all(api: Api, muster: Muster) -> None:
    found = [
        connected("version/acme/base/bbbbbbbbb", depth=1, other_depth=2, distance=3, is_nearest=True),
        connected("dataset/acme/text", depth=2, other_depth=3, distance=5, is_nearest=False),
    ]
    api.on("GET", "/v1/lineage/common", paged(found, hidden=0, is_complete=True))
    _, line = muster("model", "lineage", "common", "acme/tiny", "acme/chat").out.splitlines()
    assert line.split() == ["version", "acme/base", "bbbbbbb", "1", "and", "2"]
    assert len(muster("model", "lineage", "common", "acme/tiny", "acme/chat", "--all").out.splitlines()) == 3


def test_the_cost_of_affected_jobs_is_that_of_metering(api: Api, muster: Muster) -> None:
    artifacts = ["attempt/job-1/1", "attempt/job-1/2", "attempt/job-2/1", "version/acme/tiny/aaaaaaaaa"]
    counts = {"attempt": 3, "version": 1}
    items = list(map(connected, artifacts))
    api.on("GET", "/v1/lineage/affected", paged(items, counts=counts, hidden=1, is_complete=True))
    charged = {
        "starts_at": "2026-11-01T00:00:00Z",
        "key": {"job": "job-1"},
        "currency": "USD",
        "gpu_hours": "1.000",
        "cost": "1.25",
        "charged": "1.25",
        "lost_gpu_hours": "0.000",
        "lost": "0.00",
        "settled": True,
    }
    costs = {
        "since": "2020-01-01T00:00:00Z",
        "until": "2026-12-01T00:00:00Z",
        "step": "total",
        "by": ["job"],
        "items": [charged],
    }
    api.on("GET", "/v1/costs", Answer(200, costs))
    shown = muster("model", "lineage", "affected", "node/gpu-17", "--cost")
    assert len(shown.out.splitlines()) == 5
    assert "3 attempts, 1 version" in shown.err
    assert "cost of 2 affected jobs: 2.50 USD" in shown.err
    assert "1 more artifact that you may not see" in shown.err
    jobs = [dict(asked.query)["only"] for asked in api.requests("GET", "/v1/costs")]
    assert jobs == [["job=job-1"], ["job=job-2"]]


def test_a_registry_cannot_have_a_file_written_outside_of_the_folder(tmp_path: Path) -> None:
    assert place_of(tmp_path, "a/b.bin") == tmp_path / "a" / "b.bin"
    for path in ("../x", "a/../../x", "/etc/x", "a//x", "", "a\\x"):
        with pytest.raises(InvalidRequest, match="must be inside"):
            place_of(tmp_path, path)


def test_a_file_is_pulled_from_a_hub_that_sends_on_and_tells_no_chunks_as_ours(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    content = b'"weights"'
    large = {"oid": hashlib.sha256(content).hexdigest(), "size": len(content)}
    entry = {"type": "file", "path": "w.bin", "size": len(content), "oid": "0" * 40, "lfs": large}
    api.on("GET", "/api/models/acme/tiny/revision/main", version())
    more = Answer(200, [], headers={"Link": f'<{api.url}/more>; rel="next"'})
    api.on("GET", f"/api/models/acme/tiny/tree/{'c' * 40}", more)
    api.on("GET", "/more", Answer(200, [entry]))
    place = f"/acme/tiny/resolve/{'c' * 40}/w.bin"
    api.on("HEAD", place, Answer(302, headers={"Location": f"{api.url}/bytes", "X-Xet-Hash": "a" * 64}))
    token = Answer(200, {"casUrl": f"{api.url}/cas", "accessToken": "t"})
    api.on("GET", f"/api/models/acme/tiny/xet-read-token/{'c' * 40}", token)
    api.on("GET", place, Answer(302, headers={"Location": f"{api.url}/bytes"}))
    api.on("GET", "/bytes", Answer(200, "weights"))
    assert muster("model", "pull", "acme/tiny", str(tmp_path / "to")).code == 0
    assert (tmp_path / "to" / "w.bin").read_bytes() == content
    assert api.requests("GET", f"/cas/v2/reconstructions/{'a' * 64}"), "it was asked for chunks first"
