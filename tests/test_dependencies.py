"""Covers tests.kit.dependencies: the lock files, and what the audit finds in them."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.kit import dependencies
from tests.kit.dependencies import LOCKS, ROOT, audit, faults, npm_faults, pins

RUNTIME = ROOT / "deploy/requirements.lock"
DIGEST = "0" * 64


def test_the_lock_files_have_no_faults() -> None:
    assert audit() == []


def test_a_lock_file_names_no_host() -> None:
    for path in LOCKS:
        assert "://" not in path.read_text(encoding="utf-8")


def test_the_container_and_the_integration_install_from_the_lock_files() -> None:
    assert "--require-hashes -r /src/requirements.lock" in (ROOT / "Containerfile").read_text(encoding="utf-8")
    assert "--require-hashes -r .ci/requirements.lock" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "dependencies audit" in (ROOT / "Makefile").read_text(encoding="utf-8")


def changed(folder: Path, pattern: str, text: str) -> Path:
    """The lock file of the container with a change."""
    path = folder / "requirements.lock"
    before = RUNTIME.read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, text, before), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before
    return path


@pytest.mark.parametrize(
    ("pattern", "text", "fault"),
    [
        (r"segno==\S+", "segno==1.0", "segno>=1.6 is not locked; run python -m tests.kit.dependencies lock"),
        (r"h11==\S+", "h11==0.15.0", "h11 0.15.0 is affected by CVE-2025-43859"),
        (r"(click==\S+) \\\n.*\n", r"\1\n", "click has no hash"),
        (r"(click==\S+) ", rf"pytest==9.2.0 --hash=sha256:{DIGEST}\n\1 ", ""),
    ],
)
def test_the_audit_finds_what_is_wrong(tmp_path: Path, pattern: str, text: str, fault: str) -> None:
    found = list(faults(changed(tmp_path, pattern, text), ("postgres",), advisories()))
    assert len(found) == bool(fault)
    assert all(one.startswith(fault) for one in found)


def advisories() -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(dependencies.ADVISORIES.read_text())["advisory"]
    return found


def test_the_audit_finds_bounds_that_allow_a_known_hole() -> None:
    advisory = {"id": "CVE-X", "package": "starlette", "affected": "<1.0.2", "what": "something"}
    (found,) = faults(RUNTIME, (), [advisory])
    assert found == "starlette>=1.0.1 allows a version that is affected by CVE-X: something"


def test_the_audit_finds_a_licence_that_does_not_go_with_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "licence_of", lambda name: "GPL-3.0-only" if name == "click" else None)
    assert list(faults(RUNTIME, (), [])) == ["click has the licence 'GPL-3.0-only', which is not known to go with MIT"]


def test_the_tools_of_the_browser_client_have_hashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(npm_faults()) == []
    (tmp_path / "package-lock.json").write_text('{"packages": {"": {}, "node_modules/left-pad": {"version": "1.0.0"}}}')
    monkeypatch.setattr(dependencies, "ROOT", tmp_path)
    assert list(npm_faults()) == ["node_modules/left-pad has no hash"]


def test_every_pin_is_read() -> None:
    found = list(pins(RUNTIME))
    assert {"starlette", "uvicorn", "sqlalchemy", "psycopg"} <= {pin.name for pin in found}
    assert all(len(pin.hashes) >= 1 for pin in found)
    assert sum(len(pin.hashes) for pin in found) == RUNTIME.read_text(encoding="utf-8").count("sha256:")
