"""The newest versions of models, as the registry has them."""

from __future__ import annotations

from muster.client.cli.connect import client


def head_of(model: str) -> str:
    """Return the commit at the head of a model's branch main.

    The registry is asked, because the eval service learns of a version only some time after its push.

    Raises:
        NotFound: There is no such model that the caller may read.
    """
    return str(client().repository("models", model)["sha"])
