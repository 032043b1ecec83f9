"""Record what the stock client sends: python record.py FOLDER, in an environment that has hf_xet.

A sink takes uploads of bytes that every reader of this file can make again (`UPLOADS`, one for each scheme of
compression), and keeps xorbs and shards as they came. Beside them it writes which files hf_xet gives which
hash, and which version it was.
"""

import hashlib
import json
import struct
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

SIZES = (1, 64, 8191, 8192, 8193, 65_536, 131_072, 131_073, 700_000, 5_000_000)
"""Bytes of the files whose hashes are recorded."""


def noise(size: int, name: str) -> bytes:
    """Bytes without a pattern, the same everywhere."""
    return hashlib.shake_128(name.encode()).digest(size)


def numbers(count: int) -> bytes:
    """Numbers of four bytes that change slowly: they suit byte groups."""
    return struct.pack(f"<{count}f", *(1 + at / 1e5 for at in range(count)))


UPLOADS = {
    "noise": noise(30_000, "upload"),
    "numbers": numbers(20_001),
    "rows": b"".join(b"row %d\n" % at for at in range(12_000)) + noise(20_000, "rows"),
}


def main() -> None:
    """Upload, keep, write down."""
    hf_xet: Any = import_module("hf_xet")

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)

    class Sink(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self._body()
            status, answer = 404, b"{}"
            if self.path.startswith("/v1/xorbs/"):
                (folder / f"{upload}.xorb").write_bytes(body)
                xorbs[upload] = self.path.rsplit("/", 1)[1]
                status, answer = 200, b'{"was_inserted":true}'
            elif self.path == "/v1/shards":
                (folder / f"{upload}.shard").write_bytes(body)
                status, answer = 200, b'{"result":1}'
            self._answer(status, answer)

        def do_GET(self) -> None:
            self._answer(404, b"{}")

        def _body(self) -> bytes:
            if "chunked" not in self.headers.get("Transfer-Encoding", ""):
                return self.rfile.read(int(self.headers.get("Content-Length", 0)))
            parts: list[bytes] = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def _answer(self, status: int, answer: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    xorbs: dict[str, str] = {}
    sent: dict[str, str] = {}
    upload = ""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    for upload, content in UPLOADS.items():
        (one,) = hf_xet.upload_bytes([content], endpoint, ("token", 1 << 40), None, None, "model")
        sent[upload] = one.hash
    with tempfile.TemporaryDirectory() as scratch:
        paths = [Path(scratch) / str(size) for size in SIZES]
        for size, path in zip(SIZES, paths, strict=True):
            path.write_bytes(noise(size, "file"))
        hashed = hf_xet.hash_files([str(path) for path in paths])
    names: dict[str, Any] = {
        "hf_xet": version("hf_xet"),
        "xorbs": xorbs,
        "uploads": sent,
        "files": {str(size): one.hash for size, one in zip(SIZES, hashed, strict=True)},
    }
    (folder / "names.json").write_text(json.dumps(names, indent=1) + "\n")
    server.shutdown()


if __name__ == "__main__":
    main()
