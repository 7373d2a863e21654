"""A temporary PostgreSQL server: its folder, its socket, and its databases."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MISSING = "there is no PostgreSQL here; on Debian, install the package postgresql"


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version; Debian has one for each."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: -int(path.parts[4]))
    path = found[0] if found else shutil.which("initdb")
    return Path(path).resolve().parent if path else None


class Cluster:
    """A running server, and its folder."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._made = 0
        # PostgreSQL does not run as root.
        self._as: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
        if self._as:
            shutil.chown(folder, **self._as)
        self._run("initdb", "-D", str(folder / "data"), "-U", "drumhead", "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = off\nmax_connections = 60\n"
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.write(settings)

    def start(self) -> None:
        """Starts the server, or starts it again."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """Stops the server at once, as a crash would."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def fresh(self) -> str:
        """Creates a database; returns its address."""
        self._made += 1
        name = f"battles{self._made}"
        command = ["psql", "-h", str(self.folder), "-U", "drumhead", "-d", "postgres", "-qc", f"CREATE DATABASE {name}"]
        subprocess.run(command, check=True, capture_output=True)
        return f"postgresql+psycopg://drumhead@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        with (self.folder / f"{program}.out").open("w") as out:
            # A server that is started keeps what it is given: no pipe may wait for its end.
            subprocess.run(command, check=True, stdout=out, stderr=out, cwd="/", **self._as)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server for the time of the block."""
    programs = binaries()
    assert programs is not None, MISSING
    folder = Path(tempfile.mkdtemp(prefix="drumhead-pg-"))
    try:
        server = Cluster(folder, programs)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
