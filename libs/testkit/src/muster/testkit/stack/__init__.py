"""The real servers, and what stands between them and a test.

plugin     the pytest plugin that starts them, for tests marked `stack`
product    the whole product: its command, its REST API, its processes
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
"""
