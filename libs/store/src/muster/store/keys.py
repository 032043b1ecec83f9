"""Keys that one service writes and another reads; every other key belongs to its writer alone."""

from __future__ import annotations


def files_key(sha256: str) -> str:
    """Working files of a job: a tar.gz, by its hash."""
    return f"files/{sha256}"
