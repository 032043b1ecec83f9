"""This library computes and reads the same as the stock client computed and sent (stock/record.py)."""

import hashlib
import json
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from muster.cas import chunk_lists, shards, xorbs
from muster.cas.chunking import chunks_of
from muster.cas.hashing import Tree, chunk_hash, file_hash, from_hex, to_hex

STOCK = Path(__file__).parent / "stock"
NAMES: dict[str, Any] = json.loads((STOCK / "names.json").read_text())


def recorder() -> ModuleType:
    spec = util.spec_from_file_location("record", STOCK / "record.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RECORD = recorder()
UPLOADS: dict[str, bytes] = RECORD.UPLOADS


def name_of(content: bytes) -> str:
    tree = Tree()
    for chunk in chunks_of([content]):
        tree.add(chunk_hash(chunk), len(chunk))
    return to_hex(file_hash(tree.root()))


@pytest.mark.parametrize("size", NAMES["files"])
def test_a_file_has_the_name_that_hf_xet_gives_it(size: str) -> None:
    assert name_of(RECORD.noise(int(size), "file")) == NAMES["files"][size]


@pytest.mark.parametrize("upload", UPLOADS)
def test_an_uploaded_xorb_is_read_whole(upload: str) -> None:
    data = (STOCK / f"{upload}.xorb").read_bytes()
    held = xorbs.verify([data], from_hex(NAMES["xorbs"][upload]))
    assert b"".join(chunk.raw for chunk in xorbs.Reader().feed(data)) == UPLOADS[upload]
    assert (held.raw_bytes, held.stored_bytes) == (len(UPLOADS[upload]), len(data))


def test_the_recorded_xorbs_use_every_scheme() -> None:
    assert {(STOCK / f"{upload}.xorb").read_bytes()[4] for upload in UPLOADS} == {
        xorbs.NONE,
        xorbs.LZ4,
        xorbs.GROUPED_LZ4,
    }


@pytest.mark.parametrize("upload", UPLOADS)
def test_an_uploaded_shard_tells_the_file_and_is_proven_by_its_xorb(upload: str) -> None:
    data = (STOCK / f"{upload}.shard").read_bytes()
    shard = shards.decode(data)
    held = xorbs.verify([(STOCK / f"{upload}.xorb").read_bytes()], from_hex(NAMES["xorbs"][upload]))
    (file,) = shard.files
    shards.prove(file, {held.xorb: held})
    assert to_hex(file.hash) == NAMES["uploads"][upload]
    assert file.sha256 == hashlib.sha256(UPLOADS[upload]).hexdigest()
    (xorb,) = shard.xorbs
    assert [hash_ for hash_, _ in xorb.chunks] == [held.chunk(place) for place in range(len(held))]
    assert shards.encode(shard) == data


def test_a_chunk_list_is_kept_as_the_footer_of_xet() -> None:
    held = xorbs.verify([(STOCK / "rows.xorb").read_bytes()], from_hex(NAMES["xorbs"]["rows"]))
    assert chunk_lists.encode(held)[:8] == b"XETBLOB\x01"
