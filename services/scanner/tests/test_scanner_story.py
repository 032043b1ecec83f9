"""A malicious model in a running product is closed, reported and reviewed; a worker dies."""

from __future__ import annotations

import json
import pickle
import tempfile
import uuid
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import numpy as np
import psutil
import pytest
from muster.events.registry_events import RepositoryQuarantined, RepositoryReleased
from muster.events.scan_events import ContentReviewed, FindingRaised, ScanCompleted, ScanStarted
from muster.events.topics import REGISTRY_EVENTS, SCAN_EVENTS, SCAN_WORK
from muster.identity.devkeys import mint
from muster.testkit.clamav import clamd
from muster.testkit.model_files import bf16, model
from muster.testkit.stack.hub import caller, file
from muster.testkit.stack.product import Product
from muster.testkit.stack.stock_client import stock_client

# First, and not on the product of the registry's tests: the worker reads all content that came before.
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.first,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("product"),
]

CLIENTS = Path(__file__).resolve().parents[2] / "registry" / "tests" / "clients"
HERE = Path(__file__).parent
WORKER = "scanner-worker"
EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""Harmless text that engines find on purpose; in two pieces, lest this file is found itself."""


class Harm:
    """Function that loading would call; nothing loads it here."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return eval, (f"'harmless {uuid.uuid4().hex}'",)


READS: Final = {"MUSTER_SCANNER_SLOTS": "2"}


@pytest.fixture(scope="module")
def scanning(product: Product) -> Generator[Product]:
    """The product with a worker that reads, whatever a test does to it; elsewhere tests play the scanner."""
    product.stop(WORKER)
    product.start(WORKER, READS)
    yield product
    product.stop(WORKER)
    product.restart()


@pytest.fixture
def asking_clamd(scanning: Product) -> Generator[Callable[[Path], None]]:
    """Has the worker ask a clamd; afterwards it asks none."""

    def ask(place: Path) -> None:
        scanning.stop(WORKER)
        scanning.start(WORKER, {**READS, "MUSTER_SCANNER_ANTIVIRUS": str(place)})

    yield ask
    scanning.stop(WORKER)
    scanning.start(WORKER, READS)


def slow() -> bytes:
    """Many seconds of opcodes, each by itself: what reads them dies meanwhile. No verdict knows them yet."""
    text = uuid.uuid4().hex.encode()
    return b"\x80\x04\x8c" + bytes([len(text)]) + text + b"0" + b"N0" * 6_000_000 + b"N."


def token(product: Product, tenant: str, user: str, role: str) -> str:
    return mint(product.home.root, subject=user, tenant=tenant, roles=[role], ttl_s=3_600)


def play(product: Product, script: Path, token: str, home: Path, *arguments: str) -> Any:
    """Run a stock huggingface_hub; return its output as JSON."""
    url = product.endpoints["MUSTER_REGISTRY_URL"]
    lock = CLIENTS / "hub-2.lock"
    said = stock_client(lock, script, *arguments, url=url, token=token, home=home, timeout_s=300)
    return json.loads(said)


def test_a_model_that_runs_code_is_closed_and_its_owner_told_until_a_reviewer_releases_it(
    scanning: Product, tmp_path: Path
) -> None:
    product, tenant = scanning, f"t{uuid.uuid4().hex[:8]}"
    ann, rev = token(product, tenant, "ann", "submitter"), token(product, tenant, "rev", "reviewer")
    repo, model = f"{tenant}/tiny", tmp_path / "pytorch_model.bin"
    model.write_bytes(pickle.dumps(Harm()))
    assert play(product, HERE / "push.py", ann, tmp_path, repo, str(model), "pytorch_model.bin") is True

    scans: list[dict[str, Any]] = []

    def muster(token: str, *arguments: str) -> list[dict[str, Any]]:
        done = product.muster("scan", *arguments, "-o", "jsonl", env={"MUSTER_TOKEN": token})
        return [json.loads(line) for line in done.stdout.splitlines()]

    def closed() -> bool:
        scans[:] = muster(ann, "ls", repo, "--verdict", "malicious")
        return bool(scans) and scans[0]["closed"]

    product.until(closed, timeout_s=400, told=lambda: str(muster(ann, "ls", repo)))
    one, _ = play(product, CLIENTS / "closed_read.py", ann, tmp_path / "first", repo, "pytorch_model.bin")
    assert (one[0], "is in quarantine: A pickle imports" in one[1]) == ("GatedRepoError", True), one
    assert "eval" in one[1]

    [alert] = notices(product, token(product, tenant, "bill", "billing"))
    assert f"{tenant}/ann has created it" in alert["text"]
    [waiting] = muster(rev, "review")
    content = waiting["object"]
    assert (waiting["path"], content) == ("pytorch_model.bin", scans[0]["object"])
    said = ["review", content, "--release", "--reason", "a test of our own"]
    refused = product.muster("scan", *said, env={"MUSTER_TOKEN": ann}, check=False)
    assert refused.returncode == 5, "who may write may not review"
    assert muster(rev, *said) == [{"name": content, "outcome": "accepted"}]
    product.until(lambda: not muster(ann, "ls", repo, "--verdict", "malicious")[0]["closed"])
    read = play(product, CLIENTS / "closed_read.py", ann, tmp_path / "second", repo, "pytorch_model.bin")
    assert read[0] is None
    assert muster(rev, "review") == []

    told_of = [each for each in product.records(SCAN_EVENTS) if each["payload"].get("object") == content]
    kinds = (ScanStarted, FindingRaised, ScanCompleted, ContentReviewed)
    assert [each["payload"]["type"] for each in told_of] == [kind.__name__ for kind in kinds]
    assert told_of[-1]["payload"]["requested_by"] == f"{tenant}/rev"
    story = [each for each in product.records(REGISTRY_EVENTS) if each["payload"].get("object") == content]
    closing = [each["payload"] for each in story if "reason" in each["payload"]][-2:]
    assert [each["type"] for each in closing] == [RepositoryQuarantined.__name__, RepositoryReleased.__name__]
    assert closing[1]["reason"] == f"{tenant}/rev: a test of our own"


@pytest.mark.long
def test_weights_say_what_a_version_comes_from_whatever_was_done_to_its_files(
    scanning: Product, tmp_path: Path
) -> None:
    product, tenant = scanning, f"t{uuid.uuid4().hex[:8]}"
    ann = token(product, tenant, "ann", "submitter")
    numbers = np.random.default_rng(uuid.uuid4().int)
    base, other = (_weights(numbers) for _ in range(2))
    moved: dict[str, Any] = {
        name: array + 0.0005 * numbers.standard_normal(array.shape) for name, array in base.items()
    }
    renamed = {f"h.{number}.w": array.astype(np.float16) for number, array in enumerate(moved.values())}
    for name, content, card in (
        ("base", model({key: bf16(array) for key, array in base.items()}), "# base\n"),
        ("other", model({key: bf16(array) for key, array in other.items()}), "# other\n"),
        ("tuned", model(renamed), "# tuned\n"),
        (
            "false",
            model(renamed | {"head": np.ones((8, 8))}),
            f"---\nbase_model: {tenant}/other\n---\n# no\n",
        ),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(content)
        (folder / "README.md").write_text(card)
        assert play(product, HERE / "push_folder.py", ann, tmp_path / "hf", f"{tenant}/{name}", str(folder))

    def doubts(name: str) -> list[tuple[str, str, str, str]]:
        env = {"MUSTER_TOKEN": ann}
        said = product.muster("model", "lineage", f"{tenant}/{name}", "--up", "--json", env=env).stdout
        walk = json.loads(said)
        named = {each["artifact"]: each["repository"] for each in (*walk["artifacts"], *walk["doubtful"])}
        return sorted(
            (named[each["parent"]], each["relation"], each["standing"], each["weights"])
            for each in walk["doubts"]
        )

    kin = (f"{tenant}/base", "shares_weights", "suggested", "kin")
    product.until(lambda: doubts("tuned") == [kin], timeout_s=300, told=lambda: str(doubts("tuned")))
    unlike = (f"{tenant}/other", "fine_tune", "declared", "not_kin")
    product.until(lambda: unlike in doubts("false"), timeout_s=300, told=lambda: str(doubts("false")))
    shown = product.muster("model", "lineage", f"{tenant}/tuned", "--up", env={"MUSTER_TOKEN": ann}).stdout
    assert "shares weights, suggested, 100 % of its weights similar by fingerprint" in shown
    assert doubts("base") == []


def _weights(numbers: np.random.Generator) -> dict[str, Any]:
    return {f"layers.{layer}.w": numbers.standard_normal((256, 128)) * 0.02 for layer in range(6)}


@pytest.mark.long
def test_the_licence_of_a_base_is_held_against_what_comes_from_it(scanning: Product) -> None:
    product, tenant = scanning, f"t{uuid.uuid4().hex[:8]}"
    ann, eve = caller(product, "ann", tenant), caller(product, "eve", f"{tenant}-b")
    with ann.http, eve.http:
        first = ann.create(organization=tenant)
        tuned, again = (ann.create(organization=tenant) for _ in range(2))
        theirs = eve.create(organization=f"{tenant}-b")
        for hub, repo, licence, base in (
            (ann, first, "cc-by-nc-4.0", ""),
            (ann, tuned, "cc-by-nc-4.0", first),
            (ann, again, "mit", tuned),
            (eve, theirs, "mit", tuned),
        ):
            card = f"---\nlicense: {licence}\n{f'base_model: {base}' if base else ''}\n---\n# {repo}\n"
            hub.commit(repo, file("README.md", card.encode())).raise_for_status()

        def verdict(of: str, repo: str) -> dict[str, Any]:
            return state_of(product, of, repo, "")

        mine, others = (token(product, each, "ann", "submitter") for each in (tenant, f"{tenant}-b"))
        for of, repo in ((mine, first), (mine, tuned), (mine, again), (others, theirs)):
            product.until(
                lambda of=of, repo=repo: verdict(of, repo).get("state") == "completed",
                timeout_s=400,
                told=lambda of=of, repo=repo: str(verdict(of, repo)),
            )
        assert [verdict(mine, repo)["verdict"] for repo in (first, tuned)] == ["clean", "clean"]
        conflict = verdict(mine, again)
        assert (conflict["verdict"], f"{tuned}" in conflict["reason"]) == ("suspicious", True), conflict
        assert verdict(others, theirs)["verdict"] == "clean", "what others keep for themselves is not told"


@pytest.fixture
def with_own_rules(scanning: Product) -> Generator[Callable[[Path], None]]:
    """Has the worker and the API use rules of a folder; afterwards those shipped are active again."""
    operator = token(scanning, "acme", "ops", "operator")

    def activate(settings: dict[str, str]) -> None:
        for name, more in ((WORKER, {"MUSTER_SCANNER_SLOTS": "1"}), ("apis", {})):
            scanning.stop(name)
            scanning.start(name, more | settings)
        said = ("scan", "rules", "--activate", "--reason", "a test of rescans")
        scanning.muster(*said, env={"MUSTER_TOKEN": operator})

    yield lambda folder: activate({"MUSTER_SCANNER_RULES_FOLDER": str(folder)})
    activate({})


@pytest.mark.long
def test_newer_rules_close_what_older_ones_called_clean_the_most_downloaded_first(
    scanning: Product, tmp_path: Path, with_own_rules: Callable[[Path], None]
) -> None:
    product, tenant, marker = scanning, f"t{uuid.uuid4().hex[:8]}", uuid.uuid4().hex
    ann = caller(product, "ann", tenant)
    shown = token(product, tenant, "ann", "submitter")
    with ann.http:
        rare, popular = (ann.create(organization=tenant) for _ in range(2))
        for repo in (rare, popular):
            content = f"{marker} in {repo}\n".encode()
            ann.commit(repo, file("notes.txt", content)).raise_for_status()

        def states(**wanted: Any) -> bool:
            found = [state_of(product, shown, repo, "notes.txt") for repo in (rare, popular)]
            return all(each.get(name) == value for each in found for name, value in wanted.items())

        product.until(lambda: states(state="completed", verdict="clean"), timeout_s=400)
        older = state_of(product, shown, popular, "notes.txt")["rules_version"]
        contents = [state_of(product, shown, repo, "notes.txt")["object"] for repo in (rare, popular)]

        def met() -> int:
            every = [each["payload"] for each in product.records(SCAN_WORK)]
            return sum(each["type"] == "DownloadsMet" for each in every)

        before = met()
        read = ann.http.get(f"/{popular}/resolve/main/notes.txt", follow_redirects=True)
        assert read.is_success, read.text
        product.until(lambda: met() > before, told=lambda: f"{met()} of {before + 1}")

        rule = f'rule ours {{ meta: verdict = "malicious" strings: $a = "{marker}" condition: $a }}\n'
        (tmp_path / "ours.yar").write_text(rule)
        with_own_rules(tmp_path)
        product.until(lambda: states(verdict="malicious", closed=True), timeout_s=400)
        newer = state_of(product, shown, popular, "notes.txt")["rules_version"]
        assert newer.startswith(f"{older}+"), (older, newer)
        closed = ann.http.get(f"/{popular}/resolve/main/notes.txt", follow_redirects=True)
        assert (closed.status_code, "is in quarantine" in closed.text) == (403, True), closed.text
    started = [each["payload"] for each in product.records(SCAN_EVENTS)]
    order = [
        each["object"] for each in started if each["type"] == "ScanStarted" and each["object"] in contents
    ]
    assert order[-2:] == contents[::-1], "the one that was downloaded is read first"
    rules = product.muster("scan", "rules", env={"MUSTER_TOKEN": shown}).stderr
    assert f"active: {newer}; installed: {newer}" in rules


@pytest.mark.long
def test_content_that_clamd_finds_is_closed_and_waits_until_clamd_answers(
    scanning: Product,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    asking_clamd: Callable[[Path], None],
) -> None:
    product, tenant = scanning, f"t{uuid.uuid4().hex[:8]}"
    ann = token(product, tenant, "ann", "submitter")
    place = Path(tempfile.mkdtemp(dir="/tmp")) / "clamd"
    ours = f"known to clamd alone: {uuid.uuid4().hex}".encode()
    known = {"Eicar-Test-Signature": EICAR, "Muster.Test": ours}

    def push(repo: str, content: bytes) -> None:
        file = tmp_path / f"{repo}.txt"
        file.write_bytes(content + f"\n{uuid.uuid4().hex}\n".encode())
        said = play(product, HERE / "push.py", ann, tmp_path, f"{tenant}/{repo}", str(file), "notes.txt")
        assert said is True

    def found(repo: str) -> dict[str, Any]:
        done = product.muster("scan", "ls", f"{tenant}/{repo}", "-o", "jsonl", env={"MUSTER_TOKEN": ann})
        every: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
        mine = [each for each in every if each["path"] == "notes.txt"]
        return mine[0] if mine else {}

    def wait(repo: str, **state: Any) -> dict[str, Any]:
        def is_so() -> bool:
            shown = found(repo)
            return all(shown.get(name) == value for name, value in state.items())

        product.until(is_so, timeout_s=400, told=lambda: str(found(repo)))
        return found(repo)

    def judged(repo: str, name: str) -> dict[str, Any]:
        shown = wait(repo, state="completed", closed=True)
        assert shown["verdict"] == "malicious"
        assert shown["rules_version"].endswith("+clamav")
        raised = about(product, shown["object"], FindingRaised.__name__)
        [told] = [each["message"] for each in raised if each["rule"] == "antivirus.found"]
        assert told.endswith(f": {name}.UNOFFICIAL"), told
        return shown

    with clamd(tmp_path_factory.mktemp("clamd"), known, place):
        asking_clamd(place)
        push("met", EICAR)
        judged("met", "Eicar-Test-Signature")
        [error, _] = play(
            product, CLIENTS / "closed_read.py", ann, tmp_path / "hf", f"{tenant}/met", "notes.txt"
        )
        assert (error[0], "is in quarantine" in error[1]) == ("GatedRepoError", True), error
    push("missed", ours)
    shown = wait("missed", state="postponed")
    assert shown["verdict"] is None
    assert f"clamd does not answer at {place}" in shown["waits_for"]
    with clamd(tmp_path_factory.mktemp("clamd"), known, place):
        assert "Muster.Test" in judged("missed", "Muster.Test")["reason"]


def notices(product: Product, token: str) -> list[dict[str, Any]]:
    """The alerts about files in quarantine."""
    found: list[dict[str, Any]] = []
    url, shown = product.endpoints["MUSTER_ALERTS_URL"], {"Authorization": f"Bearer {token}"}

    def raised() -> bool:
        answer = httpx.get(f"{url}/v1/alerts", headers=shown, trust_env=False).raise_for_status().json()
        found[:] = [each for each in answer["items"] if each["rule"] == "model-quarantined"]
        return bool(found)

    product.until(raised)
    return found


class Pushed(NamedTuple):
    """A repository with a file that is to be read."""

    token: str
    repo: str

    @classmethod
    def slow(cls, product: Product, folder: Path) -> Pushed:
        """One of an organisation of its own, that takes long to read."""
        return cls.of(product, folder, slow())

    @classmethod
    def of(cls, product: Product, folder: Path, content: bytes) -> Pushed:
        """The same of any content."""
        tenant = f"t{uuid.uuid4().hex[:8]}"
        ann, repo = token(product, tenant, "ann", "submitter"), f"{tenant}/tiny"
        model = folder / "model.pkl"
        model.write_bytes(content)
        assert play(product, HERE / "push.py", ann, folder, repo, str(model), "model.pkl") is True
        return cls(ann, repo)

    def state(self, product: Product) -> dict[str, Any]:
        """Return the API's answer about its scan."""
        return state_of(product, self.token, self.repo, "model.pkl")

    def content(self, product: Product) -> str:
        """KIND/HASH of the file, by the log."""
        tenant = self.repo.partition("/")[0]
        made = [each["payload"] for each in product.records(REGISTRY_EVENTS)]
        mine = [each for each in made if each["type"] == "CommitMade" and each["tenant"] == tenant]
        [file] = [file for each in mine for file in each["files"] if file["path"] == "model.pkl"]
        return f"{'file' if file['kind'] == 'XET' else file['kind'].lower()}/{file['hash']}"

    def until(self, product: Product, state: str) -> str:
        """Wait until its scan exists; return its content."""
        found = self.state(product)

        def is_there() -> bool:
            found.update(self.state(product))
            return found.get("state") == state

        product.until(is_there, timeout_s=400, told=lambda: str(found))
        return str(found["object"])


@pytest.mark.long
@pytest.mark.faults
def test_kill_9_of_a_worker_amid_a_scan_loses_nothing(scanning: Product, tmp_path: Path) -> None:
    product, pushed = scanning, Pushed.slow(scanning, tmp_path)
    pushed.until(product, "running")
    product.kill(WORKER)
    product.start(WORKER, READS)
    content = pushed.until(product, "completed")
    ended = lost(product, content)
    assert ended, "the worker had it when it was killed"
    assert not any(each["died"] for each in ended), "that is held against nobody"
    assert attempts(product, content) == list(range(1, len(ended) + 2))


@pytest.mark.long
@pytest.mark.faults
def test_kill_9_of_who_decides_amid_a_scan_changes_nothing(scanning: Product, tmp_path: Path) -> None:
    product, pushed = scanning, Pushed.slow(scanning, tmp_path)
    pushed.until(product, "running")
    for name in {product.holder(role) for role in ("scanner", "scanner-projector")}:
        product.kill(name)
    product.restart()
    content = pushed.until(product, "completed")
    assert pushed.state(product)["verdict"] == "clean"
    assert attempts(product, content) == list(range(1, len(lost(product, content)) + 2))
    assert len(about(product, content, "ScanCompleted")) == 1


@pytest.mark.long
@pytest.mark.faults
def test_without_the_store_a_scan_is_put_off_and_nobody_is_told_that_it_is_clean(
    scanning: Product, tmp_path: Path
) -> None:
    product = scanning
    product.stop(WORKER)
    # A short one: the worker gives way to all else, and has to read it while other tests have the processors.
    pushed = Pushed.of(product, tmp_path, pickle.dumps(uuid.uuid4().hex))
    content = pushed.content(product)
    product.kill("s3")
    try:
        product.start(WORKER, READS)
        product.until(lambda: bool(about(product, content, "ScanPostponed")), timeout_s=400)
        assert pushed.state(product).get("state") != "completed"
    finally:
        product.restart()
    assert pushed.until(product, "completed") == content
    assert pushed.state(product)["verdict"] == "clean"
    assert len(about(product, content, "ScanCompleted")) == 1


@pytest.mark.long
@pytest.mark.faults
def test_a_file_whose_process_is_killed_is_read_once_more_then_inconclusive_and_parked(
    scanning: Product, tmp_path: Path
) -> None:
    product, pushed = scanning, Pushed.slow(scanning, tmp_path)
    killed: set[int] = set()

    def completed() -> bool:
        found = pushed.state(product)
        if found.get("state") == "running":
            for child in readers(product):
                killed.add(child.pid)
                child.kill()
        return found.get("state") == "completed"

    product.until(completed, timeout_s=400, told=lambda: str(pushed.state(product)))
    found = pushed.state(product)
    assert found["verdict"] == "inconclusive"
    assert "ended twice without a result: its process ended with -9" in found["reason"]
    ended = lost(product, found["object"])
    assert sum(each["died"] for each in ended) == 2
    assert attempts(product, found["object"]) == list(range(1, len(ended) + 1))
    assert len(killed) >= 2


def readers(product: Product) -> list[psutil.Process]:
    """Processes that read content: forked by the child of the worker that only waits for that."""
    worker = psutil.Process(product.pid(WORKER))
    return [each for waiting in worker.children() for each in waiting.children()]


def state_of(product: Product, token: str, repo: str, path: str) -> dict[str, Any]:
    """Return the API's answer about the scan of a file."""
    shown, url = {"Authorization": f"Bearer {token}"}, product.endpoints["MUSTER_SCANNER_URL"]
    given = {"repository": repo}
    answer = httpx.get(f"{url}/v1/scans", params=given, headers=shown, trust_env=False).json()
    found: list[dict[str, Any]] = [each for each in answer["items"] if each["path"] == path]
    return found[0] if found else {}


def lost(product: Product, object_: str) -> list[dict[str, Any]]:
    """The attempts without a result: their process died, or their worker was lost."""
    every = [each["payload"] for each in product.records(SCAN_WORK)]
    return [each for each in every if each["type"] == "WorkLost" and each["work_id"] == object_]


def about(product: Product, object_: str, kind: str) -> list[dict[str, Any]]:
    """Facts of a kind about the scans of content, by the log."""
    every = [each["payload"] for each in product.records(SCAN_EVENTS)]
    return [each for each in every if each.get("object") == object_ and each["type"] == kind]


def attempts(product: Product, object_: str) -> list[int]:
    """The attempts at reading content, by the log."""
    return [each["attempt"] for each in about(product, object_, "ScanStarted")]
