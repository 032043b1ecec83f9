"""The job files in examples/ are jobs."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.jobs import parse_request, read_yaml, to_spec, violations

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").rglob("*.yaml"))


def test_there_are_examples() -> None:
    assert {"hello.yaml", "gang.yaml", "fraction.yaml"} <= {file.name for file in EXAMPLES}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_an_example_is_a_job(file: Path) -> None:
    data, _ = read_yaml(file.read_text())
    data.pop("files", None)  # the `muster` command's own
    assert violations(to_spec(parse_request(data), user="ann", team="research")) == ()
