"""A role that removes objects from S3, stopped between two of them."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from muster.testkit.stack.product import Product
from muster.testkit.stack.tcp_proxy import TcpProxy


class Deletions(TcpProxy):
    """A link to S3 that passes a limited number of deletions and holds back the others.

    Args:
        endpoint: URL of S3.
    """

    def __init__(self, endpoint: str) -> None:
        address = urlsplit(endpoint)
        super().__init__(address.hostname or "", address.port or 80)
        self._passes = threading.Semaphore(0)
        self._ended = threading.Event()

    def allow(self, deletions: int) -> None:
        """Let this many more pass."""
        self._passes.release(deletions)

    def close(self) -> None:
        """Drop the deletions held back; the store does not get them."""
        self._ended.set()
        self._passes.release(1_000)  # the client has stopped waiting
        super().close()

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        """Like TcpProxy.requests."""
        del connection
        for chunk in chunks:
            if chunk.startswith(b"DELETE "):
                self._passes.acquire()
                if self._ended.is_set():
                    return
            yield chunk


@contextmanager
def role_with_deletions_held(product: Product, role: str) -> Generator[Deletions]:
    """Run the role with its link to S3 through this proxy; restore it afterwards."""
    with Deletions(product.endpoints["MUSTER_S3_ENDPOINT"]) as link:
        product.stop(role)
        product.start(role, {"MUSTER_S3_ENDPOINT": f"http://127.0.0.1:{link.port}"})
        yield link
        product.stop(role)
    product.restart()
