"""Growth of golden sets: cases are proposed, then accepted or rejected. PURE.

ProposeCase    -> CaseProposed
DecideProposal -> GoldenSetActivated, ProposalDecided   accepted: the next version of the set has it, live
               -> ProposalDecided                       rejected

The log names cases by digest; their texts are in the store. An acceptance names the set with the case, and
the set to which it was added: if another is in force by now, nothing happens.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.eval.core import golden, held_out
from muster.eval.core.configs import subsets
from muster.eval.core.configs.documents import GoldenText, parse_cases
from muster.eval.core.state import PROPOSALS, SETS, Inputs, Outputs, Proposal, named_key, proposal_key
from muster.events.eval_commands import DecideProposal, ProposeCase
from muster.events.eval_events import CaseProposed, GoldenSetActivated, ProposalDecided
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.golden.checking.duplicates import similar_cases
from muster.golden.checking.texts import case_texts
from muster.golden.importing.tables import json_lines
from muster.golden.lines import proposal_id
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.rules import matches

OPEN_MAX: Final = 1_000
"""Most undecided proposals of a set."""
SOURCE_MAX: Final = 500
LIVE: Final = "live"
"""Subset of every case that was proposed."""
CASE_ID: Final = r"^[!-~]{1,200}$"

SET_CHANGED: Final = "SET_CHANGED"
"""Another golden set is in force than the one to which the case was added."""


def with_case(lines: bytes, line: bytes) -> GoldenText:
    """Return a golden set with one live case more and the same held-out cases.

    Args:
        lines: The set, as it is stored.
        line: The case.

    Raises:
        InvalidDocument: The set has a case of this id, or is full.
    """
    cases, sealed = subsets.split(lines)
    live = json.dumps({**json.loads(line), "subset": LIVE}, ensure_ascii=False)
    grown = parse_cases(cases + live.encode())
    return grown.sealed(*subsets.read_held_out_line(sealed)) if sealed else grown


def similar(lines: bytes, line: bytes) -> list[tuple[str, float]]:
    """Return cases of a golden set that say almost the same as a proposed one: id and similarity.

    Args:
        lines: The set, as it is stored; held-out cases are not compared.
        line: The proposed case.
    """
    [case] = case_texts(json_lines("case", [line]))
    return similar_cases(case, case_texts(json_lines("set", subsets.split(lines)[0].splitlines())))


def propose(state: Entities, given: Input[Inputs], command: ProposeCase) -> Facts[Outputs]:
    """Propose a case for a golden set, or say why not."""
    in_force = state.get(SETS, named_key(command.tenant, command.golden_set))
    if in_force is None:
        yield refuse(given, RejectionCode.NOT_FOUND, f"there is no golden set {command.golden_set}")
        return
    if found := _wrong_case(command, in_force):
        yield refuse(given, RejectionCode.INVALID, tuple(found))
        return
    prefix = proposal_key(command.tenant, command.golden_set, "")
    known = state.get(PROPOSALS, prefix + command.proposal)
    if known is not None and known.accepted is None:
        yield repeated(given)
        return
    if known is not None:
        yield refuse(given, RejectionCode.WRONG_STATE, f"the case was {_decided(known)} before")
        return
    waiting = (key for key, each in state.scan(PROPOSALS, prefix=prefix) if each.accepted is None)
    if sum(1 for _ in islice(waiting, OPEN_MAX)) == OPEN_MAX:
        yield refuse(given, RejectionCode.QUOTA_EXCEEDED, f"{OPEN_MAX} proposals of this set are undecided")
        return
    proposed = CaseProposed(
        proposal=command.proposal,
        golden_set=command.golden_set,
        digest=command.digest,
        case=command.case,
        task=command.task,
        source=command.source,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(proposed, named_key(command.tenant, command.golden_set), command.tenant)


def decide_proposal(state: Entities, given: Input[Inputs], command: DecideProposal) -> Facts[Outputs]:
    """Accept or reject a proposed case, or say why not."""
    key = named_key(command.tenant, command.golden_set)
    known = state.get(PROPOSALS, proposal_key(command.tenant, command.golden_set, command.proposal))
    in_force = state.get(SETS, key)
    if known is None or in_force is None:
        yield refuse(given, RejectionCode.NOT_FOUND, f"there is no proposal {command.proposal}")
        return
    if known.accepted is not None:
        if known.accepted is command.accepted:
            yield repeated(given)
        else:
            yield refuse(given, RejectionCode.WRONG_STATE, f"the case was {_decided(known)} before")
        return
    by = f"{command.tenant}/{command.requested_by}"
    if command.accepted:
        if in_force.digest != command.replaces:
            why = f"golden set {command.golden_set} has changed meanwhile; accept the case again"
            yield refuse(given, RejectionCode.WRONG_STATE, why, detail_code=SET_CHANGED)
            return
        if found := golden.wrong_set(command.digest, command.tasks, in_force.held_out_tasks):
            yield refuse(given, RejectionCode.INVALID, tuple(found))
            return
        activated = GoldenSetActivated(
            name=command.golden_set,
            digest=command.digest,
            tasks=command.tasks,
            source=in_force.source,
            tenant=command.tenant,
            requested_by=by,
            comparable=command.comparable,
            held_out=in_force.held_out,
            held_out_tasks=in_force.held_out_tasks,
        )
        yield Fact(activated, key, command.tenant)
    decided = ProposalDecided(
        proposal=command.proposal,
        golden_set=command.golden_set,
        case=known.case,
        accepted=command.accepted,
        reason=command.reason,
        digest=command.digest if command.accepted else "",
        tenant=command.tenant,
        requested_by=by,
    )
    yield Fact(decided, key, command.tenant)


def evolve(state: Changes, fact: CaseProposed | ProposalDecided) -> None:
    """Record a proposal, or the decision about it."""
    accepted = fact.accepted if isinstance(fact, ProposalDecided) else None
    key = proposal_key(fact.tenant, fact.golden_set, fact.proposal)
    state.put(PROPOSALS, key, Proposal(case=fact.case, accepted=accepted))


def _decided(proposal: Proposal) -> str:
    return "accepted" if proposal.accepted else "rejected"


def _wrong_case(command: ProposeCase, in_force: GoldenSetActivated) -> list[Violation]:
    found: list[Violation] = []
    if not matches(golden.DIGEST, command.digest):
        found.append(invalid("digest", command.digest, "64 hexadecimal digits"))
    elif command.proposal != proposal_id(command.digest):
        found.append(invalid("proposal", command.proposal, proposal_id(command.digest)))
    if not matches(CASE_ID, command.case):
        found.append(invalid("id", command.case, "1 to 200 printable ASCII characters without blanks"))
    tasks = [each.task for each in held_out.merged(in_force.tasks, in_force.held_out_tasks)]
    if command.task not in tasks:
        found.append(invalid("task", command.task, f"a task of {in_force.name}: {', '.join(tasks)}"))
    if len(command.source) > SOURCE_MAX:
        found.append(invalid("source", f"{len(command.source)} characters", f"at most {SOURCE_MAX}"))
    return found
