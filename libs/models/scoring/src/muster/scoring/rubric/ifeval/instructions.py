"""Verifiable instructions: arguments and rule of each, by its published name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from muster.scoring.rubric.documents import NotJson, parsed, unfenced
from muster.scoring.rubric.findings import InvalidCheck, excerpt
from muster.scoring.rubric.ifeval.languages import LANGUAGES, may_be
from muster.scoring.rubric.ifeval.words import capital_word_count, sentence_count, word_count
from muster.scoring.rubric.wording import invalid_check
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

Arguments = Mapping[str, Any]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Positive = Annotated[int, Field(ge=1, le=1_000_000)]
Text = Annotated[str, Field(min_length=1, max_length=100_000)]
Short = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[tuple[Short, ...], Field(min_length=1, max_length=100)]
Relation = Literal["at least", "less than"]

_PARAGRAPH_MARK: Final = "***"
_RESPONSE_MARK: Final = "******"
_BULLET: Final = re.compile(r"^[^\S\n]*+(?:-|\*[^*]).*$", re.MULTILINE)
"""As published: a line with only an asterisk is a bullet together with the line after it."""

_OPTIONS: Final = ("My answer is yes.", "My answer is no.", "My answer is maybe.")


class _Arguments(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _None(_Arguments):
    pass


class _Keywords(_Arguments):
    keywords: Words


class _Forbidden(_Arguments):
    forbidden_words: Words


class _KeywordFrequency(_Arguments):
    keyword: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    frequency: Count
    relation: Relation


class _LetterFrequency(_Arguments):
    letter: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1)]
    let_frequency: Count
    let_relation: Relation


def _require_known(language: object) -> object:
    if language not in LANGUAGES:
        raise ValueError(f"one of {', '.join(LANGUAGES)}")
    return language


class _Language(_Arguments):
    language: Annotated[str, BeforeValidator(_require_known)]


class _Sentences(_Arguments):
    num_sentences: Count
    relation: Relation


class _WordNumber(_Arguments):
    num_words: Count
    relation: Relation


class _Paragraphs(_Arguments):
    num_paragraphs: Positive


class _FirstWord(_Arguments):
    num_paragraphs: Positive
    nth_paragraph: Positive
    first_word: Text


class _Placeholders(_Arguments):
    num_placeholders: Count


class _Postscript(_Arguments):
    postscript_marker: Annotated[Text, StringConstraints(strip_whitespace=True)]


class _Bullets(_Arguments):
    num_bullets: Count


class _Highlights(_Arguments):
    num_highlights: Count


class _Sections(_Arguments):
    section_spliter: Annotated[Short, StringConstraints(strip_whitespace=True)]
    num_sections: Positive


class _Prompt(_Arguments):
    prompt_to_repeat: Text


class _EndPhrase(_Arguments):
    end_phrase: Text


class _CapitalWords(_Arguments):
    capital_frequency: Count
    capital_relation: Relation


@dataclass(frozen=True, slots=True)
class Instruction:
    """One verifiable instruction.

    Attributes:
        arguments: Model of its arguments.
        follows: Rule: whether an answer, given first, follows it with these arguments.
    """

    arguments: type[BaseModel]
    follows: Callable[[str, Any], bool]


def arguments_of(instruction: str, arguments: Arguments) -> BaseModel:
    """Return the arguments of an instruction, read; an argument that is None counts as left out.

    Raises:
        InvalidCheck: The instruction is unknown, or an argument is missing, unknown or not allowed.
    """
    known = INSTRUCTIONS.get(instruction)
    if known is None:
        raise InvalidCheck(
            f"instruction is {excerpt(instruction)}; must be one of {', '.join(sorted(INSTRUCTIONS))}"
        )
    try:
        return known.arguments.model_validate({k: v for k, v in arguments.items() if v is not None})
    except ValidationError as error:
        raise invalid_check(error, f"arguments of {instruction}", field_prefix="arguments.") from None


def _related(count: int, relation: Relation, limit: int) -> bool:
    return count >= limit if relation == "at least" else count < limit


def _has_keywords(answer: str, of: _Keywords) -> bool:
    folded = answer.lower()
    return all(keyword.lower() in folded for keyword in of.keywords)


def _lacks_words(answer: str, of: _Forbidden) -> bool:
    return not any(re.search(rf"\b{re.escape(word)}\b", answer, re.IGNORECASE) for word in of.forbidden_words)


def _keyword_frequency(answer: str, of: _KeywordFrequency) -> bool:
    return _related(answer.lower().count(of.keyword.lower()), of.relation, of.frequency)


def _letter_frequency(answer: str, of: _LetterFrequency) -> bool:
    return _related(answer.lower().count(of.letter.lower()), of.let_relation, of.let_frequency)


def _in_language(answer: str, of: _Language) -> bool:
    return may_be(answer, of.language)


def _sentences(answer: str, of: _Sentences) -> bool:
    return _related(sentence_count(answer), of.relation, of.num_sentences)


def _words(answer: str, of: _WordNumber) -> bool:
    return _related(word_count(answer), of.relation, of.num_words)


def _parts(answer: str, mark: str) -> list[str] | None:
    """Return what a mark separates, blank parts at both ends left out; None: a part between is blank."""
    parts = [part.strip() for part in answer.split(mark)]
    if not parts[0]:
        del parts[0]
    if parts and not parts[-1]:
        del parts[-1]
    return parts if all(parts) else None


def _paragraphs(answer: str, of: _Paragraphs) -> bool:
    parts = _parts(answer, _PARAGRAPH_MARK)
    return parts is not None and len(parts) == of.num_paragraphs


def _paragraph_first_word(answer: str, of: _FirstWord) -> bool:
    paragraphs = answer.split("\n\n")
    if sum(1 for paragraph in paragraphs if paragraph.strip()) != of.num_paragraphs:
        return False
    if of.nth_paragraph > of.num_paragraphs:
        return False
    words = paragraphs[of.nth_paragraph - 1].split(maxsplit=1)
    if not words:
        return False
    first = re.split(r"[.,?!'\"]", words[0].lstrip("'").lstrip('"'), maxsplit=1)[0]
    return first.lower() == of.first_word.lower()


def _placeholders(answer: str, of: _Placeholders) -> bool:
    count = 0
    for line in answer.split("\n"):
        opened = line.find("[")
        while opened >= 0 and (closed := line.find("]", opened)) >= 0:
            count += 1
            opened = line.find("[", closed)
    return count >= of.num_placeholders


def _postscript(answer: str, of: _Postscript) -> bool:
    marker = of.postscript_marker.lower()
    if marker in ("p.s.", "p.p.s", "p.p.s."):
        pattern = r"p\.\s?p\.\s?s" if marker.startswith("p.p") else r"p\.\s?s\."
        return re.search(pattern, answer.lower()) is not None
    return marker in answer.lower()


def _bullets(answer: str, of: _Bullets) -> bool:
    return sum(1 for _ in _BULLET.finditer(answer)) == of.num_bullets


def _highlights(answer: str, of: _Highlights) -> bool:
    single = re.findall(r"\*([^\n*]*)\*", answer)
    double = re.findall(r"\*\*([^\n*]*)\*\*", answer)
    return sum(1 for inside in [*single, *double] if inside.strip()) >= of.num_highlights


def _sections(answer: str, of: _Sections) -> bool:
    found = re.finditer(rf"{re.escape(of.section_spliter)}\s?\d+", answer)
    return sum(1 for _ in found) >= of.num_sections


def _is_json(answer: str, of: _None) -> bool:
    try:
        parsed(unfenced(answer, at_both_ends=False))
    except NotJson:
        return False
    return True


def _has_title(answer: str, of: _None) -> bool:
    for line in answer.split("\n"):
        opened, closed = line.find("<<"), line.rfind(">>")
        if 0 <= opened < closed - 2 and line[opened:closed].lstrip("<").rstrip(">").strip():
            return True
    return False


def _constrained(answer: str, of: _None) -> bool:
    return any(option in answer for option in _OPTIONS)


def _two_responses(answer: str, of: _None) -> bool:
    parts = _parts(answer, _RESPONSE_MARK)
    return parts is not None and len(parts) == 2 and parts[0] != parts[1]


def _repeats_prompt(answer: str, of: _Prompt) -> bool:
    return answer.strip().lower().startswith(of.prompt_to_repeat.strip().lower())


def _ends_with(answer: str, of: _EndPhrase) -> bool:
    return answer.strip().strip('"').lower().endswith(of.end_phrase.strip().lower())


def _capital_words(answer: str, of: _CapitalWords) -> bool:
    return _related(capital_word_count(answer), of.capital_relation, of.capital_frequency)


def _all_capital(answer: str, of: _None) -> bool:
    return answer.isupper() and may_be(answer, "en")


def _all_lowercase(answer: str, of: _None) -> bool:
    return answer.islower() and may_be(answer, "en")


def _no_comma(answer: str, of: _None) -> bool:
    return "," not in answer


def _quoted(answer: str, of: _None) -> bool:
    stripped = answer.strip()
    return len(stripped) > 1 and stripped[0] == stripped[-1] == '"'


INSTRUCTIONS: Final[Mapping[str, Instruction]] = {
    "change_case:capital_word_frequency": Instruction(_CapitalWords, _capital_words),
    "change_case:english_capital": Instruction(_None, _all_capital),
    "change_case:english_lowercase": Instruction(_None, _all_lowercase),
    "combination:repeat_prompt": Instruction(_Prompt, _repeats_prompt),
    "combination:two_responses": Instruction(_None, _two_responses),
    "detectable_content:number_placeholders": Instruction(_Placeholders, _placeholders),
    "detectable_content:postscript": Instruction(_Postscript, _postscript),
    "detectable_format:constrained_response": Instruction(_None, _constrained),
    "detectable_format:json_format": Instruction(_None, _is_json),
    "detectable_format:multiple_sections": Instruction(_Sections, _sections),
    "detectable_format:number_bullet_lists": Instruction(_Bullets, _bullets),
    "detectable_format:number_highlighted_sections": Instruction(_Highlights, _highlights),
    "detectable_format:title": Instruction(_None, _has_title),
    "keywords:existence": Instruction(_Keywords, _has_keywords),
    "keywords:forbidden_words": Instruction(_Forbidden, _lacks_words),
    "keywords:frequency": Instruction(_KeywordFrequency, _keyword_frequency),
    "keywords:letter_frequency": Instruction(_LetterFrequency, _letter_frequency),
    "language:response_language": Instruction(_Language, _in_language),
    "length_constraints:nth_paragraph_first_word": Instruction(_FirstWord, _paragraph_first_word),
    "length_constraints:number_paragraphs": Instruction(_Paragraphs, _paragraphs),
    "length_constraints:number_sentences": Instruction(_Sentences, _sentences),
    "length_constraints:number_words": Instruction(_WordNumber, _words),
    "punctuation:no_comma": Instruction(_None, _no_comma),
    "startend:end_checker": Instruction(_EndPhrase, _ends_with),
    "startend:quotation": Instruction(_None, _quoted),
}
"""The 25 instructions by the names of the published data."""
