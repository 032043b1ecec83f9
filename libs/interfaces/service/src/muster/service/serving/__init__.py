"""The one port of a process: health, readiness, metrics and the APIs of its roles.

server.py      BackgroundServer, for all of them
operations.py  /healthz, /readyz and /metrics
deadlines.py   what a client sends must come in time
"""
