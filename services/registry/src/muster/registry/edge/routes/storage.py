"""Storage and download usage of organisations and repositories, quotas, encryption, and the tier rule."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from muster.api import Caller, Operator
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.routes import NOT_OLDER, NOT_OLDER_OF_REPOSITORIES, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging
from muster.api.document.answers import answers, asked
from muster.api.problems import invalid_request
from muster.events.shared.command_answers import Violation
from muster.events.topics import REGISTRY_COMMANDS
from muster.identity.principal import CLUSTER_WRITE
from muster.journal import SystemClock
from muster.registry.core import requests
from muster.registry.core.access import Level
from muster.registry.core.names import ENCRYPTION_KEY, ENCRYPTION_KEY_ALLOWED
from muster.registry.core.state import DAY_MS
from muster.registry.core.storage.tiering import DAYS_MAX, PREWARMED_MAX, TierRule
from muster.registry.edge.commands import who_is
from muster.registry.edge.damage import DamagedObjects, damaged_count, damaged_objects
from muster.registry.edge.queries import (
    LogicalRow,
    derived_from,
    downloads_of,
    kept_by,
    logical_bytes_in,
    refs_of,
    usage_of,
)
from muster.registry.edge.repository_storage import KeptRepository, largest
from muster.registry.edge.requests.about import PATH, ReadAbout
from muster.registry.edge.requests.services import Services
from muster.registry.edge.requests.threads import in_thread
from muster.registry.edge.shared_storage import SharedRow, shared_by
from muster.registry.edge.tiering.tables import tier_rule, tiers_of_repository
from muster.store.trees import File
from typing_extensions import TypedDict

VERSIONS_MAX: Final = 100
"""Named commits whose file sizes are summed; with more, the answer reports how many were counted."""

QUOTA: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "title": "QuotaRequest",
                    "required": ["quota_bytes"],
                    "properties": {
                        "quota_bytes": {
                            "type": ["integer", "null"],
                            "minimum": 0,
                            "description": "Limit in bytes; null: no limit.",
                        }
                    },
                    "additionalProperties": False,
                }
            }
        },
    }
}

ENCRYPTION: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "title": "EncryptionRequest",
                    "required": ["key"],
                    "properties": {
                        "key": {
                            "type": ["string", "null"],
                            "pattern": ENCRYPTION_KEY.pattern,
                            "description": "Name of a key in the store's key ring; null: no encryption.",
                        }
                    },
                    "additionalProperties": False,
                }
            }
        },
    }
}

TIER_RULE: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "title": "TierRuleRequest",
                    "required": ["warm_after_days", "cold_after_days"],
                    "properties": {
                        "warm_after_days": {
                            "type": "integer",
                            "minimum": 1,
                            "description": "Days without a read until an object is warm.",
                        },
                        "cold_after_days": {
                            "type": "integer",
                            "minimum": 2,
                            "maximum": DAYS_MAX,
                            "description": "Days without a read until it is cold; above `warm_after_days`.",
                        },
                        "prewarmed_max": {
                            "type": "integer",
                            "minimum": 0,
                            "maximum": PREWARMED_MAX,
                            "default": 0,
                            "description": "Number of most downloaded repositories to prewarm in the CDN.",
                        },
                    },
                    "additionalProperties": False,
                }
            }
        },
    }
}

OrganisationName = Annotated[
    str,
    Path(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$", description="Name of the organisation.", examples=["acme"]),
]

router = APIRouter(tags=["storage"])


class _OfOrganisation(TypedDict):
    organisation: str


class UsageAnswer(_OfOrganisation, LogicalRow):
    """Storage usage of an organisation, and downloads by its members."""

    unique_bytes: Annotated[int, "Size of the distinct objects that its live commits refer to."]
    saved_bytes: Annotated[int, "Logical bytes beyond unique bytes; at least 0."]
    reserved_bytes: Annotated[int, "Bytes reserved for uploads in progress."]
    quota_bytes: Annotated[int | None, "Limit of unique and reserved bytes together; null: no limit."]
    downloaded_bytes: Annotated[int, "Bytes that its members downloaded within 30 days."]
    download_quota_bytes: Annotated[int | None, "Limit of downloaded bytes; null: no limit."]
    damaged_objects: Annotated[int, "Objects of its repositories that were found damaged or missing."]


@router.get(
    "/v1/storage",
    summary="Read the storage and download usage of the organisation",
    dependencies=[NOT_OLDER],
    responses=answers({200: UsageAnswer}, 503),
)
async def read_usage(caller: Caller, gateway: Gateway) -> UsageAnswer:
    """Each object counts once, even if several repositories refer to it; downloads lag by some seconds."""
    usage = await usage_of(gateway.tables, caller.tenant)
    logical = await logical_bytes_in(gateway.tables, caller.tenant)
    read = await downloads_of(gateway.tables, caller.tenant, SystemClock().now_ms() // DAY_MS)
    return {
        "organisation": caller.tenant,
        **logical,
        "unique_bytes": usage.unique_bytes,
        "saved_bytes": max(logical["logical_bytes"] - usage.unique_bytes, 0),
        "reserved_bytes": usage.reserved_bytes,
        "quota_bytes": usage.quota_bytes,
        "downloaded_bytes": read.read_bytes,
        "download_quota_bytes": read.quota_bytes,
        "damaged_objects": await damaged_count(gateway.tables, caller.tenant),
    }


@router.put(
    "/v1/storage/{organisation}/quota",
    status_code=202,
    summary="Set the storage quota of an organisation",
    openapi_extra=QUOTA,
    responses=asked(Decided, Receipt, 422),
)
async def set_quota(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Removes nothing; an organisation above its quota cannot add content."""
    quota_bytes = _quota(await read_body(request))
    command = requests.set_quota(who_is(caller), organisation, quota_bytes, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


@router.put(
    "/v1/storage/{organisation}/download-quota",
    status_code=202,
    summary="Set the download quota of an organisation",
    openapi_extra=QUOTA,
    responses=asked(Decided, Receipt, 422),
)
async def set_download_quota(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Limits downloads by its members within 30 days; above it, downloads fail until older days expire."""
    quota_bytes = _quota(await read_body(request))
    command = requests.set_download_quota(who_is(caller), organisation, quota_bytes, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


class SharingAnswer(_OfOrganisation, SharedRow):
    """Content that an organisation shares with others in the store."""

    downloaded_bytes: Annotated[int, "Bytes that its members downloaded within 30 days."]
    encryption_key: Annotated[str | None, "Name of the key that encrypts all its objects; null: none."]


@router.get(
    "/v1/storage/{organisation}/sharing",
    summary="Read how much content an organisation shares with others",
    dependencies=[NOT_OLDER],
    responses=answers({200: SharingAnswer}, 403, 503),
)
async def read_sharing(
    *, organisation: OrganisationName, caller: Operator, gateway: Gateway
) -> SharingAnswer:
    """Estimates the cost of separate, encrypted storage. Unreferenced objects count until removed."""
    del caller
    usage = await usage_of(gateway.tables, organisation)
    shared = await shared_by(gateway.tables, organisation)
    read = await downloads_of(gateway.tables, organisation, SystemClock().now_ms() // DAY_MS)
    return {
        "organisation": organisation,
        **shared,
        "downloaded_bytes": read.read_bytes,
        "encryption_key": usage.encryption_key or None,
    }


@router.put(
    "/v1/storage/{organisation}/encryption",
    status_code=202,
    summary="Set the encryption key of an organisation",
    openapi_extra=ENCRYPTION,
    responses=asked(Decided, Receipt, 422, 503),
)
async def set_encryption(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Must be set before it stores anything; its objects are then shared with no other organisation."""
    key = _key(await read_body(request))
    if key:
        services: Services = request.app.state.services
        await in_thread(services.content.require_key, key)
    command = requests.set_encryption(who_is(caller), organisation, key, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


class TierRuleAnswer(TypedDict):
    """Ages at which objects change their tier, and the number of repositories prewarmed in the CDN."""

    warm_after_days: Annotated[int, "Days without a read until objects are warm: local caches evict them."]
    cold_after_days: Annotated[int, "Days without a read until they are cold: moved to the cold class."]
    prewarmed_max: Annotated[int, "Number of most downloaded repositories that the CDN prewarms each day."]


@router.get(
    "/v1/storage/tier-rule",
    summary="Read the tier rule",
    dependencies=[NOT_OLDER],
    responses=answers({200: TierRuleAnswer}, 503),
)
async def read_tier_rule(caller: Caller, gateway: Gateway) -> TierRuleAnswer:
    """A file counts as read whenever any caller gets a download address for it."""
    del caller
    rule = await tier_rule(gateway.tables)
    return {
        "warm_after_days": rule.warm_after_days,
        "cold_after_days": rule.cold_after_days,
        "prewarmed_max": rule.prewarmed_max,
    }


@router.put(
    "/v1/storage/tier-rule",
    status_code=202,
    summary="Set the tier rule",
    openapi_extra=TIER_RULE,
    responses=asked(Decided, Receipt, 422),
)
async def set_tier_rule(
    *, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Applies to all organisations. Objects that are already cold stay cold until they are read."""
    command = requests.set_tier_rule(who_is(caller), _rule(await read_body(request)), gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


@router.get(
    "/v1/storage/repositories",
    summary="List the storage usage of the organisation's repositories",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[KeptRepository]}, 503),
)
async def list_storage(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[KeptRepository]:
    """Lists repositories that the caller may read, largest first, with unreferenced objects until removed."""
    return await largest(gateway.tables, who_is(caller), paging)


@router.get(
    "/v1/storage/damaged",
    summary="List objects that were found damaged or missing in the store",
    dependencies=[NOT_OLDER],
    responses=answers({200: DamagedObjects}, 503),
)
async def read_damaged(caller: Caller, gateway: Gateway, paging: Paging) -> DamagedObjects:
    """Operators see all objects; others see those that repositories of their organisation need."""
    who, is_operator = who_is(caller), caller.allows(CLUSTER_WRITE)
    return await damaged_objects(gateway.tables, who, paging, is_operator=is_operator)


class RepositoryStorageAnswer(TypedDict):
    """Storage usage of a repository."""

    versions: Annotated[int, "Commits that a branch or a tag names."]
    counted: Annotated[int, "Versions whose files are summed."]
    logical_bytes: Annotated[int, "Size of all counted versions, if each were a whole copy."]
    unique_bytes: Annotated[int, "Size of the distinct objects in the store that its commits refer to."]
    shared_bytes: Annotated[int, "Unique bytes that other repositories of the organisation share."]
    own_bytes: Annotated[int, "Unique bytes that no other repository of the organisation shares."]
    saved_bytes: Annotated[int, "Logical bytes beyond own bytes; at least 0."]
    hot_bytes: Annotated[int, "Unique bytes of objects that were stored or read recently, by the tier rule."]
    warm_bytes: Annotated[int, "Unique bytes of objects that were not, and are not cold yet."]
    cold_bytes: Annotated[int, "Unique bytes in the cold storage class, or about to be moved there."]
    last_read: Annotated[
        str | None, "UTC day of the last read of any of its files; null: no read is recorded."
    ]
    stored_bytes: Annotated[int, "Size in the store: objects stored as deltas count with the delta's size."]
    derived_bytes: Annotated[
        int, "Size of the xorbs, as uploaded, of fine-tunes stored as deltas from this repository."
    ]
    derived_stored_bytes: Annotated[int, "Size of these deltas in the store."]


@router.get(
    PATH + "/storage",
    summary="Read the storage usage of a repository",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: RepositoryStorageAnswer}, 404, 503),
)
async def read_storage(about: ReadAbout) -> RepositoryStorageAnswer:
    """Requires read access. Unreferenced objects count until they are removed."""
    context, tables = about.context, about.context.gateway.tables
    repository = await about.row(Level.READ)
    refs = await refs_of(tables, repository.repository)
    versions = list(dict.fromkeys(ref.commit for ref in refs))
    logical_bytes = 0
    for version in versions[:VERSIONS_MAX]:
        entries = await context.entries(await context.commit(repository, version))
        logical_bytes += sum(entry.size_bytes for _, entry in entries if isinstance(entry, File))
    usage = await kept_by(tables, repository)
    derived = await derived_from(tables, repository)
    own_bytes = usage.unique_bytes - usage.shared_bytes
    tiers = await tiers_of_repository(tables, repository.repository)
    return {
        "versions": len(versions),
        "counted": min(len(versions), VERSIONS_MAX),
        "logical_bytes": logical_bytes,
        "unique_bytes": usage.unique_bytes,
        "shared_bytes": usage.shared_bytes,
        "own_bytes": own_bytes,
        "saved_bytes": max(logical_bytes - own_bytes, 0),
        "hot_bytes": tiers.hot_bytes,
        "warm_bytes": tiers.warm_bytes,
        "cold_bytes": tiers.cold_bytes,
        "last_read": None if tiers.read_day is None else _date(tiers.read_day),
        "stored_bytes": usage.stored_bytes,
        "derived_bytes": derived.derived_bytes,
        "derived_stored_bytes": derived.derived_stored_bytes,
    }


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date().isoformat()


def _rule(body: Any) -> TierRule:
    match body:
        case {"warm_after_days": bool()} | {"cold_after_days": bool()} | {"prewarmed_max": bool()}:
            pass
        case {"warm_after_days": int(warm), "cold_after_days": int(cold), **others} if 1 <= warm < cold:
            count = others.pop("prewarmed_max", 0)
            if not others and cold <= DAYS_MAX and isinstance(count, int) and 0 <= count <= PREWARMED_MAX:
                return TierRule(warm_after_days=warm, cold_after_days=cold, prewarmed_max=count)
        case _:
            pass
    allowed = (
        f"an object with 1 <= warm_after_days < cold_after_days <= {DAYS_MAX} and, unless it is 0, "
        f"prewarmed_max up to {PREWARMED_MAX}"
    )
    raise invalid_request([Violation(field="(document)", value=str(body)[:80], allowed=allowed)])


def _key(body: Any) -> str:
    match body:
        case {"key": None, **others} if not others:
            return ""
        case {"key": str(key), **others} if not others and ENCRYPTION_KEY.fullmatch(key):
            return key
        case _:
            pass
    allowed = f"an object with the field key: {ENCRYPTION_KEY_ALLOWED}, or null"
    raise invalid_request([Violation(field="(document)", value=str(body)[:80], allowed=allowed)])


def _quota(body: Any) -> int | None:
    match body:
        case {"quota_bytes": None, **others} if not others:
            return None
        case {"quota_bytes": bool()}:
            pass
        case {"quota_bytes": int(quota_bytes), **others} if not others and quota_bytes >= 0:
            return quota_bytes
        case _:
            pass
    allowed = "an object with the field quota_bytes: a number of bytes, or null"
    raise invalid_request([Violation(field="(document)", value=str(body)[:80], allowed=allowed)])
