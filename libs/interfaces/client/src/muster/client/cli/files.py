"""Responses that are files: reports and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer
from muster.client.cli.connect import service
from muster.terminal.messages import say


def save(name: str, path: str, query: Mapping[str, Any], file: Path | None) -> None:
    """Write the body of a service's answer to a file, or to stdout.

    Args:
        name: Name of the service.
        path: URL path of the response.
        query: Query parameters.
        file: File to write; None: stdout.
    """
    written = b"".join(service(name).pieces(path, query=query))
    if file is None:
        typer.echo(written.decode(), nl=False)
        return
    file.write_bytes(written)
    say(f"Wrote {file}")
