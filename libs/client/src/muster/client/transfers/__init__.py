"""Files of repositories, sent and fetched: only what is missing, resumable, straight to and from the store.

pushing.py     a folder or a file becomes a commit
by_content.py  a file as chunks cut by its content: what the organisation has is not sent
by_fixed.py    a file as chunks of 64 MiB by SHA-256, put together by the registry
pulling.py     a version becomes a folder
mirroring.py   branches of another registry are copied here
bundles.py     a version as one signed file, and back
provenance.py  where a version came from that another registry had first
remote.py      a file read here and there, without fetching it
hub.py         the requests, as every registry understands them that speaks for the Hugging Face Hub
local.py       the files of a folder, and their hashes

A registry is spoken to as stock clients speak to it, but for the fixed chunks, which are Muster's own.
"""
