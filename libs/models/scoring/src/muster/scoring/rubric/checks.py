"""Kinds of checks as models: what a config holds as JSON or YAML, read with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, cast

from muster.scoring.rubric import documents, patterns
from muster.scoring.rubric.findings import InvalidCheck, excerpt
from muster.scoring.rubric.ifeval.instructions import arguments_of
from muster.scoring.rubric.layouts import Form
from muster.scoring.rubric.normal_form import normal_form
from muster.scoring.rubric.numerals import Percent
from muster.scoring.rubric.wording import invalid_check
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

Texts = Annotated[tuple[Annotated[str, Field(min_length=1)], ...], Field(max_length=1000)]
Tolerance = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ExactCheck(_Model):
    """The answer is one of the expected texts, character by character, blanks around both removed."""

    kind: Literal["exact"] = "exact"
    expected: Texts = ()


class NormalisedCheck(_Model):
    """The answer's normal form is that of an expected text."""

    kind: Literal["normalised"] = "normalised"
    expected: Texts = ()
    drop_articles: bool = True

    @model_validator(mode="after")
    def _has_forms(self) -> NormalisedCheck:
        for text in self.expected:
            if not normal_form(text.encode("utf-8", "replace").decode(), drop_articles=self.drop_articles):
                raise InvalidCheck(f"expected is {excerpt(text)}; must be a text with a letter or digit")
        return self


class PatternCheck(_Model):
    """A regular expression of RE2 matches the whole answer, or is found in it, or is not."""

    kind: Literal["pattern"] = "pattern"
    pattern: Annotated[str, Field(min_length=1, max_length=patterns.PATTERN_CHARACTERS_MAX)]
    match: Literal["whole", "anywhere", "nowhere"] = "whole"

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        patterns.compiled(pattern)
        return pattern


class SchemaCheck(_Model):
    """The answer is strict JSON that follows a JSON Schema."""

    kind: Literal["schema"] = "schema"
    document: dict[str, Any]
    allow_fence: bool = False

    @field_validator("document")
    @classmethod
    def _is_schema(cls, document: dict[str, Any]) -> dict[str, Any]:
        documents.validator(documents.written(document))
        return document


class NumberCheck(_Model):
    """The answer holds exactly one number, within a tolerance of the expected one."""

    kind: Literal["number"] = "number"
    expected: Annotated[float, Field(allow_inf_nan=False)] | None = None
    absolute: Tolerance = 0.0
    relative: Tolerance = 0.0
    after: str = ""
    percent: Percent = Percent.REFUSE


class HeadingsCheck(_Model):
    """The answer has these Markdown headings."""

    kind: Literal["headings"] = "headings"
    titles: Annotated[tuple[Annotated[str, Field(min_length=1)], ...], Field(min_length=1, max_length=100)]
    in_order: bool = True
    text_required: bool = True


class FormCheck(_Model):
    """The whole answer has a form."""

    kind: Literal["form"] = "form"
    form: Form


class CitationsCheck(_Model):
    """Quotations of the answer occur in the sources that it names."""

    kind: Literal["citations"] = "citations"
    citations_min: Annotated[int, Field(ge=1, le=256)] = 1
    quotation_characters_min: Annotated[int, Field(ge=1)] = 1


class InstructionCheck(_Model):
    """The answer follows one of IFEval's verifiable instructions."""

    kind: Literal["instruction"] = "instruction"
    instruction: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    loose: bool = False

    @model_validator(mode="after")
    def _is_known(self) -> InstructionCheck:
        arguments_of(self.instruction, self.arguments)
        return self


def _compiles_alone(call: str) -> str:
    try:
        compile(call, "call", "eval", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidCheck(f"call is {excerpt(call)}; must be an expression of Python ({error})") from None
    return call


class Call(_Model):
    """An expression, and the JSON value that it has after the answer's code has run."""

    call: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_compiles_alone)]
    returns: JsonValue


class CodeCheck(_Model):
    """The answer's Python code, run in a sandbox, gives calls their expected values.

    It has the standard library, and no network, writable place or further process. Without a sandbox an
    answer has no score.
    """

    kind: Literal["code"] = "code"
    calls: Annotated[tuple[Call, ...], Field(min_length=1, max_length=100)]
    time_s: Annotated[float, Field(gt=0, le=60)] = 10.0
    memory_mib: Annotated[int, Field(ge=64, le=4096)] = 256


Check = Annotated[
    ExactCheck
    | NormalisedCheck
    | PatternCheck
    | SchemaCheck
    | NumberCheck
    | HeadingsCheck
    | FormCheck
    | CitationsCheck
    | InstructionCheck
    | CodeCheck,
    Field(discriminator="kind"),
]

_ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(Check)


def parse_check(data: object) -> Check:
    """Return the check that a mapping describes.

    Args:
        data: As read from JSON or YAML: `kind`, and the fields of that kind.

    Raises:
        InvalidCheck: A field is unknown, missing or not allowed; the message names the first.
    """
    if not isinstance(data, Mapping):
        raise InvalidCheck(f"check is {excerpt(str(data))}; must be a mapping with a kind")
    try:
        return cast("Check", _ADAPTER.validate_python(data))
    except ValidationError as error:
        raise invalid_check(error, "a check of this kind", parts_left_out=1) from None


def check_schema() -> dict[str, Any]:
    """Return the JSON Schema of a check, for editors and for the schema of an eval config."""
    return _ADAPTER.json_schema()
