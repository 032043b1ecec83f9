"""What touches the world.

roles.py              how each role starts
http.py               the application, and the routes of its own: usage and quotas
repository_routes.py  the same about one repository: grants and quarantine
hub/                  the routes that clients of the Hugging Face Hub use
xet/                  those of clients with hf_xet: chunks of files
asking.py             a command is sent, and its fact waited for
reading.py            what the tables know
content.py            bytes in the store: put, copied, read back and proven, addressed
links.py              addresses of this API that are good without a token
projections.py        the tables
removal.py            what nothing refers to is removed from the store
"""
