"""Global deduplication: a client that has a chunk learns which xorb holds it, and what that xorb holds.

Answers cover only content that a live commit of the organisation refers to, because the caller may refer to
it then. The hashes of neighbouring chunks are keyed, so an answer is of use only to clients that have their
bytes.
"""

from __future__ import annotations

import secrets
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from muster.cas import shards
from muster.cas.chunk_lists import ChunkList
from muster.cas.hashing import from_hex, to_hex
from muster.cas.naming import digest_of
from muster.journal import SystemClock
from muster.registry.core.access import Level
from muster.registry.edge.chunked.xorb_store import keys_of, object_of, xorbs_of
from muster.registry.edge.queries import RepositoryRow, records_with
from muster.registry.edge.refusals import refusal
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.xet.lookup import PREFIX, RepositoryId, all_there, hash_of

XORBS_MAX: Final = 64
"""Maximum number of xorbs in an answer: about 4 GiB of a file, in 3 MB."""

GOOD_S: Final = 3_600
"""Time that a client may use an answer, in seconds."""

router = APIRouter(include_in_schema=False)


@router.get(PREFIX + "/v1/chunks/{prefix}/{digits}")
async def find(repository: RepositoryId, prefix: str, digits: str, context: Context) -> Response:
    """Return the chunk lists of the xorb with a chunk and of others of the same file; 404: not found."""
    del prefix
    found = await context.repository_with_id(repository, Level.READ)
    held = await around(context, found, hash_of(digits))
    if not held:
        raise refusal(404, f"chunk {digits} is not stored, or no live commit refers to it")
    now_s = SystemClock().now_ms() // 1_000
    answer = shards.answer(
        held.values(), created_s=now_s, key=secrets.token_bytes(32), expires_s=now_s + GOOD_S
    )
    return Response(answer, media_type="application/octet-stream")


async def around(context: RequestContext, repository: RepositoryRow, chunk: bytes) -> dict[bytes, ChunkList]:
    """Return the chunk lists of the xorb with a key chunk and of others of the same file; empty: not found.

    Args:
        context: The request.
        repository: Repository of the request; a live commit of its organisation must have the file.
        chunk: Hash of the chunk.
    """
    within = context.dedup_within(repository)
    digits = to_hex(chunk)
    row = (await records_with(context.gateway.tables, repository.tenant, [digits], within)).get(digits)
    if row is None:
        return {}
    file = await context.in_thread(context.services.xorb_store.file, row.object_key)
    others = xorbs_of([file])
    first = others.index(from_hex(digest_of(row.xorb)))
    key_name = repository.encryption_key
    named = [object_of(xorb, key_name) for xorb in (*others[first:], *others[:first])[:XORBS_MAX]]
    there = await all_there(context.gateway.tables, named)
    keys = keys_of({object_: there[object_].object_key for object_ in named if object_ in there})
    return await context.in_thread(context.services.xorb_store.lists, keys)
