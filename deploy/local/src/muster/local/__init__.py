"""The local stack: real servers as ordinary packages, no root, no container; then Muster's services.

The story first, leaves below:

    cli/             `muster up | down | status`
    stack.py         up, down, status: what happens, in order
    start.py         start programs side by side, or name the one that failed
    supervisor.py    one process: start, know again, wait for, stop
    servers/         the six servers, one file each
    services.py      Muster's own processes, one line each
    seed.py          topics, schemas, bucket, developer key and token
    external.py      servers that already run: check them

    errors.py        what can go wrong, by exit code
    program.py       what a server or service declares
    home.py          where everything of a stack lives (MUSTER_HOME)
    endpoints.py     endpoints.env: the settings that services and clients read
    ports.py         which port each program gets
    probes.py        is it ready? asked in its own protocol
    unprivileged.py  servers that refuse root
    progress.py      what `up` reports while it works        live_table.py    the same, moving, on a terminal
    artifacts/       the Java servers' files: pinned, downloaded, unpacked
    logs.py          for `muster logs NAME`
"""
