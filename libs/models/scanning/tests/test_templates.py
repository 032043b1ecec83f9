"""Templates: attributes by printed names are found, ordinary ones are clean, and none takes long."""

from __future__ import annotations

import time

import pytest
from muster.scanning.formats import templates

PRINTED = "{% set a %}{{ '_' }}{{ '_' }}class{{ '_' }}{{ '_' }}{% endset %}"


def _rules(text: str) -> set[str]:
    return {rule for rule, _, _ in templates.judged(text)}


@pytest.mark.parametrize(
    "use",
    [
        "{{ x[a] }}",
        "{{ () [a] }}",
        "{{ ''[a] }}",
        "{{ x[a|trim] }}",
        "{{ x[(a)] }}",
        "{{ x[a~''] }}",
        "{{ x[[a]|first] }}",
        "{% set b = a %}{{ x[b] }}",
        "{% set b = a %}{% set c = b | trim %}{{ x[c] }}",
        "{% set ns.b = a %}{{ x[ns.b] }}",
        "{% for b in [a] %}{{ x[b] }}{% endfor %}",
        "{% with b = a %}{{ x[b] }}{% endwith %}",
    ],
)
def test_an_attribute_by_a_printed_name_is_an_escape(use: str) -> None:
    assert _rules(PRINTED + use) == {"template.escape"}


@pytest.mark.parametrize(
    "text",
    [
        "{% set a | lower %}__CLASS__{% endset %}{{ x[a] }}",
        "{% set a | replace('x', '_') %}xxclassxx{% endset %}{{ x[a] }}",
        "{% set ns.a %}__class__{% endset %}{{ x[ns.a] }}",
        "{% macro a() %}__class__{% endmacro %}{{ x[a()] }}",
        "{% set u = '_' %}{% set a %}{{u}}{{u}}class{{u}}{{u}}{% endset %}{{ x[a] }}",
        "{{ '{#' }}{{ ().__class__ }}{{ '#}' }}",
        "{{ '}}' ~ ().__class__ }}",
        "{{ {1: {1: 1}}[1] ~ ().__class__ }}",
    ],
)
def test_other_spellings_of_an_escape_are_found(text: str) -> None:
    assert _rules(text) == {"template.escape"}


@pytest.mark.parametrize(
    "text",
    [
        "{%- set content %}{{ m['tool_calls'] }}{%- endset %}{% set all = parts + [content] %}",
        "{% set content %}{{ m['tool_calls'] }}{% endset %}{{ names[content] }}",
        "{% set content %}<|im_start|>{% endset %}{% for x in [content] %}{{ x }}{% endfor %}",
        "{% set content %}<|im_start|>{% endset %}{{ text[content|length:] }} see [content]",
        "{% set ns.text %}<|im_start|>{% endset %}{{ messages[ns.index] }}",
        "{% macro show(m) %}<|im_start|>{{ m['role'] }}{% endmacro %}{{ show(messages[0]) }}",
        "{# __class__ #}{{ 'it is {# no comment #}' }}",
    ],
)
def test_templates_that_use_no_printed_name_as_an_attribute_are_clean(text: str) -> None:
    assert _rules(text) == set()


def test_a_macro_that_calls_itself_twice_is_endless() -> None:
    assert _rules("{% macro f(x) %}{{ f(x) }}{{ f(x) }}{% endmacro %}") == {"template.endless"}
    assert _rules("{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }}{{ f(2) }}") == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "{% set a %}",
        "{% set a %}_",
        "{% macro a() %}",
        "{% macro a() %}{{ a() }}",
        "{% for",
        "{% set a %}{{ x[a] }}",
        "{#",
        "{{ '\\'",
        "{{ {",
        "{{ { {}",
        "{% set a = b %}",
        "{% " + " " * 50,
    ],
)
def test_no_template_takes_longer_than_its_length(part: str) -> None:
    begin = time.process_time()
    list(templates.judged(part * (400_000 // len(part))))
    assert time.process_time() - begin < 10


def test_names_that_are_given_to_many_names_do_not_take_long() -> None:
    begin = time.process_time()
    list(templates.judged(f"{PRINTED}{{% set {'b,' * 50_000} = {'a,' * 50_000} %}}"))
    assert time.process_time() - begin < 10
