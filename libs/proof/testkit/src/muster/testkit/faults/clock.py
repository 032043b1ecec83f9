"""A process whose clock is stepped: a library that is loaded before libc adds an offset to the time of day.

Time namespaces shift monotonic clocks only (time_namespaces(7)), so the time of day is shifted in the
process: clock_gettime, gettimeofday and time, which Python and librdkafka call through libc. The offset lies
in a file that the library maps, so a running process is stepped at any moment.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

from muster.testkit.faults.fault import Impossible

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *offset;

__attribute__((constructor)) static void map_offset(void) {
    const char *file = getenv("SHIFTED_CLOCK_FILE");
    int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *at = mmap(0, sizeof(long long), PROT_READ, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) offset = at;
    close(fd);
}

static long long shift_s(void) { return offset ? *offset : 0; }

int clock_gettime(clockid_t id, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(id, at);
    if (done == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) at->tv_sec += shift_s();
    return done;
}

int gettimeofday(struct timeval *at, void *zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
    int done = real(at, zone);
    if (done == 0) at->tv_sec += shift_s();
    return done;
}

/* The kernel's clock is not shifted, so a deadline computed from ours is shifted back. Deadlines of a
   monotonic clock, which are small numbers, stay. Version 2.3.2 is the one that programs link to. */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until) {
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!real) real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    struct timespec shifted = *until;
    if (shifted.tv_sec > 1000000000) shifted.tv_sec -= shift_s();
    return real(cond, mutex, &shifted);
}

/* The same in C11's threads, which librdkafka waits with: libc does not call the function above for it. */
int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *until) {
    static int (*real)(cnd_t *, mtx_t *, const struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "cnd_timedwait");
    struct timespec shifted = *until;
    if (shifted.tv_sec > 1000000000) shifted.tv_sec -= shift_s();
    return real(cond, mutex, &shifted);
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"""


class ShiftedClock:
    """The clock of the processes that are started with its environment.

    Args:
        folder: Folder of library and offset.

    Raises:
        Impossible: there is no C compiler.
    """

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise Impossible("a C compiler is needed to shift a clock; neither cc nor gcc is on the PATH")
        source, self._library = folder / "clock.c", folder / "clock.so"
        self._file = folder / "offset"
        source.write_text(_SOURCE)
        self.step(0)
        subprocess.run(  # noqa: S603
            [compiler, "-O2", "-shared", "-fPIC", "-o", str(self._library), str(source), "-ldl"], check=True
        )

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables that give a process this clock."""
        return {"LD_PRELOAD": str(self._library), "SHIFTED_CLOCK_FILE": str(self._file)}

    def step(self, seconds: int) -> None:
        """Shift the clock of its processes to the true time plus `seconds`, from now on."""
        with self._file.open("r+b" if self._file.exists() else "w+b") as file:
            file.write(struct.pack("q", seconds))
