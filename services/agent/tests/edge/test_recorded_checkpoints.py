"""Checkpoints of many files, in both stores: stored by a gang's nodes, restored for the next attempt."""

from __future__ import annotations

import io
import threading
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
import pytest
from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Origin, Reporter
from muster.agent.core.supervision import Grace
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.agent.edge.transfer.checkpoint_store import CheckpointStore
from muster.agent.edge.transfer.checkpoints import CheckpointKeeper
from muster.agent.edge.transfer.node_objects import NodeObjects
from muster.checkpoint import Checkpointer, Exchange, Replicated, Split
from muster.checkpoint.format import record_of
from muster.events.log_events import CheckpointDamaged, CheckpointRestored
from muster.events.node_commands import RankAssignment, StartTask, StoredCheckpoint
from muster.events.task_events import CheckpointPartStored, CheckpointSaved
from muster.jobs.values.digests import parts_digest
from muster.journal import ManualClock
from muster.store import ObjectStore, StoreSettings, StoreUnavailable
from muster.store.folder import MARK, FolderStore
from muster.testkit.node_api import NodeApiWithoutProjection
from muster.testkit.tokens import Tokens, TokensOfNode

pytestmark = [pytest.mark.stack]

T = TypeVar("T")


class Node:
    """One node's checkpoint keeper, with a task on the node."""

    def __init__(self, root: Path, s3: ObjectStore, folder: FolderStore | None, start: StartTask) -> None:
        self.home = AgentHome(root)
        self.memory = Memory(self.home.memory)
        self.start = start
        self.api = NodeApiWithoutProjection(TokensOfNode(Tokens(), start.node_id), s3)
        self.objects = NodeObjects(self.api, ManualClock())
        self.store = CheckpointStore(self.objects, folder, ManualClock())
        self.keeper = CheckpointKeeper(
            self.home, self.memory, self.store, Reporter(start.node_id), ManualClock()
        )
        self.note = TaskNote(start=start, origin=Origin("c", "e"), mark="m")
        for rank in start.ranks:
            self.folder(rank.rank).mkdir(parents=True)
        self.keeper.follow(self.note)

    def folder(self, rank: int) -> Path:
        return self.home.task(self.note.key).checkpoints(rank)

    def saved(self) -> list[CheckpointSaved]:
        """Return the checkpoints it reported as saved."""
        return self.reports(CheckpointSaved)

    def reports(self, kind: type[T]) -> list[T]:
        """Return its reports of one kind."""
        payloads = [row.outgoing.envelope.payload for row in self.memory.outbox(100)]
        return [each for each in payloads if isinstance(each, kind)]

    def close(self) -> None:
        self.objects.close()
        self.memory.close()
        self.home.close()


class Rig:
    """Nodes with the ranks of one job, and their store.

    Args:
        root: Parent of the nodes' folders.
        endpoints: Addresses of the servers, S3 among them.
        shared: The folder that all nodes share; None: they use S3.
    """

    def __init__(self, root: Path, endpoints: Mapping[str, str], shared: Path | None) -> None:
        self._root = root
        self.s3 = ObjectStore(
            StoreSettings(
                endpoint=endpoints["MUSTER_S3_ENDPOINT"],
                access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
                secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
                bucket=endpoints["MUSTER_S3_BUCKET"],
            )
        )
        self.folder = FolderStore(shared, "test") if shared else None
        self.store = self.folder or self.s3
        self.job_id = f"job-{uuid.uuid4().hex[:12]}"
        self.nodes: list[Node] = []

    def node(self, *ranks: int, of: int, attempt: int = 1, begin: Sequence[CheckpointSaved] = ()) -> Node:
        """Create a node with these of a gang's ranks; `begin` lists checkpoints to resume from."""
        name = f"n{len(self.nodes)}"
        start = StartTask(
            node_id=name,
            epoch=1,
            order_seq=len(self.nodes),
            job_id=self.job_id,
            attempt=attempt,
            tenant="acme",
            job_name="test",
            user="ada",
            ranks=tuple(RankAssignment(rank=r, gpu_indices=(r,), gpu_milli=1000) for r in ranks),
            world_size=of,
            master_address="127.0.0.1",
            master_port=29_499,
            command=("true",),
            grace_ms=500,
            checkpoint_enabled=True,
        )
        if begin:
            newest, *earlier = reversed(begin)
            start = replace(
                start,
                checkpoint_uri=newest.uri,
                checkpoint_sha256=newest.sha256,
                checkpoint_file=newest.file,
                checkpoints_earlier=tuple(
                    StoredCheckpoint(uri=each.uri, sha256=each.sha256, file=each.file) for each in earlier
                ),
            )
        node = Node(self._root / name, self.s3, self.folder, start)
        self.nodes.append(node)
        if begin:
            node.keeper.restore(node.note)
        return node


@pytest.fixture(params=["s3", "folder"])
def rig(request: pytest.FixtureRequest, tmp_path: Path, endpoints: Mapping[str, str]) -> Generator[Rig]:
    rig = Rig(tmp_path, endpoints, shared_folder(tmp_path) if request.param == "folder" else None)
    yield rig
    for node in rig.nodes:
        node.close()


def test_a_gang_on_two_nodes_resumes_from_all_parts_of_its_checkpoint(rig: Rig) -> None:
    first = [rig.node(0, of=2), rig.node(1, of=2)]
    _gang(first, _save_two_steps)
    for node in reversed(first):
        node.keeper.look()
    assert [saved.file for saved in first[0].saved()] == ["step-000000001.json", "step-000000002.json"]
    assert first[1].saved() == []
    record = first[0].saved()[-1]
    reported = [node.reports(CheckpointPartStored)[-1] for node in first]
    assert (record.parts, record.step) == (2, 2)
    assert record.parts_sha256 == parts_digest([part.sha256 for part in reported])
    stored = rig.store.keys(f"checkpoints/{rig.job_id}/")
    assert len([key for key in stored if key.endswith("weights.frozen.npy")]) == 1, (
        "the frozen weights never changed"
    )
    one, two = first[0].reports(CheckpointPartStored)
    assert [(part.step, part.part, part.files) for part in (one, two)] == [
        (1, 0, one.files),
        (2, 0, one.files),
    ]
    assert one.new_bytes == one.size_bytes == two.size_bytes
    assert 0 < two.new_bytes < one.new_bytes, "unchanged files were already stored"
    begin = first[0].saved()
    second = [rig.node(rank, of=2, attempt=2, begin=begin) for rank in range(2)]
    assert _gang(second, _resume) == [(2, 0, [2.0] * 5), (2, 1, [2.0] * 5)]
    (restored,) = second[1].reports(CheckpointRestored)
    assert (restored.rank, restored.file, restored.saved_by) == (1, "step-000000002.json", 1)
    for node in second:
        node.keeper.look()
        assert node.saved() == [], "restored files are not stored again"


def test_checkpoints_waiting_on_disk_are_stored_and_reported_step_by_step(rig: Rig) -> None:
    node = rig.node(0, of=1)
    _save_alone(node, 1, 2, 3)
    payloads = [row.outgoing.envelope.payload for row in node.memory.outbox(100)]
    reported = [each for each in payloads if isinstance(each, CheckpointPartStored | CheckpointSaved)]
    kinds = (CheckpointPartStored, CheckpointSaved)  # of the last two steps: the ranks keep no more
    assert [(type(each), each.step) for each in reported] == [(kind, n) for n in (2, 3) for kind in kinds]


def test_a_missing_object_costs_one_checkpoint_and_is_reported(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    first = [rig.node(0, of=2), rig.node(1, of=2)]
    _gang(first, _save_two_steps)
    for node in first:
        node.keeper.look()
    begin = first[0].saved()
    record = record_of(rig.store.get(rig.store.key(begin[-1].uri)))
    prefix = f"checkpoints/{rig.job_id}/1/1/{record.manifests[1].sha256[:16]}/"
    (lost,) = rig.store.keys(prefix)
    rig.store.delete(lost)
    second = [rig.node(rank, of=2, attempt=2, begin=begin) for rank in range(2)]
    assert [step for step, _, _ in _gang(second, _resume)] == [1, 1]
    assert f"a checkpoint cannot be used: step-000000002.json: {lost}" in caplog.text


def test_a_damaged_object_is_reported_and_the_previous_checkpoint_is_used(rig: Rig) -> None:
    first = rig.node(0, of=1)
    _save_alone(first, 1, 2)
    begin = first.saved()
    _damage(rig, "2.0")
    second = rig.node(0, of=1, attempt=2, begin=begin)
    with _checkpointer(second, 0, None) as checkpoints:
        found = checkpoints.resume()
    assert found is not None
    assert (found.step, found.state["value"].tolist()) == (1, [1.0] * 3)
    (damaged,), (restored,) = second.reports(CheckpointDamaged), second.reports(CheckpointRestored)
    assert (damaged.attempt, damaged.file, damaged.saved_by) == (2, "step-000000002.json", 1)
    assert "value.npy: its SHA-256 is" in damaged.message
    assert restored.file == "step-000000001.json"


def test_a_job_without_usable_checkpoints_starts_from_scratch_and_each_is_reported(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    first = rig.node(0, of=1)
    _save_alone(first, 1, 2)
    begin = first.saved()
    _damage(rig, "1.0", "2.0")
    second = rig.node(0, of=1, attempt=2, begin=begin)
    with _checkpointer(second, 0, None) as checkpoints:
        assert checkpoints.resume() is None
    files = [damaged.file for damaged in second.reports(CheckpointDamaged)]
    assert files == ["step-000000002.json", "step-000000001.json"]
    assert second.reports(CheckpointRestored) == []
    assert "a checkpoint cannot be used" in caplog.text


def test_a_damaged_record_costs_one_checkpoint_and_is_reported(rig: Rig) -> None:
    first = rig.node(0, of=1)
    _save_alone(first, 1, 2)
    begin = first.saved()
    rig.store.put(rig.store.key(begin[-1].uri), b"not what was stored")
    second = rig.node(0, of=1, attempt=2, begin=begin)
    with _checkpointer(second, 0, None) as checkpoints:
        found = checkpoints.resume()
    assert found is not None
    assert found.step == 1
    (damaged,), (restored,) = second.reports(CheckpointDamaged), second.reports(CheckpointRestored)
    assert (damaged.file, restored.file) == ("step-000000002.json", "step-000000001.json")
    assert "its SHA-256 is" in damaged.message


def test_a_cell_that_changes_its_store_resumes_from_the_old_checkpoints(
    tmp_path: Path, endpoints: Mapping[str, str]
) -> None:
    """One node still stores in S3, the other in the folder; afterwards everything is in the folder."""
    rig = Rig(tmp_path, endpoints, None)
    first = [rig.node(0, of=2)]
    rig.folder = FolderStore(shared_folder(tmp_path), "test")
    first.append(rig.node(1, of=2))
    _gang(first, _save_two_steps)
    for node in first:
        node.keeper.look()
    second = [rig.node(rank, of=2, attempt=2, begin=first[0].saved()) for rank in range(2)]
    assert _gang(second, _resume) == [(2, 0, [2.0] * 5), (2, 1, [2.0] * 5)]
    for node in rig.nodes:
        node.close()


def test_a_node_without_the_folder_refuses_tasks_that_need_it(
    tmp_path: Path, endpoints: Mapping[str, str]
) -> None:
    """The job then starts elsewhere, and no checkpoint is reported as damaged."""
    rig = Rig(tmp_path, endpoints, shared_folder(tmp_path))
    first = rig.node(0, of=1)
    _save_alone(first, 1)
    begin = first.saved()
    rig.folder = None
    with pytest.raises(StoreUnavailable, match="MUSTER_CHECKPOINT_STORE is not set on this node"):
        rig.node(0, of=1, attempt=2, begin=begin)
    rig.folder = FolderStore(tmp_path / "not-mounted", "test")
    with pytest.raises(StoreUnavailable, match=r"not-mounted/.muster-store: No such file .* mounted\?"):
        rig.node(0, of=1, attempt=2, begin=begin)
    assert [each for node in rig.nodes for each in node.reports(CheckpointDamaged)] == []
    for node in rig.nodes:
        node.close()


def shared_folder(root: Path) -> Path:
    """Create a folder that is marked as the cell's."""
    folder = root / "shared"
    folder.mkdir()
    (folder / MARK).write_text("test\n")
    return folder


def _one_file_each(rig: Rig, *names: str) -> Sequence[CheckpointSaved]:
    """Save as a job without the library does: one file at a time, renamed into its folder."""
    first = rig.node(0, of=1)
    for name in names:
        (first.folder(0) / name).write_bytes(name.encode())
        first.keeper.look()
    return first.saved()


def test_a_damaged_file_costs_one_checkpoint_and_is_reported(rig: Rig) -> None:
    begin = _one_file_each(rig, "step-1.npz", "step-2.npz", "step-3.npz")
    rig.store.put(rig.store.key(begin[2].uri), b"damaged")
    rig.store.delete(rig.store.key(begin[1].uri))
    second = rig.node(0, of=1, attempt=2, begin=begin)
    assert [path.name for path in second.folder(0).glob("[!.]*")] == ["step-1.npz"]
    assert [each.file for each in second.reports(CheckpointDamaged)] == ["step-3.npz", "step-2.npz"]
    assert [each.file for each in second.reports(CheckpointRestored)] == ["step-1.npz"]


def test_a_job_of_single_files_starts_from_scratch_if_none_is_intact(rig: Rig) -> None:
    begin = _one_file_each(rig, "step-1.npz", "step-2.npz")
    for saved in begin:
        rig.store.put(rig.store.key(saved.uri), b"damaged")
    second = rig.node(0, of=1, attempt=2, begin=begin)
    assert list(second.folder(0).glob("[!.]*")) == []
    assert [each.file for each in second.reports(CheckpointDamaged)] == ["step-2.npz", "step-1.npz"]
    assert second.reports(CheckpointRestored) == []


def test_a_job_starts_even_if_its_order_names_foreign_checkpoints(rig: Rig) -> None:
    (saved,) = _one_file_each(rig, "step-1.npz")
    begin = [replace(saved, file="../../elsewhere"), replace(saved, uri="x")]
    second = rig.node(0, of=1, attempt=2, begin=begin)
    assert list(second.folder(0).glob("[!.]*")) == []
    assert [each.file for each in second.reports(CheckpointDamaged)] == ["step-1.npz", "../../elsewhere"]


def test_a_drain_does_not_wait_for_the_upload_of_another_task(rig: Rig, monkeypatch: Any) -> None:
    """The first task's upload hangs halfway; the second one's, on the same node, must finish."""
    node = rig.node(0, of=1)
    other = TaskNote(start=replace(node.start, attempt=2), origin=Origin("c", "e"), mark="m")
    folder = node.home.task(other.key)
    folder.checkpoints(0).mkdir(parents=True)
    node.keeper.follow(other)
    _write(node, 1)
    (folder.checkpoints(0) / "last").write_bytes(b"state")
    began, may_go_on = threading.Event(), threading.Event()
    put_stream = CheckpointStore.put_stream

    def slow(store: CheckpointStore, task: TaskKey, key: str, stream: BinaryIO) -> str:
        if task == node.note.key:
            began.set()
            assert may_go_on.wait(60)
        return put_stream(store, task, key, stream)

    monkeypatch.setattr(CheckpointStore, "put_stream", slow)
    folder.order_stop(Grace(60_000, 60_000))
    background = threading.Thread(target=lambda: node.keeper.look(ending=False))
    background.start()
    assert began.wait(60)
    node.keeper.look(ending=True)
    assert [saved.file for saved in node.saved()] == ["last"]
    assert folder.checkpoint_saved() is False, "it was written before the stop order"
    may_go_on.set()
    background.join(60)
    assert {saved.file for saved in node.saved()} == {"last", "step-000000001.json"}


def test_two_threads_never_upload_for_the_same_task(rig: Rig, monkeypatch: Any) -> None:
    node = rig.node(0, of=1)
    _write(node, 1)
    began, may_go_on = threading.Event(), threading.Event()
    calls: list[str] = []
    put_stream = CheckpointStore.put_stream

    def slow(store: CheckpointStore, task: TaskKey, key: str, stream: BinaryIO) -> str:
        calls.append(key)
        began.set()
        assert may_go_on.wait(60)
        return put_stream(store, task, key, stream)

    monkeypatch.setattr(CheckpointStore, "put_stream", slow)
    background = threading.Thread(target=node.keeper.look)
    background.start()
    assert began.wait(60)
    node.keeper.finish(node.note.key)
    node.keeper.look(ending=True)
    assert (len(calls), node.keeper.finished(node.note.key)) == (1, False)
    may_go_on.set()
    background.join(60)
    node.keeper.look(ending=True)
    assert (len(calls), node.keeper.finished(node.note.key)) == (len(set(calls)), True)


def test_a_jobs_checkpoints_are_uploaded_no_faster_than_its_orders_permit(rig: Rig) -> None:
    """A gang of two on two nodes: neither exceeds its half of the job's rate by its own clock."""
    rate = 10**6
    for node in (rig.node(0, of=2), rig.node(1, of=2)):
        clock, waited_ms = ManualClock(), list[int]()

        def pause(seconds: float, clock: ManualClock = clock, waited: list[int] = waited_ms) -> None:
            waited.append(round(seconds * 1000))
            clock.advance(waited[-1])

        store = CheckpointStore(node.objects, rig.folder, clock, pause=pause)
        reporter = Reporter(node.start.node_id)
        keeper = CheckpointKeeper(node.home, node.memory, store, reporter, clock)
        keeper.follow(replace(node.note, start=replace(node.start, checkpoint_bytes_per_s=rate)))
        assert _rate_of_four(node, keeper, clock, waited_ms) == pytest.approx(rate / 2, rel=0.02)
        node.home.task(node.note.key).order_stop(Grace(60_000, 60_000, bytes_per_s=3 * rate))
        faster = _rate_of_four(node, keeper, clock, waited_ms)
        assert faster == pytest.approx(3 * rate / 2, rel=0.02), "a drain has a higher rate"


def _rate_of_four(node: Node, keeper: CheckpointKeeper, clock: ManualClock, waited_ms: list[int]) -> float:
    """Return the rate at which four files are stored, bytes per second, without the last one's pause."""
    clock.advance(10_000)
    waited_ms.clear()
    before = len(node.saved())
    for number in range(before, before + 4):
        (node.folder(node.start.ranks[0].rank) / f"state-{number}").write_bytes(bytes([number]) * 100_000)
    keeper.look()
    assert len(node.saved()) == before + 4
    return 300_000 / (sum(waited_ms) / 1000)


def _write(node: Node, *steps: int) -> None:
    with _checkpointer(node, 0, None) as checkpoints:
        checkpoints.resume()
        for step in steps:
            checkpoints.save(step, {"value": np.full(3, float(step))})


def _save_alone(node: Node, *steps: int) -> None:
    _write(node, *steps)
    node.keeper.look()


def _damage(rig: Rig, *values: str) -> None:
    """Flip a byte in the stored arrays that hold these values."""
    stored = [key for key in rig.store.keys(f"checkpoints/{rig.job_id}/") if key.endswith("/value.npy")]
    of = {str(np.load(io.BytesIO(rig.store.get(key)))[0]): key for key in stored}
    for value in values:
        data = bytearray(rig.store.get(of[value]))
        data[-1] ^= 1
        rig.store.put(of[value], bytes(data))


def test_an_attempt_with_another_number_of_ranks_finds_all_parts(rig: Rig) -> None:
    first = rig.node(0, 1, of=2)
    for rank in range(2):
        with _checkpointer(first, rank, None) as checkpoints:
            checkpoints.resume()
            checkpoints.save(5, {"rows": Split(np.arange(4.0) + 4 * rank)})
    first.keeper.look()
    begin = first.saved()
    alone = rig.node(0, of=1, attempt=2, begin=begin)
    with _checkpointer(alone, 0, None) as checkpoints:
        found = checkpoints.resume()
    assert found is not None
    assert found.state["rows"].tolist() == list(range(8))


def test_files_that_differ_from_their_manifest_are_not_stored(rig: Rig, tmp_path: Path) -> None:
    """A wrong hash, and a link to a folder that the agent must not read for a job."""
    node = rig.node(0, of=1)
    with _checkpointer(node, 0, None) as checkpoints:
        checkpoints.resume()
        for step in (1, 2):
            checkpoints.save(step, {"value": np.full(3, step)})
    lies = node.folder(0) / "step-000000001" / "rank-00000" / "value.npy"
    lies.write_bytes(lies.read_bytes()[:-1] + b"!")
    moved = tmp_path / "elsewhere"
    (node.folder(0) / "step-000000002").rename(moved)
    (node.folder(0) / "step-000000002").symlink_to(moved)
    for _ in range(2):
        node.keeper.look()
    assert node.saved() == []
    (damaged,) = node.reports(CheckpointDamaged)
    assert (damaged.file, damaged.saved_by) == ("step-000000001.json", 1)
    assert damaged.message.startswith("not stored: value.npy has SHA-256")
    stored = {key.rpartition("/")[2] for key in rig.store.keys(f"checkpoints/{rig.job_id}/")}
    assert not stored & {"value.npy", "rank-00000.json", "step-000000001.json", "step-000000002.json"}


def test_the_agents_working_directory_is_not_read_for_a_job_that_linked_its_folder(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = rig.node(0, of=1)
    with _checkpointer(node, 0, None) as checkpoints:
        checkpoints.resume()
        checkpoints.save(1, {"value": np.full(3, 1)})
    moved = tmp_path / "elsewhere"
    node.folder(0).rename(moved)
    node.folder(0).symlink_to(moved)
    monkeypatch.chdir(moved)
    node.keeper.look()
    stored = {key.rpartition("/")[2] for key in rig.store.keys(f"checkpoints/{rig.job_id}/")}
    assert not stored & {"value.npy", "rank-00000.json"}


def _save_two_steps(node: Node, rank: int, exchange: Exchange) -> None:
    with _checkpointer(node, rank, exchange) as checkpoints:
        assert checkpoints.resume() is None
        for step in (1, 2):
            weights = Replicated({"frozen": np.ones(7), "moving": np.full(5, float(step))})
            assert checkpoints.save(step, {"weights": weights, "rank": rank})


def _resume(node: Node, rank: int, exchange: Exchange) -> tuple[int, int, Any]:
    with _checkpointer(node, rank, exchange) as checkpoints:
        found = checkpoints.resume()
    assert found is not None
    return found.step, found.state["rank"], found.state["weights"]["moving"].tolist()


def _checkpointer(node: Node, rank: int, exchange: Any) -> Checkpointer:
    """Return what Checkpointer.from_environment would create on this node."""
    together = len(node.start.ranks) == node.start.world_size
    return Checkpointer(
        node.folder(0 if together else rank),
        rank=rank,
        world_size=node.start.world_size,
        exchange=exchange,
        shared=together,
        attempt=node.start.attempt,
    )


def _gang(nodes: Sequence[Node], run: Callable[[Node, int, Exchange], Any]) -> list[Any]:
    """Run one rank on each node, as threads, and return the result of each.

    There are no time limits, since the machine may be busy: a rank that fails breaks the others' waiting.
    """
    barrier = threading.Barrier(len(nodes))
    texts, results = [""] * len(nodes), [None] * len(nodes)

    def rank_of(rank: int) -> None:
        def exchange(text: str) -> Sequence[str]:
            texts[rank] = text
            barrier.wait()
            heard = list(texts)
            barrier.wait()
            return heard

        try:
            results[rank] = run(nodes[rank], rank, exchange)
        except BaseException:
            barrier.abort()
            raise

    threads = [threading.Thread(target=rank_of, args=[rank]) for rank in range(len(nodes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
