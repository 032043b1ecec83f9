"""The real servers, and what stands between them and a test.

plugin     the pytest plugin that starts them, for tests marked `stack`
product    the whole product: its command, its REST API, its processes
topics     topics of a test's own on the shared servers
renamed    a journal whose topics carry a suffix
tcp_proxy  a TCP connection to a server that a test can cut and restore
receiver   an HTTP server that takes webhooks
role_process   a process of roles: its log, its answers, its end
deciding_cell  a cell of a deciding service: asked, watched, removed
"""
