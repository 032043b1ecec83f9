"""Context of a request, shared by the routes of all clients: Hugging Face Hub, xet, MLflow and the own API.

context.py   the caller, the repository and revision of a request, and the caller's permissions
services.py  services that the routes use, and the rate limit per caller
about.py     the repository named in a path, with access checks, and commands about it
bodies.py    request bodies; unknown fields are ignored
uploads.py   writes objects that this API itself stores, and confirms proven copies
threads.py   threads for calls that block on the store
base_url.py  the address at which the caller reaches this API
"""
