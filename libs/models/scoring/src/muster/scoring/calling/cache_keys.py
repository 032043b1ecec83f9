"""Cache keys: the key under which an answer may be used again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from muster.scoring.calling.prompts import Json, Prompt, request_fields

_FORM: Final = 1
"""Changes whenever the same question gets another key."""


def cache_key(model_digest: str, prompt: Prompt, extra: Mapping[str, Json]) -> str:
    """Return the SHA-256 of everything that changes an answer, in hexadecimal.

    The hashed document is JSON with sorted keys, no blanks, in ASCII. The prompt's id is no part of it, so
    the same question of another run or case finds the answer. Numbers count as they are written: 1 and 1.0
    differ.

    Args:
        model_digest: Digest or revision of the model's weights, not only its name.
        prompt: Messages, sampling and further fields.
        extra: Anything else that changes the answer, e.g. the digest of the serving configuration, the
            judge's prompt, the repetition.

    Raises:
        ValueError: A number is NaN or infinite.
    """
    document = {
        "extra": dict(extra),
        "form": _FORM,
        "model": model_digest,
        "request": request_fields(prompt),
    }
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()
