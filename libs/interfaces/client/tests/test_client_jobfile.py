"""Job files: checked by the service's own model, errors at their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.client.documents.files import pack
from muster.client.documents.jobfile import read_file
from muster.client.errors import InvalidRequest, Violation

_GOOD = """\
name: train
ranks: 2
resources:
  gpus: 1
command: [python, train.py]
"""


def _file(folder: Path, text: str) -> Path:
    path = folder / "train.yaml"
    path.write_text(text)
    return path


def test_a_file_becomes_the_request_that_the_service_accepts(tmp_path: Path) -> None:
    body = read_file(_file(tmp_path, _GOOD)).body()
    assert body["name"] == "train"
    assert body["resources"]["gpus"] == 1
    assert body["command"] == ["python", "train.py"]


def test_overrides_reach_into_groups_and_are_yaml(tmp_path: Path) -> None:
    request = read_file(
        _file(tmp_path, _GOOD), ["resources.gpus=0.5", "env.LR=0.1", "wall_time=1h"]
    ).checked()
    assert request.resources.gpus == 0.5
    assert request.env == {"LR": "0.1"}
    assert request.wall_time == 3_600_000


def test_each_violation_names_file_line_field_value_and_valid_values(tmp_path: Path) -> None:
    path = _file(tmp_path, _GOOD.replace("ranks: 2", "ranks: 0").replace("  gpus: 1", "  gpuz: 1"))
    with pytest.raises(InvalidRequest, match=r"train\.yaml is not a valid job") as raised:
        read_file(path).checked()
    said = sorted(str(v) for v in raised.value.violations)
    assert said == [
        f"{path}:2: ranks is 0; must be a whole number from 1 to 4096",
        f"{path}:4: resources.gpuz is 1; must be absent: unknown field; did you mean 'gpus'?",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: [", "train.yaml is not a valid job"),
        ("- a\n- b\n", "is not a job"),
        ("name: x\nrun: x\nfiles: 3\n", "files is 3; must be the path of a folder"),
        ("name: x\nrun: x\nfiles: nowhere\n", "nowhere is not a folder"),
    ],
)
def test_invalid_job_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidRequest, match=said):
        read_file(_file(tmp_path, text))


def test_an_absent_file_suggests_its_neighbours(tmp_path: Path) -> None:
    _file(tmp_path, _GOOD)
    with pytest.raises(InvalidRequest, match=r"train\.yml: no such file") as raised:
        read_file(tmp_path / "train.yml")
    assert "train.yaml" in raised.value.hint


def test_files_are_packed_from_the_files_folder_and_sent_by_hash(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/train.py").write_text("print(1)")
    job = read_file(_file(tmp_path, _GOOD + "files: src\n"))
    assert job.files == pack(tmp_path / "src")
    assert job.checked().files_sha256 == pack(tmp_path / "src").sha256


@pytest.mark.parametrize("override", ["resources", "=3", "name.x=1", "resources..gpus=1"])
def test_a_malformed_override_is_refused(tmp_path: Path, override: str) -> None:
    with pytest.raises(InvalidRequest, match="--set"):
        read_file(_file(tmp_path, _GOOD), [override])


def test_violations_from_the_service_name_the_line_of_the_file(tmp_path: Path) -> None:
    job = read_file(_file(tmp_path, _GOOD))
    refused = InvalidRequest("ranks: 2", violations=(Violation("resources.gpus", "1", "a whole number"),))
    said = job.explained(refused)
    assert [str(v) for v in said.violations] == [
        f"{tmp_path / 'train.yaml'}:4: resources.gpus is 1; must be a whole number"
    ]


def test_a_number_that_json_has_no_word_for_is_refused_here(tmp_path: Path) -> None:
    job = read_file(_file(tmp_path, _GOOD.replace("gpus: 1", "gpus: .nan")))
    with pytest.raises(InvalidRequest, match="is not a valid job"):
        job.body()
