"""The registry's own API, in addition to the routes for stock clients.

about.py         the repository named in a path, with access checks, and commands about it
repositories.py  grants and quarantine of a repository
searches.py      search for repositories
storage.py       storage and download usage, quotas, encryption, tier rule
"""
