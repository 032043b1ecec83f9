"""Neo4j 2026.08.1 community: Bolt only, no HTTP."""

from __future__ import annotations

from muster.local import artifacts
from muster.local.home import write_atomically
from muster.local.processes import probes
from muster.local.processes.program import Launch, Program, Site, once
from muster.local.servers.java import LEAN, classpath, java

_HEAP = ("-Xms96m", "-Xmx256m")
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")

_CONFIG = """\
server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:{bolt}
server.bolt.advertised_address=127.0.0.1:{bolt}
server.http.enabled=false
server.https.enabled=false
server.directories.data={home}/data
server.directories.logs={home}/logs
server.directories.transaction.logs.root={home}/data/transactions
server.memory.pagecache.size=32m
db.tx_log.rotation.size=16m
db.tx_log.rotation.retention_policy=2 files
dbms.security.auth_enabled=false

# It says nothing to anybody else on the network, nor to its maker.
dbms.usage_report.enabled=false
dbms.fleet_manager.enabled=false
server.fleet_discovery.enabled=false

# Stop at once: by default it waits ten seconds for connections that are gone.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
internal.server.bolt.thread_pool_shutdown_wait_time=1s
"""


def _launch(site: Site) -> Launch:
    home = site.data
    config = home / "conf"
    config.mkdir(exist_ok=True)
    write_atomically(config / "neo4j.conf", _CONFIG.format(bolt=site.ports["neo4j"], home=home))
    opens = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED]
    flags = (*opens, "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
    main = (
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={home}",
        f"--config-dir={config}",
        "--console-mode",
    )
    return Launch(java(*_HEAP, *LEAN, *flags, "-cp", classpath(artifacts.jars("neo4j")), *main))


NEO4J = Program(
    name="neo4j",
    ports={"neo4j": 17687},
    launch=_launch,
    lacks=once(lambda ports: probes.bolt_answers(("127.0.0.1", ports["neo4j"]))),
    advice="It holds only a projection: if its store is damaged, `muster up --fresh` starts with empty data.",
)
