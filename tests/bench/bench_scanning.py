"""How fast files are scanned, what mutations do, and what other scanners make of the same files.

    tests/bench/bench_scanning.py speed | sizes | many [COUNT] | mutations [COUNT] | compare [SCANNER ...]

No server. `compare` makes an environment for each scanner, once, from its lock in tests/bench/scanners, and
takes the exit code of its command on each file of both corpora. Answers are kept beside the environment, so
a later run asks only about files that are new. When all scanners were asked it writes the table of
docs/benchmarks.md. Seconds are CPU seconds of this process.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import pickle
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import numpy as np
from muster.scanning.cli.processes import Bounds, scan_all
from muster.scanning.limits import Limits
from muster.scanning.pickles.machine import Machine, load_compiled
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.environments import environment
from muster.testkit.hostile import adversarial, benign
from muster.testkit.hostile.case import Case
from muster.testkit.hostile.containers import zipped
from muster.testkit.model_files import model

HERE = Path(__file__).parent / "scanners"
OTHERS = ("picklescan", "fickling", "modelscan", "modelaudit")
MUSTER = Path(sys.executable).with_name("muster")
TABLE = Path(__file__).parents[2] / "docs/benchmarks.md"
REPORTED, UNREAD, PASSED = "reported", "not read, failed", "passed"
FORMS = {
    "pickles and arrays": (
        *(".pkl", ".pickle", ".joblib", ".bin", ".pt", ".pth", ".pt2", ".ckpt", ".skops", ".npy", ".npz"),
        *(".dill", ".p", ".model", ".gz", ".bz2", ".xz", ".lzma", ".z", ".lz4"),
    ),
    "archives": (".zip", ".tar", ".tgz", ".7z", ".rar", ".mar", ".nemo", ".whl", ".llamafile"),
    "graphs and tensors": (
        *(".onnx", ".onnxtxt", ".onnxjson", ".pb", ".pbtxt", ".prototxt", ".tflite", ".meta"),
        *(".keras", ".h5", ".hdf5", ".gguf", ".safetensors", ".parquet", ".arrow"),
    ),
    "code and commands": (
        *(".py", ".ipynb", ".sh", ".ps1", ".pyc", ".r", ".rmd", ".rprofile", ".rds", ".rda", ".rdata"),
        *(".so", ".exe", ".bc"),
    ),
    "documents": (
        *(".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".gin", ".conf", ".cfg", ".md", ".txt"),
        *(".xml", ".pmml", ".svg", ".html", ".jinja"),
    ),
}
"""Forms of files, by their endings."""
OTHER = "other"
QUIET = {"NO_ANALYTICS": "1", "PROMPTFOO_DISABLE_TELEMETRY": "1"}


def main() -> None:
    """Prints one table."""
    which, *more = sys.argv[1:] or ["speed"]
    if which == "speed":
        speed()
    elif which == "sizes":
        sizes()
    elif which == "many":
        many(int(more[0]) if more else 5_000)
    elif which == "mutations":
        mutations(int(more[0]) if more else 10_000)
    else:
        compare(more or list(OTHERS))


def speed() -> None:
    """Megabytes a second of one core, machine code loaded, as in the service's workers; then without it."""
    numbers = np.random.default_rng(0).standard_normal(32 << 20, dtype=np.float32)
    tensors = model({"a": numbers, "b": numbers})
    entries = b"".join(b"X\x08\0\0\0" + b"%08d" % index + b"J\1\2\3\4s" for index in range(200_000))
    opcodes = b"\x80\x02}" + entries + b"."
    words = [f"{index * 7_919 % 1_000_003:x}" for index in range(400_000)]
    vocabulary = {word: index for index, word in enumerate(words)}
    records = [
        {"name": word, "id": index, "score": index / 7, "tags": ["a", word[:2]]}
        for index, word in enumerate(words[:120_000])
    ]
    raw = numbers[: 8 << 20].tobytes()
    members = {f"m/data/{index}": raw for index in range(4)} | {"m/data.pkl": opcodes, "m/version": b"3\n"}
    files = {
        "safetensors": tensors,
        "torch archive": zipped(members),
        "opcodes": opcodes,
        "a vocabulary, protocol 2": pickle.dumps(vocabulary, 2),
        "a vocabulary, protocol 4": pickle.dumps(vocabulary, 4),
        "pairs": pickle.dumps(list(vocabulary.items()), 4),
        "records": pickle.dumps(records, 4),
        "floats": pickle.dumps([index / 7 for index in range(500_000)], 4),
    }
    gc.freeze()  # what the contents were made of is not looked through while they are scanned
    plain = {what: _measured(content) for what, content in files.items()}
    load_compiled()
    for what, content in files.items():
        by_machine, verdict = _measured(content)
        print(f"{what}: {len(content) / 1e6:.0f} MB, {by_machine} MB/s, without {plain[what][0]}, {verdict}")


def _measured(content: bytes) -> tuple[str, str]:
    """The slowest and the fastest of five."""
    took: list[float] = []
    verdict = ""
    for _ in range(5):
        begin = process_time()
        verdict = scan(Memory(content), "a").verdict
        took.append(process_time() - begin)
    size = len(content) / 1e6
    return f"{size / max(took):.0f} to {size / min(took):.0f}", verdict


def sizes() -> None:
    """How long files of each size take through `muster scan`'s own processes: dense, with a hole, beyond."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "unknown.bin")
        for what, dense, size_bytes in (
            *((f"{mib} MiB", mib << 20, mib << 20) for mib in (1, 16, 64, 256)),
            *((f"{gib} GiB, a hole but for 1 MiB", 1 << 20, gib << 30) for gib in (64, 512, 1024, 2048)),
        ):
            with path.open("wb") as file:
                for _ in range(dense >> 20):
                    file.write(b"\xfe" + os.urandom((1 << 20) - 1))
                file.truncate(size_bytes)
            begin = perf_counter()
            (report,) = scan_all([path], Bounds(512 << 20, 600), 1)
            told = ", ".join(f"{each.rule} {each.value[:60]}" for each in report.findings)
            print(f"{what}: {perf_counter() - begin:.2f} s, {report.verdict}: {told}", flush=True)


def many(count: int) -> None:
    """CPU of many small files through `muster scan`'s own processes: texts and pickles, then archives too."""
    texts = (
        ("a.json", json.dumps({"hidden_size": 64, "rates": [index / 7 for index in range(20)]}).encode()),
        ("b.txt", b"a line of words\n" * 40),
        ("c.py", b"import math\n\n\ndef area(radius):\n    return math.pi * radius**2\n"),
        ("d.pkl", pickle.dumps({"epoch": 3, "losses": [index / 7 for index in range(50)]}, 4)),
        ("e.yaml", b"model:\n  hidden: 64\n"),
    )
    archives = (*texts[:4], ("f.zip", zipped({"a.txt": b"words\n" * 40}, packed=True)))
    for what, kinds in (("texts and pickles", texts), ("one of five an archive", archives)):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, f"{index}-{kinds[index % 5][0]}") for index in range(count)]
            for index, path in enumerate(paths):
                path.write_bytes(kinds[index % 5][1])
            begin, before_s = perf_counter(), _cpu_s()
            verdicts = Counter(each.verdict.value for each in scan_all(paths, Bounds(512 << 20, 600), 2))
            print(
                f"{count} files, {what}: {_cpu_s() - before_s:.1f} s of CPU, {perf_counter() - begin:.1f} s, "
                f"{dict(verdicts)}"
            )


def _cpu_s() -> float:
    """Seconds of CPU of this process and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def mutations(count: int) -> None:
    """Scan files of the corpus with some bytes changed: none may crash, hang or take much.

    Machine code reads all pickles, even those too short to be worth it.
    """
    load_compiled()
    Machine.compiled_min = 0
    chance = Random(14)
    cases = [case for case in (*adversarial(), *benign()) if case.content]
    longest, verdicts = 0.0, Counter[str]()
    for _ in range(count):
        case = chance.choice(cases)
        content = bytearray(case.content)
        for _ in range(chance.randrange(1, 16)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        begin = process_time()
        verdicts[scan(Memory(bytes(content)), case.path, Limits()).verdict] += 1
        longest = max(longest, process_time() - begin)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{count} mutations: longest {longest:.2f} s, peak {peak} MiB, {dict(verdicts)}")


def compare(names: list[str]) -> None:
    """Print what each scanner says about both corpora, by form; with all scanners, into the page as well."""
    cases = [*adversarial(), *benign()]
    kinds = [(each.group != "", form_of(each.path)) for each in cases]
    total = Counter([*kinds, *((is_attack, "all") for is_attack, _ in kinds)])
    order = sorted(total, key=lambda kind: (not kind[0], [*FORMS, OTHER, "all"].index(kind[1])))
    columns = [("muster scan", _our_answers(cases))]
    for name in names:
        lock = HERE / f"scanner-{name}.lock"
        (version,) = re.findall(rf"^{name}==(\S+)", lock.read_text(), re.M)
        columns.append((f"{name} {version}", _others_answers(name, lock, cases)))
    rows = [
        f"| {' | '.join(['files', *(scanner for scanner, _ in columns)])} |",
        f"|---|{'--:|' * len(columns)}",
    ]
    for kind in order:
        is_attack, form = kind
        cells = [f"{'attacks' if is_attack else 'harmless'}, {form}: {total[kind]}"]
        for _, answers in columns:
            said = Counter(
                answer
                for answer, (attack, of) in zip(answers, kinds, strict=True)
                if attack == is_attack and form in (of, "all")
            )
            cells.append(" / ".join(str(said[each]) for each in (REPORTED, PASSED, UNREAD)))
        rows.append(f"| {' | '.join(cells)} |")
    print("\n".join(rows))
    if set(names) == set(OTHERS):
        page = TABLE.read_text()
        begin = page.index(rows[0][: rows[0].index("picklescan")])
        TABLE.write_text(page[:begin] + "\n".join(rows) + page[page.index("\n\n", begin) :])


def form_of(path: str) -> str:
    """Form of a file, by its ending."""
    ending = Path(path).suffix.lower() or Path(path).name.lower()
    return next((form for form, endings in FORMS.items() if ending in endings), OTHER)


def _our_answers(cases: list[Case]) -> list[str]:
    """Answer of `muster scan` to each file."""
    meaning = {"clean": PASSED, "suspicious": REPORTED, "malicious": REPORTED, "inconclusive": UNREAD}
    with tempfile.TemporaryDirectory() as folder:
        paths = [_write(Path(folder, str(index)), case) for index, case in enumerate(cases)]
        told = subprocess.run(
            [MUSTER, "scan", folder, "--json"], check=False, capture_output=True, text=True, env=os.environ
        )
    verdicts = {each["path"]: each["verdict"] for each in json.loads(told.stdout)["items"]}
    return [meaning[verdicts[str(path)]] for path in paths]


def _others_answers(name: str, lock: Path, cases: list[Case]) -> list[str]:
    """Answer of another scanner to each file; what it answered to the same file before is kept."""
    home = environment(lock)
    kept = home.parent / f"answers-{home.name}.jsonl"
    kept.touch()
    keys = [hashlib.sha256(case.path.encode() + b"\0" + case.content).hexdigest() for case in cases]
    known = dict(map(json.loads, kept.read_text().splitlines()))
    with tempfile.TemporaryDirectory() as folder, kept.open("a") as file:
        for key, case in zip(keys, cases, strict=True):
            if key not in known:
                _write(Path(folder, key), case)
        asked = subprocess.Popen(
            [home / "bin/python", HERE / "driver.py", name, folder],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | QUIET,
        )
        for line in asked.stdout or ():
            path, code = json.loads(line)
            known[path.partition("/")[0]] = code
            file.write(json.dumps([path.partition("/")[0], code]) + "\n")
            file.flush()
        if asked.wait():
            raise SystemExit(f"{name} ended with {asked.returncode}")
    return [{0: PASSED, 1: REPORTED}.get(known[key], UNREAD) for key in keys]


def _write(folder: Path, case: Case) -> Path:
    """Write a file into a folder of its own."""
    path = folder / case.path
    path.parent.mkdir(parents=True)
    path.write_bytes(case.content)
    return path


if __name__ == "__main__":
    main()
