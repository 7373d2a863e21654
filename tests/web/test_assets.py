"""The files of the client: every page names all it needs, and nothing lies around unused."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from drumhead.web import assets

STATIC = Path(str(files("drumhead.web") / "static"))
TEMPLATES = Path(str(files("drumhead.web") / "templates"))
SCRIPTS = {
    found for page in TEMPLATES.iterdir() for found in re.findall(r"block script %}([\w.]+){%", page.read_text())
}


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_a_page_names_every_script_that_is_imported(script: str) -> None:
    named = assets.modules(script)
    assert len(set(named)) == len(named)
    for name in named:
        imported = re.findall(r'^(?:import .*|\} )?from "\./(.+)";$', (STATIC / name).read_text(), re.MULTILINE)
        assert set(imported) <= set(named)


def test_every_script_belongs_to_a_page() -> None:
    named = {name for script in SCRIPTS for name in assets.modules(script)}
    assert named | {"theme.js"} == {file.name for file in STATIC.glob("*.js")}


def test_what_changes_has_another_address() -> None:
    assert re.fullmatch(r"/static/[0-9a-f]{12}", assets.root())
