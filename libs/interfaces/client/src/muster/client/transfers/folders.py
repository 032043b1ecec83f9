"""Send a job's working folder: only the archives that are not stored yet, then their index.

An interrupted transfer leaves archives that the next one finds; a job can name the folder only when all of it
is stored.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from muster.client.documents.files import Archive, Packed, cache_folder, pack
from muster.client.settings import Settings
from muster.client.sync.client import Client
from muster.jobs.values.file_index import INDEX_TYPE

if TYPE_CHECKING:
    from muster.terminal.progress import Progress

AT_ONCE: Final = 8


def send_folder(client: Client, folder: Path | str) -> str:
    """Pack and send a folder; unchanged files are neither read nor sent again.

    Args:
        client: Client to send it with.
        folder: Working folder of a job; what `.gitignore` and `.musterignore` name is left out.

    Returns:
        The SHA-256 for `files_sha256` of a job.

    Raises:
        InvalidRequest: the folder cannot be sent; the message names paths.
        MusterError: the service refuses it, or does not answer.
    """
    packed = pack(Path(folder), cache_folder(Settings.load().home))
    send(client, packed)
    return packed.sha256


def send(client: Client, packed: Packed, progress: Progress | None = None) -> int:
    """Send the parts of a packed folder that are not stored; return the bytes of their files.

    Raises:
        InvalidRequest: a file has changed since the folder was packed.
        MusterError: the service refuses it, or does not answer.
    """
    if not client.absent_files([packed.sha256]):
        return 0
    absent = set(client.absent_files([each.sha256 for each in packed.archives]))
    wanted = [each for each in packed.archives if each.sha256 in absent]
    sent_bytes = sum(each.raw_bytes for each in wanted)
    if progress is not None:
        progress.begin(f"sending {len(wanted)} of {len(packed.archives)} parts", sent_bytes)

    def send_one(archive: Archive) -> None:
        client.upload(archive.content(), archive.sha256)
        if progress is not None:
            progress.advance(archive.raw_bytes)

    threads = ThreadPoolExecutor(AT_ONCE)
    try:
        for _ in threads.map(send_one, wanted):
            pass
    finally:
        threads.shutdown(cancel_futures=True)  # after Ctrl-C or an error, those that wait are not begun
    client.upload(packed.index, packed.sha256, kind=INDEX_TYPE)
    return sent_bytes
