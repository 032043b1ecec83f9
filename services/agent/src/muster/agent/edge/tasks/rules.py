"""FailureRules: the rules that orders name by hash: those shipped, those on disk, those that the API has."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from muster.agent.edge.credential.node_api import ApiUnavailable, EnrolmentRefused, NotForThisNode
from muster.agent.edge.disk.durable import write_durably
from muster.client.errors import MusterError
from muster.failures.parsing import parse_rules
from muster.failures.rules import Source
from muster.failures.scanning import Scanner
from muster.failures.shipped import shipped_text
from muster.jobs.documents.refusal import InvalidDocument

KEPT_MAX: Final = 4
"""Number of compiled rules in memory and of files on disk: tasks under older rules run for a while."""


class RulesGiver(Protocol):
    """Source of rules by hash; NodeApi calls the API."""

    def failure_rules(self, sha256: str) -> str:
        """The text of the rules with this hash."""
        ...


class NoRules(Exception):
    """The rules are not available now; the message says why."""


class CompiledRules:
    """Rules ready to scan output by.

    Attributes:
        rules: Those for attempts that ran.
        scanner: The same, compiled for output.
    """

    def __init__(self, text: str) -> None:
        self.rules: Final = parse_rules(text).of_attempts()
        self.scanner: Final = Scanner(self.rules, Source.OUTPUT)


class FailureRules:
    """Rules by hash. Used by one thread.

    Args:
        folder: Folder for fetched rules.
        giver: Source of other rules.
    """

    def __init__(self, folder: Path, giver: RulesGiver) -> None:
        self._folder = folder
        self._giver = giver
        self._kept: dict[str, CompiledRules] = {}

    def of(self, digest: str) -> CompiledRules:
        """The rules with this hash.

        Raises:
            NoRules: They are not available now, or this version of the agent does not understand them.
        """
        known = self._kept.pop(digest, None)
        try:
            self._kept[digest] = known or CompiledRules(self._text(digest))
        except InvalidDocument as error:
            raise NoRules(f"this agent does not understand the rules {digest[:12]}: {error}") from error
        while len(self._kept) > KEPT_MAX:
            del self._kept[next(iter(self._kept))]
        return self._kept[digest]

    def _text(self, digest: str) -> str:
        if _digest(shipped_text()) == digest:
            return shipped_text()
        file = self._folder / f"{digest}.yaml"
        with suppress(OSError, UnicodeDecodeError):
            if _digest(text := file.read_text(encoding="utf-8")) == digest:
                return text
        return self._fetched(digest, file)

    def _fetched(self, digest: str, file: Path) -> str:
        try:
            text = self._giver.failure_rules(digest)
        except (ApiUnavailable, EnrolmentRefused, NotForThisNode, MusterError) as error:
            raise NoRules(f"the rules {digest[:12]} were not fetched: {error}") from error
        if _digest(text) != digest:
            raise NoRules(f"the rules {digest[:12]} were not fetched: the answer has another hash")
        with suppress(OSError):  # a full disk: they are fetched again
            self._folder.mkdir(exist_ok=True, mode=0o700)
            for old in sorted(self._folder.iterdir(), key=lambda each: each.stat().st_mtime)[: 1 - KEPT_MAX]:
                old.unlink()
            write_durably(file, text.encode())
        return text


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
