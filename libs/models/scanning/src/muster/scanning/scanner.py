"""Entry point: identify a file by content, judge its format and everything inside; then the verdict."""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast
from zlib import crc32

from muster.scanning import yara
from muster.scanning.additions import Additions
from muster.scanning.archives import packed, tars, zips
from muster.scanning.blacklist import fingerprint_of
from muster.scanning.findings import FINDINGS_MAX, Finding, Report, Verdict, printable, worst
from muster.scanning.formats import (
    arrays,
    code,
    documents,
    graphs,
    kinds,
    messages,
    protobufs,
    python,
    secrets,
    settings,
    shells,
    tables,
    templates,
    tensor_files,
    texts,
    values,
    yamls,
)
from muster.scanning.formats.data.recognised import recognised
from muster.scanning.formats.hdf5 import objects as hdf5_objects
from muster.scanning.formats.hdf5 import texts as hdf5_texts
from muster.scanning.formats.hdf5.storage import StructureUnknown, TooMuch
from muster.scanning.formats.kinds import Kind
from muster.scanning.limits import LimitReached, Limits, Spent
from muster.scanning.paths import leaves
from muster.scanning.pickles import claims
from muster.scanning.pickles.judging import judged as judged_pickle
from muster.scanning.pickles.machine import Machine, Run
from muster.scanning.pickles.meaning import begins_as_pickle, harms, is_pickle, names_module, runs_code
from muster.scanning.rules import rules, rules_version
from muster.scanning.windows import Cursor, head, part, windows
from muster.tensors.sources import Memory, Source

_TENSORS: Final = (Kind.SAFETENSORS, Kind.GGUF)
_READ_AS_PICKLES: Final = (Kind.PICKLE, Kind.TEXT, Kind.BINARY, *_TENSORS)
"""Kinds of files that are also run as a pickle, whether or not they are one."""

_WITH_MAGIC: Final = frozenset(Kind) - {Kind.TEXT, Kind.BINARY, Kind.EMPTY, Kind.PICKLE, Kind.ZIP}
"""Kinds whose magic may be letters, so such a file may also be a text."""
_Span = tuple[int, int]
_TORCH_MAGIC: Final = 0x1950A86A20F9469CFC6C
_PICKLES_MAX: Final = 10_000
_LEGACY_PICKLES: Final = 5
"""Magic, version, machine, object, keys of its storages; storages follow (torch/serialization.py)."""
_EMBEDDED: Final = re.compile(
    rb"\x80[\x02-\x05](?=[\x8c\x95c(}\]\x28NKXU\x8e-\x96])|PK\x03\x04|\x7fELF[\x01\x02]\x01\x01|c[A-Za-z_][\w.]{1,60}\n[A-Za-z_][\w.]{0,60}\n[(q)p]"
)
_CANDIDATES_MAX: Final = 256
_ENTERED_BYTES: Final = 1 << 20
_ENTERED_TIMES: Final = 32
"""Multiple of its own size that a file may hold, per level: one that contains itself would never end."""
_YAML_TRIED: Final = 4 << 20
"""Most characters of a text without a YAML name that is still read as YAML."""
_OF_CHANCE: Final = ("document.repeated", "document.unknown-target", "document.too-deep", "limit.reached")
"""Findings that occur in ordinary texts that happen to be YAML."""
_CARRIED_MAX: Final = 10_000
_SEARCH_STEPS: Final = 1_000_000
"""Most opcodes of everything that looks like a pickle in the middle of something else."""
_SEARCHED_BYTES: Final = 8 << 20
_KERAS_ATTRIBUTES: Final = ("model_config", "training_config")
"""Attributes that Keras reads as JSON; invalid or overlong ones are reported."""
_NAMES_OF_CODE: Final = re.compile(
    rb"\x8c.(?:os|posix|nt|subprocess|builtins|__builtin__|sys|pty|runpy|importlib)[\x94\x8c]|"
    rb"[ci](?:os|posix|nt|subprocess|builtins|__builtin__|sys|pty|runpy|importlib)\r?\n\w+\r?\n"
)
_ITEM_BYTES: Final = {"Double": 8, "Long": 8, "Float": 4, "Int": 4, "Half": 2, "BFloat16": 2, "Short": 2}
_BASE64: Final = re.compile(rb"(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_STARTED_BY_R: Final = (".Rprofile", "Rprofile.site")
"""Files that R runs when it starts in their folder."""
_RAW_MEMBER: Final = re.compile(
    r"(?:.*/)?(?:data|constants|tensors|weights|storages)/[^/]+$|.*\.(?:storage|so_weights)$"
)


def scan(
    source: Source, path: str, limits: Limits | None = None, additions: Additions | None = None
) -> Report:
    """Scan a file. Executes and imports nothing of it; reads only through the source.

    Args:
        source: The file's bytes.
        path: Name of the file: for the report, and for how its reader would interpret it.
        limits: Limits on the resources of the scan.
        additions: An organisation's own rules, besides the built-in ones.
    """
    at_work = _Scan(limits or Limits(), additions or Additions())
    at_work.spent.entered_max = _ENTERED_BYTES + _ENTERED_TIMES * source.size_bytes
    try:
        if source.size_bytes > at_work.limits.size_bytes:
            raise LimitReached("size_bytes", at_work.limits.size_bytes)
        at_work.file(source, path, "", 0)
    except LimitReached as error:
        at_work.found("limit.reached", str(error), "")
    except (RecursionError, MemoryError) as error:
        at_work.found("limit.reached", type(error).__name__, "")
    verdict = worst(each.verdict for each in at_work.findings)
    return Report(path, verdict, tuple(at_work.findings), source.size_bytes, rules_version())


class _Scan:
    """Scan of one file and everything in it."""

    def __init__(self, limits: Limits, additions: Additions) -> None:
        self.spent = Spent(limits)
        self.yara = [yara.shipped(), *([additions.yara] if additions.yara else [])]
        self.blacklist = additions.blacklist
        self.searching = Spent(Limits(steps=_SEARCH_STEPS))
        self.limits = limits
        self.findings: list[Finding] = []
        self.worst = Verdict.CLEAN
        self.seen: set[tuple[str, str, str]] = set()

    def found(self, rule: str, value: object, member: str, offset: int | None = None) -> None:
        """Record a finding, once."""
        said = printable(value)
        if (rule, said, member) in self.seen:
            return
        self.seen.add((rule, said, member))
        kept = Finding(rule, rules()[rule].verdict, printable(member), said, offset)
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(kept)
        elif worst((kept.verdict, self.worst)) != self.worst:
            self.findings[-1] = kept
        self.worst = worst((kept.verdict, self.worst))

    def all_found(self, judged: Iterable[tuple[str, str, int | None]], member: str) -> None:
        """Record findings in the form that formats yield."""
        for rule, value, offset in judged:
            self.found(rule, value, member, offset)

    # ---- what it is ----------------------------------------------------------------------------------------

    def file(  # noqa: C901, PLR0912  (a line for each format)
        self, source: Source, name: str, member: str, depth: int, *, torch: bool = False, raw: bool = False
    ) -> None:
        """Scan a file or a member.

        Args:
            source: Its bytes.
            name: Name by which its reader infers the format.
            member: Its place, for the report.
            depth: Number of containers around it.
            torch: Whether it is in an archive of PyTorch.
            raw: Whether it may be bytes without a format, such as a storage.
        """
        if depth > self.limits.levels:
            self.found("archive.too-deep", f"more than {self.limits.levels} levels", member)
            return
        self.spent.enter(source.size_bytes)
        kind = kinds.kind_of(source)
        judged: list[_Span] = []
        if raw and kind is Kind.SAFETENSORS and not kinds.is_surely_safetensors(source):
            kind = Kind.BINARY
        match kind:
            case Kind.EMPTY:
                return
            case Kind.ZIP:
                judged = self.zip(source, name, member, depth)
            case Kind.TAR:
                judged = self.tar(source, member, depth)
            case Kind.PACKED:
                judged = self.packed(source, name, member, depth, raw=raw)
            case Kind.OTHER_ARCHIVE:
                self.found("archive.unsupported", head(source, 4), member)
            case Kind.SAFETENSORS | Kind.GGUF:
                self.tensors(source, member, depth)
                self.forbidden_models(source, member)
                self.tail_of_tensors(source, member, depth)
                self.pickles(source, member, depth, torch=False, sure=False)
            case Kind.NPY:
                self.array(source, member, depth)
            case Kind.HDF5:
                self.hdf5(source, member, depth)
            case Kind.NATIVE:
                self.found("native.program", head(source, 4), member)
            case Kind.PICKLE:
                self.pickles(source, member, depth, torch=torch, sure=not raw)
            case Kind.R_DATA:
                self.found("r-data.promise", head(source, 2), member)
            case Kind.PARQUET:
                self.table(tables.parquet(source), source, member, depth)
            case Kind.ARROW:
                self.table(tables.arrow(source), source, member, depth)
            case Kind.MEDIA:
                self.embedded(source, member, depth)
            case Kind.TEXT:
                self.text(source, name, member, depth)
            case Kind.BINARY:
                self.binary(source, name, member, depth, raw=raw)
        if kind not in _READ_AS_PICKLES and begins_as_pickle(source, self.spent):
            self.disguised(source, kind, member, depth)
        if not raw:
            self.by_yara(source, kind, member)
            self.polyglot(source, name, member, depth, kind=kind, judged=judged)

    def by_yara(self, source: Source, kind: Kind, member: str) -> None:
        """YARA rules over bytes as they are read: of archives their members, of tensors the beginning."""
        if kind in (Kind.ZIP, Kind.TAR, Kind.PACKED):
            return
        searched = part(source, 0, yara.WINDOW_BYTES) if kind in _TENSORS else source
        try:
            for each in self.yara:
                self.all_found(each.judged(searched), member)
        except yara.YaraLate as error:
            self.found("limit.reached", error, member)

    def tensors(self, source: Source, member: str, depth: int) -> None:
        """Judge the header of a tensor file, what its metadata carries, and programs in its data."""
        header = tensor_files.header_of(source)
        self.all_found(header.found, member)
        for text in header.texts:
            self.words(text.encode("utf-8", "replace"), text, "", member, depth)
            self.carried(text, member, depth)
        self.all_found(tensor_files.programs_in(source), member)

    def forbidden_models(self, source: Source, member: str) -> None:
        """Report the models on the blacklist to which tensors belong."""
        found = fingerprint_of({member: source}) if self.blacklist else None
        if found is not None and self.blacklist is not None:
            for entry, alike in self.blacklist.matches(found):
                self.found("fingerprint.listed", f"{entry.name}, {alike:.0%} of it: {entry.reason}", member)

    def polyglot(
        self, source: Source, name: str, member: str, depth: int, *, kind: Kind, judged: list[_Span]
    ) -> None:
        """Scan what else a file may be: tar or text from its first byte, zip from its end, HDF5 from 512 on.

        Args:
            source: Its bytes.
            name: Name by which its reader infers the format.
            member: Its place, for the report.
            depth: Number of containers around it.
            kind: Format that it was judged as.
            judged: Spans of its members, which are judged as files of their own.
        """
        if kind not in (Kind.TAR, Kind.EMPTY) and tars.is_tar(source):
            judged += self.tar(source, member, depth)
        if kind in _WITH_MAGIC and b"\0" not in head(source, kinds.HEAD_BYTES):
            content = head(source, self.limits.text_bytes)
            self.words(content, texts.plain(content), name, member, depth)
        if source.size_bytes < 22:
            return
        archive = None if kind is Kind.ZIP else _zip_at_the_end(source)
        if archive is not None and not any(a <= archive.begin and archive.end <= b for a, b in judged):
            self.found("archive.hidden", f"{kind} that is a zip as well", member, archive.begin)
            self.members(source, archive, name, member, depth)
        begin = hdf5_objects.begin_of(source)
        if begin and all(begin != each for each, _ in judged):
            self.found("archive.hidden", f"{kind} that is HDF5 as well", member, begin)
            self.hdf5(part(source, begin, source.size_bytes), member, depth)

    def text(self, source: Source, name: str, member: str, depth: int) -> None:
        """Scan a text by its form, and by how its name has others use it."""
        self.pickles(source, member, depth, torch=False, sure=False, text_of=name)
        if source.size_bytes > self.limits.text_bytes:
            if name.endswith((".json", ".py", ".yaml", ".yml", ".jinja")):
                self.found("limit.reached", f"a text of {source.size_bytes} bytes", member)
            return
        raw = source.read(0, source.size_bytes)
        self.words(raw, texts.plain(raw), name, member, depth)
        if zips.LOCAL in raw:
            self.embedded(source, member, depth)

    def words(self, raw: bytes, text: str, name: str, member: str, depth: int) -> None:
        """Scan a text, as its readers decode it, in every text format that it has.

        Args:
            raw: Its bytes, for readers that decode them as the first lines declare.
            text: Its text, as readers of documents decode it.
            name: Name by which its reader infers the format.
            member: Its place, for the report.
            depth: Number of containers around it.
        """
        self.all_found(secrets.judged(text), member)
        is_json = self.json(text, name, member, depth)
        if not is_json:
            self.yaml(text, name, member, depth)
            self.sections(text, name, member, depth)
        self.all_found(python.judged_file(raw, name), member)
        if (
            not name.endswith(".py")
            and templates.is_template(text)
            and (name.endswith((".jinja", ".j2", ".jinja2")) or "template" in name)
        ):
            self.all_found(templates.judged(text), member)
        if not is_json:  # if it is, each of its texts was judged
            self.all_found(shells.judged(text), member)
            self.all_found(graphs.judged_text(text), member)
            self.all_found(messages.judged_text(text), member)
            self.all_found(python.judged_chunks(text), member)
            if name.rpartition("/")[2] in _STARTED_BY_R:
                self.all_found(shells.judged_profile(text), member)
        for each in {text: None, texts.declared(raw) or "": None}:
            self.all_found(documents.judged_xml(each), member)

    def json(self, text: str, name: str, member: str, depth: int) -> bool:
        """Judge a text as JSON; return whether it is JSON."""
        stripped = text.lstrip()
        if not stripped.startswith(("{", "[")) or stripped.startswith(("{{", "{%", "{#")):
            return False
        document, wrong = documents.read_json(text)
        if name.endswith((".json", ".ipynb")) or not any(each[0] == "document.broken" for each in wrong):
            self.all_found(wrong, member)
            self.document(document, member, depth)
        return not wrong

    def sections(self, text: str, name: str, member: str, depth: int) -> None:
        """Judge a text as TOML, if it is named so, and as a configuration of Python's logging."""
        if name.endswith(".toml"):
            document, wrong = documents.read_toml(text)
            self.all_found(wrong, member)
            self.document(document, member, depth)
        self.all_found(settings.judged_file(text), member)

    def yaml(self, text: str, name: str, member: str, depth: int) -> None:
        """Judge a text as YAML. Many texts are YAML by chance, so only what runs code counts for those."""
        is_named = name.endswith((".yaml", ".yml")) or name.rpartition("/")[2] == "MLmodel"
        if not is_named and len(text) > _YAML_TRIED:
            self.all_found(documents.judged_broken_yaml(text), member)
            return
        read = yamls.read(text)
        judged = [*read.found, *(found for each in read.documents for found in documents.judged(each))]
        self.all_found((each for each in judged if is_named or each[0] not in _OF_CHANCE), member)
        for each in read.documents:
            self.carried(each, member, depth)
        if read.broken:
            self.all_found(documents.judged_broken_yaml(text), member)
            if is_named:
                self.found("document.broken", read.broken, member)

    def document(self, document: Any, member: str, depth: int) -> None:
        """Judge a parsed document: its content, and what its texts carry."""
        self.all_found(documents.judged(document), member)
        self.carried(document, member, depth)

    def carried(self, document: Any, member: str, depth: int) -> None:
        """Scan files encoded in the texts of a document."""
        for number, content in enumerate(values.carried(document)):
            if number >= _CARRIED_MAX:
                self.found("limit.reached", f"more than {_CARRIED_MAX} texts in base64", member)
                return
            inner = f"{member}!base64" if member else "base64"
            self.file(Memory(content), "", inner, depth + 1, raw=True)
            self.embedded(Memory(content), inner, depth)

    def binary(self, source: Source, name: str, member: str, depth: int, *, raw: bool) -> None:
        """Scan bytes without a magic number."""
        if self.pickles(source, member, depth, torch=False, sure=False) or raw:
            return
        content = head(source, self.limits.text_bytes)
        text = texts.wide(content)
        if text is not None:
            self.words(text.encode("utf-8", "replace"), text, name, member, depth)
            return
        if name.endswith(".py") or python.is_declared(content):
            self.all_found(python.judged_file(content, name), member)
        if python.is_compiled(content):
            self.found("code.python", "compiled Python", member)
            return
        graph = graphs.judged(source)
        if graph is not None:
            self.all_found(graph, member)
            return
        match protobufs.kind_of(source):
            case "onnx":
                self.all_found(protobufs.judged_onnx(source), member)
                for each in protobufs.metadata(source):
                    self.words(each.encode(), each, "", member, depth)
            case "sentencepiece":
                for each in graphs.metadata(source):
                    self.json(each, ".json", member, depth)
            case _:
                self.data(source, name, member, depth)

    def data(self, source: Source, name: str, member: str, depth: int) -> None:
        """Bytes that only their structure, or the reader that their name has, makes something of."""
        run = Machine(Cursor(source), self.spent).finish()
        data = None if names_module(run) else recognised(source, name, self.limits.text_bytes)
        if data is None:
            self.found("format.unknown", head(source, 8), member)
            self.embedded(source, member, depth)
            return
        if data.text is not None:
            self.words(data.text.encode(), data.text, name, member, depth)
        self.all_found(documents.judged(data.document), member)
        self.table(data.table, source, member, depth)

    # ---- pickles -------------------------------------------------------------------------------------------

    def pickles(
        self, source: Source, member: str, depth: int, *, torch: bool, sure: bool, text_of: str | None = None
    ) -> bool:
        """Scan one pickle after the other; return whether there is any.

        Args:
            source: Its bytes.
            member: Its place, for the report.
            depth: Number of containers around it.
            torch: Whether PyTorch reads it.
            sure: Whether its mark proves that it is one; other bytes are one if `meaning.is_pickle` says so.
            text_of: The name of a text.
        """
        cursor = Cursor(source)
        count, passed, legacy = 0, 0, False
        while cursor.at < source.size_bytes:
            begin = cursor.at
            machine = Machine(cursor, self.spent)
            try:
                run = machine.finish()
            except LimitReached:
                if sure or count or is_pickle(machine.run, source, text_of):
                    self.run(source, machine.run, member, depth, torch=torch or legacy)
                raise
            if not sure and count == 0 and not is_pickle(run, source, text_of):
                if not run.stopped:
                    return False
                self.blobs(source, run, member, depth)
                passed += 1
                if run.broken or passed > _PICKLES_MAX:
                    return False
                continue
            if count >= (_LEGACY_PICKLES if legacy else 1) and not run.stopped and not run.calls:
                self.behind(source, begin, member, depth, legacy=legacy)
                return True
            count += 1
            legacy = legacy or run.result == _TORCH_MAGIC
            self.run(source, run, member, depth, torch=torch or legacy)
            if run.broken and not run.stopped:
                self.broken(source, run, member, depth)
                return True
            if count >= (_LEGACY_PICKLES if legacy else _PICKLES_MAX):
                self.behind(source, cursor.at, member, depth, legacy=legacy)
                return True
            self.pass_zeros(cursor, source, legacy=legacy)
        return True

    def disguised(self, source: Source, kind: Kind, member: str, depth: int) -> None:
        """The pickles that a file of another format is to a reader who begins at its first byte."""
        cursor = Cursor(source)
        for _ in range(_PICKLES_MAX):
            run = Machine(cursor, self.spent).finish()
            if runs_code(run, source):
                self.found("pickle.other-format", f"{kind} that runs as a pickle", member, run.begin)
                self.run(source, run, member, depth, torch=False)
            if run.broken:
                return
        self.found("limit.reached", f"more than {_PICKLES_MAX} pickles", member)

    def pass_zeros(self, cursor: Cursor, source: Source, *, legacy: bool) -> None:
        """Skip zeros behind a pickle, which hide nothing themselves."""
        if legacy:
            return
        at = cursor.at
        following = source.read(at, min(source.size_bytes, at + 4096))
        cursor.seek(at + len(following) - len(following.lstrip(b"\0")))

    def run(self, source: Source, run: Run, member: str, depth: int, *, torch: bool) -> None:
        """Judge one pickle that was run on symbols."""
        self.all_found(judged_pickle(run, torch=torch), member)
        self.blobs(source, run, member, depth)

    def blobs(self, source: Source, run: Run, member: str, depth: int) -> None:
        """Scan the bytes and the encoded texts in a pickle."""
        for each in run.noted:
            if each.what == "blob":
                self.blob(part(source, each.value, each.value + each.more), member, depth)
            elif each.what == "call" and isinstance(each.more, tuple):
                for given in cast("tuple[Any, ...]", each.more):
                    if isinstance(given, str) and len(given) >= 8 and not given.isascii():
                        self.blob(Memory(given.encode("latin-1", "replace")), member, depth)

    def blob(self, source: Source, member: str, depth: int) -> None:
        """Scan bytes in a pickle: as a pickle again, or by a search."""
        if depth >= self.limits.levels:
            self.found("archive.too-deep", f"more than {self.limits.levels} levels", member)
            return
        self.file(source, "", f"{member}!bytes" if member else "bytes", depth + 1, raw=True)
        self.embedded(source, member, depth)

    def behind(self, source: Source, at: int, member: str, depth: int, *, legacy: bool) -> None:
        """Scan what follows the last pickle: storages, in old PyTorch files."""
        if at >= source.size_bytes:
            return
        if not legacy:
            self.found("pickle.trailing", f"{source.size_bytes - at} bytes", member, at)
        self.embedded(part(source, at, source.size_bytes), member, depth)

    def broken(self, source: Source, run: Run, member: str, depth: int) -> None:
        """Scan behind a break, since readers differ in how they handle one."""
        rest = part(source, run.begin + 1, source.size_bytes)
        text = head(rest, _SEARCHED_BYTES)
        found = _NAMES_OF_CODE.search(text)
        if found is not None:
            self.found("pickle.after-break", found[0], member, run.begin + 1 + found.start())
        self.embedded(rest, member, depth)

    def embedded(self, source: Source, member: str, depth: int) -> None:
        """Search bytes for pickles and programs; only calls count, since chance writes no names."""
        if depth >= self.limits.levels:
            return
        tried = 0
        for base in windows(source, _SEARCHED_BYTES):
            piece = source.read(base, min(source.size_bytes, base + _SEARCHED_BYTES + 256))
            for match in _EMBEDDED.finditer(piece):
                if tried >= _CANDIDATES_MAX:
                    return
                at = base + match.start()
                tried += 1
                if match[0].startswith(b"\x7fELF"):
                    self.found("native.program", "ELF inside of the data", member, at)
                elif match[0].startswith(b"PK"):
                    self.hidden_zip(part(source, at, source.size_bytes), member, depth, at)
                    return
                else:
                    self.hidden_pickle(part(source, at, source.size_bytes), member, depth)

    def hidden_zip(self, source: Source, member: str, depth: int, at: int) -> None:
        """Scan a zip in the middle of something else."""
        archive = zips.archive_of(source)
        if archive is not None and archive.entries and archive.entries[0].header == 0:
            self.found("archive.hidden", f"a zip of {len(archive.entries)} members", member, at)
            self.members(source, archive, "", member, depth + 1)

    def hidden_pickle(self, source: Source, member: str, depth: int) -> None:
        """Scan a pickle in the middle of something else."""
        try:
            run = Machine(Cursor(source), self.searching).finish()
        except LimitReached:
            self.found("limit.reached", f"a search of more than {_SEARCH_STEPS} opcodes", member)
            return
        if run.calls and (run.stopped or harms(run)):
            self.all_found(
                (each for each in judged_pickle(run, torch=False) if each[0] != "pickle.broken"), member
            )

    # ---- containers ----------------------------------------------------------------------------------------

    def zip(self, source: Source, name: str, member: str, depth: int) -> list[_Span]:
        """Scan a zip archive from its first byte; return the spans of members that are not packed."""
        archive = zips.archive_of(source)
        if archive is None:
            self.found("archive.broken", "no member and no directory", member)
            return []
        if archive.begin > 0:
            self.found("archive.hidden", f"{archive.begin} bytes before the first member", member)
            self.file(part(source, 0, archive.begin), "", member, depth + 1, raw=True)
        if archive.end < source.size_bytes:
            self.found("archive.hidden", f"{source.size_bytes - archive.end} bytes behind the end", member)
            self.file(part(source, archive.end, source.size_bytes), "", member, depth + 1)
        self.members(source, archive, name, member, depth)
        return [(each.begin, each.end) for each in archive.entries if each.method == zips.STORED]

    def members(self, source: Source, archive: zips.Archive, name: str, member: str, depth: int) -> None:
        """Scan the members of a zip."""
        for rule, said in archive.wrong:
            self.found(rule, said, member)
        for begin, end in archive.gaps:
            self.found("archive.hidden", f"{end - begin} bytes between members", member, begin)
            self.embedded(part(source, begin, end), member, depth)
        names = [entry.name for entry in archive.entries]
        torch = any(each.endswith(("data.pkl", "/version")) or each == "data.pkl" for each in names)
        for twice in sorted(
            {each for each in names if names.count(each) > 1} if len(names) < 5_000 else _repeated(names)
        ):
            self.found("archive.repeated", twice, member)
        sizes = {entry.name: entry.size_bytes for entry in archive.entries}
        for entry in archive.entries:
            self.spent.member()
            self.entry(
                source,
                entry,
                f"{member}!{entry.name}" if member else entry.name,
                depth,
                torch=torch,
                sizes=sizes,
            )

    def entry(
        self,
        source: Source,
        entry: zips.Entry,
        member: str,
        depth: int,
        *,
        torch: bool,
        sizes: dict[str, int],
    ) -> None:
        """A member of a zip, unpacked."""
        for rule, said in entry.wrong:
            self.found(rule, said, member)
        for each in {entry.name, entry.local_name}:
            if leaves(each):
                self.found("archive.leaves-folder", each, member)
        if entry.is_link:
            target = head(part(source, entry.begin, entry.end), 512)
            self.found("archive.link", f"symlink to {target!r}", member)
        if entry.encrypted:
            self.found("archive.encrypted", entry.name, member)
        stored = part(source, entry.begin, entry.begin + entry.packed_bytes)
        if entry.method == zips.STORED:
            content: Source = stored
            if stored.size_bytes != entry.size_bytes:
                self.found("archive.disagrees", f"{entry.name}: stored in another size", member)
            self.checksum(stored, entry, member)
        elif entry.method == zips.DEFLATED:
            content = self.inflated(stored, entry, member)
        else:
            self.found("archive.unsupported", f"packed by method {entry.method}", member)
            content = stored
        if entry.name.endswith("/") and not content.size_bytes:
            return
        self.member(content, entry.name, member, depth, torch=torch, sizes=sizes)

    def member(
        self, content: Source, name: str, member: str, depth: int, *, torch: bool, sizes: dict[str, int]
    ) -> None:
        """Scan a member, depending on the kind of archive."""
        if torch and "/code/" in f"/{name}" and name.endswith(".py"):
            text = head(content, self.limits.text_bytes).decode("utf-8", "replace")
            self.all_found(code.judged_torchscript(text), member)
            return
        raw = torch and _RAW_MEMBER.match(name) is not None
        if torch and name.endswith("data.pkl"):
            self.storages(content, name, member, sizes)
        self.file(content, name, member, depth + 1, torch=torch, raw=raw)

    def storages(self, content: Source, name: str, member: str, sizes: dict[str, int]) -> None:
        """Check that every storage a PyTorch pickle asks for is as large as the pickle says."""
        run = Machine(Cursor(content), Spent(self.limits)).finish()
        for each in run.noted:
            if each.what != "persistent" or not isinstance(each.value, tuple):
                continue
            value = cast("tuple[Any, ...]", each.value)
            if len(value) < 5:
                continue
            kind, key, items = getattr(value[1], "name", ""), value[2], value[4]
            held = sizes.get(f"{name.removesuffix('data.pkl')}data/{key}")
            wanted = (
                items * _ITEM_BYTES.get(str(kind).removesuffix("Storage"), 1) if isinstance(items, int) else 0
            )
            if held is not None and wanted > held:
                self.found("pickle.storage", f"storage {key}: {wanted} bytes of {held}", member, each.at)

    def checksum(self, stored: Source, entry: zips.Entry, member: str) -> None:
        """CRC-32 of a stored member."""
        total = 0
        for at in range(0, stored.size_bytes, 4 << 20):
            total = crc32(stored.read(at, min(stored.size_bytes, at + (4 << 20))), total)
        if total != entry.crc32 and not (entry.size_bytes == 0 and entry.crc32 == 0):
            self.found("archive.checksum", entry.name, member)

    def inflated(self, stored: Source, entry: zips.Entry, member: str) -> Source:
        """Inflate a deflated member; report what cannot be inflated."""
        out = packed.inflated(stored, self.spent)
        self.unpacking(out, member)
        if out.whole and (out.crc32 != entry.crc32 or out.size_bytes != entry.size_bytes):
            self.found("archive.checksum", entry.name, member)
        if not out.content and out.wrong:
            return stored  # perhaps not packed at all, whatever the headers say
        return Memory(out.content)

    def unpacking(self, out: packed.Unpacked, member: str) -> None:
        """Report an error in unpacking a stream."""
        if out.bomb:
            self.found("archive.bomb", f"more than {out.size_bytes} bytes", member)
        elif out.limit:
            self.found("limit.reached", out.limit, member)
        elif out.wrong:
            self.found("stream.broken", out.wrong, member)
        elif not out.whole:
            self.found(
                "limit.reached", f"only {len(out.content)} of {out.size_bytes} bytes were looked at", member
            )

    def packed(self, source: Source, name: str, member: str, depth: int, *, raw: bool) -> list[_Span]:
        """A compressed stream around a file; all of it, if a zip in it can be read as it is."""
        kind = packed.kind_of(head(source, 64))
        out = packed.unpacked(source, kind or "", self.spent)
        if not out.content and out.wrong:
            if not raw:
                self.found("format.unknown", out.wrong, member)
            return []
        if raw and out.wrong:
            return []
        self.unpacking(out, member)
        if out.rest:
            self.found("archive.hidden", f"{out.rest} bytes behind the end of the stream", member)
            self.embedded(part(source, source.size_bytes - out.rest, source.size_bytes), member, depth)
        plain = re.sub(r"\.(?:gz|bz2|xz|lzma|lz4|zst|z)$", "", name)
        self.file(Memory(out.content), plain, f"{member}!{kind}" if member else str(kind), depth + 1)
        outer, inner = _zip_at_the_end(source), _zip_at_the_end(Memory(out.content))
        is_same = (
            outer
            and inner
            and [each.crc32 for each in outer.entries] == [each.crc32 for each in inner.entries]
        )
        return [(0, source.size_bytes)] if is_same else []

    def tar(self, source: Source, member: str, depth: int) -> list[_Span]:
        """Scan a tar archive; return the spans of its members."""
        names: set[str] = set()
        spans: list[_Span] = []
        end = 0
        try:
            for entry in tars.entries(source):
                self.spent.member()
                inner = f"{member}!{entry.name}" if member else entry.name
                if leaves(entry.name):
                    self.found("archive.leaves-folder", entry.name, inner)
                if entry.claimed_bytes:
                    detail = f"a {entry.kind} claims {entry.claimed_bytes} bytes of content"
                    self.found("archive.broken", detail, inner)
                if entry.kind in ("link", "symlink", "device"):
                    self.found("archive.link", f"{entry.kind} to {entry.target}", inner)
                if entry.name in names and entry.kind == "file":
                    self.found("archive.repeated", entry.name, inner)
                names.add(entry.name)
                end = entry.begin + entry.size_bytes
                if end > source.size_bytes:
                    self.found("stream.broken", "a member that the file does not hold", inner)
                if entry.kind == "file":
                    torch = entry.name.rpartition("/")[2] in ("pickle", "sys_info", "storages", "tensors")
                    content = part(source, entry.begin, end)
                    spans.append((entry.begin, end))
                    self.file(
                        content,
                        entry.name,
                        inner,
                        depth + 1,
                        torch=torch,
                        raw=torch and "pickle" not in entry.name,
                    )
        except tars.TarBroken as error:
            self.found("archive.broken", error, member)
            self.embedded(part(source, end, source.size_bytes), member, depth)
        else:
            self.behind_tar(source, end, member, depth)
        return spans

    def behind_tar(self, source: Source, end: int, member: str, depth: int) -> None:
        """Judge bytes behind the zeros that end a tar."""
        begin = (end + tars.BLOCK - 1) // tars.BLOCK * tars.BLOCK
        rest = part(source, begin, source.size_bytes)
        for at in windows(rest, _SEARCHED_BYTES):
            piece = rest.read(at, min(rest.size_bytes, at + _SEARCHED_BYTES))
            if zeros := len(piece) - len(piece.lstrip(b"\0")):
                piece = piece[zeros:]
            if piece:
                left = part(source, begin + at + zeros, source.size_bytes)
                self.found(
                    "archive.hidden", f"{left.size_bytes} bytes behind the end", member, begin + at + zeros
                )
                self.file(left, "", member, depth + 1)
                return

    def array(self, source: Source, member: str, depth: int) -> None:
        """Scan a numpy array."""
        try:
            array = arrays.array_of(source)
        except arrays.ArrayInvalid as error:
            self.found("array.header", error, member)
            self.embedded(source, member, depth)
            return
        if array.objects:
            self.pickles(part(source, array.begin, source.size_bytes), member, depth, torch=False, sure=True)
        elif (held := source.size_bytes - array.begin) < array.size_bytes:
            is_claim = array.size_bytes > max(claims.CLAIMED_MAX, claims.SMALL * source.size_bytes)
            rule = "memory.claimed" if is_claim else "tensors.truncated"
            self.found(rule, f"an array of {array.size_bytes} bytes, of which {held} are there", member)

    def table(self, table: tables.Table, source: Source, member: str, depth: int) -> None:
        """Scan a table: its problems, and what its metadata hold, raw and in base64."""
        self.all_found(table.wrong, member)
        for key, value in table.metadata:
            inner = f"{member}!{key}" if member else key
            self.file(Memory(value), "", inner, depth + 1, raw=True)
            if _BASE64.fullmatch(value):
                self.file(Memory(a2b_base64(value)), "", inner, depth + 1, raw=True)
        self.embedded(source, member, depth)

    def hdf5(self, source: Source, member: str, depth: int) -> None:
        """Scan HDF5: by its bytes, then as its readers walk it."""
        self.all_found(hdf5_texts.judged(source), member)
        try:
            for each in hdf5_objects.walked(source):
                if isinstance(each, hdf5_objects.Problem):
                    self.found(each.rule, each.value, member)
                    continue
                inner = f"{member}!{each.name}" if member else each.name
                for value in each.values:
                    self.spent.member()
                    self.attribute(each.name, value, inner, depth)
        except StructureUnknown as error:
            self.found("hdf5.broken", error, member)
        except TooMuch as error:
            self.found("limit.reached", error, member)

    def attribute(self, name: str, value: bytes, member: str, depth: int) -> None:
        """The value of an attribute: a text ends at its first zero, or with those at its end."""
        name = f"{name}.json" if name in _KERAS_ATTRIBUTES else ""
        for each in {value.rstrip(b"\0"): None, value.partition(b"\0")[0]: None}:
            self.file(Memory(each), name, member, depth + 1, raw=True)
            if len(each) <= self.limits.text_bytes:
                self.json(texts.plain(each), name, member, depth)

    def tail_of_tensors(self, source: Source, member: str, depth: int) -> None:
        """Search the content for embedded files if its header was rejected."""
        if any(each.rule == "tensors.header" and each.member == printable(member) for each in self.findings):
            self.embedded(source, member, depth)


def _zip_at_the_end(source: Source) -> zips.Archive | None:
    """The zip that a reader of zips finds in any file, from its end."""
    tail = source.read(max(0, source.size_bytes - zips.TAIL_BYTES), source.size_bytes)
    archive = zips.archive_of(source) if zips.END in tail else None
    return archive if archive is not None and archive.entries else None


def _repeated(names: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


__all__ = ["Report", "Verdict", "scan"]
