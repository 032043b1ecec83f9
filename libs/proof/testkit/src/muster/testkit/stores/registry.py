"""An API of the registry that keeps its bytes in another store than the product's."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path

from muster.store import StoreSettings
from muster.testkit.stack.product import Product
from muster.testkit.stack.role_process import RoleProcess


@contextmanager
def registry_over(product: Product, store: StoreSettings, folder: Path) -> Generator[RoleProcess]:
    """Run an API of the registry; everything but the store is the product's."""
    own = {
        f"MUSTER_S3_{name.upper()}": str(value) for name, value in asdict(store).items() if value is not None
    }
    environ = {**product.endpoints, **own}
    with closing(RoleProcess("muster.registry", folder, "http", **environ)) as process:
        process.until("/readyz", lambda answer: answer.is_success)
        yield process
