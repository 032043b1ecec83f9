"""One contract, two stores."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding import EntityStore, Kind, LocalStore, MemoryStore
from muster.deciding.core import entities
from muster.deciding.core.entities import Overlay
from muster.deciding.stores import Entry, local


@pytest.fixture(params=["memory", "local"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[EntityStore]:
    store = MemoryStore() if request.param == "memory" else LocalStore(tmp_path / "state" / "names.db")
    yield store
    store.close()


def everything(store: EntityStore) -> list[Entry]:
    with store.dump() as entries:
        return list(entries)


def test_merged_changes_are_stored_with_their_progress(store: EntityStore) -> None:
    assert store.reached() is None
    assert store.get("name", "a") is None
    store.merge([("name", "a", b"1"), ("name", "b", b"2"), ("quota", "a", b"3")], b"far")
    assert (store.get("name", "a"), store.get("quota", "a"), store.reached()) == (b"1", b"3", b"far")
    store.merge([("name", "a", None), ("name", "none", None), ("name", "b", b"4")], b"further")
    assert everything(store) == [("name", "b", b"4"), ("quota", "a", b"3")]
    assert store.reached() == b"further"


def test_a_scan_is_in_key_order_within_its_kind(store: EntityStore) -> None:
    keys = ["b", "a/1", "a", "ä", "z", "a/2", "\U0001f600", "\uffff"]
    store.merge([("name", key, key.encode()) for key in keys], b"")
    store.merge([("other", "a", b"")], b"")
    assert [key for key, _ in store.scan("name", "", None)] == sorted(keys)
    assert [key for key, _ in store.scan("name", "a/", "b")] == ["a/1", "a/2"]
    assert list(store.scan("none", "", None)) == []


def test_all_is_merged_or_nothing(store: EntityStore) -> None:
    store.merge([("name", "a", b"1")], b"far")

    def torn() -> Generator[tuple[str, str, bytes]]:
        yield "name", "a", b"2"
        raise RuntimeError("torn")

    with pytest.raises(RuntimeError):
        store.merge(torn(), b"further")
    assert (store.get("name", "a"), store.reached()) == (b"1", b"far")


def test_load_and_clear_forget_what_was_there(store: EntityStore) -> None:
    store.merge([("name", "a", b"1")], b"far")
    store.load(iter([("name", "b", b"2")]), b"loaded")
    assert (everything(store), store.reached()) == ([("name", "b", b"2")], b"loaded")
    store.clear()
    assert (everything(store), store.reached()) == ([], None)


def test_a_dump_shows_what_was_while_another_thread_reads_it_and_this_one_goes_on(store: EntityStore) -> None:
    before = [("name", f"{n:04}", b"old") for n in range(1_000)]
    store.merge(before, b"")
    read: list[Entry] = []
    with store.dump() as entries:
        thread = threading.Thread(target=lambda: read.extend(entries))
        store.merge([("name", f"{n:04}", b"new") for n in range(500)], b"")
        store.merge([("name", f"{n:04}", None) for n in range(500, 1_000)], b"")
        thread.start()
        thread.join(10)
    assert read == before
    assert len(everything(store)) == 500


class TestTheLocalFile:
    def test_the_file_survives_its_process(self, tmp_path: Path) -> None:
        first = LocalStore(tmp_path / "f")
        first.merge([("name", "a", b"1")], b"far")
        first.close()
        second = LocalStore(tmp_path / "f")
        assert (second.get("name", "a"), second.reached()) == (b"1", b"far")
        second.close()

    def test_a_file_has_one_user_and_a_folder_opens_the_first_free_one(self, tmp_path: Path) -> None:
        leader, standby = LocalStore.in_folder(tmp_path), LocalStore.in_folder(tmp_path)
        leader.merge([("name", "a", b"leader's")], b"far")
        standby.merge([("name", "a", b"standby's")], b"near")
        with pytest.raises(local.InUse, match=r"0\.db is in use; only one process at a time"):
            LocalStore(tmp_path / "0.db")
        leader.close()
        again = LocalStore.in_folder(tmp_path)
        assert again.get("name", "a") == b"leader's"
        again.close()
        standby.close()

    @pytest.mark.slow
    def test_one_whose_process_was_killed_is_free(self, tmp_path: Path) -> None:
        held = (
            "import sys, time; from pathlib import Path; from muster.deciding import LocalStore;"
            "store = LocalStore(Path(sys.argv[1])); store.merge([('name', 'a', b'1')], b'far');"
            "print('held', flush=True); time.sleep(600)"
        )
        path = tmp_path / "f"
        with subprocess.Popen([sys.executable, "-c", held, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"held\n"
            with pytest.raises(local.InUse):
                LocalStore(path)
            process.kill()
        store = LocalStore(path)
        assert (store.get("name", "a"), store.reached()) == (b"1", b"far")
        store.close()

    def test_one_of_another_boot_is_thrown_away(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = LocalStore(tmp_path / "f")
        first.merge([("name", "a", b"1")], b"far")
        first.close()
        monkeypatch.setattr(local, "machine_boot_id", lambda: "another boot")
        second = LocalStore(tmp_path / "f")
        assert (everything(second), second.reached()) == ([], None)
        second.close()

    def test_one_that_is_torn_is_thrown_away(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"this is no database, whatever it says" * 100)
        store = LocalStore(tmp_path / "f")
        assert store.reached() is None
        store.merge([("name", "a", b"1")], b"far")
        store.close()
        with sqlite3.connect(tmp_path / "f") as db:
            assert db.execute("PRAGMA quick_check").fetchone() == ("ok",)
        db.close()


NUMBERS = Kind("number", int)
KEYS = st.text("ab/", max_size=3)
STEPS = st.lists(st.tuples(KEYS, st.none() | st.integers(0, 9)), max_size=12)


@given(merged=STEPS, changed=STEPS, prefix=KEYS, first=KEYS, until=st.none() | KEYS)
def test_an_overlay_reads_as_if_it_were_merged(
    merged: list[tuple[str, int | None]],
    changed: list[tuple[str, int | None]],
    prefix: str,
    first: str,
    until: str | None,
) -> None:
    store = MemoryStore()
    model: dict[str, int] = {}

    def apply(steps: list[tuple[str, int | None]]) -> Overlay:
        overlay = Overlay(store)
        for key, number in steps:
            if number is None:
                overlay.delete(NUMBERS, key)
                model.pop(key, None)
            else:
                overlay.put(NUMBERS, key, number)
                model[key] = number
        return overlay

    store.merge(apply(merged).changes(), b"")
    overlay = apply(changed)

    def check(read: Overlay) -> None:
        wanted = [
            (key, number)
            for key, number in sorted(model.items())
            if key.startswith(prefix) and key >= first and (until is None or key < until)
        ]
        assert list(read.scan(NUMBERS, prefix=prefix, first=first, until=until)) == wanted
        assert [read.get(NUMBERS, key) for key in model] == list(model.values())

    check(overlay)
    store.merge(overlay.changes(), b"")
    check(Overlay(store))


def test_changes_are_in_order_whatever_the_order_of_putting() -> None:
    def changes(put: Callable[[Overlay], None]) -> list[tuple[str, str, bytes | None]]:
        overlay = Overlay(MemoryStore())
        put(overlay)
        return list(overlay.changes())

    def forward(overlay: Overlay) -> None:
        overlay.put(NUMBERS, "a", 1)
        overlay.delete(NUMBERS, "b")

    def backward(overlay: Overlay) -> None:
        overlay.delete(NUMBERS, "b")
        overlay.put(NUMBERS, "a", 1)

    assert changes(forward) == changes(backward) == [("number", "a", b"1"), ("number", "b", None)]


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that is more than a number."""

    name: str


NAMED = Kind("named", Named)


def test_an_entity_that_was_written_is_known_by_its_bytes_and_no_other() -> None:
    one, other = Named("one"), Named("other")
    assert NAMED.load(NAMED.dump(one)) is one
    assert NAMED.load(NAMED.dump(other)) is other


def test_entities_that_nobody_asked_for_lately_are_forgotten_and_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entities, "KNOWN_BYTES_MAX", 100)
    written = [(each, NAMED.dump(each)) for each in (Named(f"{n:030}") for n in range(20))]
    assert [NAMED.load(data) for _, data in written] == [each for each, _ in written]
    assert NAMED.load(written[0][1]) is not written[0][0]
