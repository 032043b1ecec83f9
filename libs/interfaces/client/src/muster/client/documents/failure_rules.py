"""Read a file of failure rules."""

from __future__ import annotations

from pathlib import Path

from muster.client.documents.user_input import read_bytes, refused
from muster.failures.parsing import parse_rules
from muster.failures.rules import RuleSet
from muster.jobs.documents.refusal import InvalidDocument


def rules_of(path: Path) -> RuleSet:
    """Load the rules from a file.

    Raises:
        InvalidRequest: it is not a valid rules file; names the line, the rule, the field and allowed values.
    """
    try:
        return parse_rules(read_bytes(path))
    except InvalidDocument as error:
        raise refused(error, str(path), what="rules file", lines=error.lines) from None
