"""Finds a Chromium for the tests, or gets one: from Debian's packages for root, from the npm registry for anybody.

`python -m tests.web.chromium` prints where it is, and fails with one sentence where there is none to be had.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's: the one without a screen is a quarter faster; older releases do not have it."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
CACHE = Path(__file__).parents[2] / ".venv" / "chromium"
PACKAGE = "@sparticuz/chromium"
INFLATE = "import(process.argv[1]).then((m) => m.default.executablePath()).then((path) => console.log(path))"


class NoChromium(Exception):
    """Says that there is no browser to test with, and what to do."""


def find() -> str:
    """The path of a Chromium: the one named by DRUMHEAD_CHROMIUM, the system's, or the one that was fetched."""
    given = os.environ.get("DRUMHEAD_CHROMIUM")
    found = [given] if given else [shutil.which(name) for name in NAMES]
    found.append(str(CACHE / "chromium"))
    for path in found:
        if path and Path(path).is_file():
            return path
    raise NoChromium("there is no Chromium: install one, name it in DRUMHEAD_CHROMIUM, or run make chromium")


def fetch() -> str:
    """Gets a Chromium."""
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], *(["install", "-y", "--no-install-recommends", package] for package in PACKAGES)):
            subprocess.run(["apt-get", "-q", *words], check=False, stdout=sys.stderr, env=quiet)
            if any(shutil.which(package) for package in PACKAGES):
                return find()
    if sys.platform == "linux" and platform.machine() == "x86_64" and shutil.which("npm") and shutil.which("node"):
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--no-fund", "--no-audit", "--prefix", CACHE, PACKAGE], check=False, stdout=sys.stderr
        )
        module = CACHE / "node_modules" / PACKAGE
        if module.is_dir():
            entry = module / "build" / "esm" / "index.js"
            entry = entry if entry.is_file() else module / "build" / "index.js"
            told = subprocess.run(
                ["node", "--input-type=module", "-e", INFLATE, entry.as_uri()],
                check=False, capture_output=True, text=True,
            )  # fmt: skip
            inflated = told.stdout.strip()
            if inflated and Path(inflated).is_file():
                shutil.copy(inflated, CACHE / "chromium")
                return find()
    return find()


def main() -> int:
    """Finds a Chromium or gets one."""
    try:
        path = find()
    except NoChromium:
        try:
            path = fetch()
        except NoChromium as none:
            sys.stderr.write(f"{none}\n")
            return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
