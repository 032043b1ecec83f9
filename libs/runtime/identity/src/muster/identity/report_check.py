"""ReportCheck: checks senders of nodes' reports where reports are read, as with commands (ADR 65).

Reports are heartbeats, what agents say of tasks, and where the output of tasks is.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from muster.identity.feed import MembershipFeed
from muster.identity.nodes import node_verifier
from muster.identity.principal import NODE_REPORT
from muster.identity.sender_check import shown_token
from muster.identity.tokens import InvalidToken, Verifier
from muster.journal.journal import Delivery, Journal
from muster.telemetry import metrics

_ALLOWED: Final = (
    "a token of this node, in the Kafka header authorization; `muster node enrol` lets it get one"
)

_MEMBERSHIPS_S: Final = 30.0


class ReportCheck:
    """Checks the senders of reports, and counts the refused ones.

    Args:
        verifier: Checks the tokens of nodes.
    """

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def refusal(self, delivery: Delivery[Any], node_id: str) -> str | None:
        """Why a report about a node is turned away; None: its sender may send it.

        The token has to be good at the time when the broker appended the report, and not to be revoked then:
        a reader that comes later judges alike.

        Raises:
            Unavailable: what was revoked is not known yet.
        """
        problem = self._problem(delivery, node_id)
        if problem is not None:
            metrics.REPORTS_REFUSED.labels(delivery.position.topic).inc()
        return problem

    def _problem(self, delivery: Delivery[Any], node_id: str) -> str | None:
        try:
            sender = self._verifier.verify(shown_token(delivery), delivery.appended_at_ms, as_of=True)
        except InvalidToken as error:
            value = str(error) if delivery.authorization else "(absent)"
            return f"authorization is {value}; allowed: {_ALLOWED}"
        if not sender.allows(NODE_REPORT):
            return f"authorization is a token without the scope {NODE_REPORT}; allowed: {_ALLOWED}"
        if sender.nodes is None or node_id not in sender.nodes:
            return f"authorization is a token of {sender.nodes or 'no node'}; allowed: {_ALLOWED}"
        return None


@contextmanager
def checking_reports(journal: Journal, jwks_file: Path, cell: str, *, name: str) -> Generator[ReportCheck]:
    """A check for a command that reads reports once, while the block runs.

    Args:
        journal: Has identity-events.
        jwks_file: The public keys of nodes' tokens.
        cell: The cell.
        name: Name of the reader.

    Raises:
        Unavailable: what was revoked cannot be read.
    """
    with closing(MembershipFeed(journal, name)) as memberships:
        memberships.require(_MEMBERSHIPS_S)
        yield ReportCheck(node_verifier(jwks_file, cell, memberships))
