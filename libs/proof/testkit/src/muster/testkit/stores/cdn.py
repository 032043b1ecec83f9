"""A real nginx in front of a store, as a CDN: it checks addresses, caches content, and reports hits."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from muster.local.processes.ports import free_block
from muster.testkit.debian import unpacked
from muster.testkit.patience import Patience

_PLACE: Final = "usr/sbin/nginx"
_SETTINGS: Final = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 256; }}
http {{
  log_format said "$request_method $upstream_cache_status $status $store_path";
  access_log {folder}/access said;
  client_body_temp_path {folder}/bodies; proxy_temp_path {folder}/waiting;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  proxy_cache_path {folder}/kept levels=1:2 keys_zone=kept:1m inactive=30d;
  server {{
    listen 127.0.0.1:{port};
    set $store_path "-";
    location ~ ^/([A-Za-z0-9_-]+)/([0-9]+)(/.+)$ {{
      set $store_path $3;
      secure_link $1,$2;
      secure_link_md5 "$secure_link_expires$store_path {secret}";
      if ($secure_link = "") {{ return 403; }}
      if ($secure_link = "0") {{ return 410; }}
      proxy_pass http://{store}$store_path$is_args$args;
      proxy_set_header Host {store};
      proxy_cache kept; proxy_cache_key $store_path; proxy_cache_valid 200 30d; proxy_cache_lock on;
      proxy_force_ranges on;
    }}
  }}
}}
"""


@dataclass(frozen=True)
class Nginx:
    """A running nginx.

    Attributes:
        url: URL of nginx.
        log: Log of requests: METHOD HIT|MISS STATUS PATH.
    """

    url: str
    log: Path

    def answered(self) -> list[tuple[str, str, str]]:
        """HIT or MISS, status and path of every request for which the address was good."""
        lines = (line.split(" ", 3) for line in self.log.read_text().splitlines())
        return [(kept, status, path) for _, kept, status, path in lines if kept != "-"]


@contextmanager
def nginx(folder: Path, endpoint: str, secret: str) -> Generator[Nginx]:
    """Run nginx in front of the store at an endpoint. Skips the test where nginx is unavailable.

    Args:
        folder: Folder of its files; created.
        endpoint: http://HOST:PORT of the store.
        secret: Checks addresses.

    Raises:
        TimeoutError: it does not answer within a minute; the text is what it said.
    """
    folder.mkdir(parents=True)
    port, store = free_block()[0], urlsplit(endpoint).netloc
    settings = folder / "nginx.conf"
    settings.write_text(_SETTINGS.format(folder=folder, port=port, secret=secret, store=store))
    (folder / "access").touch()
    process = subprocess.Popen(  # noqa: S603  (a package's own program)
        [_program(), "-p", folder, "-c", settings, "-e", folder / "errors"]
    )
    try:
        _wait_for(port, process, folder / "errors")
        yield Nginx(f"http://127.0.0.1:{port}", folder / "access")
    finally:
        process.terminate()
        process.wait()


def _program() -> Path:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    return unpacked("nginx", "nginx", _PLACE) / _PLACE if found is None else Path(found)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    patience = Patience()
    while process.poll() is None and not patience.is_over():
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nginx does not answer: {log.read_text()[-2_000:]}")
