"""A sandbox of kernel namespaces, made by hand.

divide   in the shim: its next child is the first process of new namespaces
enter    in that child: a root folder with what the plan allows and nothing else, and no rights left

Root needs no user namespace, and its tasks get a user id of their own. An ordinary user needs one to mount
anything at all, and its tasks keep that user's id: what separates them from the agent's own processes and
files is that they do not see them.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path

from muster.agent.core.containment import Access, Containment, Mount
from muster.agent.edge.sandbox import kernel

_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_DEV_LINKS = {
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
    "ptmx": "pts/ptmx",
}
_STAGE = "/tmp"  # noqa: S108  (any folder that every machine has; covered in the new mount namespace only)
_OLD, _NEW = "/old", "/new"
_TMPFS_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV
_WRITE = kernel.ATTR_NOSUID | kernel.ATTR_NODEV
_READ = _WRITE | kernel.ATTR_RDONLY
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1  # netdevice(7)


def divide() -> None:
    """Give the processes that this one starts from now on a process namespace of their own.

    Raises:
        OSError: the kernel refuses.
    """
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0:
        kernel.unshare(kernel.CLONE_NEWPID)
        return
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWPID)
    Path("/proc/self/setgroups").write_text("deny")  # before groups may be mapped; user_namespaces(7)
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


def enter(containment: Containment) -> None:
    """Make this process, the first of its namespaces, see only what it may, and give up its rights.

    Raises:
        OSError: the kernel refuses; the process is of no use then.
    """
    network = 0 if containment.network else kernel.CLONE_NEWNET
    kernel.unshare(kernel.CLONE_NEWNS | kernel.CLONE_NEWIPC | network)
    if network:
        _raise_loopback()
    _new_root(containment.mounts)
    kernel.bound_capabilities()
    if containment.uid is not None:
        os.setgroups([])
        os.setresgid(containment.uid, containment.uid, containment.uid)
        os.setresuid(containment.uid, containment.uid, containment.uid)
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)


def _new_root(mounts: tuple[Mount, ...]) -> None:
    """Build the new root beside the old one, which is at _OLD meanwhile, then let the old one go."""
    kernel.mount("", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)  # nothing from here on shows outside
    kernel.mount("tmpfs", _STAGE, "tmpfs", _TMPFS_FLAGS, "mode=0755")
    os.mkdir(_STAGE + _OLD)
    os.mkdir(_STAGE + _NEW)
    kernel.pivot_root(_STAGE, _STAGE + _OLD)
    os.chdir("/")
    sealed = [_NEW, f"{_NEW}/dev"]
    _empty(_NEW)
    _make_dev(f"{_NEW}/dev")
    for mount in mounts:
        _show(mount)
        if mount.access is Access.HIDE:
            sealed.append(_NEW + mount.path)
    os.mkdir(f"{_NEW}/proc")
    # Before the old root goes: the kernel grants a new /proc only to those who see an old one whole.
    flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
    kernel.mount("proc", f"{_NEW}/proc", "proc", flags)
    for folder in sealed:
        kernel.make_read_only(folder)
    kernel.unmount(_OLD)
    os.chdir(_NEW)
    kernel.pivot_root(".", ".")
    kernel.unmount(".")
    os.chdir("/")


def _show(mount: Mount) -> None:
    target, source = _NEW + mount.path, _OLD + mount.source
    match mount.access:
        case Access.LINK:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with suppress(FileExistsError):  # a folder shown already holds the same link
                os.symlink(mount.source, target)
        case Access.HIDE:
            _empty(target)
        case Access.READ | Access.WRITE | Access.DEVICE:
            _make_target(source, target)
            attributes = {Access.READ: _READ, Access.WRITE: _WRITE, Access.DEVICE: kernel.ATTR_NOSUID}
            kernel.bind(source, target, attributes[mount.access])


def _make_target(source: str, target: str) -> None:
    """A mount needs something of the same kind to cover."""
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o444))


def _empty(folder: str, mode: str = "0755") -> None:
    os.makedirs(folder, exist_ok=True)
    kernel.mount("tmpfs", folder, "tmpfs", _TMPFS_FLAGS, f"mode={mode}")


def _make_dev(dev: str) -> None:
    _empty(dev)
    for name in _DEVICES:
        _show(Mount(Access.DEVICE, f"/dev/{name}", f"/dev/{name}"))
    for name, target in _DEV_LINKS.items():
        os.symlink(target, f"{dev}/{name}")
    _empty(f"{dev}/shm", "1777")
    os.mkdir(f"{dev}/pts")
    flags = kernel.MS_NOSUID | kernel.MS_NOEXEC
    kernel.mount("devpts", f"{dev}/pts", "devpts", flags, "newinstance,ptmxmode=0666,mode=620")


def _raise_loopback() -> None:
    """A new network namespace has a loopback device that is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = fcntl.ioctl(any_socket, _SIOCGIFFLAGS, struct.pack("16sH14x", b"lo", 0))
        flags = struct.unpack("16sH14x", request)[1]
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | _IFF_UP))
