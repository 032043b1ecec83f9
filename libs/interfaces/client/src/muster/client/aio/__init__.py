"""The client for asyncio, and the only source of both clients.

client      AsyncClient: the operations, and handles of jobs
operations  AsyncOperations: one method per API operation
handle      AsyncJobHandle: one submitted job: status, wait, logs, events, cancel
transport   HTTP requests with time-outs and retries; problems become errors
schedulers  queries answered by the schedulers of a cell
sse         event streams that survive a restart of the service

`make client` writes `muster.client.sync` from these files: change them here.
"""
