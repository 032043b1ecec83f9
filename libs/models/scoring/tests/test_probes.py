"""Probes of a judge, and the figures of judges that have one weakness each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from muster.scoring.calling.prompts import Message
from muster.scoring.judging.probes import (
    PADDED_TIMES,
    ProbeKind,
    ProbeScores,
    misled,
    probes,
)
from muster.scoring.judging.prompts import Material

ANSWER = "Oslo has about 700,000 people."
SOURCES = {"almanac": "Oslo has 717,710 people.", "guide": "Bergen is rainy.", "map": "Oslo is a port."}
PLAIN = Material((Message("user", "How large is Oslo?"),), ANSWER, sources=SOURCES)


def by_kind(case: str, material: Material) -> dict[ProbeKind, Material]:
    return {each.kind: each.material for each in probes(case, material)}


def test_each_probe_changes_one_thing() -> None:
    found = by_kind("c1", PLAIN)
    position, padding, claim = (found[kind] for kind in ProbeKind)
    assert (position.answer, position.sources) == (ANSWER, SOURCES)
    assert list(position.sources) == ["map", "guide", "almanac"]
    assert padding.answer.startswith(f"{ANSWER} ")
    assert len(padding.answer) >= PADDED_TIMES * len(ANSWER)
    assert claim.answer.startswith(f"{ANSWER} ")
    assert padding.sources == claim.sources == SOURCES
    assert all(each.conversation == PLAIN.conversation for each in found.values())


def test_probes_of_a_case_are_always_the_same_and_claims_differ_between_cases() -> None:
    assert list(probes("c1", PLAIN)) == list(probes("c1", PLAIN))
    claims = {by_kind(f"c{n}", PLAIN)[ProbeKind.HALLUCINATION].answer for n in range(40)}
    assert len(claims) == 4


@pytest.mark.parametrize(
    ("material", "kinds"),
    [
        (Material((), ANSWER), {ProbeKind.PADDING, ProbeKind.HALLUCINATION}),
        (Material((), ANSWER, sources={"map": "Oslo."}), {ProbeKind.PADDING, ProbeKind.HALLUCINATION}),
        (Material((), "As the almanac says.", sources=SOURCES), set(ProbeKind)),
        (Material((), " "), set[ProbeKind]()),
        (Material((), " ", sources=SOURCES), {ProbeKind.POSITION}),
    ],
)
def test_an_answer_has_the_probes_that_its_sources_and_text_allow(
    material: Material, kinds: set[ProbeKind]
) -> None:
    assert set(by_kind("c1", material)) == kinds


def careful(material: Material) -> float:
    claims = ("Halvorsen", "Orbach", "Marchetti", "Kestrel")
    return 0.25 if any(each in material.answer for each in claims) else 0.75


def lover_of_length(material: Material) -> float:
    return 1.0 if len(material.answer) > 2 * len(ANSWER) else 0.75


def reader_of_the_first_source(material: Material) -> float:
    first = next(iter(material.sources.values()))
    return 1.0 if "717,710" in first else 0.25


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        (careful, [False, False, False]),
        (lover_of_length, [False, True, True]),
        (reader_of_the_first_source, [True, False, True]),
    ],
)
def test_each_weakness_shows_in_its_figure(judge: Callable[[Material], float], expected: list[bool]) -> None:
    shares = {
        each.kind: misled(ProbeScores(each.kind, judge(PLAIN), judge(each.material)))
        for each in probes("c1", PLAIN)
    }
    assert shares == dict(zip(ProbeKind, expected, strict=True))


@pytest.mark.parametrize(
    ("kind", "plain", "changed", "expected"),
    [
        (ProbeKind.HALLUCINATION, 0.0, 0.0, None),
        (ProbeKind.PADDING, 0.0, 0.5, None),
        (ProbeKind.HALLUCINATION, 0.75, 0.25, False),
        (ProbeKind.HALLUCINATION, 0.75, 0.75, True),
        (ProbeKind.PADDING, 0.75, 0.75, False),
        (ProbeKind.POSITION, 0.0, 0.5, True),
    ],
)
def test_an_answer_at_the_bottom_of_the_scale_shows_nothing_about_what_lowers_it(
    kind: ProbeKind, plain: float, changed: float, expected: bool | None
) -> None:
    assert misled(ProbeScores(kind, plain, changed)) is expected
