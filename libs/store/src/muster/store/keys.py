"""Keys that one service writes and another reads; every other key is private to its writer."""

from __future__ import annotations


def files_key(sha256: str) -> str:
    """Key of a job's working files, a tar.gz, by its SHA-256."""
    return f"files/{sha256}"
