"""Size of model families with fine-tunes stored as deltas, and time to restore a xorb, through the real
service: `python tests/bench/bench_differences.py HOME`, with the HOME of a running product.

Each model is pushed by `muster model push`; then the code of the role encodes one version after the other, in
this process. Sizes come from the service's tables. Times are those of restoring each xorb and storing its
copy, one after the other: wall clock, and CPU of this process.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

import httpx
import numpy as np
import psycopg
from model_families import made
from model_families.made import Member
from muster.cas.hashing import from_hex
from muster.journal import SystemClock
from muster.local import endpoints
from muster.local.home import Home
from muster.registry.config import Settings
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.content import Content
from muster.registry.edge.deltas.encoding import Differences
from muster.registry.edge.deltas.restoring import Difference, Plain
from muster.registry.edge.deltas.tasks import Derived
from muster.registry.edge.projections import TABLES
from muster.store.sealed import SealedStore
from muster.testkit.model_files import Array, gguf_model, model

TENANT: Final = "local"
COMMAND: Final = Path(sys.executable).with_name("muster")


def main() -> None:
    """Print a row for each family."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("home", type=Path)
    home = Home(parser.parse_args().home.resolve())
    os.environ["MUSTER_HOME"] = str(home.root)
    os.environ |= endpoints.read(home.endpoints_file).environment()
    # Weights of their own for each family and each run: the registry has equal chunks once.
    seeds = iter(np.random.SeedSequence().generate_state(3).tolist())
    for title, form in (("all weights changed", SAFETENSORS), ("all weights changed, GGUF", GGUF)):
        wide = made.llama(hidden=512, layers=2, seed=next(seeds))
        family(home, title, wide, made.full(wide), form)
    deep = made.llama(hidden=256, layers=32, seed=next(seeds))
    family(home, "LoRA and frozen layers", deep, made.partial(deep))


@dataclass(frozen=True)
class Form:
    """How a model is written: its one file's name, and what makes its bytes of tensors and metadata."""

    file: str
    write: Callable[[Mapping[str, Array], Mapping[str, str]], bytes]


SAFETENSORS: Final = Form("model.safetensors", model)
GGUF: Final = Form("model.gguf", gguf_model)


def family(
    home: Home, title: str, base: Mapping[str, Array], members: Iterable[Member], form: Form = SAFETENSORS
) -> None:
    """Push a base and its fine-tunes, have them told, and print what they take."""
    settings = Settings.load(home=home.root, registry_token_file=home.registry_token_file)
    differences = Differences(settings, threading.Event())
    mark = uuid.uuid4().hex[:8]
    name = f"{TENANT}/base-{mark}"
    token = home.token_file.read_text().strip()
    whole_bytes = [pushed(name, form, form.write(base, {"mark": mark}), "")]
    told_s = 0.0
    kept: list[dict[str, Any]] = []
    url, shown = settings_url(), {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=shown, timeout=60, trust_env=False) as http:
        for number, member in enumerate(members):
            tuned = f"{TENANT}/tuned-{mark}-{number}"
            content = form.write(member.tensors, {"mark": f"{mark}{number}"})
            whole_bytes.append(pushed(tuned, form, content, name))
            said = http.get(f"/api/models/{tuned}").raise_for_status().json()
            begun_s = process_time()
            differences.perform(Derived(TENANT, said["_id"], said["sha"], "registry-events/0/0"))
            told_s += process_time() - begun_s
            path = f"/v1/repositories/models/{tuned}/storage"
            kept.append(http.get(path).raise_for_status().json())
        of_base = http.get(f"/v1/repositories/models/{name}/storage").raise_for_status().json()
        base_id = http.get(f"/api/models/{name}").raise_for_status().json()["_id"]
    tuned_bytes = sum(whole_bytes[1:])
    own_bytes = sum(each["stored_bytes"] - each["shared_bytes"] for each in kept)
    after_dedup_bytes = sum(each["own_bytes"] for each in kept)
    family_bytes = own_bytes + of_base["unique_bytes"]
    print(f"\n{title}: base of {whole_bytes[0] / 1e6:.1f} MB and {len(kept)} fine-tunes")
    print(f"fine-tunes: {tuned_bytes} bytes, {after_dedup_bytes} by equal chunks, {own_bytes} as differences")
    print(f"saved: {100 * (1 - own_bytes / tuned_bytes):.1f} % of the fine-tunes against whole copies")
    print(f"saved: {100 * (1 - family_bytes / sum(whole_bytes)):.1f} % of the family, base as it came")
    print(f"told at {tuned_bytes / 1e6 / told_s:.0f} MB/s of CPU")
    restored(settings, base_id)


def settings_url() -> str:
    """Return the URL of the registry's API."""
    return os.environ["MUSTER_REGISTRY_URL"]


def pushed(name: str, form: Form, content: bytes, base: str) -> int:
    """Push a model of one file, with a card that names its base; return the size of the file."""
    with tempfile.TemporaryDirectory() as folder:
        card = f"---\nbase_model: {base}\n---\n" if base else "# base\n"
        (Path(folder) / "README.md").write_text(card)
        (Path(folder) / form.file).write_bytes(content)
        subprocess.run([COMMAND, "model", "push", folder, name], check=True, capture_output=True)
    return len(content)


def restored(settings: Settings, base: str) -> None:
    """Make every xorb of a family plain, one after the other."""
    with psycopg.connect(settings.postgres_dsn, options=f"-c search_path={TABLES.view_name}") as tables:
        rows = tables.execute(
            "SELECT object, object_key, delta_key, bases, size_bytes FROM differences JOIN objects "
            "USING (object) WHERE base_repository = %s ORDER BY object",
            [base],
        ).fetchall()
    plain = Plain(XorbStore(Content(SealedStore(settings.store()))), SystemClock())
    walls: list[float] = []
    begun_s = process_time()
    for object_, key, delta_key, bases, _ in rows:
        at_s = monotonic()
        difference = Difference(key=delta_key, bases=bases)
        plain.begin(from_hex(object_.removeprefix("xorb/")), key, difference).result()
        walls.append(monotonic() - at_s)
    spent_s, size_bytes = process_time() - begun_s, sum(row[4] for row in rows)
    largest = max(row[4] for row in rows)
    print(
        f"{len(rows)} xorbs, the largest of {largest / 1e6:.1f} MB, made plain at "
        f"{size_bytes / 1e6 / spent_s:.0f} MB/s of CPU; each within {max(walls):.2f} s of wall clock"
    )


if __name__ == "__main__":
    main()
