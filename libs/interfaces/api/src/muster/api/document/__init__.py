"""OpenAPI document of an API, and the page that shows it.

answers  responses of routes: the JSON of each status, and the possible problems
bodies   request bodies of routes that read them themselves
openapi  the document: FastAPI's, with forms as components and the answers that every route has
page     /docs, from files installed with the service
"""
