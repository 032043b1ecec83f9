"""The OpenAPI document of an API, and the page that shows it.

answers  what routes declare: the JSON of each status, and which problems can come
bodies   what routes declare that read their body themselves
openapi  the document: FastAPI's, with forms as components and the answers that every route has
page     /docs, from files that are installed with the service
"""
