"""Attacks that the scanner was not written against: other functions, put together and wrapped by chance.

Written after the scanner; their rates are reported apart.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from muster.testkit.hostile.case import (
    MARK,
    PLAIN,
    POP,
    STOP,
    Case,
    blob,
    call,
    named,
    old_text,
    protocol,
    stacked,
    text,
)
from muster.testkit.hostile.containers import ELF, npy, tarred, torch_zip, zipped

FUNCTIONS: Final = tuple(
    tuple(line.split())
    for line in """
os execv
os popen
os remove
posix unlink
subprocess getoutput
subprocess check_call
builtins exec
builtins compile
builtins open
builtins __import__
__builtin__ apply
commands getoutput
importlib.util spec_from_file_location
importlib._bootstrap _load
pickle loads
_pickle Unpickler
shelve open
tempfile mkstemp
urllib.request urlopen
smtplib SMTP
pathlib Path.write_text
pathlib Path.unlink
string Formatter.get_field
linecache getlines
netrc netrc
curses wrapper
encodings search_function
gzip open
zipfile ZipFile
tarfile open
csv reader
sqlite3 connect
concurrent.futures.process _process_worker
bdb Bdb.runeval
numpy fromfile
numpy.lib.npyio DataSource
numpy.ctypeslib load_library
torch._C _load_for_lite_interpreter
torch.jit load
torch.hub load_state_dict_from_url
torch.utils.cpp_extension load_inline
sklearn.datasets fetch_openml
sklearn.utils.deprecation deprecated
pandas read_pickle
pandas.io.common get_handle
transformers AutoModel.from_pretrained
transformers.pipelines pipeline
datasets load_dataset
huggingface_hub snapshot_download
joblib.memory Memory
joblib.parallel BatchedCalls
scipy.io loadmat
xgboost.core _load_lib
lightgbm.basic _load_lib
keras.utils get_file
tensorflow py_function
onnxruntime InferenceSession
setuptools setup
code interact
collections namedtuple.__globals__
datetime sys.exit
""".strip().splitlines()
)


def varied(seed: int, count: int) -> Iterator[Case]:
    """Attacks drawn by a seed; the same for the same seed."""
    chance = Random(seed)  # noqa: S311  (drawn again from the seed, not guessed)
    for index in range(count):
        module, name = chance.choice(FUNCTIONS)
        shape = chance.choice(sorted(_SHAPES))
        wraps = [chance.choice(sorted(_WRAPS)) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
        content = _SHAPES[shape](module, name, chance)
        wraps = [
            wrap if at == 0 or wrap != "npy" else "zip" for at, wrap in enumerate(wraps)
        ]  # npy holds pickles
        for wrap in wraps:
            content = _WRAPS[wrap](content, chance)
        yield Case("varied", f"{index}-{module}.{name}-{shape}-{'-'.join(wraps)}", content)


def _new(module: str, name: str, number: int) -> bytes:
    return stacked(module, name) if number >= 4 else named(module, name)


def _plainly(module: str, name: str, chance: Random) -> bytes:
    number = chance.randrange(6)
    return protocol(number) + call(_new(module, name, number), old_text("true")) + STOP


def _by_instance(module: str, name: str, chance: Random) -> bytes:
    return MARK + old_text("true") + b"i" + f"{module}\n{name}\n".encode() + STOP


def _by_object(module: str, name: str, chance: Random) -> bytes:
    return protocol(2) + MARK + named(module, name) + old_text("true") + b"o" + STOP


def _by_memo(module: str, name: str, chance: Random) -> bytes:
    index = chance.randrange(200)
    kept = text(name) + b"q" + bytes((index,)) + POP + text(module) + b"h" + bytes((index,)) + b"\x93"
    return protocol(4) + call(kept, text("true")) + POP + PLAIN[2:]


def _padded(module: str, name: str, chance: Random) -> bytes:
    padding = chance.choice((b"N0", b"(1", b"K\x010", b"]0", b"}0", b"\x8c\x01a\x940")) * chance.randrange(
        1, 900
    )
    return protocol(4) + padding + call(stacked(module, name), text("true")) + STOP


def _second(module: str, name: str, chance: Random) -> bytes:
    return PLAIN * chance.randrange(1, 6) + _plainly(module, name, chance)


def _unfinished(module: str, name: str, chance: Random) -> bytes:
    return protocol(4) + call(stacked(module, name), text("true")) + chance.randbytes(chance.randrange(9))


def _in_a_model(module: str, name: str, chance: Random) -> bytes:
    weights = text("weights") + named("collections", "OrderedDict") + b")R"
    return protocol(4) + b"}(" + weights + text("x") + call(stacked(module, name), text("true")) + b"u" + STOP


_SHAPES: Final[dict[str, Callable[[str, str, Random], bytes]]] = {
    "plainly": _plainly,
    "instance": _by_instance,
    "object": _by_object,
    "memo": _by_memo,
    "padded": _padded,
    "second": _second,
    "unfinished": _unfinished,
    "in-a-model": _in_a_model,
}
_WRAPS: Final[dict[str, Callable[[bytes, Random], bytes]]] = {
    "zip": lambda content, chance: zipped(
        {f"m{chance.randrange(99)}": content}, packed=chance.random() < 0.5
    ),
    "torch": lambda content, chance: torch_zip(content),
    "tar": lambda content, chance: tarred({"a.txt": b"text", "weights": content}),
    "gzip": lambda content, chance: gzip.compress(content, mtime=0),
    "bzip2": lambda content, chance: bz2.compress(content),
    "xz": lambda content, chance: lzma.compress(content),
    "zlib": lambda content, chance: zlib.compress(content),
    "npy": lambda content, chance: npy(content),
    "bytes": lambda content, chance: protocol(4) + b"}" + text("w") + blob(content) + b"s" + STOP,
    "program": lambda content, chance: ELF + zipped({"a": content}),
}
