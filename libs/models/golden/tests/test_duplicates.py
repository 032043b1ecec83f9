"""Near-duplicates within a set, against every pair compared and against real questions."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from cases import cases, gsm8k, ids
from hypothesis import given
from hypothesis import strategies as st
from muster.golden.checking.clusters import joined_clusters, mixed_cases
from muster.golden.checking.duplicates import SHINGLE_WORDS, near_duplicates, similar_cases
from muster.golden.checking.texts import runs
from muster.testkit.laws import examples

LOCKERS = (
    "Zack's locker is half as big as Timothy's locker. Peter's locker is 1/4 as big as Zack's locker. If "
    "Peter's locker is 5 cubic inches, how big is Timothy's locker in cubic inches?",
    "Timothy's locker is 24 cubic inches. Zack's locker is half as big as Timothy's locker. Peter's locker "
    "is 1/4 as big as Zack's locker. How big is Peter's locker in cubic inches?",
)
"""Test questions 419 and 559 of GSM8K, its only pair above one half."""


def test_real_questions_have_no_near_duplicates_and_a_real_pair_is_found() -> None:
    assert near_duplicates(cases(*gsm8k())) == []
    [group] = near_duplicates(cases(*gsm8k(), *LOCKERS))
    assert (group.cases, round(group.similarity, 3)) == (("400", "401"), 0.537)


def test_a_question_with_one_other_number_is_found() -> None:
    questions = gsm8k()[:100]
    changed = [re.sub(r"\d+", lambda found: str(int(found[0]) + 7), each, count=1) for each in questions]
    pairs = [(one, other) for one, other in zip(questions, changed, strict=True) if one != other]
    found = near_duplicates(cases(*(each for pair in pairs for each in pair)))
    assert ids(found) == [(str(2 * n), str(2 * n + 1)) for n in range(len(pairs))]


def test_case_and_punctuation_do_not_tell_texts_apart() -> None:
    [group] = near_duplicates(cases("What is 2 + 2?", "other", "what is: 2 2"))
    assert (group.cases, group.similarity, group.contradicts) == (("0", "2"), 1.0, False)


def test_boilerplate_makes_no_near_duplicates() -> None:
    template = (
        "You are a careful accountant. Read the invoice below and answer with its total as a number. {}"
    )
    names = [
        "anvils",
        "bolts",
        "chairs",
        "desks",
        "engines",
        "forks",
        "gears",
        "hoses",
        "irons",
        "jacks",
        "kites",
    ]
    prompts = [template.format(f"{name} for {n} EUR") for n, name in enumerate(names)]
    assert near_duplicates(cases(*prompts)) == []
    [few] = near_duplicates(cases(*prompts[:10]))
    assert len(few.cases) == 10, "ten texts are too few to know what is boilerplate"


def test_equal_prompts_that_expect_different_answers_contradict() -> None:
    one, other, silent = ({"prompt": "Total?", "expected": each} for each in ("12", ["13", "14"], []))
    assert near_duplicates(cases(one, other))[0].contradicts
    assert not near_duplicates(cases(one, one, silent))[0].contradicts


def test_messages_are_compared_as_prompts_are() -> None:
    messages = {
        "messages": [{"role": "user", "content": "Where are"}, {"role": "user", "content": "the boots?"}]
    }
    assert ids(near_duplicates(cases(messages, "Where are the boots?"))) == [("0", "1")]


WORDS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=9).map(" ".join)


@given(st.lists(WORDS, min_size=2, max_size=9), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
@examples(300)
def test_groups_are_those_of_every_pair_compared(prompts: list[str], similarity: float) -> None:
    shingles = [set(runs(each.split(), SHINGLE_WORDS)) for each in prompts]
    group = list(range(len(prompts)))
    for one, other in combinations(range(len(prompts)), 2):
        if len(shingles[one] & shingles[other]) / len(shingles[one] | shingles[other]) >= similarity - 1e-9:
            group = [group[one] if each == group[other] else each for each in group]
    expected = {
        tuple(str(n) for n, each in enumerate(group) if each == name)
        for name in group
        if group.count(name) > 1
    }
    assert set(ids(near_duplicates(cases(*prompts), similarity))) == expected


def test_cases_similar_to_a_new_one_are_named_the_most_similar_first() -> None:
    golden = cases(*gsm8k(), LOCKERS[0], LOCKERS[1] + " Show your work.")
    [new] = cases(LOCKERS[1])
    found = [(case, round(similarity, 2)) for case, similarity in similar_cases(new, golden)]
    assert found == [("401", 0.91), ("400", 0.54)]
    assert similar_cases(golden[0], golden)[0] == ("0", 1.0)
    [unlike] = cases("Name three primes.")
    assert similar_cases(unlike, golden) == []


@pytest.mark.parametrize("similarity", [0.0, 1.1, float("nan")])
def test_a_threshold_that_means_nothing_is_named(similarity: float) -> None:
    with pytest.raises(ValueError, match=r"similarity is .*; must be above 0 and at most 1"):
        near_duplicates([], similarity)


def test_clusters_with_near_duplicates_become_one() -> None:
    given = [
        {"prompt": "a b c d", "cluster": "x"},
        {"prompt": "unlike"},
        {"prompt": "a b c d e", "cluster": "y"},
        {"prompt": "alone in y", "cluster": "y"},
        {"prompt": "p q r s t u"},
        {"prompt": "p q r s t u v"},
    ]
    texts = cases(*given)
    groups = near_duplicates(texts)
    assert [(group.cases, group.share_cluster) for group in groups] == [
        (("0", "2"), False),
        (("4", "5"), False),
    ]
    found = joined_clusters(texts, groups)
    assert found == {"2": "x", "3": "x", "4": "near-4", "5": "near-4"}
    joined = [{**each, "cluster": found.get(str(n), each.get("cluster"))} for n, each in enumerate(given)]
    again = near_duplicates(cases(*joined))
    assert all(group.share_cluster for group in again)
    assert joined_clusters(cases(*joined), again) == {}


def test_a_held_out_case_and_one_that_people_read_are_not_joined() -> None:
    held_out = {"prompt": "a b c d e", "subset": "held_out"}
    texts = cases({"prompt": "a b c d", "cluster": "x"}, held_out)
    [group] = near_duplicates(texts)
    assert (group.cases, group.tells) == (("0", "1"), True)
    assert joined_clusters(texts, [group]) == {}


def test_held_out_near_duplicates_are_joined() -> None:
    held_out = [{"prompt": text, "subset": "held_out"} for text in ("a b c d", "a b c d e")]
    texts = cases(*held_out)
    assert joined_clusters(texts, near_duplicates(texts)) == {"0": "near-0", "1": "near-0"}


def test_a_cluster_of_held_out_and_other_cases_is_mixed() -> None:
    assert mixed_cases([("x", False), ("x", True), ("y", True), ("y", True), (None, True), ("x", True)]) == [
        1,
        5,
    ]
    assert mixed_cases([(None, False), (None, True)]) == []
