"""Writes files as frameworks write them, once: FOLDER/NAME; run in an environment that has the framework.

    python tools/make_model_files.py FOLDER torch|rest|tables|table-attacks|hdf5|hdf5-attacks

Locks: libs/proof/testkit/src/muster/testkit/hostile/made/*.lock. The files are committed beside them,
so that no test needs a framework. Where FILES.json is, it gains a line for each file: the package and version
that wrote it.
"""
# pyright: basic

from __future__ import annotations

import argparse
import base64
import collections
import datetime
import json
import pathlib
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

Made = dict[str, Callable[[pathlib.Path], Any]]


def main(folder: pathlib.Path, which: str) -> None:
    """Write every file of one kind."""
    folder.mkdir(parents=True, exist_ok=True)
    listing = folder / "FILES.json"
    known = json.loads(listing.read_text()) if listing.exists() else {}
    kinds = {"torch": torch_files, "rest": other_files, "tables": tables, "table-attacks": table_attacks}
    kinds |= {"hdf5": hdf5_files, "hdf5-attacks": hdf5_attacks}
    for package, made in kinds[which]().items():
        for name, write in made.items():
            write(folder / name)
            known[name] = f"{package} {version(package)}"
    if not which.endswith("-attacks"):
        listing.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")


def torch_files() -> dict[str, Made]:
    """Files that PyTorch and transformers save."""
    torch = import_module("torch")
    torch.manual_seed(0)
    linear = torch.nn.Linear(3, 2)
    network = torch.nn.Sequential(
        torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.ReLU(), torch.nn.Flatten()
    )
    optimizer = torch.optim.AdamW(linear.parameters())
    linear(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
    block = torch.nn.TransformerEncoderLayer(4, 2, 4)
    kinds = {
        str(kind).removeprefix("torch."): torch.ones(2).to(kind)
        for kind in (torch.bfloat16, torch.half, torch.int8, torch.bool, torch.complex64, torch.float8_e4m3fn)
    }
    checkpoint = {
        "epoch": 3,
        "state_dict": linear.state_dict(),
        "args": argparse.Namespace(lr=0.1, data=pathlib.PurePosixPath("data")),
        "when": datetime.datetime(2026, 11, 24, tzinfo=datetime.UTC),
        "history": collections.defaultdict(list, loss=[1.0, 0.5]),
    }

    def save(what: Any, **how: Any) -> Callable[[pathlib.Path], None]:
        return lambda path: torch.save(what, path, **how)

    made: Made = {
        "state_dict.pt": save(linear.state_dict()),
        "legacy.pth": save(linear.state_dict(), _use_new_zipfile_serialization=False),
        "legacy-module.pth": save(network, _use_new_zipfile_serialization=False),
        "module.pt": save(network),
        "transformer.pt": save(block),
        "optimizer.pt": save(optimizer.state_dict()),
        "scheduler.pt": save(plan.state_dict()),
        "checkpoint.ckpt": save(checkpoint),
        "dtypes.pt": save(kinds),
        "tensor.pt": save(torch.arange(6).reshape(2, 3)),
        "parameter.pt": save(torch.nn.Parameter(torch.ones(2))),
        "sparse.pt": save(torch.eye(3).to_sparse()),
        "rng_state.pth": save({"cpu": torch.get_rng_state()[:64], "python": (3, (1, 2), None)}),
        "protocol4.pt": save(linear.state_dict(), pickle_protocol=4),
        "device.pt": save(
            {"device": torch.device("cpu"), "dtype": torch.float32, "size": torch.Size([1, 2])}
        ),
        "scripted.pt": lambda path: torch.jit.script(linear).save(str(path)),
        "traced.pt": lambda path: torch.jit.trace(network, torch.ones(1, 1, 4, 4)).save(str(path)),
        "exported.pt2": lambda path: torch.export.save(
            torch.export.export(linear, (torch.ones(1, 3),)), path
        ),
    }
    arguments = import_module("transformers").TrainingArguments
    return {
        "torch": made,
        "transformers": {"training_args.bin": save(arguments(output_dir="out", use_cpu=True))},
    }


def other_files() -> dict[str, Made]:
    """Files that other libraries save."""
    np = import_module("numpy")
    return {
        "numpy": _numpy(np),
        "scikit-learn": _sklearn(np),
        "pandas": _pandas(),
        "scipy": {"matrix.pkl": _pickled(import_module("scipy.sparse").csr_matrix(np.eye(3)))},
        "keras": _keras(),
        "lightgbm": _lightgbm(np),
        "safetensors": {
            "model.safetensors": lambda p: import_module("safetensors.numpy").save_file(
                {"a": np.ones((2, 3), np.float32), "b": np.arange(4)}, str(p), {"format": "pt"}
            )
        },
        "onnx": {"model.onnx": _onnx},
        "gguf": {"model.gguf": _gguf},
        "skops": {"model.skops": lambda p: import_module("skops.io").dump(_fitted(np), p)},
        **hdf5_files(),
    }


def hdf5_files() -> dict[str, Made]:
    """HDF5 in its first form, in its latest, and with names in the order in which they came."""
    return {
        "h5py": {
            "weights.h5": _weights,
            "latest.h5": lambda path: _layers(path, libver="latest"),
            "ordered.h5": lambda path: _layers(path, track_order=True),
        }
    }


def hdf5_attacks() -> dict[str, Made]:
    """HDF5 files whose attack is found by walking the file, not by searching its bytes."""
    h5py, np = import_module("h5py"), import_module("numpy")
    layer = {"class_name": "Lambda", "config": {"function": ["4wEAAAA=", None, None]}}
    model = json.dumps({"class_name": "Functional", "config": {"layers": [layer]}}).replace('{"', '{ "')
    latest: dict[str, Any] = {"libver": "latest"}
    source = h5py.VirtualSource("/etc/secrets.h5", "x", (8,))
    external = {"shape": (8,), "dtype": "u1", "external": [("/etc/passwd", 0, 8)]}

    def many(file: Any) -> None:
        for each in range(40):
            file.attrs[f"a{each}"] = "x"
        file.attrs["model_config"] = model

    def committed(file: Any) -> None:
        file["type"] = h5py.string_dtype()
        file.attrs.create("model_config", model, dtype=file["type"])

    def ordered(file: Any) -> None:
        layers = file.create_group("layers", track_order=True)
        for each in range(20):
            layers.create_group(f"layer_{each}")
        layers["w"] = h5py.ExternalLink("/etc/\xe4.passwd", "/x")

    def virtual(file: Any) -> None:
        layout = h5py.VirtualLayout((8,), dtype="u1")
        layout[:] = source
        file.create_virtual_dataset("w", layout)

    def written(
        change: Callable[[Any], object], start: bytes = b"", **form: Any
    ) -> Callable[[pathlib.Path], None]:
        def write(path: pathlib.Path) -> None:
            with h5py.File(path, "w", **form) as file:
                change(file)
            path.write_bytes(start + path.read_bytes()[len(start) :])

        return write

    def config(value: object) -> Callable[[Any], None]:
        return lambda file: file.attrs.__setitem__("model_config", value)

    pickled = np.bytes_(b"cos\nsystem\n(S'true'\ntR.")
    return {
        "h5py": {
            "spaced.h5": written(config(model)),
            "fixed.h5": written(config(np.bytes_(model)), **latest),
            "dense-attributes.h5": written(many, **latest),
            "huge-attribute.h5": written(config(np.bytes_(model[:-1] + " " * 66_000 + "}")), **latest),
            "committed-type.h5": written(committed, **latest),
            "surrogate.h5": written(config(model[:-1].encode() + b', "name\xff\x7f": 1}')),
            "ordered-links.h5": written(ordered, **latest),
            "external-values.h5": written(lambda file: file.create_dataset("w", **external)),
            "external-values-latest.h5": written(lambda file: file.create_dataset("w", **external), **latest),
            "virtual.h5": written(virtual, **latest),
            "user-block.h5": written(config(model), b'{"harmless": 1}'.ljust(512), userblock_size=512),
            "pickled-attribute.h5": written(lambda file: file.attrs.__setitem__("values", pickled)),
        }
    }


def tables() -> dict[str, Made]:
    """Tables as data sets have them."""
    pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    columns = {
        "text": ["a cat", "a dog"] * 20,
        "label": pa.array([1, 0] * 20, pa.int32()),
        "tags": [["x", "y"], ["z"]] * 20,
        "box": [{"x": 1.0, "y": 2.0}] * 40,
        "kind": pa.array(["p", "q"] * 20).dictionary_encode(),
    }
    features = {"text": {"dtype": "string", "_type": "Value"}, "label": {"names": ["no", "yes"]}}
    table = pa.table(columns).replace_schema_metadata(
        {"huggingface": json.dumps({"info": {"features": features}})}
    )
    shaped = _extended("datasets.features.features.Array2DExtensionType", b'{"shape": [2, 2]}')

    def compressed(how: str) -> Callable[[pathlib.Path], Any]:
        return lambda path: parquet.write_table(
            table, path, compression=how, row_group_size=15, write_page_index=how == "zstd"
        )

    return {
        "pyarrow": {
            **{f"{how}.parquet": compressed(how) for how in ("snappy", "zstd", "gzip", "none")},
            "empty.parquet": lambda path: parquet.write_table(table.slice(0, 0), path),
            "wide.parquet": lambda path: parquet.write_table(
                pa.table({f"c{i}": [i] for i in range(30)}), path
            ),
            "table.arrow": _arrow(table, "new_file"),
            "data-00000-of-00001.arrow": _arrow(table, "new_stream"),
            "array2d.arrow": _arrow(shaped, "new_stream"),
            "table.feather": lambda path: import_module("pyarrow.feather").write_feather(table, path),
        }
    }


def table_attacks() -> dict[str, Made]:
    """Tables with pickles that call `true` by a shell when they are loaded."""
    pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    attack = b"\x80\x04\x8c\x02os\x8c\x06system\x93(\x8c\x04truetR."
    extended = _extended("arrow.py_extension_type", attack)
    plain = pa.table({"a": [1]})
    held = plain.replace_schema_metadata({b"model": attack})
    encoded = plain.replace_schema_metadata({b"model": base64.b64encode(attack)})
    return {
        "pyarrow": {
            "extension.parquet": lambda path: parquet.write_table(extended, path),
            "extension.arrow": _arrow(extended, "new_file"),
            "extension-stream.arrow": _arrow(extended, "new_stream"),
            "metadata.parquet": lambda path: parquet.write_table(held, path),
            "encoded-metadata.parquet": lambda path: parquet.write_table(encoded, path),
        }
    }


def _extended(name: str, about: bytes) -> Any:
    """A table whose column has a type of its own: its name and what is to be known of it."""
    pa = import_module("pyarrow")

    class Extended(pa.ExtensionType):
        def __init__(self) -> None:
            super().__init__(pa.int64(), name)

        def __arrow_ext_serialize__(self) -> bytes:
            return about

    return pa.table({"a": pa.ExtensionArray.from_storage(Extended(), pa.array([1, 2]))})


def _arrow(table: Any, how: str) -> Callable[[pathlib.Path], Any]:
    def write(path: pathlib.Path) -> None:
        with getattr(import_module("pyarrow.ipc"), how)(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=15)

    return write


def _pickled(what: Any, number: int = 4) -> Callable[[pathlib.Path], Any]:
    return lambda path: path.write_bytes(pickle.dumps(what, number))


def _numpy(np: Any) -> Made:
    array = np.arange(6.0).reshape(2, 3)
    made: Made = {f"array-{number}.pkl": _pickled(array, number) for number in range(6)}
    made |= {
        "float.npy": lambda p: np.save(p, array),
        "text.npy": lambda p: np.save(p, np.array(["ab", "c"])),
        "object.npy": lambda p: np.save(p, np.array(["a", None, 1], dtype=object), allow_pickle=True),
        "record.npy": lambda p: np.save(p, np.zeros(2, dtype=[("a", "f4"), ("b", "i8", (2,))])),
        "arrays.npz": lambda p: np.savez(p, a=array, b=array),
        "packed.npz": lambda p: np.savez_compressed(p, a=array),
        "scalar.pkl": _pickled({"loss": np.float32(1.5), "step": np.int64(3)}),
        "generator.pkl": _pickled(np.random.default_rng(0)),
        "random-state.pkl": _pickled(np.random.RandomState(0).get_state()),
    }
    return made


def _fitted(np: Any) -> Any:
    linear = import_module("sklearn.linear_model")
    pipeline = import_module("sklearn.pipeline")
    scaler = import_module("sklearn.preprocessing").StandardScaler
    rows, labels = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    return pipeline.make_pipeline(scaler(), linear.LogisticRegression()).fit(rows, labels)


def _sklearn(np: Any) -> Made:
    ensemble, cluster = import_module("sklearn.ensemble"), import_module("sklearn.cluster")
    words = import_module("sklearn.feature_extraction.text").TfidfVectorizer()
    joblib = import_module("joblib")
    rows, labels = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    fitted = _fitted(np)
    trees = ensemble.RandomForestClassifier(2, max_depth=2, random_state=0).fit(rows, labels)
    boosted = ensemble.GradientBoostingRegressor(n_estimators=2, random_state=0).fit(rows, labels)
    search = import_module("sklearn.model_selection").GridSearchCV(
        import_module("sklearn.svm").SVC(), {"C": [1, 2]}, cv=2
    )
    near = import_module("sklearn.neighbors").KNeighborsClassifier(2, algorithm="kd_tree").fit(rows, labels)
    made: Made = {
        "pipeline.pkl": _pickled(fitted),
        "pipeline.joblib": lambda p: joblib.dump(fitted, p),
        "forest.pkl": _pickled(trees),
        "forest.joblib": lambda p: joblib.dump(trees, p),
        "boosting.pkl": _pickled(boosted),
        "search.joblib": lambda p: joblib.dump(search.fit(rows, labels), p),
        "words.pkl": _pickled(words.fit(["a bc", "bc de"])),
        "clusters.joblib": lambda p: joblib.dump(cluster.KMeans(2, n_init=1, random_state=0).fit(rows), p),
        "neighbours.pkl": _pickled(near),
    }
    for kind in ("gzip", "bz2", "xz", "lzma", "zlib", "lz4"):
        made[f"pipeline.joblib.{kind}"] = lambda p, kind=kind: joblib.dump(fitted, p, compress=(kind, 3))
    return made


def _pandas() -> Made:
    pandas = import_module("pandas")
    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": pandas.to_datetime(["2026-11-24"] * 2)})
    return {
        "frame.pkl": frame.to_pickle,
        "series.pkl": frame["a"].to_pickle,
        "frame.csv": frame.to_csv,
    }


def _keras() -> Made:
    keras = import_module("keras")
    layers = keras.layers
    network = keras.Sequential([layers.Input((4,)), layers.Dense(3, activation="relu"), layers.Dropout(0.1)])
    given = layers.Input((5,), dtype="int32")
    inner = layers.Bidirectional(layers.LSTM(2, return_sequences=True))(layers.Embedding(7, 3)(given))
    functional = keras.Model(given, layers.TimeDistributed(layers.Dense(2))(inner))
    return {
        "sequential.keras": network.save,
        "functional.keras": functional.save,
        "sequential.h5": network.save,
        "functional.h5": functional.save,
        "network.weights.h5": network.save_weights,
        "architecture.json": lambda path: path.write_text(network.to_json()),
    }


def _lightgbm(np: Any) -> Made:
    lightgbm = import_module("lightgbm")
    rows, labels = np.arange(80.0).reshape(40, 2), np.arange(40) % 2
    fitted = lightgbm.LGBMClassifier(n_estimators=2, min_child_samples=2, verbose=-1).fit(rows, labels)
    return {
        "lightgbm.pkl": _pickled(fitted),
        "lightgbm.txt": lambda path: fitted.booster_.save_model(str(path)),
    }


def _onnx(path: pathlib.Path) -> None:
    helper = import_module("onnx").helper
    given = [helper.make_tensor_value_info(name, 1, [2]) for name in "xy"]
    weights = helper.make_tensor("w", 1, [2], [1.0, 2.0])
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "w"], ["y"])], "g", given[:1], given[1:], [weights]
    )
    path.write_bytes(helper.make_model(graph).SerializeToString())


def _gguf(path: pathlib.Path) -> None:
    np = import_module("numpy")
    writer = import_module("gguf").GGUFWriter(path, "llama")
    writer.add_block_count(1)
    writer.add_token_list(["<s>", "a"])
    writer.add_chat_template(
        "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] | trim }}{% endfor %}"
    )
    writer.add_tensor("a", np.ones((2, 32), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _weights(path: pathlib.Path) -> None:
    np = import_module("numpy")
    with import_module("h5py").File(path, "w") as file:
        file.create_dataset("layers/dense/0", data=np.ones((2, 2)), compression="gzip")


def _layers(path: pathlib.Path, **form: Any) -> None:
    h5py, np = import_module("h5py"), import_module("numpy")
    with h5py.File(path, "w", **form) as file:
        for each in range(12):
            layer = file.create_group(f"layers/dense_{each}/vars")
            layer.create_dataset(
                "0", data=np.ones(each + 1, "f4"), compression="gzip", shuffle=True, fletcher32=True
            )
            layer.create_dataset("1", data=np.float32(each), chunks=None)
            file[f"layers/dense_{each}"].attrs["name"] = f"dense_{each}/kernel:0"
        file["first"] = h5py.SoftLink("/layers/dense_0")
        file["same"], file["type"] = file["layers"], np.dtype("f8")
        file.create_dataset("words", data=np.array(["a cat", "a dog"], dtype=h5py.string_dtype()))
        file.attrs["layer_names"] = np.array([b"dense_0", b"dense_1"])
        file.attrs["raw"], file.attrs["none"] = np.void(b"\x01\x02"), h5py.Empty("f4")
        file["words"].attrs["reference"] = file["first"].ref
        for each in range(12):
            file["words"].attrs[f"note {each}"] = f"note {each}"


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
