"""An organisation's own rules: read together or not at all, with the place of what is wrong."""

from __future__ import annotations

import pytest
from muster.scanning.own_rules import OwnRules, OwnRulesInvalid, additions_of, licence_policy_of, own_rules_of

YARA = "rule ours { condition: true }"


def test_rules_of_a_folder_have_one_digest() -> None:
    found = own_rules_of({"licences.toml": 'deny = ["AGPL-*"]', "a.yar": YARA, "blacklist.jsonl": ""})
    assert additions_of(found).yara is not None
    assert licence_policy_of(found) is not None
    assert found.digest == own_rules_of(dict(reversed(found.texts))).digest
    assert found.digest != own_rules_of({"a.yar": YARA}).digest
    assert OwnRules().digest == ""


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"a.yar": "rule a {\n condition: nothing\n}"}, r"a\.yar(.|\n)*:2:"),
        ({"a.yar": YARA, "blacklist.jsonl": "{}"}, r"blacklist\.jsonl: .*line 1"),
        ({"licences.toml": "deny = 1"}, r"licences\.toml: deny"),
        ({"notes.txt": ""}, r"notes\.txt: must be \*\.yar"),
    ],
)
def test_mistakes_are_reported_with_their_place(texts: dict[str, str], said: str) -> None:
    with pytest.raises(OwnRulesInvalid, match=said):
        own_rules_of(texts)
