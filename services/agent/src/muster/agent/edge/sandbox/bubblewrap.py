"""A sandbox made by bubblewrap, for an ordinary user: the same namespaces and the same mounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.agent.core.containment import Access, Containment, Mount

PROGRAM = "bwrap"

_OPTION = {Access.READ: "--ro-bind", Access.WRITE: "--bind", Access.DEVICE: "--dev-bind"}


def command(containment: Containment, argv: Sequence[str]) -> list[str]:
    """The command that runs `argv` as the first process of the sandbox; open descriptors are inherited."""
    network = () if containment.network else ("--unshare-net",)
    return [
        PROGRAM,
        *("--unshare-user", "--unshare-pid", "--unshare-ipc", *network),
        *("--as-pid-1", "--die-with-parent"),
        *("--dev", "/dev", "--perms", "1777", "--tmpfs", "/dev/shm", "--proc", "/proc"),  # noqa: S108
        *(word for mount in containment.mounts for word in _words(mount)),
        *(word for mount in containment.mounts for word in _sealed(mount)),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--"),
        *argv,
    ]


def _words(mount: Mount) -> Iterator[str]:
    match mount.access:
        case Access.HIDE:
            yield from ("--tmpfs", mount.path)
        case Access.LINK:
            yield from ("--symlink", mount.source, mount.path)
        case Access.READ | Access.WRITE | Access.DEVICE:
            yield from (_OPTION[mount.access], mount.source, mount.path)


def _sealed(mount: Mount) -> Iterator[str]:
    if mount.access is Access.HIDE:
        yield from ("--remount-ro", mount.path)
