"""Test whether a GPU computes: a separate program, this file with the GPU's index as its argument.

Through CUDA's driver API (libcuda, which comes with the driver), so that a node needs no toolkit and no
framework: a part of its memory is filled with patterns and read back, and a kernel, which the driver compiles
from PTX, makes numbers that are known. It prints what it did; what is wrong goes to stderr, with exit code 1.
Source: CUDA Driver API reference; PTX ISA.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

MEMORY_BYTES: Final = 1 << 30
"""Most GPU memory to test, in bytes; at most half of the free memory is used."""
READ_BYTES: Final = 64 << 20
PATTERNS: Final = (0x55555555, 0xAAAAAAAA)
THREADS: Final = 256
ROUNDS: Final = 20_000

_FACTOR: Final = 1_664_525
_TERM: Final = 1_013_904_223
_WORD: Final = 4
_KERNEL: Final = b"count"
_PTX: Final = f"""
.version 6.0
.target sm_50
.address_size 64
.visible .entry count(.param .u64 into)
{{
    .reg .pred %more;
    .reg .b32 %x, %thread, %block, %size, %left;
    .reg .f32 %y;
    .reg .b64 %at, %offset;
    ld.param.u64 %at, [into];
    cvta.to.global.u64 %at, %at;
    mov.u32 %thread, %tid.x;
    mov.u32 %block, %ctaid.x;
    mov.u32 %size, %ntid.x;
    mad.lo.u32 %thread, %block, %size, %thread;
    mul.wide.u32 %offset, %thread, 8;
    add.u64 %at, %at, %offset;
    mov.u32 %x, 1;
    mov.f32 %y, 0f00000000;
    mov.u32 %left, {ROUNDS};
AGAIN:
    mad.lo.u32 %x, %x, {_FACTOR}, {_TERM};
    fma.rn.f32 %y, %y, 0f3F000000, 0f3F800000;
    sub.u32 %left, %left, 1;
    setp.ne.u32 %more, %left, 0;
    @%more bra AGAIN;
    st.global.u32 [%at], %x;
    st.global.f32 [%at+4], %y;
    ret;
}}
""".encode()
"""Each thread: x = x * 1664525 + 1013904223, y = y / 2 + 1, ROUNDS times; the same in every thread."""
_IN_USE: Final = ("CUDA_ERROR_OUT_OF_MEMORY", "CUDA_ERROR_DEVICE_UNAVAILABLE")
"""A task uses the GPU, which says nothing about its health."""


class Wrong(Exception):
    """The GPU misbehaves; the message says what was found."""


class InUse(Exception):
    """Others use the GPU, or all of its memory."""


class Cuda:
    """The driver's functions; each raises Wrong, or InUse, with CUDA's name of the error when it fails.

    Raises:
        OSError: there is no libcuda.
    """

    def __init__(self) -> None:
        self._library: Any = ctypes.CDLL("libcuda.so.1")

    def __call__(self, function: str, *arguments: Any) -> None:
        """Call one function."""
        code = getattr(self._library, function)(*arguments)
        if code:
            found = ctypes.c_char_p()
            self._library.cuGetErrorName(code, ctypes.byref(found))
            name = (found.value or b"").decode() or f"error {code}"
            raise (InUse if name in _IN_USE else Wrong)(f"{function}: {name}")


def compute() -> str:
    """Test the first GPU that CUDA shows; return what was done, and how fast.

    Raises:
        Wrong: something failed or came out otherwise.
        InUse: others have it.
        OSError: there is no libcuda.
    """
    cuda = Cuda()
    with _context(cuda):
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        cuda("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        size = min(MEMORY_BYTES, free.value // 2) // READ_BYTES * READ_BYTES
        if not size:
            raise InUse(f"{free.value >> 20} of {total.value >> 20} MiB are free")
        with _memory(cuda, size) as at:
            rate = _filled_and_read(cuda, at, size)
            values = _counted(cuda, at, size)
    return f"{size >> 20} MiB filled and read at {rate:.1f} GB/s, {values} values computed"


def main() -> int:
    """Test the GPU whose index is the argument, in the order of the bus, as the driver's own tools count."""
    os.environ.update(CUDA_DEVICE_ORDER="PCI_BUS_ID", CUDA_VISIBLE_DEVICES=sys.argv[1])
    try:
        sys.stdout.write(f"{compute()}\n")
    except InUse as error:
        sys.stdout.write(f"in use, not computed: {error}\n")
    except (Wrong, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


@contextmanager
def _context(cuda: Cuda) -> Generator[None]:
    device, context = ctypes.c_int(), ctypes.c_void_p()
    cuda("cuInit", 0)
    cuda("cuDeviceGet", ctypes.byref(device), 0)
    cuda("cuCtxCreate_v2", ctypes.byref(context), 0, device)
    try:
        yield
    finally:
        cuda("cuCtxDestroy_v2", context)


@contextmanager
def _memory(cuda: Cuda, size: int) -> Generator[ctypes.c_uint64]:
    at = ctypes.c_uint64()
    cuda("cuMemAlloc_v2", ctypes.byref(at), ctypes.c_size_t(size))
    try:
        yield at
    finally:
        cuda("cuMemFree_v2", at)


def _filled_and_read(cuda: Cuda, at: ctypes.c_uint64, size: int) -> float:
    """Fill the memory with each pattern and compare it; GB/s of the reading."""
    took_s = 0.0
    for pattern in PATTERNS:
        cuda("cuMemsetD32_v2", at, ctypes.c_uint(pattern), ctypes.c_size_t(size // _WORD))
        cuda("cuCtxSynchronize")
        wrong = f"memory holds a value other than the stored {pattern:#x}"
        took_s += _compared(cuda, at, size, pattern.to_bytes(_WORD, "little"), wrong)
    return len(PATTERNS) * size / 1e9 / max(took_s, 1e-9)


def _counted(cuda: Cuda, at: ctypes.c_uint64, size: int) -> int:
    """Have every value of the memory computed, and compare them; how many there are."""
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    cuda("cuModuleLoadData", ctypes.byref(module), _PTX)
    cuda("cuModuleGetFunction", ctypes.byref(function), module, _KERNEL)
    threads = size // (2 * _WORD)
    arguments = (ctypes.c_void_p * 1)(ctypes.addressof(at))
    grid, block = (threads // THREADS, 1, 1), (THREADS, 1, 1)
    cuda("cuLaunchKernel", function, *grid, *block, 0, None, arguments, None)
    cuda("cuCtxSynchronize")
    _compared(cuda, at, size, _expected(), "a kernel computed wrong numbers")
    return 2 * threads


def _compared(cuda: Cuda, at: ctypes.c_uint64, size: int, repeated: bytes, wrong: str) -> float:
    """Read the memory, which is to hold these bytes over and over; the seconds that reading took.

    Raises:
        Wrong: it holds others, in these words.
    """
    took_s, into = 0.0, ctypes.create_string_buffer(READ_BYTES)
    expected = repeated * (READ_BYTES // len(repeated))
    for offset in range(0, size, READ_BYTES):
        began_s = time.monotonic()
        cuda("cuMemcpyDtoH_v2", into, ctypes.c_uint64(at.value + offset), ctypes.c_size_t(READ_BYTES))
        took_s += time.monotonic() - began_s
        if into.raw != expected:
            raise Wrong(wrong)
    return took_s


def _expected() -> bytes:
    """Bytes that one thread must store; doubles hold y exactly, so only the rounding to 32 bits is left."""
    x, y = 1, 0.0
    for _ in range(ROUNDS):
        x = (x * _FACTOR + _TERM) & 0xFFFFFFFF
        y = ctypes.c_float(y * 0.5 + 1.0).value
    return x.to_bytes(_WORD, "little") + bytes(ctypes.c_float(y))


if __name__ == "__main__":
    sys.exit(main())
