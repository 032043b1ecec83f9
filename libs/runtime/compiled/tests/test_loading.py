"""The build of exactly these sources is used, or none. Chosen once in a process, so each case has its own."""

import mmap
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from muster.compiled.build import remove_unused
from muster.compiled.loading import Mode, NotBuilt, use
from muster.compiled.modules import digest_of, is_compiled, sources


def _python(code: str, cache: Path, *options: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_character_makes_another_build(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("x = 1\n")
    before = digest_of({"module": module})
    assert digest_of({"module": module}) == before
    module.write_text("x = 2\n")
    assert digest_of({"module": module}) != before
    assert digest_of({"other": module}) != digest_of({"module": module})


def test_modules_that_mypyc_handles_badly_stay_plain() -> None:
    found = sources()
    assert {"muster.events.job_events", "muster.scheduler.core.decide"} <= found.keys()
    assert is_compiled("muster.scheduler.core.decide") and is_compiled("muster.cluster")
    assert not is_compiled("muster.scheduler.core.explain.start"), "lazy generators"
    assert not is_compiled("muster.clusters")


def test_without_a_build_it_is_plain_python_unless_one_is_required(tmp_path: Path) -> None:
    (tmp_path / "of-others").mkdir()
    assert use(Mode.OFF, tmp_path).build is None
    assert "`muster compile` builds it" in str(use(Mode.AUTO, tmp_path))
    with pytest.raises(NotBuilt, match=r"there is no build [0-9a-f]{24} of these sources"):
        use(Mode.REQUIRED, tmp_path)


USED = """
from muster.compiled.loading import Mode, builds_folder, use
from muster.compiled.modules import digest_of, sources
(builds_folder() / digest_of(sources())).mkdir(parents=True)
print(use(Mode.AUTO))
"""


def test_a_build_in_use_stays_in_use(tmp_path: Path) -> None:
    again = "import sys; sys.modules['muster.events'] = sys\nassert use(Mode.AUTO).build\n"
    assert _python(USED + again, tmp_path).startswith("compiled, build ")


@pytest.mark.slow
def test_a_debugger_gets_plain_python(tmp_path: Path) -> None:
    assert _python(USED, tmp_path).startswith("compiled, build ")
    assert "development mode" in _python(USED, tmp_path / "dev", "-X", "dev")
    traced = "import sys; sys.settrace(lambda *_: None)" + USED
    assert "debugger" in _python(traced, tmp_path / "traced")


def test_the_build_answers_for_what_it_holds_and_for_nothing_else(tmp_path: Path) -> None:
    code = USED + (
        "from importlib.util import find_spec\n"
        "for name in ('muster.events', 'muster.jobs.forms', 'json'): print(name, find_spec(name).origin)\n"
    )
    _, events, forms, json = _python(code, tmp_path).splitlines()
    build = tmp_path / "muster" / "compiled" / digest_of(sources())
    assert events == f"muster.events {build / 'muster.events.so'}"
    assert forms.endswith("libs/pure/jobs/src/muster/jobs/forms/__init__.py")
    assert json.endswith("json/__init__.py")


def test_a_module_imported_before_is_named(tmp_path: Path) -> None:
    code = "import muster.events.refusal\ntry:" + USED.replace("\n", "\n    ")
    code += "\nexcept RuntimeError as error: print(error)"
    assert "imported before the build was chosen: muster.events, muster.events.refusal" in _python(
        code, tmp_path
    )


def test_without_a_compiler_the_command_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("muster"), "compile"],
        env={"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "no C compiler" in done.stderr and "plain Python decides the same" in done.stderr
    assert not (tmp_path / "cache" / "muster" / "compiled").exists()


def test_builds_are_removed_that_nobody_uses(tmp_path: Path) -> None:
    for name, age_s in (("old", 100), ("open", 100), ("new", 0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "library.so").write_bytes(b"x" * mmap.PAGESIZE)
        os.utime(tmp_path / name, (1_000 - age_s, 1_000 - age_s))
    with (
        (tmp_path / "open" / "library.so").open("rb") as file,
        closing(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)),
    ):
        assert remove_unused(tmp_path, since_s=950) == ("old",)
    assert remove_unused(tmp_path, since_s=950) == ("open",)
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]
