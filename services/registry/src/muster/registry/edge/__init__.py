"""What touches the world.

roles.py        how each role starts
http.py         the application
routes/         the routes of its own
hub/            those that clients of the Hugging Face Hub use
xet/            those of clients with hf_xet: chunks of files
fixed/          those of clients that send fixed chunks
mlflow/         those of MLflow's clients
versions/       what is known about versions, who reads a file
sealed/         addresses of this API at which objects are opened and sealed
lineage/        what comes from what
repacking/      files that came whole are cut into chunks
asking.py       a command is sent, and its fact waited for
reading.py      what the tables know
searching.py    what a search finds
seeing.py       what of it the caller may see
content.py      bytes in the store: put, copied, read back and proven, addressed
downloads.py    what callers are given to download is counted
links.py        addresses of this API that are good without a token
remembered.py   what was read lately
turns.py        one after the other
projections.py  the tables, and the documents of searches
scrubbing.py    stored objects are read back, repaired or reported
removal.py      what nothing refers to is removed from the store
federation.py   searches in other registries, in parallel and within a time limit
keeping.py      storage by repository, the largest first
sharing.py      bytes that organisations share in the store
tiering/        hot and cold placement of objects
"""
