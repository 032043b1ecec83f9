"""Configurations: keys with many uses are calls only beside what a call needs; texts of messages are quick."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from muster.scanning.formats import documents, messages


@pytest.mark.parametrize("key", ["callable", "func", "function", "factory", "__class__", "_object_"])
def test_a_key_with_many_uses_is_a_call_beside_its_arguments(key: str) -> None:
    assert {each[0] for each in documents.judged({key: "os.system", "args": ["x"]})} == {"document.target"}
    assert list(documents.judged({key: "os.path.join", "parameters": [{"name": "a"}]})) == []
    assert list(documents.judged({key: "torch.load", "description": "Load a file."})) == []


@pytest.mark.parametrize(
    "document",
    [
        {"role": "assistant", "tool_calls": [{"function": "os.path.join", "arguments": {"a": "b"}}]},
        {"function": "torch.load", "parameters": {"f": "a file"}, "returns": "tensors"},
        {"model": "a", "template_path": "/data/template.txt", "prefix_path": "/opt/x"},
    ],
)
def test_tool_calls_descriptions_and_paths_of_training_are_clean(document: dict[str, Any]) -> None:
    assert list(documents.judged(document)) == []


@pytest.mark.parametrize("key", ["_type", "input_variables", "template_format"])
def test_a_prompt_that_reads_a_file_elsewhere_is_reported(key: str) -> None:
    found = documents.judged({key: "x", "template_path": "/etc/passwd"})
    assert {each[0] for each in found} == {"archive.leaves-folder"}


@pytest.mark.parametrize(
    "text",
    [
        'backend: "../../evil"\n',
        'backend # a\n :\n "../evil"\n',
        'backend: "" "../evil"\ninput { name: "x" }',
    ],
)
def test_the_backend_of_a_model_of_triton_is_a_path_in_its_folder(text: str) -> None:
    assert [each[0] for each in messages.judged_text(text)] == ["archive.leaves-folder"]


@pytest.mark.parametrize(
    "text",
    [
        "the backend\n" + 'a: "b" { c }\n' * 400_000,
        'op_type: "x"\n' + '\\"' * 400_000,
        "{" + "backend #" * 100_000,
        json.dumps({"backend": "nccl"}) + '\\"' * 400_000,
    ],
    ids=["word", "quotes", "comments", "json"],
)
def test_no_text_of_messages_takes_long(text: str) -> None:
    begin = time.process_time()
    assert list(messages.judged_text(text)) == []
    assert time.process_time() - begin < 3
