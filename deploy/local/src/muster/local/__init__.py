"""The local stack: real servers as ordinary packages, no root, no container; then Muster's services.

The story first, what it uses below:

    cli/           `muster up | down | status`
    stack          up, down, status: the steps in order
    servers/       the six servers, one file each
    services       Muster's own processes, one line each
    seed           create topics, schemas, keys, the developer's token
    external       check servers that are already running

    processes/     programs as processes: declare, start, supervise, stop
    artifacts/     the Java servers' files: pinned, downloaded, unpacked
    endpoints      endpoints.env: the settings that services and clients read
    home           the folder of a stack (MUSTER_HOME)
    progress       progress reports of `up` and `down`; live_table: the same on a terminal
    logs           log files for `muster logs NAME`
    errors         errors by exit code
"""
