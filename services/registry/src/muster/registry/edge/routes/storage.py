"""Storage and download usage of organisations and repositories, quotas, encryption, and the tier rule."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Operator
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.routes import NOT_OLDER, NOT_OLDER_OF_REPOSITORIES, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.problems import invalid_request
from muster.events.shared.command_answers import Violation
from muster.events.topics import REGISTRY_COMMANDS
from muster.journal import SystemClock
from muster.registry.core import requests
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.names import ENCRYPTION_KEY, ENCRYPTION_KEY_ALLOWED
from muster.registry.core.state import DAY_MS
from muster.registry.core.storage.tiering import DAYS_MAX, PREWARMED_MAX, TierRule
from muster.registry.edge.asking import who_is
from muster.registry.edge.hub.asked import Hub, in_thread
from muster.registry.edge.keeping import Kept, largest
from muster.registry.edge.reading import (
    derived_from,
    downloads_of,
    kept_by,
    logical_bytes_in,
    refs_of,
    usage_of,
)
from muster.registry.edge.routes.about import PATH, ReadAbout
from muster.registry.edge.sharing import shared_by
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
                            "description": "null: no limit.",
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
                            "description": "Name of a key in the key ring of the store; null: none.",
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
                            "description": "Until it is cold; more than those of warm.",
                        },
                        "prewarmed_max": {
                            "type": "integer",
                            "minimum": 0,
                            "maximum": PREWARMED_MAX,
                            "default": 0,
                            "description": "Repositories of which the CDN is told, the most downloaded.",
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


class UsageAnswer(TypedDict):
    """What an organisation keeps, and what its members have downloaded."""

    organisation: str
    versions: Annotated[int, "Commits that a branch, a tag or a pointer names, in all its repositories."]
    counted: Annotated[int, "Of these, those of which it is known what their files have."]
    logical_bytes: Annotated[int, "Of the files of all versions that are counted, each as a whole copy."]
    unique_bytes: Annotated[int, "Of distinct objects that its live commits refer to."]
    saved_bytes: Annotated[int, "What whole copies would take beyond unique bytes; 0 at least."]
    reserved_bytes: Annotated[int, "For which room is kept, for uploads under way."]
    quota_bytes: Annotated[int | None, "Of both together; null: no limit."]
    downloaded_bytes: Annotated[int, "What its members have downloaded within 30 days."]
    download_quota_bytes: Annotated[int | None, "Of these; null: no limit."]


@router.get(
    "/v1/storage",
    summary="Read what the organisation keeps and downloads",
    dependencies=[NOT_OLDER],
    responses=answers({200: UsageAnswer}, 503),
)
async def read_usage(caller: Caller, gateway: Gateway) -> UsageAnswer:
    """Every object counts once, however many repositories refer to it; downloads are some seconds behind."""
    kept = await usage_of(gateway.tables, caller.tenant)
    logical = await logical_bytes_in(gateway.tables, caller.tenant)
    read = await downloads_of(gateway.tables, caller.tenant, SystemClock().now_ms() // DAY_MS)
    return {
        "organisation": caller.tenant,
        "versions": logical.versions,
        "counted": logical.counted,
        "logical_bytes": logical.logical_bytes,
        "unique_bytes": kept.unique_bytes,
        "saved_bytes": max(logical.logical_bytes - kept.unique_bytes, 0),
        "reserved_bytes": kept.reserved_bytes,
        "quota_bytes": kept.quota_bytes,
        "downloaded_bytes": read.read_bytes,
        "download_quota_bytes": read.quota_bytes,
    }


@router.put(
    "/v1/storage/{organisation}/quota",
    status_code=202,
    summary="Limit what an organisation keeps",
    openapi_extra=QUOTA,
    responses=asked(Decided, Receipt, 422),
)
async def set_quota(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """What it keeps already, it keeps; nothing is added while it is more than that."""
    quota_bytes = _quota(await read_body(request))
    command = requests.set_quota(who_is(caller), organisation, quota_bytes, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


@router.put(
    "/v1/storage/{organisation}/download-quota",
    status_code=202,
    summary="Limit what members of an organisation download",
    openapi_extra=QUOTA,
    responses=asked(Decided, Receipt, 422),
)
async def set_download_quota(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Within 30 days; when they have downloaded so much, they download nothing until less is counted."""
    quota_bytes = _quota(await read_body(request))
    command = requests.set_download_quota(who_is(caller), organisation, quota_bytes, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


class SharingAnswer(TypedDict):
    """What an organisation shares with others in the store."""

    organisation: str
    objects: Annotated[int, "Distinct objects in the store that it refers to."]
    unique_bytes: Annotated[int, "Their sizes, as they came."]
    shared_objects: Annotated[int, "Of these, those that other organisations need, too."]
    shared_bytes: Annotated[int, "Their sizes, as they came."]
    more_bytes: Annotated[
        int, "What the store would keep more, at most, if it had all its objects for itself."
    ]
    downloaded_bytes: Annotated[int, "What its members have downloaded within 30 days."]
    encryption_key: Annotated[str | None, "Name of the key that all of it is encrypted with; null: none."]


@router.get(
    "/v1/storage/{organisation}/sharing",
    summary="Read what an organisation shares with others in the store",
    dependencies=[NOT_OLDER],
    responses=answers({200: SharingAnswer}, 403, 503),
)
async def read_sharing(
    *, organisation: OrganisationName, caller: Operator, gateway: Gateway
) -> SharingAnswer:
    """What keeping it apart, encrypted, would cost. What nothing refers to counts until it is removed."""
    del caller
    kept = await usage_of(gateway.tables, organisation)
    shared = await shared_by(gateway.tables, organisation)
    read = await downloads_of(gateway.tables, organisation, SystemClock().now_ms() // DAY_MS)
    return {
        "organisation": organisation,
        "objects": shared.objects,
        "unique_bytes": shared.unique_bytes,
        "shared_objects": shared.shared_objects,
        "shared_bytes": shared.shared_bytes,
        "more_bytes": shared.more_bytes,
        "downloaded_bytes": read.read_bytes,
        "encryption_key": kept.encryption_key or None,
    }


@router.put(
    "/v1/storage/{organisation}/encryption",
    status_code=202,
    summary="Encrypt what an organisation keeps",
    openapi_extra=ENCRYPTION,
    responses=asked(Decided, Receipt, 422, 503),
)
async def set_encryption(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """With a key of its own, before it keeps anything: nothing of it is shared in the store with others."""
    key = _key(await read_body(request))
    if key:
        hub: Hub = request.app.state.hub
        await in_thread(hub.content.require_key, key)
    command = requests.set_encryption(who_is(caller), organisation, key, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


class TierRuleAnswer(TypedDict):
    """When objects change their tier, and of how many repositories the CDN is told."""

    warm_after_days: Annotated[int, "Until they are warm: local caches forget them."]
    cold_after_days: Annotated[int, "Until they are cold: the store moves them to its cold class."]
    prewarmed_max: Annotated[int, "So many repositories, the most downloaded, are told to the CDN each day."]


@router.get(
    "/v1/storage/tier-rule",
    summary="Read after how many days objects change their tier",
    dependencies=[NOT_OLDER],
    responses=answers({200: TierRuleAnswer}, 503),
)
async def read_tier_rule(caller: Caller, gateway: Gateway) -> TierRuleAnswer:
    """A file counts as read when an address of it is given, by anybody."""
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
    summary="Say after how many days objects change their tier",
    openapi_extra=TIER_RULE,
    responses=asked(Decided, Receipt, 422),
)
async def set_tier_rule(
    *, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """For all organisations. What is cold stays so until it is read."""
    command = requests.set_tier_rule(who_is(caller), _rule(await read_body(request)), gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


class KeptRepository(TypedDict):
    """What one repository keeps."""

    type: str
    name: str
    versions: Annotated[int, "Commits that a branch, a tag or a pointer names."]
    counted: Annotated[int, "Of these, those of which it is known what their files have."]
    logical_bytes: Annotated[int, "Of the files of all versions that are counted, each as a whole copy."]
    unique_bytes: Annotated[int, "Of distinct objects that its commits refer to, as they are stored."]
    shared_bytes: Annotated[int, "Of these, what other repositories of the organisation keep, too."]
    own_bytes: Annotated[int, "The rest of them."]
    saved_bytes: Annotated[int, "What whole copies would take beyond own bytes; 0 at least."]


class KeptRepositories(TypedDict):
    """What repositories keep, the largest first."""

    repositories: list[KeptRepository]


@router.get(
    "/v1/storage/repositories",
    summary="List what the repositories of the organisation keep",
    dependencies=[NOT_OLDER],
    responses=answers({200: KeptRepositories}, 503),
)
async def read_kept(
    caller: Caller,
    gateway: Gateway,
    limit: Annotated[int, Query(ge=1, le=100, description="The largest, at most so many.")] = 20,
) -> KeptRepositories:
    """Those that the caller may read; what nothing refers to any longer counts until it is removed."""
    found = await largest(gateway.tables, who_is(caller), limit)
    return {"repositories": [_kept_said(each) for each in found]}


def _kept_said(each: Kept) -> KeptRepository:
    own_bytes = each.stored.unique_bytes - each.stored.shared_bytes
    return {
        "type": each.repository.type.value.lower(),
        "name": each.repository.full_name,
        "versions": each.versions,
        "counted": each.counted,
        "logical_bytes": each.logical_bytes,
        "unique_bytes": each.stored.unique_bytes,
        "shared_bytes": each.stored.shared_bytes,
        "own_bytes": own_bytes,
        "saved_bytes": max(each.logical_bytes - own_bytes, 0),
    }


class RepositoryStorageAnswer(TypedDict):
    """What a repository keeps."""

    versions: Annotated[int, "Commits that a branch or a tag names."]
    counted: Annotated[int, "Of these, those whose files are added up."]
    logical_bytes: Annotated[int, "Of the files of all versions that are counted, each as a whole copy."]
    unique_bytes: Annotated[
        int, "Of distinct objects in the store that its commits refer to, as they are stored."
    ]
    shared_bytes: Annotated[
        int, "Of these, in objects that other repositories of the organisation keep, too."
    ]
    own_bytes: Annotated[int, "The rest of them: what no other repository of the organisation keeps."]
    saved_bytes: Annotated[int, "What whole copies would take beyond own bytes; 0 at least."]
    hot_bytes: Annotated[int, "Of unique bytes, those of objects that were stored or read lately."]
    warm_bytes: Annotated[int, "Those that were not, by the tier rule."]
    cold_bytes: Annotated[int, "Those that lie, or are to lie, in the cold class of the store."]
    last_read: Annotated[
        str | None, "UTC day on which one of its files was read; null: none since that is kept."
    ]
    stored_bytes: Annotated[
        int, "Of unique bytes, what the store keeps: what is held as a difference counts as that."
    ]
    derived_bytes: Annotated[
        int, "Of fine-tunes that are held as differences from this repository: their xorbs, as they came."
    ]
    derived_stored_bytes: Annotated[int, "Of these, what the store keeps."]


@router.get(
    PATH + "/storage",
    summary="Read what a repository keeps",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: RepositoryStorageAnswer}, 404, 503),
)
async def read_storage(about: ReadAbout) -> RepositoryStorageAnswer:
    """For those who may read it. What nothing refers to any longer counts until it is removed."""
    ask, tables = about.ask, about.ask.gateway.tables
    repository = await about.row(Level.READ)
    refs = await refs_of(tables, repository.repository)
    versions = list(dict.fromkeys(ref.commit for ref in refs))
    logical_bytes = 0
    for version in versions[:VERSIONS_MAX]:
        entries = await ask.entries(await ask.commit(repository, version))
        logical_bytes += sum(entry.size_bytes for _, entry in entries if isinstance(entry, File))
    kept = await kept_by(tables, repository)
    derived = await derived_from(tables, repository)
    own_bytes = kept.unique_bytes - kept.shared_bytes
    tiers = await tiers_of_repository(tables, repository.repository)
    return {
        "versions": len(versions),
        "counted": min(len(versions), VERSIONS_MAX),
        "logical_bytes": logical_bytes,
        "unique_bytes": kept.unique_bytes,
        "shared_bytes": kept.shared_bytes,
        "own_bytes": own_bytes,
        "saved_bytes": max(logical_bytes - own_bytes, 0),
        "hot_bytes": tiers.hot_bytes,
        "warm_bytes": tiers.warm_bytes,
        "cold_bytes": tiers.cold_bytes,
        "last_read": None if tiers.read_day is None else _date(tiers.read_day),
        "stored_bytes": kept.stored_bytes,
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
