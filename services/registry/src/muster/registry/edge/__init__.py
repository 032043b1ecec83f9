"""Edge of the registry: HTTP API, tables, store, and background roles.

roles.py        entry points of the roles
http.py         the FastAPI application
routes/         the registry's own API: repositories, storage, search
hub/            routes for clients of the Hugging Face Hub
xet/            routes for clients with hf_xet: chunks of files
fixed/          routes for clients that upload fixed chunks
mlflow/         routes for MLflow clients
versions/       verdicts and gates of versions, read access to files
sealed/         addresses of this API for objects that it encrypts and decrypts
lineage/        lineage graph and recalls
repacking/      repacks whole files into chunks, stores fine-tunes as deltas
asking.py       sends a command and waits for its outcome
reading.py      queries: repositories, commits, refs, objects, storage use
searching.py    search for repositories
seeing.py       SQL conditions for the repositories that a caller may see
content.py      object bytes: write, copy, read back and prove, presigned addresses
downloads.py    counts downloads and checks download quotas
links.py        signed addresses of this API that work without a token
remembered.py   LRU cache with a weight limit
turns.py        FIFO lock per name
projections.py  the tables, and the search documents
scrubbing.py    reads stored objects back, repairs or reports damage
removal.py      removes unreferenced objects and stale copies from the store
federation.py   searches in other registries, in parallel and within a time limit
keeping.py      storage by repository, the largest first
sharing.py      bytes that organisations share in the store
tiering/        hot and cold placement of objects
"""
