"""Groups 1 to 5: calls, what deny-lists forgot, universal resolvers, hidden results, broken streams.

After CVE-2025-1716, CVE-2025-10157, CVE-2026-56304, CVE-2026-56315, GHSA-xp4f-hrf8-rxw7, GHSA-4whj-rm5r-c2v8,
GHSA-m273-6v24-x4m4, GHSA-6ggj-6f2q-f7mx, GHSA-84r2-jw7c-4r5q, GHSA-9gvj-pp9x-gcfr and the threads that they
cite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.testkit.hostile.case import (
    MARK,
    NONE,
    PLAIN,
    POP,
    STOP,
    SYSTEM,
    Case,
    blob,
    call,
    calling,
    named,
    old_text,
    protocol,
    stacked,
    text,
)

FORGOTTEN: Final = (
    ("pip", "main", "--version"),
    ("pip._internal", "main", "--version"),
    ("timeit", "timeit", "pass"),
    ("cProfile", "run", "pass"),
    ("cProfile", "runctx", "pass"),
    ("profile", "run", "pass"),
    ("doctest", "debug_script", "pass"),
    ("ensurepip", "_run_pip", "--version"),
    ("idlelib.autocomplete", "get_entity", "pass"),
    ("idlelib.pyshell", "ModifiedInterpreter.runcommand", "pass"),
    ("lib2to3.pgen2.grammar", "Grammar.loads", "pass"),
    ("lib2to3.pgen2.pgen", "ParserGenerator.make_label", "pass"),
    ("torch.utils.bottleneck.__main__", "run_autograd_prof", "pass"),
    ("torch.utils._config_module", "load_config", "pass"),
    ("torch.utils.collect_env", "run", "true"),
    ("torch.distributed.rpc.internal", "_run_function", "pass"),
    ("torch._dynamo.guards", "GuardBuilder.get", "pass"),
    ("torch.fx.experimental.symbolic_shapes", "ShapeEnv.evaluate_guards_expression", "pass"),
    ("torch.jit.unsupported_tensor_ops", "execWrapper", "pass"),
    ("numpy.f2py.crackfortran", "getlincoef", "pass"),
    ("numpy.f2py.crackfortran", "_eval_length", "pass"),
    ("numpy.testing._private.utils", "runstring", "pass"),
    ("_operator", "methodcaller", "pass"),
    ("operator", "attrgetter", "system"),
    ("asyncio.unix_events", "_UnixSubprocessTransport._start", "true"),
    ("uuid", "_get_command_stdout", "true"),
    ("imaplib", "IMAP4_stream", "true"),
    ("_pyrepl.pager", "pipe_pager", "true"),
    ("_osx_support", "_read_output", "true"),
    ("_aix_support", "_read_cmd_output", "true"),
    ("logging", "FileHandler", "/dev/null"),
    ("logging.config", "_resolve", "pass"),
    ("distutils.file_util", "write_file", "/dev/null"),
    ("_io", "FileIO", "/dev/null"),
    ("io", "open", "/dev/null"),
    ("_posixsubprocess", "fork_exec", "true"),
    ("site", "execsitecustomize", "pass"),
    ("atexit", "register", "pass"),
    ("_interpreters", "run_string", "pass"),
    ("_xxsubinterpreters", "run_string", "pass"),
    ("marshal", "loads", "N"),
    ("types", "FunctionType", "pass"),
    ("types", "CodeType", "pass"),
    ("pty", "spawn", "true"),
    ("runpy", "run_path", "/dev/null"),
    ("runpy", "_run_code", "pass"),
    ("code", "InteractiveInterpreter.runcode", "pass"),
    ("ctypes", "CDLL", "libc.so.6"),
    ("webbrowser", "open", "about:blank"),
    ("shutil", "rmtree", "/nonexistent"),
    ("socket", "create_connection", "localhost"),
    ("subprocess", "Popen", "true"),
    ("posix", "system", "true"),
    ("nt", "system", "true"),
    ("importlib", "import_module", "this"),
    ("trace", "Trace.run", "pass"),
    ("bdb", "Bdb.run", "pass"),
    ("pdb", "run", "pass"),
    ("pydoc", "pipepager", "true"),
    ("venv", "create", "/nonexistent"),
    ("multiprocessing.util", "spawnv_passfds", "true"),
    ("http.client", "HTTPSConnection", "localhost"),
    ("requests.api", "get", "http://localhost"),
    ("sys", "exit", "0"),
    ("test.support.script_helper", "assert_python_ok", "-V"),
)
RESOLVERS: Final = (
    ("pkgutil", "resolve_name", "os:system"),
    ("torch", "serialization.os.system", "true"),
    ("torch.serialization", "os.system", "true"),
    ("numpy", "__builtins__.eval", "1"),
    ("collections", "namedtuple.__globals__", "1"),
    ("builtins", "getattr", "1"),
    ("functools", "partial", "1"),
    ("torch._utils", "os.system", "true"),
    ("numpy.core.multiarray", "overrides.os.system", "true"),
    ("sklearn.linear_model._base", "numbers.sys.exit", "0"),
)


def calls() -> Iterator[Case]:
    """Group 1: every way of a pickle to import, to call and to set state."""
    for number in range(6):
        yield Case("calls", f"system-{number}.pkl", calling("os", "system", number=number))
        yield Case("calls", f"eval-{number}.pkl", calling("builtins", "eval", "1", number=number))
    yield Case("calls", "inst.pkl", MARK + old_text("true") + b"ios\nsystem\n" + STOP)
    yield Case("calls", "obj.pkl", MARK + named("os", "system") + old_text("true") + b"o" + STOP)
    new = named("subprocess", "Popen") + MARK + old_text("true") + b"t"
    yield Case("calls", "newobj.pkl", protocol(2) + new + b"\x81" + STOP)
    yield Case("calls", "newobj-ex.pkl", protocol(4) + new + b"}\x92" + STOP)
    for opcode, code in ((b"\x82", b"\x01"), (b"\x83", b"\x00\x01"), (b"\x84", b"\x00\x00\x01\x00")):
        given = MARK + old_text("true") + b"t" + b"R" + STOP
        yield Case("calls", f"ext-{len(code)}.pkl", protocol(2) + opcode + code + given)
    register = call(named("copyreg", "add_extension"), old_text("os"), old_text("system"), b"K\x01")
    yield Case(
        "calls", "copyreg.pkl", protocol(2) + register + POP + b"\x82\x01" + MARK + old_text("true") + b"tR."
    )
    yield Case("calls", "persid.pkl", b"Pos.system\n" + STOP)
    yield Case("calls", "binpersid.pkl", protocol(2) + named("os", "system") + b"Q" + STOP)
    state = b"}" + old_text("__setstate__") + named("os", "system") + b"s"
    yield Case(
        "calls",
        "build-setstate.pkl",
        protocol(2) + named("collections", "OrderedDict") + b")R" + state + b"b" + old_text("true") + b"b.",
    )
    yield Case("calls", "no-call.pkl", protocol(2) + named("os", "system") + STOP)
    yield Case("calls", "python-2.pkl", b"(S'true'\ni__builtin__\neval\n.")
    yield Case("calls", "commands.pkl", b"c__builtin__\nexecfile\n(S'/dev/null'\ntR.")
    yield Case("calls", "weights.bin", SYSTEM)
    yield Case("calls", "model", SYSTEM)
    yield Case("calls", "README.md", SYSTEM)


def forgotten() -> Iterator[Case]:
    """Group 2: functions that lists of the forbidden had not, one after the other."""
    for module, name, argument in FORGOTTEN:
        yield Case("forgotten", f"{module}.{name}.pkl", calling(module, name, argument))


def resolvers() -> Iterator[Case]:
    """Group 3: permitted calls, used to reach forbidden ones."""
    for module, name, argument in RESOLVERS:
        yield Case("resolvers", f"{module}-{name}.pkl", calling(module, name, argument))
    state = b"}" + old_text("x") + named("numpy", "__builtins__") + b"s"
    yield Case("resolvers", "builtins-by-build.pkl", protocol(2) + named("numpy", "ndarray") + state + b"b.")
    chain = call(stacked("builtins", "getattr"), stacked("os", "path"), text("os"))
    yield Case("resolvers", "getattr-chain.pkl", protocol(4) + chain + STOP)
    built = b"}" + text("system") + text("true") + b"s"
    yield Case("resolvers", "build-on-a-module.pkl", protocol(4) + stacked("torch", "nn") + built + b"b.")


def hidden() -> Iterator[Case]:
    """Group 4: calls whose results are discarded, and strings that are assembled on the stack."""
    attack = call(stacked("os", "system"), text("true"))
    yield Case("hidden", "popped.pkl", protocol(4) + attack + POP + PLAIN[2:])
    yield Case("hidden", "popped-mark.pkl", protocol(4) + MARK + attack + b"1" + PLAIN[2:])
    memo = text("os") + b"\x94" + text("system") + b"\x94" + b"00" + b"h\x00h\x01\x93"
    yield Case("hidden", "memo.pkl", protocol(4) + call(memo, text("true")) + STOP)
    yield Case(
        "hidden", "memo-long.pkl", protocol(4) + text("os") + b"r\xff\xff\xff\x7f0j\xff\xff\xff\x7f"
        + call(text("system") + b"\x93", text("true")) + STOP,
    )  # fmt: skip
    yield Case(
        "hidden",
        "memo-text.pkl",
        b"Vos\np7\n0g7\n" + text("system") + b"\x93" + MARK + text("true") + b"tR" + STOP,
    )
    decoy = text("collections") + text("OrderedDict") + POP + POP
    yield Case("hidden", "decoy.pkl", protocol(4) + decoy + attack + STOP)
    yield Case("hidden", "dup.pkl", protocol(4) + text("os") + b"2" + b"0" + text("system") + b"\x93.")
    swapped = text("collections") + b"\x940" + text("os") + b"q\x000h\x00"
    yield Case("hidden", "memo-overwritten.pkl", protocol(4) + swapped + text("system") + b"\x93)R.")
    yield Case("hidden", "in-a-dict.pkl", protocol(4) + b"}" + text("a") + attack + b"s" + STOP)
    yield Case("hidden", "key-of-a-dict.pkl", protocol(4) + b"}(" + attack + NONE + b"u" + STOP)
    made = call(stacked("builtins", "str"), text("os")) + text("system") + b"\x93)R"
    yield Case("hidden", "made-name.pkl", protocol(4) + made + STOP)
    frozen = protocol(4) + b"(" + attack + b"\x91" + STOP
    yield Case("hidden", "frozenset.pkl", frozen)


def streams() -> Iterator[Case]:
    """Group 5: several pickles, broken ones, padded ones, pickles in pickles."""
    attack = call(stacked("os", "system"), text("true"))
    yield Case("streams", "second.pkl", PLAIN + SYSTEM)
    yield Case("streams", "tenth.pkl", PLAIN * 9 + SYSTEM)
    yield Case("streams", "after-zeros.pkl", PLAIN + b"\0" * 64 + SYSTEM)
    yield Case("streams", "then-garbage.pkl", protocol(4) + attack + b"\xff\xfe broken")
    yield Case("streams", "no-stop.pkl", protocol(4) + attack)
    yield Case("streams", "first-is-broken.pkl", PLAIN[:-1] + b"\xff" + SYSTEM)
    yield Case("streams", "padded.pkl", protocol(4) + b"N0" * 20_000 + attack + STOP)
    yield Case("streams", "marked.pkl", protocol(4) + b"(1" * 5_000 + attack + STOP)
    yield Case(
        "streams", "in-bytes.pkl", protocol(4) + call(stacked("_pickle", "loads"), blob(SYSTEM)) + STOP
    )
    yield Case("streams", "held-bytes.pkl", protocol(4) + b"}" + text("w") + blob(SYSTEM) + b"s" + STOP)
    nested = blob(protocol(4) + blob(SYSTEM) + STOP)
    yield Case("streams", "in-bytes-in-bytes.pkl", protocol(4) + nested + STOP)
    yield Case("streams", "invalid-memo.pkl", protocol(4) + attack + b"0h\xfa" + STOP)
    yield Case("streams", "underflow.pkl", protocol(4) + attack + b"00000" + STOP)
    yield Case("streams", "long-frame.pkl", protocol(4) + b"\x95" + b"\xff" * 7 + b"\x7f" + attack + STOP)
    yield Case(
        "streams", "short-frame.pkl", protocol(4) + b"\x95" + (1).to_bytes(8, "little") + attack + STOP
    )
    yield Case("streams", "protocol-9.pkl", b"\x80\x09" + attack + STOP)
    yield Case("streams", "protocol-twice.pkl", b"\x80\x04\x80\x02" + attack + STOP)
    odd = b"I01\n0L1L\n0F1.5\n0S'a'\n0" + named("os", "system") + b"(S'true'\ntR."
    yield Case("streams", "text-opcodes.pkl", odd)
    yield Case("streams", "long-int.pkl", protocol(2) + b"\x8b\xff\xff\xff\x7f" + attack + STOP)
    crlf = b"cos\r\nsystem\r\n(Vtrue\ntR."
    yield Case("streams", "carriage-returns.pkl", crlf)
    yield Case("streams", "deep.pkl", protocol(4) + b"(" * 3_000 + b"t" * 3_000 + b"0" + attack + STOP)
