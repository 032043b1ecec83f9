"""Choice of the checkpoint from which a job resumes: the newest that is complete on all ranks."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from muster.checkpoint.agreement import Agreement
from muster.checkpoint.folder import CheckpointFolder, Damaged
from muster.checkpoint.format import Record, record_of
from muster.checkpoint.state import Saved

_log = logging.getLogger("muster.checkpoint")


def newest_usable(
    folder: CheckpointFolder, agreement: Agreement, rank: int, world_size: int
) -> tuple[Record, Saved] | None:
    """Return the newest checkpoint that is intact for all ranks; None: there is none.

    What is wrong with newer ones is logged. Ranks that share a folder and cannot talk to each other check
    every rank's files, so that all come to the same result; the others check what they need.
    """
    own, wrong = folder.records()
    wrong = [*folder.notes(), *wrong]
    for problem in wrong:
        _log.warning("a checkpoint cannot be used: %s", problem)
    told = agreement.all_say(json.dumps([record.to_bytes().decode() for record in own]))
    records = own if told is None else _merged(told)
    for record in records:
        alone = told is None or record.world_size != world_size
        needed = range(record.world_size) if alone else sorted({0, rank})
        saved = _verified(folder, record, needed)
        answers = agreement.all_say("whole" if saved else "") or ["whole" if saved else ""]
        if saved and all(answers):
            return record, saved
        if saved:
            lacking = [number for number, answer in enumerate(answers) if not answer]
            _log.warning("the checkpoint of step %d is not used: ranks %s lack it", record.step, lacking)
    if records or wrong:
        _log.warning("no checkpoint can be used: the job begins from scratch")
    return None


def _merged(told: Sequence[str]) -> list[Record]:
    """The records that any rank has, newest first."""
    found: dict[int, Record] = {}
    for text in told:
        for document in json.loads(text):
            record = record_of(document.encode())
            found.setdefault(record.step, record)
    return [found[step] for step in sorted(found, reverse=True)]


def _verified(folder: CheckpointFolder, record: Record, ranks: Sequence[int]) -> Saved | None:
    try:
        return folder.verify(record, ranks)
    except Damaged as error:
        _log.warning("the checkpoint of step %d is damaged and not used: %s", record.step, error)
        return None
