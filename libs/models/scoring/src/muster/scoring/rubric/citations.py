"""Quotations of an answer held against the sources that were given to the model.

A citation is a quotation in straight or curly double marks, then the name of its source in brackets:
`"the sky is blue" [report]`. The quotation must occur in that source, runs of blanks counted as one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from muster.scoring.rubric.findings import Finding, excerpt

CITATIONS_MAX: Final = 256
"""Most citations of one answer: each is looked up in a whole source."""

_CITATION: Final = re.compile(r'["“](?P<text>[^"“”]*)["”][\s.,;:]{0,4}\[(?P<name>[^\[\]\n]{1,200})\](?!\()')
_NAME: Final = re.compile(r"\[(?P<name>[^\[\]\n]{1,200})\](?!\()")


def judge_citations(
    answer: str, sources: Mapping[str, str], *, citations_min: int, quotation_characters_min: int
) -> Finding:
    """Require quotations, each with the name of a source in which it occurs.

    A known source's name in brackets that follows no quotation fails; other text in brackets, such as [sic],
    and Markdown links are no citations.

    Args:
        answer: Any text.
        sources: Text of each source by name.
        citations_min: Least number of citations.
        quotation_characters_min: Least length of each quotation, in characters after normalisation.
    """
    found = [(match["text"], match["name"].strip()) for match in _CITATION.finditer(answer)]
    if len(found) < citations_min:
        return Finding(False, f"the answer has {len(found)} citations; must be {citations_min} or more")
    if len(found) > CITATIONS_MAX:
        return Finding(False, f"the answer has {len(found)} citations; must be {CITATIONS_MAX} or fewer")
    named = sum(match["name"].strip() in sources for match in _NAME.finditer(answer))
    quoted = sum(name in sources for _, name in found)
    if named > quoted:
        return Finding(
            False, f"the answer names a source {named - quoted} times without a quotation before it"
        )
    texts = {name: _one_blank(text) for name, text in sources.items()}
    for quotation, name in found:
        text = _one_blank(quotation)
        if name not in texts:
            return Finding(False, f"the source {excerpt(name)} was not given")
        if len(text) < quotation_characters_min:
            return Finding(
                False,
                f"{excerpt(text)} is {len(text)} characters; must be {quotation_characters_min} or more",
            )
        if text not in texts[name]:
            return Finding(False, f"{excerpt(text)} does not occur in the source {excerpt(name)}")
    return Finding(True, f"{len(found)} quotations occur in the sources that they name")


def _one_blank(text: str) -> str:
    return " ".join(text.split())
