"""The client for asyncio, and the only source of both clients.

client      AsyncClient: one method per thing the API can do
handle      AsyncJobHandle: one submitted job: status, wait, logs, events, cancel
transport   one HTTP request: time-outs, retries, problems made errors
schedulers  questions that the schedulers of a cell answer
sse         event streams that survive a restart of the service

`make client` writes `muster.client.sync` from these files: change them here.
"""
