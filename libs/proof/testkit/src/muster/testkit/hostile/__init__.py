"""Model files that attack their loader, made inert as each calls something harmless; and benign files.

The corpus of the scanner. Written from published advisories, before the scanner was.

case         a file; pickles opcode by opcode
calls        groups 1 to 5: pickles
containers   groups 6, 7 and 9: archives, PyTorch, arrays, frameworks
described    groups 8, 10, 11 and 12: Keras, headers, templates, repositories
other_formats  group 13: what a loader of pickles runs of files with another mark, and harmless twins
texts        group 14: texts that loaders understand otherwise than who reads them, and harmless twins
loaded       group 15: files that are more to their loader than they look like, and harmless twins
savers       group 16: TensorFlow graphs that choose their files, and harmless twins
costs        group 17: structures that take all time or memory, and harmless twins
doors        group 18: three evasions of our own for each way a file is opened, and harmless twins
evasions     group 19: evasions of a fresh pair of eyes for each door, and harmless twins
ordinary     files as frameworks write them; `made` holds some that frameworks wrote
varied       attacks by other functions, in other wraps: what the scanner was not written against
protobuf     protocol buffers, written field by field
"""

from collections.abc import Iterator

from muster.testkit.hostile import (
    calls,
    containers,
    costs,
    described,
    doors,
    evasions,
    loaded,
    ordinary,
    other_formats,
    savers,
    texts,
)
from muster.testkit.hostile.case import Case


def adversarial() -> Iterator[Case]:
    """Every file that must be caught."""
    for room in (
        calls.calls,
        calls.forgotten,
        calls.resolvers,
        calls.hidden,
        calls.streams,
        containers.archives,
        containers.torch_files,
        containers.framework_files,
        containers.table_files,
        described.keras_files,
        described.safetensors_files,
        described.gguf_files,
        described.templates,
        described.unusual,
        other_formats.tars,
        other_formats.magics,
        other_formats.frames,
        other_formats.lines,
        texts.encoded,
        texts.named,
        texts.unnamed,
        texts.carried,
        texts.doubled,
        texts.commands,
        loaded.two_in_one,
        loaded.memory,
        loaded.other_files,
        loaded.doubled,
        loaded.graphs,
        loaded.r_data,
        savers.savers,
        costs.pickles,
        costs.shapes,
        costs.texts,
        doors.doors,
        evasions.evasions,
    ):
        yield from room()


def benign() -> Iterator[Case]:
    """Every file that must be found clean."""
    yield from ordinary.written()
    yield from ordinary.shaped()
    yield from other_formats.harmless()
    yield from texts.harmless()
    yield from loaded.harmless()
    yield from savers.harmless()
    yield from costs.harmless()
    yield from doors.harmless()
    yield from evasions.harmless()
