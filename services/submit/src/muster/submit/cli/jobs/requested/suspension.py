"""Suspend and resume jobs, a queue with its jobs, or the whole cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muster.submit.cli.jobs.found import selection
from muster.submit.cli.jobs.requested import requests, suspended_cluster, suspended_queue
from muster.terminal.output import Format


def ask(
    verb: Literal["suspend", "resume"],
    references: Sequence[str] | None,
    *,
    queue: str | None,
    user: str | None,
    everything: bool,
    cluster: bool,
    jobs_only: bool,
    dry_run: bool,
    yes: bool,
    reason: str,
    how: Format,
) -> None:
    """Send the request for everything the options select; for a queue before its jobs.

    Raises:
        MusterError: the queue does not exist, or the scheduler does not answer.
        typer.BadParameter: nothing is selected, or more than one thing.
        typer.Exit: a request was refused; with the exit code of the first refusal.
    """
    if cluster:
        suspended_cluster.alone(references, queue, user, everything=everything)
        suspended_cluster.ask(verb, reason, how, dry_run=dry_run, yes=yes)
        return
    queue_too = None if jobs_only else queue
    jobs = selection.of(
        verb,
        references,
        queue=queue,
        user=user,
        everything=everything,
        dry_run=dry_run,
        yes=yes,
        how=how,
        queue_too=queue_too is not None,
    )
    if jobs is None:
        return
    if queue_too is None:
        requests.ask(verb, jobs, reason, how)
        return
    suspended_queue.ask(verb, queue_too, reason)
    if verb == "suspend":  # jobs came between the question and the closing of the queue

        def found() -> list[str]:
            return [job.job_id for job in selection.listed(verb, queue=queue, user=user)]

        requests.ask(verb, found(), reason, how, more=found)
    else:
        requests.ask(verb, jobs, reason, how)
