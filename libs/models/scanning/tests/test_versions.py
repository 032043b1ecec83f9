"""A version as a whole: licences, code that configurations name, shards that an index names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from muster.scanning.cli.repositories import versions_in
from muster.scanning.findings import Verdict
from muster.scanning.licences.licensing import Base
from muster.scanning.licences.policy import policy_of
from muster.scanning.versions import bases_named, is_wanted, judged_version

FILES = {
    "config.json",
    "modeling_x.py",
    "a-1.safetensors",
    "a.safetensors.index.json",
    "README.md",
    "LICENSE",
}


def _rules(texts: dict[str, object]) -> list[tuple[str, str]]:
    said = {path: text if isinstance(text, str) else json.dumps(text) for path, text in texts.items()}
    return [(each.rule, each.value) for each in judged_version(FILES, said)]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"config.json": {"auto_map": {"AutoModel": "modeling_x.X"}}}, []),
        (
            {"config.json": {"auto_map": {"AutoModel": "modeling_y.Y"}}},
            [("version.code-absent", "modeling_y.Y: modeling_y.py")],
        ),
        (
            {"config.json": {"auto_map": {"AutoTokenizer": ["org/other--tok.T", None]}}},
            [("version.code-elsewhere", "tok.T of org/other")],
        ),
        ({"a.safetensors.index.json": {"weight_map": {"w": "a-1.safetensors"}}}, []),
        (
            {"a.safetensors.index.json": {"weight_map": {"w": "a-2.safetensors", "v": "../../x"}}},
            [("archive.leaves-folder", "../../x"), ("version.shard-absent", "a-2.safetensors")],
        ),
        ({"config.json": "no JSON", "a.safetensors.index.json": [1]}, []),
    ],
)
def test_files_that_name_one_another_are_compared(
    texts: dict[str, object], found: list[tuple[str, str]]
) -> None:
    assert _rules(texts) == found


def test_a_card_and_a_text_that_disagree_are_a_finding_of_the_version() -> None:
    texts = {"README.md": "---\nlicense: mit\n---\n", "LICENSE": "For non-commercial research purposes only."}
    assert [each.rule for each in judged_version(FILES, texts)] == ["licence.conflict"]
    denied = judged_version(FILES, {"README.md": texts["README.md"]}, policy_of('deny = ["MIT"]'))
    assert [each.rule for each in denied] == ["licence.denied"]


def test_only_texts_that_are_needed_are_read() -> None:
    wanted = {"README.md", "LICENSE", "config.json", "sub/config.json", "x/m.safetensors.index.json"}
    found = {path for path in (*wanted, "sub/README.md", "model.safetensors", "a.py") if is_wanted(path)}
    assert found == wanted


def test_a_base_s_licence_is_passed_on_however_far_back_it_is() -> None:
    texts = {"README.md": "---\nlicense: mit\nbase_model: acme/tuned\n---\n"}
    assert bases_named(texts) == ("acme/tuned",)
    assert judged_version(FILES, texts) == ()
    along = (Base("acme/tuned", "mit"), Base("acme/first", "cc-by-nc-4.0"))
    [found] = judged_version(FILES, texts, bases=along)
    assert found.rule == "licence.conflict"
    assert "acme/first" in found.value
    assert judged_version(FILES, texts, bases=(Base("acme/tuned", "not a licence"),)) == ()


def test_folders_are_versions_each_for_itself(tmp_path: Path) -> None:
    """A folder of two models, one of which names missing code and a missing shard."""
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "unet").mkdir(parents=True)
        (folder / "README.md").write_text("---\nlicense: mit\n---\n")
        (folder / "code.py").write_text("")
        (folder / "unet" / "config.json").write_text('{"auto_map": {"AutoModel": "code.Model"}}')
    (first / "unet" / "code.py").write_text("")
    (second / "model.safetensors.index.json").write_text('{"weight_map": {"w": "model-1.safetensors"}}')
    found = {report.path: report for report in versions_in([tmp_path, second], None, ())}
    assert {path: [each.rule for each in report.findings] for path, report in found.items()} == {
        str(first): [],
        str(second): ["version.shard-absent", "version.code-absent"],
    }
    assert found[str(first)].verdict is Verdict.CLEAN
    assert found[str(second)].verdict is Verdict.INCONCLUSIVE
    assert list(versions_in([first / "code.py", first / "unet" / "code.py"], None, ())) == []


def test_an_index_of_many_shards_and_a_folder_of_many_versions_are_looked_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    class Name(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

    shards = [f"a-{number}.safetensors" for number in range(2_000)]
    index = json.dumps({"weight_map": {f"w{name}": name for name in shards}})
    assert judged_version([Name(name) for name in shards], {"a.index.json": index}) == ()
    assert compared < 3 * len(shards), "each name is looked for among all"

    for number in range(50):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "README.md").write_text("---\nlicense: mit\n---\n")
    walked: list[str] = []
    stock = os.walk

    def counting(top: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        for each in stock(top):
            walked.append(each[0])
            yield each

    monkeypatch.setattr(os, "walk", counting)
    assert len(list(versions_in([tmp_path], None, ()))) == 50
    assert len(walked) <= 3 * 51, "for versions, for the files of the topmost, for those of each"
