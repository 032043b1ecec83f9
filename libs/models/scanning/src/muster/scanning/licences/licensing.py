"""Entry point: check a model's card, texts and bases against each other and against a policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from muster.scanning.findings import Finding, printable
from muster.scanning.licences import policy as policies
from muster.scanning.licences.catalogue import (
    NO_DERIVATIVES,
    NONCOMMERCIAL,
    SHARE_ALIKE,
    USE_RESTRICTED,
    terms_of,
)
from muster.scanning.licences.expressions import Expression, ExpressionInvalid, both, expression_of, family
from muster.scanning.licences.policy import Decision, Policy
from muster.scanning.licences.texts import terms_in, text_of
from muster.scanning.rules import rules

_PASSED_ON: Final = (NONCOMMERCIAL, USE_RESTRICTED)


@dataclass(frozen=True, slots=True)
class Base:
    """A model that this one comes from, however far back.

    Attributes:
        name: Name of the model, such as meta-llama/Llama-3.1-8B.
        licence: Licence on its card; empty: unknown.
    """

    name: str
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Statements about a model's licence.

    Attributes:
        card: Licences on its card, each an SPDX expression or a hub's name; all of them count.
        texts: Texts of its LICENSE files, by path.
        readme: Text of its README.md, without the front matter.
        bases: Its base models, along the whole lineage, the nearest first.
    """

    card: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    readme: str = ""
    bases: tuple[Base, ...] = ()


@dataclass(frozen=True, slots=True)
class Licensing:
    """Conclusions about a model's licence.

    Attributes:
        expression: The licence as an SPDX expression: by its card, else by its texts; empty: unknown.
        texts: Licences recognised in texts, by path.
        conflicts: Contradictions, one sentence each.
        decision: The policy's decision; None without a policy.
        reasons: Reasons for the decision, one sentence each.
    """

    expression: str
    texts: Mapping[str, tuple[str, ...]]
    conflicts: tuple[str, ...]
    decision: Decision | None
    reasons: tuple[str, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Conflicts and the decision, as findings."""
        found = [("licence.conflict", each) for each in self.conflicts]
        rule = {Decision.DENY: "licence.denied", Decision.REVIEW: "licence.review"}
        if self.decision is not None and self.decision in rule:
            found += [(rule[self.decision], each) for each in self.reasons]
        return tuple(Finding(id, rules()[id].verdict, "", printable(said)) for id, said in found)


def licensing(said: Said, policy: Policy | None = None) -> Licensing:
    """Determine a model's licence, contradictions about it, and a policy's decision on it and every base."""
    read = {path: text_of(text) for path, text in sorted(said.texts.items())}
    ids = {path: text.ids for path, text in read.items()}
    card, unclear = _card(said.card)
    own = card or _of_texts(ids)
    conflicts = [
        *([f"the card's licence is not understood: {unclear}"] if unclear and policy is None and ids else []),
        *_card_and_texts(card, ids),
        *_words(own, {path: dict(text.terms) for path, text in read.items() if not text.ids}),
        *_words(own, {"README.md": _terms_of_readme(said.readme)}),
        *_bases(own, said.bases),
    ]
    decision, reasons = _decided(own, unclear, ids, said.bases, policy) if policy else (None, ())
    text = own.text if own else ""
    return Licensing(text, ids, tuple(dict.fromkeys(conflicts)), decision, reasons)


# ---- statements --------------------------------------------------------------------------------------------


def _card(licences: Sequence[str]) -> tuple[Expression | None, str]:
    """The card's licence, and the part that is not understood."""
    if not licences:
        return None, ""
    try:
        return both([expression_of(each) for each in licences]), ""
    except ExpressionInvalid as error:
        return None, str(error)


def _of_texts(ids: Mapping[str, tuple[str, ...]]) -> Expression | None:
    """The licence by the texts: that of the first text that is recognised."""
    for found in ids.values():
        for id in found[:1]:
            try:
                return expression_of(id)
            except ExpressionInvalid:
                continue
    return None


# ---- conflicts ---------------------------------------------------------------------------------------------


def _card_and_texts(card: Expression | None, ids: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    if card is None:
        return
    families = {family(id) for id in card.ids}
    everywhere = {family(id) for found in ids.values() for id in found}
    if families & everywhere:
        return
    for path, found in ids.items():
        if found:
            yield f"the card says {card.text}, {path} is {' and '.join(found)}"


def _terms_of_readme(text: str) -> dict[str, str]:
    """Terms by words about commerce: on a card, "for research only" just says what a model is good for."""
    return {term: words for term, words in terms_in(text) if "commercial" in words.lower()}


def _words(own: Expression | None, said: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield texts that forbid what the licence allows."""
    if own is None:
        return
    for path, terms in said.items():
        for term, words in terms.items():
            if _lacks(own, term):
                yield f"{path} says {words!r}, the licence {own.text} does not"


def _bases(own: Expression | None, bases: Sequence[Base]) -> Iterator[str]:
    """Yield terms that a model inherits from its bases and does not pass on."""
    for base in bases:
        theirs, _ = _card((base.licence,)) if base.licence else (None, "")
        if theirs is None:
            continue
        if all(NO_DERIVATIVES in _terms(way) for way in theirs.ways):
            yield f"the base {base.name} is {theirs.text}, which allows no derived models"
        if own is None:
            continue
        for term in _PASSED_ON:
            if all(term in _terms(way) for way in theirs.ways) and _lacks(own, term):
                yield f"the base {base.name} is {theirs.text} ({term}), the licence {own.text} is not"
        alike = [{family(id) for id in way if SHARE_ALIKE in terms_of(family(id))} for way in theirs.ways]
        if all(alike) and not any(each & {family(id) for id in own.ids} for each in alike):
            yield f"the base {base.name} is {theirs.text} ({SHARE_ALIKE}), the licence {own.text} is another"


def _lacks(own: Expression, term: str) -> bool:
    """Whether the model can be used without complying with a term."""
    return any(term not in _terms(way) for way in own.ways)


def _terms(way: Sequence[str]) -> frozenset[str]:
    return frozenset[str]().union(*(terms_of(id.partition(" WITH ")[0]) for id in way))


# ---- the policy --------------------------------------------------------------------------------------------


def _decided(
    own: Expression | None,
    unclear: str,
    ids: Mapping[str, tuple[str, ...]],
    bases: Sequence[Base],
    policy: Policy,
) -> tuple[Decision, tuple[str, ...]]:
    judged: list[tuple[Decision, str]] = []
    if own is None or unclear:
        why = unclear or "no card and no text says which"
        judged.append((policy.unknown, f"its licence is not known: {why}"))
    judged += _judged("", own, policy) if own else []
    families = {family(id) for id in own.ids} if own else set[str]()
    for path, found in ids.items():
        for id in found:
            if family(id) not in families:
                judged += _judged(f"{path}: ", _card((id,))[0], policy)
    for base in bases:
        theirs, wrong = _card((base.licence,)) if base.licence else (None, "it is not told")
        if theirs is None:
            judged.append((policy.unknown, f"the licence of the base {base.name} is not known: {wrong}"))
        judged += _judged(f"base {base.name}: ", theirs, policy)
    decision = policies.worst(each for each, _ in judged)
    return decision, tuple(dict.fromkeys(why for each, why in judged if each is decision))


def _judged(where: str, expression: Expression | None, policy: Policy) -> list[tuple[Decision, str]]:
    if expression is None:
        return []
    decision, reasons = policies.decided(expression, policy)
    return [(decision, f"{where}{reason}") for reason in reasons]
