"""/ names the service; /openapi.json, and /docs to read and try it, come from files installed with it."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from muster.api.document.openapi import served
from muster.api.prefixes import prefix_of

_ASSETS: Final = files("fastapi_offline") / "static"
_MEDIA_TYPES: Final = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "start.js": "text/javascript",
}
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
}
_CACHED: Final = {"Cache-Control": "public, max-age=3600"}

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_FRONT: Final = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
<p>{text}</p>
<p>This address is an API, not a console: <a href="{prefix}/docs">read and try its routes</a>, or use the
<code>muster</code> command and the clients that the documentation names.</p>
</body>
</html>
"""
_START: Final = b"""SwaggerUIBundle({
  url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true, persistAuthorization: false
});
"""

Asset = Literal["swagger-ui.css", "swagger-ui-bundle.js", "start.js"]


def docs_router(title: str, text: str) -> APIRouter:
    """Return the routes of /, of /openapi.json, and of /docs with its files.

    Args:
        title: Name of the API.
        text: Purpose of the API.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    async def front(request: Request) -> Response:
        prefix = prefix_of(request.scope)
        if "text/html" in request.headers.get("accept", ""):
            shown = _FRONT.format(title=escape(title), text=escape(text), prefix=escape(prefix))
            return HTMLResponse(shown, headers=_HEADERS)
        found = {"title": title, "description": text}
        return JSONResponse(found | {"docs": f"{prefix}/docs", "openapi": f"{prefix}/openapi.json"})

    @router.get("/openapi.json")
    async def document(request: Request) -> JSONResponse:
        return JSONResponse(served(request.app.openapi(), prefix_of(request.scope)))

    @router.get("/docs")
    async def page() -> HTMLResponse:
        return HTMLResponse(_PAGE.format(title=title), headers=_HEADERS)

    @router.get("/docs/{name}")
    async def asset(name: Asset) -> Response:
        content = _START if name == "start.js" else (_ASSETS / name).read_bytes()
        return Response(content, media_type=_MEDIA_TYPES[name], headers=_CACHED)

    _ = (front, document, page, asset)
    return router
