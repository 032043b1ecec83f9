"""Configs of promptfoo: each test with each prompt is a case.

Source: promptfoo/promptfoo, "Configuration" of its documentation; tests in CSV as `src/csv.ts` reads them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.golden.importing.assertions import TYPES, Check, NoEqual, checks_of
from muster.golden.importing.cases import (
    Case,
    Collector,
    Imported,
    Place,
    array_of,
    messages_of,
    object_of,
    refusal,
)
from muster.golden.importing.tables import ENDINGS, read_records
from muster.golden.importing.templates import TemplateError, rendered
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.documents.text import read_json, read_yaml

Read = Callable[[str], bytes]
"""Returns the content of a file by its path beside the config; its errors pass through."""

_FILE: Final = "file://"
_TEXT_ENDINGS: Final = (".txt", ".md", ".j2")
_DATA_ENDINGS: Final = (".json", ".yaml", ".yml")
_TEST_FIELDS: Final = {"vars", "assert", "description", "metadata", "options"}
_ASSERTION_FIELDS: Final = {"type", "value", "metric", "weight"}
_CSV_TYPE: Final = re.compile(r"((?:not-)?[a-z]+(?:-[a-z]+)*)(?:\([0-9.]+\))?:(.*)", re.DOTALL)
_CSV_OTHER: Final = {"fn": "javascript", "eval": "javascript", "grade": "llm-rubric"}
"""Older names of types."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A value and its place."""

    value: Any
    place: Place

    def get(self, name: str) -> _Placed:
        return _Placed(_mapping(self).get(name), self.place.below(name))

    def each(self) -> list[_Placed]:
        """Return the items of a list; one value is a list of it, and null an empty one."""
        if self.value is None:
            return []
        items = array_of(self.value)
        if items is None:
            return [self]
        return [_Placed(item, self.place.below(number)) for number, item in enumerate(items)]


def import_promptfoo(file: str, content: bytes, read: Read, *, task: str) -> Imported:
    """Return a case for each test and prompt of a config.

    Tests with several prompts, or several values of a variable, are cases that share a cluster: they are not
    independent of each other.

    Args:
        file: Name of the config.
        content: The config, YAML.
        read: Reads files that the config names.
        task: Task of all cases.

    Raises:
        InvalidDocument: A part cannot be read; the error names file, line and field.
    """
    config = _yaml(file, content)
    collector = Collector()
    for name in ("scenarios", "nunjucksFilters"):
        if name in _mapping(config):
            collector.refuse(config.place.below(name), name, "absent: write tests in its place")
    prompts = _prompts(config, read)
    default = _loaded(config.get("defaultTest"), read)
    for number, test in enumerate(_tests(config.get("tests"), read), start=1):
        if collector.is_full:
            break
        try:
            _add(collector, number, _Test(config, default, test, read), prompts, task)
        except InvalidDocument as error:
            for each in error.violations:
                collector.refuse(Place(each.field), each.value, each.allowed)
    return collector.result(config.place)


def _add(collector: Collector, number: int, test: _Test, prompts: Sequence[_Placed], task: str) -> None:
    test.note_losses(collector)
    sets = test.variables()
    several = len(prompts) * len(sets) > 1
    for (n, variables), (m, prompt) in itertools.product(enumerate(sets, 1), enumerate(prompts, 1)):
        suffix = (f".vars-{n}" if len(sets) > 1 else "") + (f".prompt-{m}" if len(prompts) > 1 else "")
        case: Case = {
            "id": f"test-{number}{suffix}",
            "task": task,
            **test.question(prompt, variables),
            "provenance": {"origin": "written", "source": str(test.test.place)},
        }
        if several:
            case["cluster"] = f"test-{number}"
        checks, lost = test.checks(variables, collector)
        if checks:
            case["checks"] = checks
        metadata = {**test.metadata(), **({"not_carried_over": lost} if lost else {})}
        if metadata:
            case["metadata"] = metadata
        collector.add(case, test.test.place)


class _Test:
    """A test of a config, with what its default test adds."""

    def __init__(self, config: _Placed, default: _Placed, test: _Placed, read: Read) -> None:
        self.config = config
        self.default = default
        self.test = test
        self.is_transformed = any(
            name in _mapping(part) for part in self._transforming() for name in ("transform", "postprocess")
        )
        self.read = read

    def _transforming(self) -> Iterator[_Placed]:
        """Yield what may transform every answer before it is checked."""
        yield from (self.default.get("options"), self.test.get("options"))
        for provider in self.config.get("providers").each():
            if object_of(provider.value) is not None:
                yield provider

    def note_losses(self, collector: Collector) -> None:
        """Record fields that have no equivalent in a case."""
        for part in (self.default, self.test):
            for name in _mapping(part):
                if name not in _TEST_FIELDS:
                    collector.lose(
                        part.place.below(name), name, "cases have no such setting; all checks must pass"
                    )
            for name in _mapping(part.get("options")):
                if name not in ("prefix", "suffix"):
                    place = part.place.below("options").below(name)
                    collector.lose(place, name, "an answer is checked as the model gave it")

    def variables(self) -> list[dict[str, Any]]:
        """Return each set of variables: a variable with a list of values is one of them at a time."""
        merged: dict[str, _Placed] = {}
        for part in (self.default, self.test):
            given = _loaded(part.get("vars"), self.read)
            merged |= {str(name): given.get(name) for name in _mapping(given)}
        names = list(merged)
        values = [[self._variable(each) for each in merged[name].each()] or [None] for name in names]
        return [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*values)]

    def _variable(self, value: _Placed) -> Any:
        if isinstance(value.value, str) and value.value.startswith(_FILE):
            path = value.value.removeprefix(_FILE)
            if path.endswith(_DATA_ENDINGS):
                return _loaded(value, self.read).value
            if not path.endswith(_TEXT_ENDINGS):
                raise _refused(value, f"a file whose name ends in {', '.join(_TEXT_ENDINGS + _DATA_ENDINGS)}")
            return _decoded(self.read(path), value).strip()
        return value.value

    def question(self, prompt: _Placed, variables: Mapping[str, Any]) -> dict[str, Any]:
        """Return prompt or messages of a case."""
        options = {**_mapping(self.default.get("options")), **_mapping(self.test.get("options"))}
        before, after = str(options.get("prefix", "")), str(options.get("suffix", ""))
        if not isinstance(prompt.value, str):
            messages = messages_of(prompt.value, prompt.place)
            contents = [_filled(each["content"], variables, prompt) for each in messages]
            return {
                "messages": [
                    {"role": each["role"], "content": content}
                    for each, content in zip(messages, contents, strict=True)
                ]
            }
        return {"prompt": _filled(f"{before}{prompt.value}{after}", variables, prompt)}

    def metadata(self) -> dict[str, Any]:
        """Return metadata and description."""
        found = {**_mapping(self.default.get("metadata")), **_mapping(self.test.get("metadata"))}
        description = _mapping(self.test).get("description")
        return {**found, "description": description} if description else found

    def checks(self, variables: Mapping[str, Any], collector: Collector) -> tuple[list[Check], list[str]]:
        """Return the checks of a case, and the types of assertions without an equivalent."""
        checks: list[Check] = []
        lost: list[str] = []
        for part in (self.default, self.test):
            for assertion in self._assertions(part.get("assert")):
                kind = _mapping(assertion).get("type")
                if not isinstance(kind, str):
                    raise _refused(assertion.get("type"), "a type of assertion")
                try:
                    checks += self._checks(kind, assertion, variables)
                except NoEqual as error:
                    lost.append(kind)
                    collector.lose(assertion.place, kind, str(error))
        return checks, lost

    def _checks(self, kind: str, assertion: _Placed, variables: Mapping[str, Any]) -> list[Check]:
        fields = _mapping(assertion)
        if "transform" in fields or self.is_transformed:
            raise NoEqual("it is about a transformed answer; checks read it as the model gave it")
        if fields.get("weight") == 0:
            raise NoEqual("its weight is 0: it cannot fail")
        if kind == "assert-set":
            raise NoEqual("a set with a threshold passes with some of its assertions; all checks must pass")
        value = assertion.get("value")
        if isinstance(value.value, str) and value.value.startswith(_FILE):
            path = value.value.removeprefix(_FILE)
            if not path.endswith(_TEXT_ENDINGS + _DATA_ENDINGS):
                raise NoEqual("its value is what a program returns")
            text = path.endswith(_TEXT_ENDINGS)
            value = (
                _Placed(_decoded(self.read(path), value), value.place) if text else _loaded(value, self.read)
            )
        found = checks_of(kind, _deeply_filled(value, variables))
        for name in fields:
            if name not in _ASSERTION_FIELDS:
                raise NoEqual(f"no check has its {name}")
        return found

    def _assertions(self, several: _Placed) -> Iterator[_Placed]:
        """Yield assertions; references to templates and sets without a threshold are opened."""
        for each in several.each():
            reference = _mapping(each).get("$ref")
            assertion = each if reference is None else self._referred(str(reference), each)
            fields = _mapping(assertion)
            if fields.get("type") == "assert-set" and fields.get("threshold") in (None, 1):
                yield from self._assertions(assertion.get("assert"))
            else:
                yield assertion

    def _referred(self, reference: str, at: _Placed) -> _Placed:
        found = self.config
        for name in reference.removeprefix("#/").split("/"):
            found = found.get(name)
        if not reference.startswith("#/") or found.value is None:
            raise _refused(
                at.get("$ref"), "the path of an assertion in this file, as #/assertionTemplates/NAME"
            )
        return _Placed(found.value, at.place)


def _prompts(config: _Placed, read: Read) -> list[_Placed]:
    """Return prompts as text, or as lists of messages; without any, the variable `prompt` is the prompt."""
    found = [one for each in config.get("prompts").each() for one in _prompt(each, read)]
    return found or [_Placed("{{prompt}}", config.place)]


def _prompt(given: _Placed, read: Read) -> Iterator[_Placed]:
    fields = object_of(given.value)
    if fields is not None:
        given = given.get("raw" if "raw" in fields else "id")
    if not isinstance(given.value, str):
        raise _refused(given, "a text, a file, or an object with raw or id")
    text, path = given.value, given.value.removeprefix(_FILE)
    if text.startswith(_FILE) or _is_path(text):
        if path.endswith(_DATA_ENDINGS):
            conversation = _loaded(_Placed(_FILE + path, given.place), read)
            messages_of(conversation.value, conversation.place)
            yield conversation
            return
        if not path.endswith(_TEXT_ENDINGS) or "*" in path:
            raise _refused(given, f"one file whose name ends in {', '.join(_TEXT_ENDINGS + _DATA_ENDINGS)}")
        text = _decoded(read(path), given)
        for part in re.split(r"(?m)^---[ \t]*$", text):
            if part.strip():
                yield _conversation(_Placed(part.strip(), given.place))
        return
    yield _conversation(given)


def _is_path(text: str) -> bool:
    """Whether a prompt is a file by its form alone: one word with an ending that files have."""
    return len(text.split()) == 1 and text.endswith((*_TEXT_ENDINGS, *_DATA_ENDINGS, ".csv", ".py", ".js"))


def _conversation(prompt: _Placed) -> _Placed:
    """Return a prompt that is a JSON list of messages as this list."""
    if not prompt.value.lstrip().startswith("["):
        return prompt
    try:
        data = read_json(prompt.value.encode())
    except InvalidDocument:
        return prompt
    is_chat = all("role" in (object_of(each) or {}) for each in array_of(data) or [None])
    return _Placed(data, prompt.place) if is_chat else prompt


def _tests(tests: _Placed, read: Read) -> Iterator[_Placed]:
    for each in tests.each():
        if not isinstance(each.value, str):
            if "path" in _mapping(each):
                raise _refused(each.get("path"), "absent: tests that a program makes are not read")
            yield each
            continue
        path = each.value.removeprefix(_FILE)
        if "*" in path or not path.endswith((*ENDINGS, ".yaml", ".yml")):
            raise _refused(each, f"one file whose name ends in {', '.join(ENDINGS)}, .yaml, .yml")
        if path.endswith((".yaml", ".yml")):
            yield from _tests(_yaml(path, read(path)), read)
        else:
            is_table = path.endswith((".csv", ".tsv"))
            for record in read_records(path, read(path)):
                fields = _test_of_row(record.fields) if is_table else record.fields
                yield _Placed(fields, record.place)


def _test_of_row(row: Mapping[str, str]) -> dict[str, Any]:
    """Return the test of a row: columns `__...` have a meaning of their own, the others are variables."""
    test: dict[str, Any] = {"vars": {}, "assert": [], "options": {}, "metadata": {}}
    for name, value in row.items():
        key = name.removeprefix("__")
        if key == name:
            test["vars"][name] = value
        elif not value.strip() or key in ("metric", "providerOutput"):
            continue
        elif re.fullmatch(r"expected[0-9]*", key):
            test["assert"].append(_assertion_of_cell(value))
        elif key in ("prefix", "suffix"):
            test["options"][key] = value
        elif key.startswith("metadata:"):
            test["metadata"][key.removeprefix("metadata:").removesuffix("[]")] = value
        else:
            test[key] = value
    return test


def _assertion_of_cell(text: str) -> dict[str, Any]:
    """Return the assertion of a cell: `TYPE: VALUE`, `TYPE` alone for JSON, or the expected text."""
    found = _CSV_TYPE.fullmatch(text)
    if text.strip() in ("is-json", "contains-json"):
        return {"type": text.strip()}
    if text.startswith(_FILE):
        return {"type": "javascript", "value": text}
    kind = "" if found is None else _CSV_OTHER.get(found[1], found[1])
    if found is None or kind.removeprefix("not-") not in TYPES:
        return {"type": "equals", "value": text}
    return {"type": kind, "value": found[2].strip()}


def _filled(template: str, variables: Mapping[str, Any], at: _Placed) -> str:
    """Return a template with its variables, and with variables that these use."""
    try:
        nested = {
            name: rendered(value, variables) if isinstance(value, str) and "{{" in value else value
            for name, value in variables.items()
        }
        return rendered(template, nested)
    except TemplateError as error:
        raise refusal(at.place, error.tag, error.allowed) from None


def _deeply_filled(value: _Placed, variables: Mapping[str, Any]) -> Any:
    if isinstance(value.value, str):
        return _filled(value.value, variables, value)
    if array_of(value.value) is not None:
        return [_deeply_filled(each, variables) for each in value.each()]
    if object_of(value.value) is not None:
        return {name: _deeply_filled(value.get(name), variables) for name in _mapping(value)}
    return value.value


def _loaded(value: _Placed, read: Read) -> _Placed:
    """Return a value, or the content of the JSON or YAML file that it names."""
    if not isinstance(value.value, str) or not value.value.startswith(_FILE):
        return value
    path = value.value.removeprefix(_FILE)
    if not path.endswith(_DATA_ENDINGS):
        raise _refused(value, f"a file whose name ends in {', '.join(_DATA_ENDINGS)}")
    return _yaml(path, read(path))


def _yaml(file: str, content: bytes) -> _Placed:
    try:
        data, lines = read_yaml(content)
    except InvalidDocument as error:
        [found] = error.violations
        raise refusal(file, found.value, found.allowed) from None
    return _Placed(data, Place(file, lines=lines))


def _mapping(value: _Placed) -> Mapping[str, Any]:
    if value.value is None:
        return {}
    fields = object_of(value.value)
    if fields is None:
        raise _refused(value, "a mapping")
    return fields


def _decoded(content: bytes, at: _Placed) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused(at, f"a file in UTF-8 (byte {error.start} is not)") from None


def _refused(value: _Placed, allowed: str) -> InvalidDocument:
    return refusal(value.place, value.value, allowed)
