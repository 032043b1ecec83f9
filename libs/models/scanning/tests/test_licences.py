"""Licences: expressions, texts, bases and policies, held against one another."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from muster.scanning.findings import Verdict
from muster.scanning.licences.cards import card_of
from muster.scanning.licences.catalogue import catalogue
from muster.scanning.licences.expressions import ExpressionInvalid, expression_of
from muster.scanning.licences.licensing import Base, Said, licensing
from muster.scanning.licences.policy import Decision, PolicyInvalid, policy_of
from muster.scanning.licences.texts import is_licence_file, text_of

MUSTER = Path(sys.executable).with_name("muster")
APACHE = (Path(__file__).parents[4] / "LICENSE").read_text()
MIT = """MIT License

Copyright (c) 2024 A. Person

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.
"""
OWN = "You may use the weights. They are licensed for non-commercial\nresearch purposes only, and without warranty."
LLAMA = "**LLAMA 3.1 COMMUNITY LICENSE AGREEMENT**\nLlama 3.1 Version Release Date: July 23, 2024\n"
POLICY = policy_of(
    'allow = ["MIT", "Apache-2.0", "BSD-*", "CC-BY-NC-2.0"]\nreview = ["terms:use-restricted"]\n'
    'deny = ["terms:noncommercial", "AGPL-3.0-only"]\n'
)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("mit", (("MIT",),)),
        ("llama3.1", (("LicenseRef-Llama-3.1",),)),
        ("openrail++", (("LicenseRef-OpenRAIL-PlusPlus-M",),)),
        ("odbl", (("ODbL-1.0",),)),
        ("GPL-2.0", (("GPL-2.0-only",),)),
        ("MIT OR (Apache-2.0 AND LicenseRef-Gemma)", (("Apache-2.0", "LicenseRef-Gemma"), ("MIT",))),
        ("GPL-2.0+ WITH Classpath-exception-2.0", (("GPL-2.0-or-later WITH Classpath-exception-2.0",),)),
    ],
)
def test_expressions_and_names_of_hubs_are_read(text: str, ways: tuple[tuple[str, ...], ...]) -> None:
    assert expression_of(text).ways == ways


@pytest.mark.parametrize("text", ["", "other", "bsd", "MIT AND (", "My-Own-Licence", "MIT " * 400])
def test_invalid_licences_are_rejected_with_a_reason(text: str) -> None:
    with pytest.raises(ExpressionInvalid):
        expression_of(text)


def test_ways_are_bounded() -> None:
    pairs = " AND ".join(
        f"({one} OR {two})" for one, two in zip(catalogue().ids[::2], catalogue().ids[1::2], strict=False)
    )
    with pytest.raises(ExpressionInvalid, match="more than 64 ways"):
        expression_of(pairs)


def test_every_name_and_text_that_is_known_leads_to_its_licence() -> None:
    for name, id in catalogue().names.items():
        assert expression_of(name).ids == (id,)
    for text, id in catalogue().texts:
        assert text_of(f"# {text.title()}\n").ids == (id,), text


def test_texts_are_recognised_by_their_words() -> None:
    assert text_of(APACHE).ids == ("Apache-2.0",)
    assert text_of(MIT).ids == ("MIT",)
    assert text_of(f"{MIT}\n\n{APACHE}").ids == ("MIT", "Apache-2.0")
    assert text_of(LLAMA).ids == ("LicenseRef-Llama-3.1",)
    assert text_of("See the MIT licence.").ids == ()
    assert [term for term, _ in text_of(OWN).terms] == ["noncommercial"]
    assert text_of(MIT).terms == text_of(APACHE).terms == ()
    named = ("LICENSE", "LICENCE.md", "COPYING", "LICENSE-MODEL.txt", "third_party/LICENSE", "model-license")
    assert all(map(is_licence_file, named))
    assert not any(map(is_licence_file, ("license.py", "README.md", "licenses.json", "relicensed.txt")))


@pytest.mark.parametrize(
    ("said", "conflicts"),
    [
        (Said(("mit",), {"LICENSE": MIT}), ()),
        (Said(("mit",), {"LICENSE": OWN}), ("LICENSE says 'for non-commercial research purposes only', the licence MIT does not",)),
        (Said(("mit",), {"LICENSE": APACHE}), ("the card says MIT, LICENSE is Apache-2.0",)),
        (Said(("MIT OR Apache-2.0",), {"LICENSE-MIT": MIT, "LICENSE-APACHE": APACHE}), ()),
        (Said(("apache-2.0",), {"LICENSE": APACHE, "NOTICE-LICENSE": MIT}), ()),
        (Said(("apache-2.0",), {}, "The weights may not be used for commercial purposes."), ("README.md says 'may not be used for commercial purposes', the licence Apache-2.0 does not",)),
        (Said(("apache-2.0",), {}, "Meant for research purposes only; commercial use is allowed."), ()),
        (Said(("cc-by-nc-4.0",), {}, "For non-commercial use only."), ()),
        (Said(("mit",), bases=(Base("b", "cc-by-nc-4.0"),)), ("the base b is CC-BY-NC-4.0 (noncommercial), the licence MIT is not",)),
        (Said(("apache-2.0",), bases=(Base("a", "mit"), Base("b", "llama3.1"))), ("the base b is LicenseRef-Llama-3.1 (use-restricted), the licence Apache-2.0 is not",)),
        (Said(("llama3.1",), bases=(Base("b", "llama3.1"),)), ()),
        (Said(("mit",), bases=(Base("b", "mit OR cc-by-nc-4.0"),)), ()),
        (Said(("cc-by-4.0",), bases=(Base("b", "cc-by-sa-4.0"),)), ("the base b is CC-BY-SA-4.0 (share-alike), the licence CC-BY-4.0 is another",)),
        (Said(("gpl-3.0",), bases=(Base("b", "GPL-3.0-or-later"),)), ()),
        (Said(("cc-by-nd-4.0",), bases=(Base("b", "cc-by-nd-4.0"),)), ("the base b is CC-BY-ND-4.0, which allows no derived models",)),
        (Said(bases=(Base("b", "other"),)), ()),
    ],
)  # fmt: skip
def test_contradictions_are_reported(said: Said, conflicts: tuple[str, ...]) -> None:
    assert licensing(said).conflicts == conflicts


@pytest.mark.parametrize(
    ("said", "decision", "reason"),
    [
        (Said(("mit",)), "allow", "MIT: allow by the rule MIT"),
        (Said(("bsd-3-clause",)), "allow", "BSD-3-Clause: allow by the rule BSD-*"),
        (Said(("AGPL-3.0-only OR MIT",)), "allow", "MIT: allow by the rule MIT"),
        (Said(("AGPL-3.0-only AND MIT",)), "deny", "AGPL-3.0-only: deny by the rule AGPL-3.0-only"),
        (Said(("mit", "llama3")), "review", "LicenseRef-Llama-3: review by the rule terms:use-restricted"),
        (Said(("cc-by-nc-2.0",)), "allow", "CC-BY-NC-2.0: allow by the rule CC-BY-NC-2.0"),
        (Said(("cc-by-nc-4.0",)), "deny", "CC-BY-NC-4.0: deny by the rule terms:noncommercial"),
        (Said(("isc",)), "review", "ISC: no rule names it"),
        (Said(), "review", "its licence is not known: no card and no text says which"),
        (Said((), {"LICENSE": MIT}), "allow", "MIT: allow by the rule MIT"),
        (Said(("mit",), {"LICENSE": LLAMA}), "review", "LICENSE: LicenseRef-Llama-3.1: review by the rule terms:use-restricted"),
        (Said(("mit",), bases=(Base("b", "cc-by-nc-4.0"),)), "deny", "base b: CC-BY-NC-4.0: deny by the rule terms:noncommercial"),
        (Said(("mit",), bases=(Base("b"),)), "review", "the licence of the base b is not known: it is not told"),
    ],
)  # fmt: skip
def test_a_policy_decides_by_the_nearest_rule_and_gives_its_reason(
    said: Said, decision: str, reason: str
) -> None:
    found = licensing(said, POLICY)
    assert (found.decision, found.reasons) == (Decision(decision), (reason,))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("allow = [", "it is no TOML"),
        ("allowed = []", "allowed: no such field; must be one of allow, review, deny, otherwise, unknown"),
        ('allow = "MIT"', "allow: 'MIT'; must be a list of texts"),
        ('deny = ["terms:evil"]', "deny: 'terms:evil'; allowed terms are noncommercial"),
        ('deny = ["Mine"]', "deny: 'Mine' is no SPDX expression"),
        ('allow = ["MIT"]\ndeny = ["mit"]', "deny: 'MIT' is also under allow"),
        ('otherwise = "maybe"', "otherwise: 'maybe'; must be one of allow, review, deny"),
    ],
)
def test_a_policy_that_cannot_be_read_says_where(text: str, says: str) -> None:
    with pytest.raises(PolicyInvalid) as error:
        policy_of(text)
    assert says in str(error.value)


def test_cards_say_licence_and_bases_and_nothing_when_they_cannot_be_read() -> None:
    card = card_of("---\nlicense: other\nlicense_name: gemma\nbase_model: [a/b, c/d]\n---\nWords\n")
    assert (card.licences, card.bases, card.text) == (("gemma",), ("a/b", "c/d"), "Words\n")
    for text in ("---\nlicense: [\n---\n", "---\na: &a [x]\nlicense: *a\n---\n", "---\n- mit\n---\n", "mit"):
        assert card_of(text).licences == ()


@pytest.mark.slow  # a process
def test_a_repository_is_judged_where_it_lies(tmp_path: Path) -> None:
    model = tmp_path / "hub" / "tuned"
    model.mkdir(parents=True)
    (model / "README.md").write_text("---\nlicense: mit\nbase_model: meta/base\n---\nTuned.\n")
    (model / "LICENSE").write_text(MIT)
    (tmp_path / "policy.toml").write_text('allow = ["MIT"]\ndeny = ["terms:use-restricted"]\n')
    words = ("--licences", tmp_path / "policy.toml", "--base", "meta/base=llama3.1", "--json")
    ended = subprocess.run(
        [MUSTER, "scan", tmp_path / "hub", *words], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 11, ended.stderr
    found = {each["path"]: each for each in json.loads(ended.stdout)["items"]}
    assert [each["rule"] for each in found[str(model)]["findings"]] == ["licence.conflict", "licence.denied"]
    assert found[str(model / "LICENSE")]["verdict"] == Verdict.CLEAN
