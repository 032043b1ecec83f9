"""Start and end of the server."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from muster.local.processes.ports import free_block
from muster.testkit.environments import environment

LOCK: Final = Path(__file__).with_name("llama-server.lock")
NAME: Final = "random-llama"
"""Name of its model."""
CONTEXT_TOKENS: Final = 1024
"""Maximum tokens of one request, prompt and answer: a quarter of the model's, as four are served at once."""


@contextmanager
def llama_server(folder: Path) -> Generator[str]:
    """Yield the base URL of a running server, such as http://127.0.0.1:38211/v1; its log is in the folder.

    Raises:
        RuntimeError: The server has not started; the text is the end of its log.
    """
    home, port = environment(LOCK), free_block()[0]
    program = Path(__file__).with_name("program.py")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  (a package's own program)
            [home / "bin/python", program, folder, str(port), NAME],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().decode().strip()
        if not address:
            raise RuntimeError(f"llama.cpp has not started: {(folder / 'log').read_text()[-2_000:]}")
        try:
            yield f"{address}/v1"
        finally:
            process.stdin.close()
