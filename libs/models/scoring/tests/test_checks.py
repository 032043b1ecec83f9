# ruff: noqa: RUF001  (characters that look like others are the point)
"""Checks of the rubric: reading them, and what passes and fails each."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from typing import Any

import pytest
from muster.scoring.rubric.checks import check_schema, parse_check
from muster.scoring.rubric.findings import ANSWER_CHARACTERS_MAX, Case, InvalidCheck
from muster.scoring.rubric.judging import judge, judge_all
from muster.scoring.rubric.normal_form import is_mark, normal_form
from muster.scoring.rubric.numerals import NoNumber, Percent, one_number

SOURCES = {"sky": "Well,\n  the sky is\tblue at noon.", "sea": "The sea is green."}
PERSON = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
}


def passes(check: dict[str, Any], answer: str, **case: Any) -> bool:
    return judge(parse_check(check), answer, Case(**case)).passed


def reason(check: dict[str, Any], answer: str, **case: Any) -> str:
    finding = judge(parse_check(check), answer, Case(**case))
    assert not finding.passed
    assert finding.score == 0
    return finding.reason


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ({"kind": "poem"}, "kind is 'poem'; must be 'exact', 'normalised', 'pattern'"),
        ({}, "kind is missing; must be one of"),
        ([], r"check is '\[\]'; must be a mapping with a kind"),
        ({"kind": "pattern"}, "pattern is missing; must be in a check of this kind"),
        ({"kind": "pattern", "pattern": "("}, r"pattern is '\('; must be a pattern that RE2 accepts"),
        ({"kind": "pattern", "pattern": "\ud800"}, "pattern is .*; must be"),
        ({"kind": "pattern", "pattern": r"(a)\1"}, "must be a pattern that RE2 accepts"),
        ({"kind": "exact", "expects": "x"}, "expects is 'x'; must be left out of a check of this kind"),
        ({"kind": "normalised", "expected": ["?!"]}, r"expected is '\?!'; must be a text with"),
        ({"kind": "number", "absolute": -1}, "absolute is '-1'; must be greater than or equal to 0"),
        ({"kind": "number", "expected": float("nan")}, "expected is 'nan'; must be a finite number"),
        ({"kind": "headings", "titles": []}, "titles is 0 items; must be 1 or more items"),
        ({"kind": "form", "form": "poem"}, "form is 'poem'; must be 'json', 'bullets'"),
        (
            {"kind": "schema", "document": {"type": "objekt"}},
            "document is .*; must be a JSON Schema by itself",
        ),
        ({"kind": "schema", "document": {"$ref": "http://x.test/a"}}, "must be a JSON Schema by itself"),
        ({"kind": "schema", "document": {"const": float("inf")}}, "document is .*; must be JSON"),
        ({"kind": "instruction", "instruction": "no"}, "instruction is 'no'; must be one of change_case"),
        (
            {"kind": "instruction", "instruction": "keywords:existence"},
            "arguments.keywords is missing; must be in arguments of keywords:existence",
        ),
        (
            {
                "kind": "instruction",
                "instruction": "language:response_language",
                "arguments": {"language": "tlh"},
            },
            "arguments.language is 'tlh'; must be one of ar, bg",
        ),
        (
            {"kind": "instruction", "instruction": "punctuation:no_comma", "arguments": {"n": 1}},
            "arguments.n is '1'; must be left out of arguments of punctuation:no_comma",
        ),
    ],
)
def test_a_malformed_check_names_the_field(check: object, message: str) -> None:
    with pytest.raises(InvalidCheck, match=message):
        parse_check(check)


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        ({"kind": "pattern"}, "pattern is missing; must be in a check of this kind"),
        ({"kind": "exact", "expected": [""]}, "expected.0 is ''; must be at least 1 character"),
        ({"kind": "pattern", "pattern": "a", "match": 1},
         "match is '1'; must be 'whole', 'anywhere' or 'nowhere'"),
        ({"kind": "instruction", "instruction": "startend:end_checker", "arguments": {"end_phrase": ""}},
         "arguments.end_phrase is ''; must be at least 1 character"),
        ({"kind": "instruction", "instruction": "keywords:existence", "arguments": {"keywords": []}},
         "arguments.keywords is 0 items; must be 1 or more items"),
    ],
)  # fmt: skip
def test_checks_and_arguments_of_instructions_are_refused_in_the_same_words(
    check: object, sentence: str
) -> None:
    with pytest.raises(InvalidCheck) as refused:
        parse_check(check)
    assert str(refused.value) == sentence


def test_the_published_schema_lists_every_kind() -> None:
    assert len(check_schema()["discriminator"]["mapping"]) == 10


def test_a_check_without_an_expected_text_needs_one_in_the_case() -> None:
    for kind in ("exact", "normalised", "number"):
        with pytest.raises(InvalidCheck, match="expected is missing; must be in the check or in the case"):
            passes({"kind": kind}, "7")
        assert passes({"kind": kind}, "7", expected=("7",))
    with pytest.raises(InvalidCheck, match="expected is 'seven'; must be one number"):
        passes({"kind": "number"}, "7", expected=("seven",))
    with pytest.raises(InvalidCheck, match="expected is without letters"):
        passes({"kind": "normalised"}, "7", expected=("!",))


def test_an_exact_answer_may_have_blanks_around_it_and_no_other_difference() -> None:
    assert passes({"kind": "exact", "expected": ["Anteater"]}, " Anteater\n")
    assert "expected is 'Anteater'" in reason({"kind": "exact", "expected": ["Anteater"]}, "anteater")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anteater", " Anteater"),
        ("( B )", "(B)"),
        ("( B )", "b"),
        ("ﬁ", "fi"),
        (unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é")),
        ("１", "1"),
        ("İ", "i̇"),
        ("Paris\n", "paris."),
        ("1,000", "1000"),
        ("1,234,567", "1234567"),
        ("The Hague", "hague"),
        ("−5", "-5"),
        ("U.S.", "US"),
        ("don’t", "don't"),
        ("well-known", "well known"),
        ("soft\u00adware", "software"),
        ("Straße", "STRASSE"),
        ("**B**", "B"),
    ],
)
def test_answers_with_one_normal_form_are_the_same(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other) != ""
    assert passes({"kind": "normalised", "expected": [one]}, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("banana", "bnn"),
        ("Anteater", "teater"),
        ("theatre", "atre"),
        ("A", "B"),
        ("vitamin A", "vitamin"),
        ("1.5", "15"),
        ("-5", "5"),
        ("C#", "C"),
        ("C++", "C"),
        ("5 %", "5"),
        ("1,5", "15"),
        ("1,0000", "10000"),
        ("résumé", "resume"),
    ],
)
def test_answers_with_different_meanings_keep_different_normal_forms(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)


def test_articles_are_kept_when_the_check_says_so() -> None:
    assert not passes({"kind": "normalised", "expected": ["The Who"], "drop_articles": False}, "Who")


def test_every_character_that_begins_with_a_mark_under_nfkc_counts_as_a_mark() -> None:
    unknown = [
        hex(code)
        for code in range(0x300, 0x20000)
        if unicodedata.combining(unicodedata.normalize("NFKD", chr(code))[0]) and not is_mark(chr(code))
    ]
    assert unknown == []


@pytest.mark.parametrize(
    ("match", "answer", "expected"),
    [
        ("whole", "cat", True),
        ("whole", "a cat", False),
        ("anywhere", "a cat", True),
        ("anywhere", "a dog", False),
        ("nowhere", "a dog", True),
        ("nowhere", "a cat", False),
        ("nowhere", " \n", False),
    ],
)
def test_a_pattern_matches_as_the_check_says(match: str, answer: str, expected: bool) -> None:
    assert passes({"kind": "pattern", "pattern": "c.t", "match": match}, answer) is expected


def test_a_pattern_reads_characters_and_not_bytes() -> None:
    assert passes({"kind": "pattern", "pattern": "^.é.$"}, "aéü")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ('{"name": NaN}', "holds NaN"),
        ('{"name": -Infinity}', "holds -Infinity"),
        ('{"name": 1e999}', "which no float holds"),
        ('{"name": "a", "name": "b"}', "repeats the key 'name'"),
        ('{"name": "a"', "is no JSON"),
        ("", "is no JSON"),
        ("[" * 100_000, "is nested deeper than 200 levels"),
        ("[" * 250 + "]" * 250, "is nested deeper than 200 levels"),
        ("9" * 5000, "more than 4300 digits"),
        ('{"age": 1}', '"name" is a required property'),
        ('{"name": "a", "age": -1}', "at /age"),
        ('```json\n{"name": "a"}\n```', "is no JSON"),
        ('{"name": "\\ud800"}', "half of a surrogate pair"),
    ],
)
def test_an_answer_that_breaks_the_schema_or_strict_json_fails(answer: str, message: str) -> None:
    assert message in reason({"kind": "schema", "document": PERSON}, answer)


def test_an_answer_that_follows_the_schema_passes_in_a_fence_only_where_allowed() -> None:
    check = {"kind": "schema", "document": PERSON}
    assert passes(check, ' {"name": "a", "age": 3}\n')
    for fenced in ('```json\n{"name": "a"}\n```', '```\n{"name": "a"}```', '```JSON {"name": "a"}```\n'):
        assert passes({**check, "allow_fence": True}, fenced)
    assert not passes({**check, "allow_fence": True}, '```\n{"name": "a"}\n```\n```\n{}\n```')


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It is 42.", "42"),
        ("1,234.5 apples", "1234.5"),
        ("-3", "-3"),
        ("−3", "-3"),
        ("+.5", "0.5"),
        ("$1e3", "1000"),
        ("H2O weighs 18", "18"),
        ("5km", "5"),
        ("１２", "12"),
        ("(7)", "7"),
        ("Z-5", "5"),
    ],
)
def test_the_one_number_of_an_answer_is_read(text: str, number: str) -> None:
    assert one_number(text) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("none", "no number"),
        ("", "no number"),
        ("NaN", "no number"),
        ("5 or 6", "2 numbers"),
        ("5 5", "2 numbers"),
        ("2024-01-02", "3 numbers"),
        ("1/2", "2 numbers"),
        ("1,5", "not written as"),
        ("1.234,56", "not written as"),
        ("1,00", "not written as"),
        ("1.2.3", "not written as"),
        ("10²", "not written as"),
        ("9" * 401, "not written as"),
        ("1e401", "exponent"),
        ("1e999999", "exponent"),
        ("50%", "is a percentage"),
    ],
)
def test_a_number_that_is_not_one_plain_number_is_never_guessed(text: str, message: str) -> None:
    with pytest.raises(NoNumber, match=message):
        one_number(text)


def test_a_percentage_is_read_as_the_check_says() -> None:
    assert one_number("12.5 %", percent=Percent.POINTS) == Decimal("12.5")
    assert one_number("12.5 %", percent=Percent.FRACTION) == Decimal("0.125")


def test_a_marker_chooses_the_number_after_it_and_must_be_there_once() -> None:
    check = {"kind": "number", "expected": 9, "after": "Answer:"}
    assert passes(check, "There are 5 reasons.\nAnswer: 9\n3 more lines")
    assert "0 times; must be once" in reason(check, "9")
    assert "2 times; must be once" in reason(check, "Answer: 9 Answer: 9")


def test_tolerances_are_exact_and_the_larger_counts() -> None:
    assert passes({"kind": "number", "expected": 0.3, "absolute": 0.1}, "0.4")
    assert not passes({"kind": "number", "expected": 0.3, "absolute": 0.1}, "0.4000000001")
    assert passes({"kind": "number", "expected": -200, "relative": 0.01, "absolute": 0.5}, "-202")
    assert "the number is 203; expected is 200 +- 2" in reason(
        {"kind": "number", "expected": 200, "relative": 0.01}, "203"
    )


def test_headings_stand_in_order_with_text_below_and_not_inside_code() -> None:
    check = {"kind": "headings", "titles": ["Summary", "Next steps"]}
    assert passes(check, "# Summary\nx\n## More\n### **next steps:**\ny")
    assert "'Next steps' is missing" in reason(check, "# Summary\nx\n```\n# Next steps\n```\n")
    assert "missing after those before it" in reason(check, "# Next steps\ny\n# Summary\nx")
    assert passes({**check, "in_order": False}, "# Next steps\ny\n# Summary\nx")
    assert "is no text" in reason(check, "# Summary\n\n# Next steps\ny")
    assert passes({**check, "text_required": False}, "# Summary\n# Next steps")
    assert not passes(check, "#Summary\nx\n#Next steps\ny")


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("json", "[1]", "[1"),
        ("bullets", "- a\n\n* b", "- a\nb"),
        ("numbered", "1. a\n2) b", "1. a\n3. b"),
        ("table", "|a|b|\n|-|:-:|\n|1|2|", "|a|b|\n|1|2|"),
        ("code", "```py\nx\n```", "```py\nx\n```\nso"),
        ("line", "one\n", "one\ntwo"),
    ],
)
def test_a_form_holds_for_the_whole_answer(form: str, right: str, wrong: str) -> None:
    assert passes({"kind": "form", "form": form}, right)
    assert not passes({"kind": "form", "form": form}, wrong)
    assert not passes({"kind": "form", "form": form}, " \n ")


def test_a_quotation_occurs_in_the_source_that_it_names() -> None:
    check = {"kind": "citations"}
    assert passes(check, 'It says "the sky is blue" [sky] and “The sea” [sea].', sources=SOURCES)
    assert passes(check, '"the  sky\nis blue". [sky] [sic] [a](b)', sources=SOURCES)
    assert "does not occur in the source 'sea'" in reason(check, '"the sky is blue" [sea]', sources=SOURCES)
    assert "'moon' was not given" in reason(check, '"the sky is blue" [moon]', sources=SOURCES)
    assert "0 citations; must be 1 or more" in reason(check, "the sky is blue [sky]", sources=SOURCES)
    assert "without a quotation" in reason(check, '"The sea" [sea], blue [sky]', sources=SOURCES)
    assert "0 characters; must be 1 or more" in reason(check, '" " [sky]', sources=SOURCES)
    assert "must be 256 or fewer" in reason(check, '"The sea" [sea]' * 257, sources=SOURCES)
    assert not passes({**check, "citations_min": 2}, '"The sea" [sea]', sources=SOURCES)


def test_an_answer_beyond_the_limit_fails_every_check_at_once() -> None:
    check = {"kind": "pattern", "pattern": "a", "match": "nowhere"}
    assert "must be 1000000 or fewer" in reason(check, "b" * (10 * ANSWER_CHARACTERS_MAX))


def test_lone_surrogates_count_as_replacement_characters() -> None:
    assert passes({"kind": "exact", "expected": ["a\ufffd"]}, "a\ud800")
    assert passes({"kind": "pattern", "pattern": "a."}, "a\ud800")


def test_several_checks_are_judged_in_their_order() -> None:
    several = [parse_check({"kind": "exact", "expected": [text]}) for text in "aba"]
    assert [finding.passed for finding in judge_all(several, "a", Case())] == [True, False, True]
