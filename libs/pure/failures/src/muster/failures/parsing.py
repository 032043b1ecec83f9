"""Parses the rules file. Replacing rules begins with this: a refused file leaves the old rules in force."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias, cast

from muster.events.shared.command_answers import Violation
from muster.failures.rules import (
    Action,
    Blame,
    Category,
    Condition,
    NodeAction,
    NodeEvent,
    Persistence,
    Rule,
    RuleSet,
    Signs,
)
from muster.failures.scanning import InvalidPattern, check_pattern
from muster.jobs.documents.refusal import InvalidDocument, invalid, line_of
from muster.jobs.documents.text import read_yaml
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed, refuse, whole
from pydantic import AfterValidator, Field

RULES_BYTES_MAX: Final = 256 << 10
"""Largest rules file, which is one record on the log."""
RULES_MAX: Final = 500
PATTERNS_MAX: Final = 32
PATTERN_CHARACTERS_MAX: Final = 300
SENTENCE_CHARACTERS_MAX: Final = 600
VERSION_MAX: Final = 1_000_000

_ID: Final = r"^[a-z][a-z0-9]*([.-][a-z0-9]+)*$"
_ID_ALLOWED: Final = "lower-case words joined by dots or dashes, such as memory.gpu; at most 64 characters"


def _one_of(kind: type[StrEnum]) -> Allowed:
    return Allowed(" | ".join(kind))


def _lists_of(kind: type[StrEnum]) -> Allowed:
    return Allowed(f"a list of {' | '.join(kind)}")


def _pattern(text: str) -> str:
    try:
        check_pattern(text)
    except UnicodeEncodeError:
        raise refuse(allowed="a pattern in ASCII; \\xNN for other bytes") from None
    except InvalidPattern as error:
        raise refuse(
            allowed=f"a pattern that RE2 accepts ({error}); see github.com/google/re2/wiki/Syntax"
        ) from None
    return text


Patterns: TypeAlias = Annotated[
    tuple[
        Annotated[str, Field(min_length=1, max_length=PATTERN_CHARACTERS_MAX), AfterValidator(_pattern)], ...
    ],
    Field(max_length=PATTERNS_MAX),
    Allowed(f"a list of at most {PATTERNS_MAX} patterns of at most {PATTERN_CHARACTERS_MAX} characters"),
]
Name: TypeAlias = Annotated[str, Field(pattern=_ID, max_length=64), Allowed(_ID_ALLOWED)]
Sentence: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=SENTENCE_CHARACTERS_MAX),
    Allowed(f"text of 1 to {SENTENCE_CHARACTERS_MAX} characters"),
]
Xids: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=1, le=99_999)], ...], Allowed("a list of whole numbers from 1 to 99999")
]
ExitCodes: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=1, le=255)], ...], Allowed("a list of whole numbers from 1 to 255")
]
Signals: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=1, le=64)], ...], Allowed("a list of whole numbers from 1 to 64")
]


class SignsForm(Form):
    """Signs of a rule: any one of these matches."""

    output: Patterns = ()
    """Patterns in lines that ranks wrote."""
    kernel: Patterns = ()
    """Patterns in lines of the kernel's log."""
    message: Patterns = ()
    """Patterns in the agent's report."""
    xids: Xids = ()
    """NVIDIA's Xid errors in the kernel's log."""
    exit_codes: ExitCodes = ()
    """Exit codes of the rank."""
    signals: Signals = ()
    """Signals that ended the rank."""
    conditions: Annotated[tuple[Condition, ...], _lists_of(Condition)] = ()
    """Conditions that agent or scheduler stated."""
    node_events: Annotated[tuple[NodeEvent, ...], _lists_of(NodeEvent)] = ()
    """Events of the rank's node."""


class RuleForm(Form):
    """One rule."""

    id: Name
    """Stable: facts name it."""
    category: Annotated[Category, _one_of(Category)]
    """Part of the system that failed."""
    subcategory: Name
    """Component of that part."""
    persistence: Annotated[Persistence, _one_of(Persistence)]
    """Whether the same attempt would fail again."""
    signs: Annotated[SignsForm, Allowed("an object with one or more signs; only the last rule has none")] = (
        SignsForm()
    )
    """Signs that identify it; absent in the last rule."""
    means: Sentence
    """Description of the failure."""
    hint: Sentence
    """Change that would prevent it."""
    action: Annotated[Action, _one_of(Action)]
    """Action for the job."""
    node_action: Annotated[NodeAction, _one_of(NodeAction)] = NodeAction.NONE
    """Action for the node."""
    blame: Annotated[Blame, _one_of(Blame)] = Blame.OWN
    """Whether the rank is where the failure of its gang began."""
    spares_budget: Annotated[bool, Field(strict=True), Allowed("true or false")] = False
    """The attempt does not count among those that the user granted."""
    memory_percent: Annotated[int | None, *whole(101, 400)] = None
    """For more-memory: percentage of the attempt's memory that the next one gets."""
    retries_max: Annotated[int | None, *whole(0, 100)] = None
    """Maximum number of retries for this cause."""
    lines_min: Annotated[int, *whole(1, 1000)] = 1
    """Minimum number of lines of the kernel's log within an hour that count as a sign."""


class RulesForm(Form):
    """A rules file."""

    version: Annotated[int, *whole(1, VERSION_MAX)]
    """Rises with every change: facts name it with the rule."""
    rules: Annotated[
        tuple[RuleForm, ...],
        Field(min_length=1, max_length=RULES_MAX),
        Allowed(f"a list of 1 to {RULES_MAX} rules"),
    ]
    """In order: the first with a sign wins; the last has no signs."""


def parse_rules(text: str | bytes) -> RuleSet:
    """Rules from the text of a rules file.

    Raises:
        InvalidDocument: It is not a valid rules file. Each violation names the rule by its id, the field, the
            value and what is allowed, with the line.
    """
    size = len(text if isinstance(text, bytes) else text.encode())
    if size > RULES_BYTES_MAX:
        raise InvalidDocument([invalid("rules", f"{size} bytes", f"at most {RULES_BYTES_MAX} bytes")])
    data, lines = read_yaml(text)
    try:
        form = filled(RulesForm, data)
        violations = [found for place in range(len(form.rules)) for found in _violations(form, place)]
        if violations:
            raise InvalidDocument(violations)
    except InvalidDocument as error:
        raise _named(error, data, lines) from None
    return RuleSet(form.version, tuple(_rule(rule) for rule in form.rules))


def _violations(form: RulesForm, place: int) -> list[Violation]:
    """Return violations of constraints within a rule and between rules."""
    at, rule = f"rules[{place}]", form.rules[place]
    found: list[Violation] = []
    last = place == len(form.rules) - 1
    if Counter(each.id for each in form.rules)[rule.id] > 1:
        found.append(invalid(f"{at}.id", rule.id, "an id that no other rule has"))
    if last != (rule.signs == SignsForm()):
        allowed = "none: the last rule matches what no other does" if last else "one sign or more"
        found.append(invalid(f"{at}.signs", rule.signs.model_dump(exclude_defaults=True), allowed))
    if (rule.memory_percent is not None) != (rule.action is Action.MORE_MEMORY):
        allowed = "a whole number from 101 to 400 with action more-memory, and absent with any other"
        found.append(invalid(f"{at}.memory_percent", rule.memory_percent, allowed))
    if rule.lines_min > 1 and rule.signs != SignsForm(kernel=rule.signs.kernel):
        allowed = "1 unless all its signs are signs.kernel"
        found.append(invalid(f"{at}.lines_min", rule.lines_min, allowed))
    if rule.signs.output:
        found += _forgeable(at, rule)
    return found


def _forgeable(at: str, rule: RuleForm) -> list[Violation]:
    """Return violations by forgeable signs: a line that a job prints must not buy retries or close nodes."""
    found: list[Violation] = []
    if rule.spares_budget:
        allowed = "false where signs.output is given: a job could print the line to be retried for nothing"
        found.append(invalid(f"{at}.spares_budget", rule.spares_budget, allowed))
    if rule.node_action not in (NodeAction.NONE, NodeAction.SUSPECT):
        allowed = "none | suspect where signs.output is given: a job could print the line to close nodes"
        found.append(invalid(f"{at}.node_action", rule.node_action, allowed))
    return found


def _named(error: InvalidDocument, data: Any, lines: dict[str, int]) -> InvalidDocument:
    """The same violations with a rule's id in place of its number, where it has one."""
    names: dict[str, str] = {}
    rules = cast("dict[str, Any]", data).get("rules") if isinstance(data, dict) else None
    for place, rule in enumerate(cast("list[Any]", rules) if isinstance(rules, list) else []):
        rule_id = cast("dict[str, Any]", rule).get("id") if isinstance(rule, dict) else None
        if isinstance(rule_id, str) and rule_id.replace(".", "").replace("-", "").isalnum():
            names[f"rules[{place}]"] = f"rules[{rule_id[:64]}]"

    def named(field: str) -> str:
        head, bracket, rest = field.partition("]")
        return names.get(head + bracket, head + bracket) + rest

    violations = [Violation(field=named(v.field), value=v.value, allowed=v.allowed) for v in error.violations]
    places = {named(v.field): line for v in error.violations if (line := line_of(lines, v.field))}
    return InvalidDocument(violations, places)


def _rule(form: RuleForm) -> Rule:
    given = {name: getattr(form, name) for name in RuleForm.model_fields if name != "signs"}
    signs = Signs(**{name: getattr(form.signs, name) for name in SignsForm.model_fields})
    return Rule(**given, signs=signs)
