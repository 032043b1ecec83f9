"""The routes of this API's own, beside those of stock clients.

about.py         the repository that a path names, by who asks, and commands about it
repositories.py  who else may use a repository, and whether its files are closed
searches.py      repositories are found
storage.py       what is kept and downloaded, and how much of it may be
"""
