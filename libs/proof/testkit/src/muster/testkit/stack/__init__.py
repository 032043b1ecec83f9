"""The real servers, and everything between them and a test.

plugin     the pytest plugin that starts them, for tests marked `stack`
product    the whole product: its command, its REST API, its processes
command    the command, forked instead of started: the same in a fifth of the time
preloaded  the process that commands are forked from
gate       how a test tells a job of its own to go on
topics     topics of a test's own on the shared servers
renamed    a journal whose topics carry a suffix
leader     which scheduler of a stack leads
tcp_proxy  the way to a server: a test can cut, freeze, slow down, reset and restore it
kafka_proxy  the same for one client of the broker
receiver   an HTTP server that takes webhooks
role_process   a process of roles: its log, its answers, its end
deciding_cell  a cell of a deciding service: asked, watched, removed
fed_cell   the same for one that reads the scheduler's facts
deletions  a role that removes objects, stopped between two of them
encrypted  an organisation whose objects are encrypted under its own key
hub        raw requests to a running registry
machine    Machine: another node with real processes, which can die at once
recovery   time to recover, and work lost, when a machine dies
stock_client  scripts run by a stock huggingface_hub
troubles   the last warnings and errors of a stack's programs
"""
