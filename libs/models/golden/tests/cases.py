"""Cases for the tests of checks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from muster.golden.checking.texts import CaseText, case_texts
from muster.golden.importing.tables import read_records

GSM8K: Final = Path(__file__).parents[4] / "services/eval/tests/data/gsm8k.jsonl"


def cases(*prompts: str | dict[str, Any]) -> list[CaseText]:
    """Return cases with the ids 0, 1, ..., from prompts or from fields."""
    fields = [{"prompt": each} if isinstance(each, str) else each for each in prompts]
    lines = [json.dumps({"id": str(number), **each}) for number, each in enumerate(fields)]
    return case_texts(read_records("set.jsonl", "\n".join(lines).encode()))


def gsm8k() -> list[str]:
    """Return the first 400 test questions of GSM8K."""
    return [json.loads(line)["question"] for line in GSM8K.read_text().splitlines()]


def ids(groups: Iterable[Any]) -> list[tuple[str, ...]]:
    """Return the cases of each group."""
    return [group.cases for group in groups]
