"""The system calls that Python 3.11 has no function for, each with its manual page.

All of them raise OSError with what was tried.
"""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
"""unshare(2)."""

MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
"""mount(2)."""

MNT_DETACH = 2
"""umount2(2)."""

ATTR_RDONLY = 1
ATTR_NOSUID = 2
ATTR_NODEV = 4
"""mount_setattr(2)."""

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
"""prctl(2)."""

_SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_SYS_MOUNT_SETATTR = 442
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_CAPABILITY_VERSION_3 = 0x20080522
_SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAP_LAST_FILE = "/proc/sys/kernel/cap_last_cap"

_libc = ctypes.CDLL(None, use_errno=True)


def unshare(flags: int) -> None:
    """New namespaces for this process; with CLONE_NEWPID for its next children."""
    _check(_libc.unshare(flags), f"unshare {flags:#x}")


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """Attach a file system, or do what `flags` say."""
    done = _libc.mount(
        source.encode() or None,
        os.fsencode(target),
        kind.encode() or None,
        ctypes.c_ulong(flags),
        data.encode() or None,
    )
    _check(done, f"mount {kind or source} on {target}")


def bind(source: str, target: str, attributes: int) -> None:
    """Show a path with everything mounted below it at another one, with these attributes throughout."""
    mount(source, target, flags=MS_BIND | MS_REC)
    _set_attributes(target, attributes, _AT_RECURSIVE)


def make_read_only(target: str) -> None:
    """Make one mount read-only, not what is mounted below it."""
    _set_attributes(target, ATTR_RDONLY, 0)


def _set_attributes(target: str, attributes: int, flags: int) -> None:
    """mount_setattr(2), from Linux 5.12 on."""
    wanted = struct.pack("QQQQ", attributes, 0, 0, 0)
    size = ctypes.c_size_t(len(wanted))
    done = _libc.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, os.fsencode(target), flags, wanted, size)
    _check(done, f"mount_setattr {target}")


def unmount(target: str) -> None:
    """Take a mount and all below it out of sight; see umount2(2), MNT_DETACH."""
    _check(_libc.umount2(os.fsencode(target), MNT_DETACH), f"umount {target}")


def pivot_root(new: str, old: str) -> None:
    """Make `new` the root and put the old one at `old`."""
    done = _libc.syscall(_SYS_PIVOT_ROOT[os.uname().machine], os.fsencode(new), os.fsencode(old))
    _check(done, f"pivot_root {new}")


def prctl(option: int, value: int) -> None:
    """Change this process in one respect."""
    _check(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), f"prctl {option}")


def bound_capabilities() -> None:
    """Let no program executed later have any capability; needs CAP_SETPCAP; capabilities(7)."""
    for capability in range(int(Path(_CAP_LAST_FILE).read_text()) + 1):
        prctl(PR_CAPBSET_DROP, capability)


def drop_capabilities() -> None:
    """Give up every capability of this process; capset(2)."""
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    done = _libc.syscall(_SYS_CAPSET[os.uname().machine], header, bytes(24))
    _check(done, "capset")


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
