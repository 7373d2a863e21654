"""Finds a Chromium for the tests, or installs one: from Debian's packages as root, else from the npm registry.

`python -m tests.web.chromium` prints its path, and fails with one sentence where none can be had.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.kit import node

PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages: the headless shell is a quarter faster, but older releases do not have it."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
CACHE = Path(__file__).parents[2] / ".venv" / "chromium"
PACKAGE = "@sparticuz/chromium"
INFLATE = "import(process.argv[1]).then((m) => m.default.executablePath()).then((path) => console.log(path))"


class NoChromium(Exception):
    """There is no browser to test with."""


def find() -> str:
    """Returns the path of a Chromium: the one named by DRUMHEAD_CHROMIUM, the system's, or the installed one."""
    given = os.environ.get("DRUMHEAD_CHROMIUM")
    found = [given] if given else [shutil.which(name) for name in NAMES]
    found.append(str(CACHE / "chromium"))
    for path in found:
        if path and Path(path).is_file():
            return path
    raise NoChromium("there is no Chromium: install one, name it in DRUMHEAD_CHROMIUM, or run make chromium")


def install() -> str:
    """Installs a Chromium; returns its path."""
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], *(["install", "-y", "--no-install-recommends", package] for package in PACKAGES)):
            subprocess.run(["apt-get", "-q", *words], check=False, stdout=sys.stderr, env=quiet)
            if any(shutil.which(package) for package in PACKAGES):
                return find()
    if sys.platform == "linux" and platform.machine() == "x86_64":
        CACHE.mkdir(parents=True, exist_ok=True)
        npm = node.command("npm", "install", "--no-fund", "--no-audit", "--prefix", str(CACHE), PACKAGE)
        subprocess.run(npm, check=False, stdout=sys.stderr, env=node.environment())
        module = CACHE / "node_modules" / PACKAGE
        if module.is_dir():
            entry = module / "build" / "esm" / "index.js"
            entry = entry if entry.is_file() else module / "build" / "index.js"
            told = subprocess.run(
                node.command("node", "--input-type=module", "-e", INFLATE, entry.as_uri()),
                check=False, capture_output=True, text=True,
            )  # fmt: skip
            inflated = told.stdout.strip()
            if inflated and Path(inflated).is_file():
                shutil.copy(inflated, CACHE / "chromium")
                return find()
    return find()


def main() -> int:
    """Finds or installs a Chromium."""
    try:
        path = find()
    except NoChromium:
        try:
            path = install()
        except (NoChromium, node.NodeNotFound) as error:
            sys.stderr.write(f"{error}\n")
            return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
