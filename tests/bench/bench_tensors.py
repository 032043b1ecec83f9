"""Size of model families as differences from a base: `tests/bench/bench_tensors.py [--only TABLE]`.

No server, one thread. Three families of a base and ten fine-tunes: all weights changed (generated), most
weights unchanged (generated), really trained. For each method, the bytes that remain of the fine-tunes, and
of the family with its base, which is stored as byte planes. Every container is restored and compared, byte by
byte. CPU seconds are this process's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time

import numpy as np
import zstandard
from model_families import made, trained
from model_families.made import Member
from msgspec.structs import replace
from muster.tensors.deltas import Method, Place, Segment, encoded, planned, restored
from muster.tensors.families import File, Model, compared, fingerprint, likeness, model_of, paired
from muster.tensors.layouts import layout_of
from muster.tensors.sources import Memory
from muster.testkit.disguises import DISGUISES, SPREAD, whole
from muster.testkit.model_files import Array, bf16, model, numbers_of

BASE = "base"


@dataclass
class Sums:
    """Bytes and CPU seconds over the members of a family."""

    raw: int = 0
    told: dict[str, int] = field(default_factory=dict[str, int])
    encode_s: float = 0.0
    restore_s: float = 0.0

    def add(self, way: str, size: int) -> None:
        """The bytes of one member by one way."""
        self.told[way] = self.told.get(way, 0) + size


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smaller Llama, fewer steps of training")
    parser.add_argument("--only", choices=("full", "partial", "trained", "fingerprints"), help="one table")
    asked = parser.parse_args()
    if asked.only in (None, "full"):
        all_weights(quick=asked.quick)
    if asked.only in (None, "partial"):
        most_weights_left(quick=asked.quick)
    if asked.only in (None, "trained"):
        really_trained(quick=asked.quick)
    if asked.only in (None, "fingerprints"):
        fingerprints(models=8 if asked.quick else 40)


def all_weights(*, quick: bool) -> None:
    """The first family, and zstd's settings on its base."""
    wide = made.llama(hidden=256 if quick else 1024, layers=2)
    compressors(wide)
    family("all weights changed", wide, made.full(wide))


def most_weights_left(*, quick: bool) -> None:
    """The second family, as deep as models of seven billion parameters."""
    deep = made.llama(hidden=256 if quick else 512, layers=32)
    family("LoRA and frozen layers", deep, made.partial(deep))


def really_trained(*, quick: bool) -> None:
    """The third family."""
    begun_s = process_time()
    base, loss = trained.base(100 if quick else 400)
    print(f"\ntrained base: loss {loss:.2f} nats a byte, {process_time() - begun_s:.0f} CPU s")
    family("really trained", base, trained.fine_tunes(base, 20 if quick else 80))


def fingerprints(models: int) -> None:
    """Each disguise of each model against every model: how often it is recognised, how often another is."""
    bases = [drawn(seed) for seed in range(models)]
    known = [fingerprint(read(whole(base))) for base in bases]
    print("\n| disguise | recognised | taken for another | least likeness |\n|---|---|---|---|")
    for how, disguise in DISGUISES.items():
        right: list[float] = []
        wrong: list[float] = []
        for number, base in enumerate(bases):
            found = fingerprint(read(disguise(base)))
            for other, mark in enumerate(known):
                (right if other == number else wrong).append(likeness(found, mark))
        recognised, mistaken = (f"{sum(x > 0.5 for x in each)} of {len(each)}" for each in (right, wrong))
        print(f"| {how} | {recognised} | {mistaken} | {min(right):.2f} |")


def drawn(seed: int) -> dict[str, Array]:
    """Twelve matrices, most of one shape; heavy tails (Student's t of 5 degrees)."""
    numbers = np.random.default_rng([8, seed])
    shapes = {"embed": (500, 128)} | {f"layers.{n}": (128, 128) for n in range(10)} | {"head": (128, 512)}
    return {name: bf16(numbers.standard_t(5, shape) * SPREAD) for name, shape in shapes.items()}


def read(files: Mapping[str, bytes]) -> Model:
    """A model of files in memory."""
    return model_of({key: Memory(content) for key, content in files.items()})


def compressors(llama: Mapping[str, Array]) -> None:
    """zstd's settings on byte planes of one matrix, alone and as the change of a fine-tune."""
    matrix = llama["lm_head.weight"]
    moved = bf16(numbers_of(matrix) + 0.0002 * np.random.default_rng(9).standard_normal(matrix.shape))
    change = (moved - matrix).view(np.int16)
    folded = ((change << 1) ^ (change >> 15)).view(np.uint16)
    entropy_only = zstandard.ZstdCompressionParameters(
        compression_level=1, strategy=zstandard.STRATEGY_FAST, min_match=7, hash_log=6, window_log=15
    )
    ways = {f"level {n}": zstandard.ZstdCompressor(level=n) for n in (-5, 1, 3, 6)}
    ways["entropy only"] = zstandard.ZstdCompressor(compression_params=entropy_only)
    print("\n| zstd on byte planes | weights, % | MB/s | change of 1 %, % | MB/s |\n|---|---|---|---|---|")
    for name, compressor in ways.items():
        cells = [name]
        for numbers in (matrix, folded):
            planes = [numbers.view(np.uint8).ravel()[n::2].tobytes() for n in (0, 1)]
            begun_s = process_time()
            sizes = [min(len(compressor.compress(plane)), len(plane)) for plane in planes]
            cells += [f"{100 * sum(sizes) / numbers.nbytes:.1f}", f"{rate(numbers.nbytes, begun_s):.0f}"]
        print("| " + " | ".join(cells) + " |")


def family(title: str, base: Mapping[str, Array], members: Iterable[Member]) -> None:
    """The table of one family, each member's row and the whole."""
    source = Memory(model(base))
    models = model_of({BASE: source})
    alone = sum(len(piece) for piece in encoded(source, planned(source, layout_of(source), {}, {}), {}))
    sums = Sums()
    alone_percent = percent(alone, source.size_bytes)
    print(f"\n### {title}: base of {source.size_bytes / 1e6:.1f} MB, alone {alone_percent} %")
    print("\n| fine-tune | changed, % | relative L2, % | " + " | ".join(WAYS) + " |")
    print("|---" * (3 + len(WAYS)) + "|")
    for member in members:
        print(row(member, models, source, sums))
    shares = " | ".join(percent(sums.told[way], sums.raw) for way in WAYS)
    print(f"| **fine-tunes** | | | {shares} |")
    whole = " | ".join(percent(sums.told[way] + alone, sums.raw + source.size_bytes) for way in WAYS)
    print(f"| **with the base** | | | {whole} |")
    encoded_mb_s, restored_mb_s = (sums.raw / 1e6 / each for each in (sums.encode_s, sums.restore_s))
    print(f"\nas chosen: encoded at {encoded_mb_s:.0f}, restored at {restored_mb_s:.0f} MB/s of one core")


WAYS = ("zstd -3", "equal tensors once", "byte planes", "XOR", "difference", "as chosen")
FORCED = {"byte planes": Method.PLANES, "XOR": Method.XOR, "difference": Method.DIFFERENCE}


def row(member: Member, base: Model, source: Memory, sums: Sums) -> str:
    """One fine-tune by every way, restored and compared."""
    target = Memory(model(member.tensors))
    layout, bases = layout_of(target), {BASE: source}
    (file,) = model_of({"target": target}).files
    diff = compared(base, Model((file,)))
    sums.raw += target.size_bytes
    sizes: dict[str, int] = {"zstd -3": len(zstandard.ZstdCompressor(level=3).compress(target.content))}
    begun_s = process_time()
    places = {pair.target.name: Place(BASE, pair.base.tensor.begin) for pair in paired(Model((file,)), base)}
    chosen = planned(target, layout, places, bases)
    packed = b"".join(encoded(target, chosen, bases))
    sums.encode_s += process_time() - begun_s
    begun_s = process_time()
    content = b"".join(restored(Memory(packed), bases))
    sums.restore_s += process_time() - begun_s
    assert content == target.content
    for way, method in FORCED.items():
        sizes[way] = sum(map(len, encoded(target, list(forced(file, places, method)), bases)))
    sizes["as chosen"] = len(packed)
    sizes["equal tensors once"] = target.size_bytes - diff.equal_bytes
    for way, size in sizes.items():
        sums.add(way, size)
    numbers = sum(tensor.items for tensor in layout.tensors)
    equal = sum(
        each.change.equal_share * tensor.items
        for each, tensor in zip(diff.tensors, sorted(layout.tensors, key=lambda t: t.name), strict=True)
        if each.change is not None
    )
    cells = [member.name, percent(numbers - equal, numbers), f"{100 * diff.relative_l2:.2f}"]
    return "| " + " | ".join([*cells, *(percent(sizes[way], target.size_bytes) for way in WAYS)]) + " |"


def forced(file: File, places: Mapping[str, Place], method: Method) -> Iterator[Segment]:
    """The same method for every tensor."""
    header = Segment(0, file.layout.data_begin, Method.PLANES)
    yield header
    for tensor in file.layout.tensors:
        place = places.get(tensor.name)
        segment = Segment(tensor.begin, tensor.end, Method.PLANES, tensor.dtype.item_bytes)
        if method.needs_base and place is not None:
            segment = replace(segment, method=method, base=0, base_begin=place.begin)
        yield segment


def percent(part: float, whole: float) -> str:
    """A part in percent of the whole."""
    return f"{100 * part / whole:.1f}"


def rate(size_bytes: int, begun_s: float) -> float:
    """MB a CPU second since then."""
    return size_bytes / 1e6 / (process_time() - begun_s)


if __name__ == "__main__":
    main()
