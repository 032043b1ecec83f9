"""The registry's own API, in addition to the routes for stock clients.

repositories.py  grants and quarantine of a repository
searches.py      search for repositories
sealed.py        reads and writes of objects that this API decrypts and encrypts
storage.py       storage and download usage, quotas, encryption, tier rule
"""
