"""Formats that lie beside models: weights, tables, pictures, databases, texts in other encodings."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import datetime
import json
import sqlite3

import numpy as np

ROWS = np.random.default_rng(0).random((6, 3)).astype("f4")


def write_onnx(forms) -> None:
    """ONNX with its weights in another file, ONNX of scikit-learn."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from skl2onnx import to_onnx
    from sklearn.linear_model import LogisticRegression

    given, result = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 64]) for name in "xy")
    for kind in ("f4", "f2", "i1"):
        weights = numpy_helper.from_array(
            (np.random.default_rng(1).standard_normal((64, 64)) * 20).astype(kind), "w"
        )
        graph = helper.make_graph(
            [helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [given], [result], [weights]
        )
        model = helper.make_model(graph)
        forms.by(
            "onnx",
            f"external-{kind}/model.onnx",
            lambda p, model=model: onnx.save(
                model, str(p), save_as_external_data=True, location="model.onnx_data", size_threshold=0
            ),
        )
        data = forms.folder / f"external-{kind}/model.onnx_data"
        forms.keep("onnx", f"external-{kind}/model.onnx_data", data.read_bytes())
    fitted = LogisticRegression().fit(ROWS, [0, 1] * 3)
    forms.by(
        "skl2onnx", "skl2onnx.onnx", lambda p: p.write_bytes(to_onnx(fitted, ROWS[:1]).SerializeToString())
    )


def write_tensors(forms) -> None:
    """safetensors, HDF5, netCDF, PyTables."""
    import h5py
    import netCDF4
    import tables
    from safetensors.numpy import save_file

    forms.by(
        "safetensors", "weights.safetensors", lambda p: save_file({"a": ROWS, "b": np.arange(3)}, str(p))
    )

    def hdf5(path):
        with h5py.File(path, "w") as file:
            file["a"] = ROWS
            file.attrs["note"] = "text"

    def netcdf(path, form):
        with netCDF4.Dataset(path, "w", format=form) as file:
            file.createDimension("x", 3)
            file.createVariable("v", "f4", ("x",))[:] = [1, 2, 3]

    def pytables(path):
        with tables.open_file(path, "w") as file:
            file.create_array("/", "a", ROWS)
            file.create_table("/", "t", np.zeros(2, dtype=[("a", "f4")]))

    forms.by("h5py", "arrays.h5", hdf5)
    for form in ("NETCDF4", "NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"):
        forms.by("netCDF4", f"{form.lower()}.nc", lambda p, form=form: netcdf(p, form))
    forms.by("tables", "pytables.h5", pytables)


def write_databases(forms) -> None:
    """SQLite, DuckDB, LMDB."""
    import duckdb
    import lmdb

    def sqlite(path, blob=b"\1\2", mode="delete"):
        with sqlite3.connect(path) as base:
            base.execute(f"pragma journal_mode={mode}")
            base.execute("create table a (x integer primary key, y text, z blob)")
            base.execute("insert into a values (1, 'text', ?)", (blob,))
            base.execute("create index i on a (y)")
            base.execute("create view v as select x from a")
        base.close()

    forms.by("joblib", "database.sqlite", sqlite)
    forms.by("joblib", "journal.db", lambda p: sqlite(p, ROWS.tobytes(), "wal"))
    forms.by(
        "duckdb",
        "database.duckdb",
        lambda p: duckdb.connect(str(p)).execute("create table a as select 1 as x").close(),
    )

    def written(path):
        base = lmdb.open(str(path), map_size=1 << 16)
        with base.begin(write=True) as change:
            change.put(b"a", b"text")
        base.close()

    forms.by("lmdb", "lmdb", written)


def write_messages(forms) -> None:
    """msgpack, CBOR, BSON, Avro, TensorBoard's events."""
    import bson
    import cbor2
    import fastavro
    import msgpack
    from tensorboardX import SummaryWriter

    held = {
        "name": "model",
        "weights": ROWS.tobytes(),
        "list": [1, -2, 1.5, None, True],
        "deep": {"a": [{"b": 1}]},
    }
    forms.keep("msgpack", "held.msgpack", msgpack.packb(held))
    forms.keep(
        "msgpack",
        "times.msgpack",
        msgpack.packb([datetime.datetime(2026, 11, 24, tzinfo=datetime.UTC)], datetime=True),
    )
    forms.keep("cbor2", "held.cbor", cbor2.dumps(held))
    forms.keep("pymongo", "held.bson", bson.encode(held))
    schema = {
        "type": "record",
        "name": "r",
        "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": ["null", "string"]}],
    }

    def avro(path, codec):
        with path.open("wb") as file:
            fastavro.writer(file, schema, [{"a": 1, "b": "x"}, {"a": 2, "b": None}] * 5, codec=codec)

    for codec in ("null", "deflate"):
        forms.by("fastavro", f"{codec}.avro", lambda p, codec=codec: avro(p, codec))

    def events(path):
        with SummaryWriter(str(path)) as writer:
            writer.add_scalar("loss", 0.5, 1)
            writer.add_text("note", "text", 1)
            writer.add_histogram("w", ROWS, 1)

    forms.by("tensorboardX", "runs", events)


def write_pictures(forms) -> None:
    """Pictures, drawings, documents."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    import openpyxl
    from PIL import Image

    picture = Image.fromarray((ROWS * 255).astype("u1"))
    for kind in ("png", "jpg", "gif", "bmp", "webp", "tiff", "ico", "ppm", "jp2", "avif"):
        forms.by("pillow", f"picture.{kind}", picture.save)
    forms.all("pillow", "pillow", picture)
    figure, _ = plt.subplots(figsize=(1, 1))
    for kind in ("svg", "png"):
        forms.by("matplotlib", f"figure.{kind}", lambda p: figure.savefig(p, dpi=20))
    forms.by("matplotlib", "figure.pdf", figure.savefig)
    forms.by("matplotlib", "figure.eps", figure.savefig)
    plt.close(figure)
    book = openpyxl.Workbook()
    book.active["A1"] = "text"
    forms.by("openpyxl", "book.xlsx", book.save)


def write_statistics_files(forms) -> None:
    """SPSS, SAS, Stata."""
    import pandas as pd
    import pyreadstat

    frame = pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]})
    forms.by("pyreadstat", "table.sav", lambda p: pyreadstat.write_sav(frame, str(p)))
    forms.by("pyreadstat", "packed.zsav", lambda p: pyreadstat.write_sav(frame, str(p), compress=True))
    forms.by("pyreadstat", "table.dta", lambda p: pyreadstat.write_dta(frame, str(p)))
    forms.by("pyreadstat", "table.xpt", lambda p: pyreadstat.write_xport(frame, str(p)))
    forms.by(
        "pyreadstat", "table.por", lambda p: pyreadstat.write_por(frame.rename(columns=str.upper), str(p))
    )


def write_texts(forms) -> None:
    """Texts as editors of other times and places save them."""
    held = {"model_type": "llama", "name": "größe"}
    source = '# -*- coding: latin-1 -*-\n"""Müller, 2026."""\n\nNAME = "Größe"\nCOUNT = len(NAME)\n'
    kept = {
        "bom.json": b"\xef\xbb\xbf" + json.dumps(held).encode(),
        "utf16.json": json.dumps(held).encode("utf-16"),
        "utf16be.txt": "\ufeffé text\r\n".encode("utf-16-be"),
        "latin1.py": source.encode("latin-1"),
        "cp1252.py": source.replace("latin-1", "cp1252").encode("cp1252"),
        "bom.py": b"\xef\xbb\xbf" + source.replace("latin-1", "utf-8").encode(),
        "bom.yaml": b"\xef\xbb\xbfmodel:\n  hidden: 4\n",
        "latin1.txt": "Größe und Maß, café, niño\n".encode("latin-1"),
        "euckr.txt": "모델 이름\n".encode("euc-kr"),
        "big5.txt": "模型名稱\n".encode("big5"),
        "mac.txt": b"one\rtwo\rthree\r",
        "form-feed.txt": b"page one\n\x0cpage two\n",
        "terminal.log": b"\x1b[32mloss 0.5\x1b[0m\n\x1b[1mdone\x1b[0m\n",
        "crlf.csv": b"a,b\r\n1,2\r\n",
        "blank.txt": b"   \n\n",
        "zeros.bin": bytes(4096),
    }
    for name, content in kept.items():
        forms.keep("joblib", f"texts/{name}", content)
