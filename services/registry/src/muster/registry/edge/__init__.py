"""Edge of the registry: HTTP API, tables, store, and background roles.

roles.py               entry points of the roles
http.py                the FastAPI application
requests/              context of a request, shared by all routes: caller, permissions, store threads
routes/                the registry's own API: repositories, storage, search
hub/                   routes for clients of the Hugging Face Hub
xet/                   routes for clients with hf_xet: chunks of files
chunked/               files stored in chunks, as the routes of all clients read them
deltas/                stores xorbs of fine-tunes as deltas, and restores them for readers; optional
fixed/                 routes for clients that upload fixed chunks
mlflow/                routes for MLflow clients
versions/              verdicts and gates of versions, read access to files
lineage/               lineage graph and recalls
repacking/             repacks whole files into chunks, makes whole copies of what is read often
addresses/             signed addresses of this API that clients use without a token
cdn/                   signed addresses at a CDN in front of the store; optional
prewarming/            sends the most downloaded content to the CDN, each day; optional
commands.py            sends a command and waits for its outcome
sender.py              sends commands of background work about one object
queries.py             queries: repositories, commits, refs, objects, storage use
searching.py           search for repositories
visibility.py          SQL conditions for the repositories that a caller may see
content.py             object bytes: write, copy, read back and prove, presigned addresses
downloads.py           counts downloads and checks download quotas
refusals.py            refusals in the Hub's format
recent_xorbs.py        lists of the xorbs that repositories got lately
lru.py                 LRU cache with a weight limit
keyed_lock.py          FIFO lock per name
projections.py         the tables, and the search documents
scrubbing.py           reads stored objects back, repairs or reports damage
removal.py             removes unreferenced objects and stale copies from the store
federation/            searches in other registries, in parallel and within a time limit; optional
repository_storage.py  storage by repository, the largest first
damage.py              objects found damaged or missing in the store
shared_storage.py      bytes that organisations share in the store
tiering/               hot and cold placement of objects
"""
