"""The local stack: real servers as ordinary packages, no root, no container; then Muster's services.

The story first, what it uses below:

    cli/           `muster up | down | status`
    stack          up, down, status: what happens, in order
    servers/       the six servers, one file each
    services       Muster's own processes, one line each
    seed           topics, schemas, keys, the developer's token
    external       servers that already run: check them

    processes/     programs as processes: declare, start, supervise, stop
    artifacts/     the Java servers' files: pinned, downloaded, unpacked
    endpoints      endpoints.env: the settings that services and clients read
    home           the folder of a stack (MUSTER_HOME)
    progress       what `up` and `down` report while they work; live_table: the same on a terminal
    logs           for `muster logs NAME`
    errors         what can go wrong, by exit code
"""
