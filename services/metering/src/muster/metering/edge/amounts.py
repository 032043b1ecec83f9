"""Amounts in answers: whole numbers in tables and queries, exact text in the JSON."""

from __future__ import annotations

from typing import Annotated, Final

from muster.jobs.values.quantities import format_money
from pydantic import Field, PlainSerializer, WithJsonSchema

GPU_US_PER_HOUR: Final = 3_600_000_000


def cents(amount: int) -> str:
    """Format hundredths as an amount with two decimals."""
    return format_money(amount * 10_000)


def gpu_hours(gpu_us: int) -> str:
    """Format GPU hours with three decimals, rounded half away from zero."""
    milli = (2 * abs(gpu_us) * 1000 + GPU_US_PER_HOUR) // (2 * GPU_US_PER_HOUR)
    return thousandths(-milli if gpu_us < 0 else milli)


def thousandths(amount: int) -> str:
    """Format thousandths as an amount with three decimals."""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 1000}.{abs(amount) % 1000:03}"


_Decimals2 = Annotated[str, WithJsonSchema({"type": "string", "examples": ["812.40"]})]
_Decimals3 = Annotated[str, WithJsonSchema({"type": "string", "examples": ["324.960"]})]

Money = Annotated[
    int,
    PlainSerializer(cents, return_type=_Decimals2),
    Field(description="An amount with two decimals."),
]
"""Cents."""

GpuHours = Annotated[
    int,
    PlainSerializer(thousandths, return_type=_Decimals3),
    Field(description="With three decimals."),
]
"""Thousandths of a GPU hour, as sums are rounded to."""

GpuTime = Annotated[
    int,
    PlainSerializer(gpu_hours, return_type=_Decimals3),
    Field(description="GPU hours with three decimals."),
]
"""GPU microseconds."""
