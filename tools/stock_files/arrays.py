"""Arrays, frames and what lies in them."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import pathlib
import uuid
import zoneinfo

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.orc
import pytz
import scipy.interpolate
import scipy.io
import scipy.optimize
import scipy.sparse
import scipy.spatial
import scipy.special
import scipy.stats
import xarray as xr

WHEN = datetime.datetime(2026, 11, 24, 12, tzinfo=datetime.UTC)


def write_python(forms) -> None:
    """Values of Python itself."""
    zone = zoneinfo.ZoneInfo("Europe/Berlin")
    held = {
        "when": [WHEN, WHEN.date(), WHEN.time(), datetime.timedelta(1), WHEN.astimezone(zone), zone],
        "numbers": [decimal.Decimal("1.5"), fractions.Fraction(1, 3), 1 + 2j, 1 << 70, float("nan")],
        "held": [
            collections.OrderedDict(a=1),
            collections.defaultdict(list, a=[1]),
            collections.Counter("ab"),
        ],
        "more": [
            collections.deque([1, 2], 5),
            {1, 2},
            frozenset((1,)),
            range(3),
            slice(1, 2),
            bytearray(b"ab"),
        ],
        "named": [pathlib.PurePosixPath("a/b"), pathlib.Path("a"), uuid.UUID(int=7), ...],
        "functions": [len, sum, min, max, abs, hash, round, sorted, int, float, str],
    }
    forms.all("joblib", "python-values", held)


def write_numpy(forms) -> None:
    """Arrays of all kinds, random generators, functions as values."""
    rows = np.arange(6.0).reshape(2, 3)
    record = np.zeros(2, dtype=[("a", "f4"), ("b", "i8", (2,)), ("c", "U3")])
    kinds = [
        rows.astype(kind)
        for kind in ("f2", "f4", "i1", "u8", "?", "c8", "S3", "U5", ">f8", "M8[ns]", "m8[s]")
    ]
    made = {
        "matrix": np.asmatrix(rows),
        "record-array": np.rec.array([(1, 2.0, "a")], dtype=[("x", int), ("y", float), ("z", "U1")]),
        "structured": record,
        "masked": np.ma.masked_array(rows, rows > 3),
        "masked-records": np.ma.mrecords.fromarrays([np.arange(3), np.ones(3)], names="a,b")
        if hasattr(np.ma, "mrecords")
        else np.ma.zeros(2, dtype=record.dtype),
        "kinds": kinds,
        "fortran": np.asfortranarray(rows),
        "objects": np.array(["a", None, 1, WHEN], dtype=object),
        "characters": np.char.array(["ab", "c"]),
        "scalars": [kind.dtype.type(1) for kind in kinds[:6]]
        + [
            np.datetime64("2026-11-24"),
            np.timedelta64(1, "D"),
            np.str_("a"),
            np.bytes_(b"a"),
            np.void(b"ab"),
        ],
        "dtypes": [each.dtype for each in kinds]
        + [record.dtype, np.dtype(object), np.float32, np.int64, np.bool_],
        "polynomials": [
            np.poly1d([1, 2]),
            np.polynomial.Polynomial([1, 2]),
            np.polynomial.Chebyshev([1, 2]),
            np.polynomial.Legendre([1]),
        ],
        "generators": [
            np.random.Generator(kind(7))
            for kind in (np.random.PCG64, np.random.PCG64DXSM, np.random.Philox, np.random.SFC64)
        ],
        "random-states": [np.random.RandomState(3), np.random.SeedSequence(5)],
        "strings": np.array(["a", "bc"], dtype=np.dtypes.StringDType()),
    }
    for name, what in made.items():
        forms.all(
            "numpy",
            f"numpy-{name}",
            what,
            kept=name != "strings",
            skops=name in ("masked", "random-states", "generators", "fortran"),
        )
    functions = {name: each for name in dir(np) if isinstance(each := getattr(np, name), np.ufunc)}
    named = (
        "mean median std var sum prod min max amin amax argmin argmax "
        "argsort sort unique cumsum cumprod diff nanmean nanmedian nanstd nanvar nansum nanmin "
        "nanmax percentile quantile nanpercentile dot clip round array asarray ravel squeeze count_nonzero "
        "any all ptp average concatenate hstack vstack stack where isclose allclose nan_to_num "
        "real imag "
    )
    functions |= {name: getattr(np, name) for name in named.split()}
    functions |= {f"linalg.{name}": getattr(np.linalg, name) for name in ("norm", "det", "inv", "pinv")}
    forms.all("numpy", "numpy-functions", functions)
    kinds_named = [
        getattr(np, name)
        for name in dir(np)
        if isinstance(getattr(np, name), type) and issubclass(getattr(np, name), np.generic)
    ]
    forms.all("numpy", "numpy-types", kinds_named)


DAYS = pd.date_range("2026-11-01", periods=4, freq="D")


def _columns() -> dict:
    """Columns of every kind, four values each."""
    return {
        "time-zone": DAYS.tz_localize("Europe/Berlin"),
        "utc": DAYS.tz_localize("UTC"),
        "fixed-zone": DAYS.tz_localize(datetime.timezone(datetime.timedelta(hours=2))),
        "nullable": pd.array([1, None, 3, 4], dtype="Int64"),
        "floats": pd.array([1.5, None, 3, 4], dtype="Float64"),
        "booleans": pd.array([True, None, False, True], dtype="boolean"),
        "periods": pd.period_range("2026-01", periods=4, freq="M"),
        "intervals": pd.interval_range(0, 4),
        "sparse": pd.arrays.SparseArray([0, 0, 1, 0]),
        "categories": pd.Categorical(["a", "b", "a", None], ordered=True, categories=["a", "b"]),
        "strings": pd.array(["a", None, "c", "d"], dtype="string"),
        "old-strings": pd.array(["a", None, "c", "d"], dtype="string[python]"),
        "deltas": pd.to_timedelta([1, 2, None, 4], unit="h"),
        "arrow": pd.array([1, None, 3, 4], dtype=pd.ArrowDtype(pa.int32())),
        "arrow-lists": pd.array([[1], None, [3, 4], []], dtype=pd.ArrowDtype(pa.list_(pa.int8()))),
        "objects": [decimal.Decimal(1), WHEN.date(), [1], {"a": 1}],
        "text": ["a", "b", "c", "d"],
        "numbers": np.arange(4.0),
    }


def write_pandas(forms) -> None:
    """Frames, series, indexes and scalars of every kind."""
    for name, column in _columns().items():
        forms.all("pandas", f"frame-{name}", pd.DataFrame({"a": column, "b": range(4)}))
    forms.all("pandas", "series-named", pd.Series([1, 2], index=["x", "y"], name="n"))
    indexes = {
        "multi": pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["x", "y"]),
        "dates": DAYS,
        "zoned": DAYS.tz_localize("America/New_York"),
        "periods": pd.period_range("2026", periods=3, freq="Q"),
        "intervals": pd.IntervalIndex.from_breaks([0, 1, 2]),
        "categories": pd.CategoricalIndex(["a", "b"]),
        "deltas": pd.timedelta_range("1h", periods=3),
        "range": pd.RangeIndex(3),
        "plain": pd.Index([1, 2]),
    }
    for name, index in indexes.items():
        forms.all("pandas", f"index-{name}", pd.DataFrame({"a": range(len(index))}, index=index))


def write_pandas_values(forms) -> None:
    """Scalars, types, offsets and zones."""
    scalars = [
        pd.Timestamp(WHEN),
        pd.Timestamp("2026", tz="Asia/Tokyo"),
        pd.Timedelta("1h"),
        pd.Period("2026-01"),
        pd.Interval(0, 1),
        pd.NaT,
        pd.NA,
    ]
    forms.all("pandas", "pandas-scalars", scalars)
    dtypes = [each.dtype for each in map(pd.Series, _columns().values())] + [
        getattr(pd, f"{kind}Dtype")()
        for kind in ("Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32", "UInt64", "Float32")
    ]
    forms.all("pandas", "pandas-dtypes", dtypes)
    small = [
        pd.array([1, None], dtype=kind)
        for kind in ("Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32", "UInt64", "Float32")
    ]
    forms.all("pandas", "pandas-arrays", small)
    offsets = [
        each()
        for name, each in vars(pd.offsets).items()
        if isinstance(each, type)
        and issubclass(each, pd.offsets.BaseOffset)
        and name
        not in (
            "BaseOffset",
            "SingleConstructorOffset",
            "LastWeekOfMonth",
            "WeekOfMonth",
            "CustomBusinessHour",
        )
    ]
    forms.all("pandas", "pandas-offsets", offsets)
    forms.all(
        "pandas",
        "pandas-old-zones",
        [pd.Timestamp("2026", tz=each) for each in (pytz.timezone("Europe/Berlin"), pytz.UTC)],
    )


def write_pandas_files(forms) -> None:
    """Frames in other formats, texts in other encodings."""
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", "yé"], "c": DAYS[:2]})
    for name, how in {
        "frame.stata.dta": lambda p: frame.drop(columns="c").to_stata(p, version=118),
        "frame-old.dta": frame[["a"]].to_stata,
        "frame.xlsx": frame.to_excel,
        "frame.html": frame.to_html,
        "frame.orc": frame.to_orc,
        "frame.md.txt": lambda p: p.write_text(frame.to_string()),
        "utf16.csv": lambda p: frame.to_csv(p, encoding="utf-16"),
        "utf16le.csv": lambda p: frame.to_csv(p, encoding="utf-16-le"),
        "utf32.csv": lambda p: frame.to_csv(p, encoding="utf-32"),
        "bom.csv": lambda p: frame.to_csv(p, encoding="utf-8-sig"),
        "latin1.csv": lambda p: frame.to_csv(p, encoding="latin-1"),
        "cp1252.csv": lambda p: pd.DataFrame({"preis": ["3 €", "4 €"], "größe": ["groß", "klein"]}).to_csv(
            p, encoding="cp1252"
        ),
        "shiftjis.csv": lambda p: pd.DataFrame({"名前": ["日本", "東京"]}).to_csv(p, encoding="shift_jis"),
        "gbk.csv": lambda p: pd.DataFrame({"名字": ["北京", "上海"]}).to_csv(p, encoding="gbk"),
        "koi8.csv": lambda p: pd.DataFrame({"имя": ["Москва", "Казань"]}).to_csv(p, encoding="koi8-r"),
        "frame.csv.gz": frame.to_csv,
        "frame.csv.xz": frame.to_csv,
        "frame.pkl.gz": frame.to_pickle,
        "frame.pkl.zip": frame.to_pickle,
        "frame.json.bz2": frame.to_json,
        "lines.jsonl": lambda p: frame.to_json(p, orient="records", lines=True),
        "frame.h5": lambda p: frame[["a"]].to_hdf(p, key="a"),
        "frame.tex": lambda p: p.write_text(frame.to_csv(sep="&")),
    }.items():
        forms.by("pandas", name, how)


DISTRIBUTIONS = frozenset(
    [
        "norm",
        "uniform",
        "expon",
        "gamma",
        "beta",
        "t",
        "chi2",
        "f",
        "lognorm",
        "loguniform",
        "reciprocal",
        "randint",
        "poisson",
        "binom",
        "bernoulli",
        "geom",
        "nbinom",
        "laplace",
        "cauchy",
        "pareto",
        "triang",
        "truncnorm",
        "weibull_min",
        "logistic",
        "halfnorm",
        "gumbel_r",
    ]
)


def write_scipy(forms) -> None:
    """Sparse arrays, splines, distributions, trees, results."""
    eye = np.eye(3)
    for kind in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
        forms.all(
            "scipy",
            f"sparse-{kind}",
            [getattr(scipy.sparse, f"{kind}_array")(eye), getattr(scipy.sparse, f"{kind}_matrix")(eye)],
            skops=kind in ("csr", "csc", "coo"),
        )
    x, y = np.arange(6.0), np.arange(6.0) ** 2
    interpolate = scipy.interpolate
    splines = [
        interpolate.CubicSpline(x, y),
        interpolate.PchipInterpolator(x, y),
        interpolate.Akima1DInterpolator(x, y),
        interpolate.make_interp_spline(x, y),
        interpolate.UnivariateSpline(x, y),
        interpolate.InterpolatedUnivariateSpline(x, y),
        interpolate.LSQUnivariateSpline(x, y, [2.5]),
        interpolate.interp1d(x, y),
        interpolate.RegularGridInterpolator((x, x), np.outer(y, y)),
        interpolate.BarycentricInterpolator(x, y),
        interpolate.PPoly(np.ones((2, 1)), [0, 1]),
        interpolate.RBFInterpolator(x[:, None], y),
    ]
    forms.all("scipy", "splines", splines, skops=False)
    forms.all(
        "scipy",
        "trees",
        [
            scipy.spatial.KDTree(np.random.default_rng(0).random((4, 2))),
            scipy.spatial.cKDTree(np.eye(2)),
            scipy.spatial.transform.Rotation.identity(),
        ],
    )
    stats = scipy.stats
    frozen = [
        dist(*((1, 5) if name == "randint" else (0.5,) * dist.numargs))
        for name in sorted(dir(stats))
        if isinstance(dist := getattr(stats, name), (stats.rv_continuous, stats.rv_discrete))
        and not isinstance(dist, type)
        and name in DISTRIBUTIONS
    ]
    forms.all("scipy", "distributions", frozen)
    forms.all("scipy", "density", [stats.gaussian_kde(y), stats.multivariate_normal([0, 0])])
    forms.all(
        "scipy",
        "results",
        [
            scipy.optimize.OptimizeResult(x=x),
        ],
    )
    # Made through `functools.partial` before protocol 4: its names come in, that file is not clean.
    forms.all("scipy", "regression", stats.linregress(x, y), kept=False)
    ufuncs = {
        name: each
        for name in dir(scipy.special)
        if isinstance(each := getattr(scipy.special, name), np.ufunc)
    }
    forms.all(
        "scipy",
        "special-functions",
        ufuncs | {name: getattr(scipy.special, name) for name in ("softmax", "log_softmax", "logsumexp")},
    )


def write_scipy_files(forms) -> None:
    """MATLAB, sounds, sparse arrays, NetCDF."""
    from scipy.io import netcdf_file, savemat, wavfile

    eye = np.eye(3)

    held = {
        "weights": np.ones((3, 2)),
        "name": "a text",
        "cell": np.array(["a", 1.0], dtype=object),
        "struct": {"a": 1.0, "b": "x"},
        "flags": np.array([True, False]),
        "sparse": scipy.sparse.csc_matrix(eye),
        "z": np.array([1 + 2j]),
    }
    forms.by("scipy", "plain.mat", lambda p: savemat(p, held))
    forms.by("scipy", "packed.mat", lambda p: savemat(p, held, do_compression=True))
    forms.by("scipy", "old.mat", lambda p: savemat(p, {"a": np.ones((2, 2)), "t": "text"}, format="4"))
    forms.by("scipy", "sound.wav", lambda p: wavfile.write(p, 8000, np.arange(50, dtype=np.int16)))
    forms.by("scipy", "sparse.npz", lambda p: scipy.sparse.save_npz(p, scipy.sparse.csr_matrix(eye)))

    def netcdf(path):
        with netcdf_file(path, "w") as file:
            file.createDimension("x", 3)
            file.createVariable("v", "f4", ("x",))[:] = [1, 2, 3]
            file.history = "made"

    forms.by("scipy", "classic.nc", netcdf)
    forms.by("scipy", "matrix.mtx", lambda p: scipy.io.mmwrite(p, scipy.sparse.csr_matrix(eye)))


def write_others(forms) -> None:
    """Polars, pyarrow, xarray."""
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": [WHEN, WHEN], "d": [[1], [2, 3]]})
    forms.all("polars", "polars-frame", frame)
    forms.all("polars", "polars-series", frame["a"])
    for name, how in {
        "polars.parquet": frame.write_parquet,
        "polars.arrows": frame.write_ipc_stream,
        "polars.ndjson": frame.write_ndjson,
        "polars.json": frame.write_json,
        "polars.avro": frame.select("a", "b").write_avro,
        "polars.bin": frame.serialize,
        "polars.csv": frame.select("a", "b").write_csv,
    }.items():
        forms.by("polars", name, how)
    table = pa.table(
        {
            "a": [1, 2],
            "b": ["x", None],
            "c": pa.array(["p", "q"]).dictionary_encode(),
            "d": [{"x": 1.0}, None],
        }
    )
    forms.all("pyarrow", "arrow-table", table)
    forms.all(
        "pyarrow",
        "arrow-parts",
        [
            table.schema,
            table["a"],
            table["b"].chunk(0),
            pa.scalar(1),
            pa.int32(),
            pa.list_(pa.string()),
            table.to_batches()[0],
            pa.timestamp("us", "UTC"),
        ],
    )
    forms.by("pyarrow", "arrow.orc", lambda p: pyarrow.orc.write_table(table.select(["a", "b"]), p))
    array = xr.DataArray(
        np.ones((2, 3)),
        dims=("x", "y"),
        coords={"x": [1, 2], "t": ("x", pd.date_range("2026", periods=2))},
        attrs={"units": "m"},
    )
    forms.all("xarray", "xarray-array", array)
    forms.all("xarray", "xarray-dataset", array.to_dataset(name="v"))
    forms.by("xarray", "dataset.nc", lambda p: array.to_dataset(name="v").to_netcdf(p, engine="netcdf4"))
    forms.by("zarr", "dataset.zarr", lambda p: array.to_dataset(name="v").to_zarr(p, zarr_format=2))
    forms.by("zarr", "dataset3.zarr", lambda p: array.to_dataset(name="v").to_zarr(p, zarr_format=3))
