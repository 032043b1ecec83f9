"""Eval configs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Submitter, invalid_request, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.eval.core.configs.documents import canonical, config_schema, parse_config
from muster.eval.core.requests import about
from muster.eval.core.state import REJUDGED_MAX
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.queries import ConfigAnswer
from muster.events.eval_commands import ActivateEvalConfig
from muster.golden.configs import NAME
from muster.jobs import InvalidDocument

ConfigName = Annotated[str, Path(pattern=NAME, description="Name of the config.", examples=["release"])]

router = APIRouter(tags=["configs"])


@router.get(
    "/v1/eval-configs",
    summary="List eval configs",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ConfigAnswer]}, 503),
)
async def list_configs(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[ConfigAnswer]:
    """List those of the organisation, by name."""
    return paging.cut(await queries.configs(gateway.tables, caller.tenant), queries.BY_NAME)


@router.get(
    "/v1/eval-config-schema", summary="Read the JSON Schema of a config", responses=answers({200: Any})
)
async def read_schema(caller: Caller) -> dict[str, Any]:
    """For editors: name it in a comment `# yaml-language-server: $schema=FILE`."""
    del caller
    return config_schema()


@router.get(
    "/v1/eval-configs/{name}",
    summary="Read an eval config",
    dependencies=[NOT_OLDER],
    responses=answers({200: ConfigAnswer}, 404, 503),
)
async def read_config(name: ConfigName, caller: Caller, gateway: Gateway) -> ConfigAnswer:
    """One of the organisation's."""
    found = await queries.configs(gateway.tables, caller.tenant, name)
    if not found:
        raise not_found("eval config", name)
    return found[0]


@router.put(
    "/v1/eval-configs/{name}",
    status_code=202,
    summary="Put an eval config in force",
    openapi_extra=described(config_schema()),
    responses=asked(Decided, Receipt, 422),
)
async def activate_config(
    name: ConfigName,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    *,
    wait_s: WaitS = 0,
    rejudge: Annotated[
        int,
        Query(ge=0, le=REJUDGED_MAX, description="Last versions whose kept answers a new judge scores."),
    ] = 0,
) -> Response:
    """In the place of the one of the same name; rejected if its gate could not pass with every case right."""
    try:
        config = parse_config(await read_body(request))
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    command = ActivateEvalConfig(
        name=name,
        document=canonical(config),
        tenant=caller.tenant,
        requested_by=caller.subject,
        rejudge=rejudge,
    )
    return await gateway.send(caller, command, about(command).key, wait_s)
