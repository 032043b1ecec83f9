"""Charges in the columns of FOCUS: what rows say, as CSV and as Parquet, and that validators accept them."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import subprocess
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.export.charges import ChargeRow
from muster.metering.edge.export.files import FileFormat, file_of
from muster.testkit.environments import environment

arrow: Any = import_module("pyarrow")  # it has no types
parquet: Any = import_module("pyarrow.parquet")

DAY = 1_795_219_200_000
"""Midnight, 2026-11-21."""

HOUR_US = 3_600_000_000
RATE = {
    "card": "autumn",
    "gpu_model": "H100",
    "commitment": "1y",
    "spot": False,
    "gpu_hour_micros": 2_900_000,
}
JOB = ChargeRow(
    charge_id="c" * 32,
    partition=0,
    offset=7,
    n=0,
    day_ms=DAY,
    node_id="gpu-017",
    gpu_model="H100",
    tenant="acme",
    team="vision",
    project="cars",
    user_name="ann",
    queue="research",
    tier="BATCH_INFERENCE",
    model_name="détecteur, v2",
    labels={"experiment": 'a "b"'},
    kind="JOB",
    reason="",
    job_id="job-a",
    attempt=1,
    reservation="",
    currency="USD",
    gpu_us=10 * HOUR_US + 1,
    byte_ms=0,
    cost_cents=29_00,
    charged_cents=17_40,
    rate=RATE,
    cause=None,
)
NOBODY = replace(
    JOB,
    **{
        name: ""
        for name in ("tenant", "team", "project", "user_name", "queue", "tier", "model_name", "job_id")
    },
    labels={},
    attempt=0,
)
IDLE = replace(NOBODY, kind="IDLE", gpu_us=HOUR_US, cost_cents=2_90, charged_cents=2_90)
KEPT = replace(JOB, kind="RESERVED", reservation="demo-week", job_id="", attempt=0, charged_cents=29_00)
BALANCE = replace(NOBODY, kind="BALANCE", gpu_us=0, cost_cents=0, charged_cents=11_60)
CORRECTION = replace(
    JOB, gpu_us=-HOUR_US // 60, cost_cents=-5, charged_cents=-3, cause="watermark-9", day_ms=DAY + 9 * DAY_MS
)
SPOT = replace(
    JOB, job_id="job-b", rate={**RATE, "spot": True, "gpu_hour_micros": 1_750_000, "commitment": ""}
)
SEVERAL = replace(JOB, job_id="job-c", rate=None, gpu_us=3 * HOUR_US, cost_cents=10_00, charged_cents=10_00)
STORED = replace(
    JOB,
    kind="STORAGE",
    reason="CHECKPOINTS",
    node_id="",
    gpu_model="",
    attempt=0,
    gpu_us=0,
    byte_ms=15 * 10**12 * DAY_MS,
    cost_cents=150_00,
    charged_cents=150_00,
    rate={"card": "autumn", "gb_month_micros": 300_000},
)
MODEL = replace(
    STORED, reason="MODEL", job_id="", model_name="acme/llama", labels={"repository": "acme/llama"}
)
EVALUATION = replace(
    MODEL,
    kind="EVALUATION",
    reason="PAID",
    labels={"repository": "repo-1", "evaluation": "ci-1"},
    byte_ms=0,
    cost_cents=1_25,
    charged_cents=1_25,
    rate={
        "card": "tokens",
        "micros": 1_250_000,
        "tokens_in": 900_000,
        "tokens_out": 100_000,
        "paid_cases": 150,
        "cached_cases": 50,
    },
)
ROWS = (JOB, IDLE, KEPT, BALANCE, SPOT, SEVERAL, CORRECTION, STORED, MODEL, EVALUATION)


def test_an_evaluation_is_told_by_its_tokens_and_by_what_came_from_the_cache() -> None:
    [row] = _csv((EVALUATION,))
    assert (row["ConsumedQuantity"], row["ConsumedUnit"], row["PricingUnit"]) == (
        "1000000",
        "Tokens",
        "Tokens",
    )
    assert (row["SkuId"], row["SkuMeter"], row["SkuPriceId"]) == (
        "evaluation/tokens",
        "Evaluation Tokens",
        "evaluation/tokens/tokens",
    )
    assert json.loads(row["SkuPriceDetails"]) == {"x_CachedCases": 50, "x_PaidCases": 150}
    assert row["ChargeDescription"] == "Tokens of evaluation ci-1 (paid)"
    assert (row["BilledCost"], row["ResourceId"], row["x_CostKind"]) == ("1.25", "repo-1", "evaluation")


def test_a_charge_is_told_in_the_columns_of_focus() -> None:
    job, idle, kept, balance, spot, several, correction, *_ = _csv(ROWS)
    assert {name: value for name, value in job.items() if value} == {
        "BillingPeriodStart": "2026-11-01T00:00:00Z",
        "BillingPeriodEnd": "2026-12-01T00:00:00Z",
        "ChargePeriodStart": "2026-11-21T00:00:00Z",
        "ChargePeriodEnd": "2026-11-22T00:00:00Z",
        "BillingAccountId": "acme",
        "BillingAccountName": "acme",
        "BillingAccountType": "Tenant",
        "SubAccountId": "vision",
        "SubAccountName": "vision",
        "SubAccountType": "Team",
        "ChargeCategory": "Usage",
        "ChargeDescription": "H100 of node gpu-017: job job-a, attempt 1",
        "ChargeFrequency": "Usage-Based",
        "BilledCost": "17.4",
        "EffectiveCost": "17.4",
        "ListCost": "29",
        "ContractedCost": "29",
        "BillingCurrency": "USD",
        "ListUnitPrice": "2.9",
        "ContractedUnitPrice": "2.9",
        "PricingQuantity": "10",
        "PricingUnit": "GPU-Hours",
        "PricingCategory": "Standard",
        "ConsumedQuantity": "36000.000001",
        "ConsumedUnit": "GPU-Seconds",
        "SkuId": "gpu/H100",
        "SkuMeter": "GPU Time",
        "SkuPriceId": "gpu/H100/1y/kept/autumn",
        "SkuPriceDetails": '{"GpuCount": 1, "x_Commitment": "1y", "x_GpuModel": "H100", "x_Spot": false}',
        "ServiceCategory": "AI and Machine Learning",
        "ServiceSubcategory": "Machine Learning",
        "ServiceName": "Muster",
        "ProviderName": "Muster",
        "PublisherName": "Muster",
        "InvoiceIssuerName": "Muster",
        "ResourceId": "job-a",
        "ResourceType": "Job",
        "Tags": '{"experiment": "a \\"b\\"", "muster:model": "détecteur, v2", "muster:project": "cars", '
        '"muster:queue": "research", "muster:tier": "batch-inference", "muster:user": "ann"}',
        "x_ChargeId": "c" * 32,
        "x_CostKind": "job",
        "x_NodeId": "gpu-017",
        "x_Attempt": "1",
        "x_NodeCost": "29",
    }
    assert (idle["BillingAccountId"], idle["SubAccountId"], idle["ResourceId"]) == ("platform", "", "gpu-017")
    assert (kept["CapacityReservationId"], kept["CapacityReservationStatus"]) == ("demo-week", "Unused")
    assert (balance["ChargeCategory"], balance["BilledCost"]) == ("Adjustment", "11.6")
    assert (balance["PricingQuantity"], balance["SkuId"], balance["ListCost"]) == ("", "", "11.6")
    assert (spot["PricingCategory"], spot["SkuPriceId"]) == ("Dynamic", "gpu/H100/on-demand/spot/autumn")
    assert (several["ListUnitPrice"], several["SkuPriceId"]) == ("3.333333", "gpu/H100/several")
    assert (correction["ChargeClass"], correction["x_Cause"]) == ("Correction", "watermark-9")
    assert (correction["BilledCost"], correction["ListCost"], correction["ListUnitPrice"]) == (
        "-0.03",
        "-0.05",
        "",
    )
    assert correction["BillingPeriodEnd"] == "2026-12-01T00:00:00Z"


def test_storage_is_exported_in_gigabyte_months() -> None:
    [stored] = _csv([STORED])
    names = ("PricingQuantity", "PricingUnit", "ListUnitPrice", "ListCost", "BilledCost", "SkuPriceId")
    assert [stored[name] for name in names] == [
        *("500", "GB-Months", "0.3", "150", "150", "storage/checkpoints/autumn")
    ]
    assert (stored["ResourceId"], stored["x_NodeId"], stored["x_CostKind"]) == ("job-a", "", "storage")
    assert stored["ChargeDescription"] == "Checkpoints of job job-a in the store"
    [output] = _csv([replace(STORED, reason="OUTPUT")])
    assert (output["SkuId"], output["SkuMeter"]) == ("storage/output", "Output Storage")
    assert output["ChargeDescription"] == "Output of job job-a in the store"
    [model] = _csv([MODEL])
    names = ("ResourceId", "ResourceType", "SkuId", "SkuMeter", "ChargeDescription")
    assert [model[name] for name in names] == [
        *("acme/llama", "Repository", "storage/model", "Repository Storage", "Model acme/llama in the store")
    ]


def test_list_costs_are_price_times_quantity_to_the_last_digit() -> None:
    for row in _csv([replace(JOB, gpu_us=gpu_us) for gpu_us in (1, 999_999_999, 7 * HOUR_US // 3)]):
        assert Decimal(row["ListUnitPrice"]) * Decimal(row["PricingQuantity"]) == Decimal(row["ListCost"])


def test_a_month_ends_with_a_year() -> None:
    [row] = _csv([replace(JOB, day_ms=DAY + 20 * DAY_MS)])
    assert (row["BillingPeriodStart"], row["BillingPeriodEnd"]) == (
        "2026-12-01T00:00:00Z",
        "2027-01-01T00:00:00Z",
    )


def test_both_formats_say_the_same_page_by_page() -> None:
    pages = (ROWS[:3], ROWS[3:])
    table = parquet.read_table(arrow.BufferReader(_file(FileFormat.PARQUET, *pages)))
    assert table.schema.field("BilledCost").type == arrow.decimal128(38, 15)
    found = table.to_pylist()
    expected = list(csv.DictReader(io.StringIO(_file(FileFormat.CSV, *pages).decode())))
    assert [_texts(row) for row in found] == expected


def test_a_file_without_charges_has_its_columns() -> None:
    assert _file(FileFormat.CSV, ()).startswith(b"BillingPeriodStart,")
    empty = parquet.read_table(arrow.BufferReader(_file(FileFormat.PARQUET, ())))
    assert (empty.num_rows, empty.schema.names[0]) == (0, "BillingPeriodStart")


_ADAPTED = {
    "ProviderName": "Provider",
    "PublisherName": "Publisher",
    "InvoiceIssuerName": "InvoiceIssuer",
    "ResourceId": "ResourceID",
}
"""Columns of FOCUS 1.0 that focus-validator 1.0.0 calls otherwise than the specification."""


@pytest.mark.slow
def test_focus_validator_accepts_it(tmp_path: Path) -> None:
    """The package has the rules of FOCUS 1.0; it also demands ChargeType, which 1.0 calls ChargeCategory."""
    rows = [{_ADAPTED.get(name, name): value for name, value in row.items()} for row in _csv(ROWS)]
    wrong = [{**row, "BillingCurrency": "GPU"} for row in rows]
    accepted, refused = _validated(tmp_path, rows, wrong)
    assert "Validation succeeded." in accepted, accepted
    assert "Validation succeeded." not in refused
    assert "BillingCurrency_IsCurrencyCode failed" in refused


_VALIDATE = """
import sys
from focus_validator.main import main
for file in sys.argv[1:]:
    sys.argv = ["focus-validator", "--data-file", file, "--validate-version", "1.0"]
    try:
        main()
    except SystemExit:
        pass
    print("\f")
"""
"""Runs its command for each file in one process: to import what it needs takes most of the time."""


def _validated(where: Path, *files: Sequence[Mapping[str, str]]) -> Sequence[str]:
    """Return its report of each file, by the rows of the file."""
    paths = [where / f"{number}.csv" for number in range(len(files))]
    for path, rows in zip(paths, files, strict=True):
        with path.open("w", newline="") as written:
            lines = csv.DictWriter(written, [*rows[0], "ChargeType"])
            lines.writeheader()
            lines.writerows({**row, "ChargeType": row["ChargeCategory"]} for row in rows)
    packages = environment(Path(__file__).with_name("focus-validator.lock"))
    command = [packages / "bin/python", "-c", _VALIDATE, *paths]
    [site] = packages.glob("lib/python*/site-packages")  # it looks for its list of currencies from there
    done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    reports = done.stdout.split("\f")[:-1]
    assert ["Validation" in each for each in reports] == [True] * len(files), done.stderr
    return reports


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    def text(value: Any) -> str:
        if isinstance(value, Decimal):
            return f"{value.normalize():f}"
        return "" if value is None else value if isinstance(value, str) else f"{value:%Y-%m-%dT%H:%M:%SZ}"

    return {name: text(value) for name, value in row.items()}


def _csv(rows: Sequence[ChargeRow]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(_file(FileFormat.CSV, rows).decode())))


def _file(kind: FileFormat, *pages: Sequence[ChargeRow]) -> bytes:
    async def others() -> AsyncGenerator[Sequence[ChargeRow]]:
        for rows in pages[1:]:
            yield rows

    async def whole() -> bytes:
        return b"".join([piece async for piece in file_of(kind, pages[0], others())])

    return asyncio.run(whole())
