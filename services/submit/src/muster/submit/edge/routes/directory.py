"""/v1/services: where the services of the cell are, for `muster login`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from muster.api.document.answers import answers
from muster.submit.edge.service import Here
from pydantic import Field
from typing_extensions import TypedDict

router = APIRouter(tags=["services"])


class Services(TypedDict):
    """Addresses of the cell."""

    cell: str
    services: Annotated[
        dict[str, str],
        Field(
            description="Address by the variable that clients read; only those that are configured.",
            examples=[{"MUSTER_METERING_URL": "https://muster.example/metering"}],
        ),
    ]


@router.get("/v1/services", summary="Read the addresses of the services", responses=answers({200: Services}))
async def read_services(service: Here) -> JSONResponse:
    """The addresses that this service was configured with. Needs no token."""
    found: Services = {"cell": service.cell, "services": dict(service.addresses)}
    return JSONResponse(found)
