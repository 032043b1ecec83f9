"""`muster drift forget`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from muster.client.cli.connect import decided
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.terminal.output import Format, OutputOption


def forget(
    *,
    user: Annotated[
        str, typer.Option("--user", "-u", help="User as in the header x-muster-user. Needs --key-file.")
    ] = "",
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key-file",
            "-k",
            help="File with the servers' hash key, SAMPLING_USER_KEY; the key is not sent.",
        ),
    ] = None,
    user_hash: Annotated[
        str, typer.Option("--hash", help="Keyed hash of the user, `subject` of a sample; instead of --user.")
    ] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Forget a user: delete the texts of all samples, of all models of the organisation.

    The samples themselves expire with their topic, after 7 to 8 days; until then they are neither shown
    nor judged, and neither are new samples of this user. Only the keyed hash of the user is sent.

    Examples:
        muster drift forget --user ann --key-file sampling-user.key
        muster drift forget --hash 3b1f0c9d5e7a4286b0d1c2e3f4a5b6c7
    """
    if bool(user) == bool(user_hash) or bool(user) != (key_file is not None):
        raise typer.BadParameter("give --user and --key-file, or --hash")
    if key_file is not None:
        user_hash = _hash_of(user, key_file)
    outcome = decided("drift", "PUT", f"/v1/drift-forgotten-users/{user_hash}")
    tell(
        outcome,
        f"{user or user_hash} is forgotten",
        "muster reactors ls --reactor drift-bodies",
        user_hash,
        how,
        by="the drift service",
    )


def _hash_of(user: str, key_file: Path) -> str:
    """Return the keyed hash of a user.

    Raises:
        InvalidRequest: the file has no key.
    """
    from muster.client.documents.user_input import read_bytes
    from muster.events.subjects import subject_of

    found = subject_of(user, read_bytes(key_file).strip())
    if not found:
        raise InvalidRequest(f"{key_file} is empty; must be the key of the servers' hash")
    return found
