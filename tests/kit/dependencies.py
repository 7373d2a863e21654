"""The locked dependencies: writes the lock files, and audits them without a network.

python -m tests.kit.dependencies lock     asks the package index that pip is configured to use; wants pip 23 or newer
python -m tests.kit.dependencies audit    part of `make lint`
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent.parent
ADVISORIES: Final = ROOT / ".ci/advisories.toml"
PYTHONS: Final = ("3.11", "3.12", "3.13")
LOCKS: Final[dict[Path, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    ROOT / "deploy/requirements.lock": (("postgres",), ("x86_64", "aarch64")),
    ROOT / ".ci/requirements.lock": (("dev",), ("x86_64",)),
}
"""By lock file: the extras of this package, and the processors for which it has hashes."""
LIBRARIES: Final = ("manylinux_2_28", "manylinux_2_24", "manylinux_2_17", "manylinux2014", "manylinux1")
SOURCES: Final = ("chess",)
"""Packages that are published without wheels, and need nothing themselves."""
LICENCES: Final = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL-2|Mozilla Public|LGPL|0BSD|CC0", re.IGNORECASE
)
"""Licences that go with MIT, for packages that are installed beside this one and not copied into it."""


KNOWN_LICENCES: Final = {
    "axe-playwright-python": "MIT",  # its metadata has none
    "chess": "GPL, and used by a benchmark alone: nothing of it is distributed",
}
"""What was looked up by hand, for packages whose own word is missing or does not fit."""


@dataclass(frozen=True)
class Pin:
    """A package in a lock file: its version, the condition under which it is installed, the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(extras: tuple[str, ...]) -> list[Requirement]:
    """What this package needs: to be built, to run, and for some extras."""
    data = project()
    named = [*data["build-system"]["requires"], *data["project"]["dependencies"]]
    for extra in extras:
        named += data["project"]["optional-dependencies"][extra]
    return [Requirement(text) for text in named]


def lock(path: Path, extras: tuple[str, ...], processors: tuple[str, ...]) -> None:
    """Writes a lock file with the newest versions that pip finds, and the hashes of their files."""
    hashes: dict[tuple[str, str], set[str]] = {}
    pythons: dict[tuple[str, str], set[str]] = {}
    for python in PYTHONS:
        for processor in processors:
            for package in resolved(requirements(extras), python, processor):
                key = canonicalize_name(package["metadata"]["name"]), package["metadata"]["version"]
                hashes.setdefault(key, set()).add(package["download_info"]["archive_info"]["hashes"]["sha256"])
                pythons.setdefault(key, set()).add(python)
    lines = ["# Written by `python -m tests.kit.dependencies lock`; install with pip --require-hashes -r."]
    for (name, version), digests in sorted(hashes.items()):
        found = pythons[name, version]
        condition = (
            "" if len(found) == len(PYTHONS) else " or ".join(f'python_version == "{one}"' for one in sorted(found))
        )
        lines.append(f"{name}=={version}{f' ; {condition}' if condition else ''} \\")
        lines += [f"    --hash=sha256:{digest} \\" for digest in sorted(digests)]
        lines[-1] = lines[-1].removesuffix(" \\")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def resolved(needs: list[Requirement], python: str, processor: str) -> list[dict[str, Any]]:
    """The packages that pip would install for a version of Python on a processor, as its report lists them."""
    platforms = [word for library in LIBRARIES for word in ("--platform", f"{library}_{processor}")]
    target = ["--only-binary=:all:", "--python-version", python, "--implementation", "cp", *platforms]
    as_source = [need for need in needs if need.name in SOURCES]
    wheels = report([*target, *(str(need) for need in needs if need not in as_source)])
    return wheels + (report(["--no-deps", *map(str, as_source)]) if as_source else [])


def report(arguments: list[str]) -> list[dict[str, Any]]:
    """What pip would install."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        options = ["--target", str(Path(folder, "nowhere")), "--report", str(written)]
        subprocess.run([*command, *options, *arguments], check=True)
        found: list[dict[str, Any]] = json.loads(written.read_text(encoding="utf-8"))["install"]
    return found


def pins(path: Path) -> Iterator[Pin]:
    """The packages of a lock file."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        needed, *hashes = re.split(r"\s+--hash=sha256:", line.strip())
        requirement = Requirement(needed)
        (version,) = requirement.specifier
        yield Pin(requirement.name, version.version, str(requirement.marker or ""), tuple(hashes))


def faults(path: Path, extras: tuple[str, ...], advisories: list[dict[str, str]]) -> Iterator[str]:
    """What is wrong with a lock file: needs that it does not meet, missing hashes, known holes, licences."""
    locked = list(pins(path))
    for need in requirements(extras):
        versions = [pin.version for pin in locked if canonicalize_name(pin.name) == canonicalize_name(need.name)]
        if not versions or not all(need.specifier.contains(version) for version in versions):
            yield f"{need} is not locked; run python -m tests.kit.dependencies lock"
        for advisory in advisories:
            lowest = [one.version for one in need.specifier if one.operator == ">="]
            if advisory["package"] == need.name and any(map(SpecifierSet(advisory["affected"]).contains, lowest)):
                yield f"{need} allows a version that is affected by {advisory['id']}: {advisory['what']}"
    for pin in locked:
        if not pin.hashes or not all(re.fullmatch("[0-9a-f]{64}", digest) for digest in pin.hashes):
            yield f"{pin.name} has no hash"
        for advisory in advisories:
            if advisory["package"] == pin.name and SpecifierSet(advisory["affected"]).contains(pin.version):
                yield f"{pin.name} {pin.version} is affected by {advisory['id']}: {advisory['what']}"
        licence = licence_of(pin.name)
        if licence is not None and pin.name not in KNOWN_LICENCES and not LICENCES.search(licence):
            yield f"{pin.name} has the licence {licence!r}, which is not known to go with MIT"


def licence_of(name: str) -> str | None:
    """The licence of an installed package, by its own word; None if it is not installed."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return None
    classifiers = [text for text in about.get_all("Classifier") or [] if text.startswith("License ::")]
    named = [text for field in ("License-Expression", "License") for text in about.get_all(field) or []]
    return " ".join([*named, *classifiers])


def npm_faults() -> Iterator[str]:
    """Packages of the browser client's tools whose content is not fixed by a hash.

    Programs for other systems are never fetched here, and have none.
    """
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, found in packages.items():
        is_fetched = not found.get("optional") or (ROOT / name).exists()
        if name and is_fetched and not found.get("integrity"):
            yield f"{name} has no hash"


def audit() -> list[str]:
    """What is wrong with all lock files."""
    advisories = tomllib.loads(ADVISORIES.read_text(encoding="utf-8"))["advisory"]
    found = [
        f"{path.relative_to(ROOT)}: {fault}"
        for path, (extras, _) in LOCKS.items()
        for fault in faults(path, extras, advisories)
    ]
    return found + [f"package-lock.json: {fault}" for fault in npm_faults()]


def main() -> int:
    if sys.argv[1:] == ["lock"]:
        for path, (extras, processors) in LOCKS.items():
            lock(path, extras, processors)
        return 0
    found = audit()
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
