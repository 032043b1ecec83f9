"""Transfer of working folders, and of repository files straight to and from the store: only missing data.

folders.py     send the working folder of a job
pushing.py     commit a folder or a file
by_content.py  send a file as content-defined chunks, except those the organisation has
by_fixed.py    send a file as chunks of 64 MiB by SHA-256, which the registry assembles
pulling.py     download a version into a folder
mirroring.py   copy branches from another registry
bundles.py     export a version as one signed file, and import it
provenance.py  record the origin of a version copied from another registry
remote.py      read parts of a remote file without downloading it
hub.py         requests in the protocol of the Hugging Face Hub
local.py       list the files of a folder and hash them

Registries are addressed with the protocol of stock clients, except for fixed chunks, which are Muster's own.
"""
