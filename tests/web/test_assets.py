"""Static files: every page preloads what it imports, no script is unused, and changes get a new address."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from drumhead.web import assets

STATIC = Path(str(files("drumhead.web") / "static"))
TEMPLATES = Path(str(files("drumhead.web") / "templates"))
SCRIPTS = {
    found for page in TEMPLATES.iterdir() for found in re.findall(r"block script %}([\w./]+){%", page.read_text())
}


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_a_page_names_every_script_that_is_imported(script: str) -> None:
    named = assets.modules(script)
    assert len(set(named)) == len(named)
    for name in named:
        imported = re.findall(r'^(?:import .*|\} )?from "(.+)";$', (STATIC / name).read_text(), re.MULTILINE)
        paths = {(STATIC / name).parent.joinpath(path).resolve().relative_to(STATIC.resolve()) for path in imported}
        assert {path.as_posix() for path in paths} <= set(named)


def test_every_script_belongs_to_a_page() -> None:
    named = {name for script in SCRIPTS for name in assets.modules(script)}
    found = {file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.js")}
    assert named | {"pages/theme.js"} == found


def test_the_address_changes_with_the_files_in_sub_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.fullmatch(r"/static/[0-9a-f]{12}", assets.root())
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "table.js").write_text("1")
    monkeypatch.setattr(assets, "_static_folder", lambda: tmp_path)
    first = assets.root.__wrapped__()
    (tmp_path / "table" / "table.js").write_text("2")
    assert assets.root.__wrapped__() != first
