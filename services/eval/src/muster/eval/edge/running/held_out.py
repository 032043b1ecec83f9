"""Held-out cases of a run: opened in its process alone, and sealed wherever something of them is kept.

A case has a keyed hash in place of its id and cluster, so have the keys of its answers. Answers and replies
of a judge are kept sealed: a run that goes on pays for nothing twice. Results have no sentence about them.
"""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path
from typing import Final

from muster.eval.core.configs.documents import GoldenCase, cases_of
from muster.eval.core.runs.orders import Order
from muster.events.eval_results import CaseScore, Subset
from muster.events.refusal import must_be
from muster.scoring.calling.allowed import NotUsable
from muster.store.sealed.recipients import InvalidKey, Opener
from muster.store.sealed.sealing import Damaged
from pydantic import ValidationError

KEY_MISSING: Final = "HELD_OUT_KEY_MISSING"
"""The worker has no key that opens held-out cases."""

UNREADABLE: Final = "HELD_OUT_UNREADABLE"
"""The held-out cases are sealed for another key, or are damaged."""

NOT_SHOWN: Final = "its message is not shown, since it may quote a held-out case"

_ID: Final = "held-out-{name}"
_NAME_DIGITS: Final = 24


class HeldOut:
    """Held-out cases of one worker; other cases pass through as they are.

    Args:
        opener: Opens them; None: this worker has no key.
    """

    def __init__(self, opener: Opener | None = None) -> None:
        self._opener = opener

    @classmethod
    def from_file(cls, file: Path | None) -> HeldOut:
        """Return them by the key in a file.

        Raises:
            NotUsable: The file has no key, or cannot be read.
        """
        try:
            return cls(None if file is None else Opener.from_file(file))
        except (InvalidKey, OSError) as error:
            raise NotUsable(KEY_MISSING, str(error)) from None

    @property
    def _key(self) -> Opener:
        if self._opener is None:
            allowed = "a file with the key that opens held-out cases"
            raise NotUsable(KEY_MISSING, must_be("MUSTER_EVAL_HELD_OUT_KEY_FILE", "missing", allowed))
        return self._opener

    def cases(self, order: Order, box: bytes) -> list[GoldenCase]:
        """Return the held-out cases of a run, under their keyed hashes.

        Args:
            order: The run.
            box: The cases, sealed.

        Raises:
            NotUsable: The worker has no key, or another one.
        """
        try:
            cases = list(cases_of(self._key.open(box)))
        except (Damaged, ValidationError):
            allowed = "sealed for the key of this worker; put the golden set in force again"
            raise NotUsable(UNREADABLE, must_be("held_out", order.held_out, allowed)) from None
        return [self._hidden(order, case) for case in cases]

    def _hidden(self, order: Order, case: GoldenCase) -> GoldenCase:
        scope = f"{order.tenant}/{order.held_out}"
        cluster = None if case.cluster is None else self._name(f"{scope}/cluster/{case.cluster}")
        return case.model_copy(update={"id": self._name(f"{scope}/case/{case.id}"), "cluster": cluster})

    def _name(self, text: str) -> str:
        return _ID.format(name=self._key.name(text)[:_NAME_DIGITS])

    def key(self, case: GoldenCase, key: str) -> str:
        """Return the key under which an answer is kept: it does not tell what was asked."""
        return self._key.name(f"key/{key}") if _is_held_out(case) else key

    def kept_text(self, case: GoldenCase, text: str) -> str:
        """Return a text of a model as it is kept."""
        return base64.b64encode(self._key.sealer.seal(text.encode())).decode() if _is_held_out(case) else text

    def read_text(self, case: GoldenCase, kept: str) -> str:
        """Return a text of a model that was kept; the inverse of `kept_text`."""
        return self._key.open(base64.b64decode(kept)).decode() if _is_held_out(case) else kept


def without_texts(case: GoldenCase, result: CaseScore) -> CaseScore:
    """Return a result as it may leave the process: of a held-out case without a sentence."""
    result = replace(result, subset=Subset[case.subset.upper()])
    return replace(result, reason="") if _is_held_out(case) else result


def _is_held_out(case: GoldenCase) -> bool:
    return case.subset == "held_out"
