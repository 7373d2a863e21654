"""The palette: colours and fonts of pictures and pages, for light and dark themes."""

import re
from functools import cache
from typing import Final

THEMES: Final = ("auto", "light", "dark")

# The light theme, "paper". Names say what a colour is for, not what it looks like.
PAPER: Final[dict[str, str]] = {
    "rim": "#7a5230",  # the wooden hoop of the drum
    "rim-deep": "#5b3a20",
    "rope": "#d9bd8a",  # the cord that tightens the skin
    "sheet": "#f1e5c8",  # the paper around the field
    "field": "#f7eed8",  # the map itself, where the light falls
    "field-edge": "#ead9b3",
    "trampled": "#d9c08d",  # ground that is fought over
    "ink": "#33271b",
    "ink-soft": "#6f5b42",
    "ink-faint": "#b39b72",
    "counter": "#fffaee",  # the face of a printed counter
    "counter-low": "#f0e3c6",  # its lower, shaded end
    "counter-edge": "#b89f74",
    "counter-ink": "#2c2219",
    "counter-soft": "#6b573f",
    "highlight": "#ffffff",
    "shadow": "#3a2610",
    "carmine": "#9d1c33",
    "carmine-deep": "#741025",
    "carmine-light": "#b53a4f",
    "prussian": "#1f4470",
    "prussian-deep": "#122c4d",
    "prussian-light": "#4a76a8",
    "on-army": "#fff8e8",  # words on an army's colour
    "die-black": "#231d18",
    "die-black-pip": "#fff6df",
    "die-white": "#fffef8",
    "die-white-pip": "#231d18",
    "token": "#d8a032",  # brass: order tokens
    "token-deep": "#8f6312",
    "wound": "#b3122c",
    "glow": "#e08a00",  # what can be acted on
    "glow-halo": "#ffb52e",
    "hill": "#dfc58f",  # the slopes of rising ground, and its crest
    "hill-top": "#ecd7a6",
    "hachure": "#8a6c45",
    "wood": "#c3cd9c",
    "leaf": "#7c9560",
    "leaf-deep": "#4f6a3f",
    "road": "#fbf4e2",
    "road-edge": "#8d744f",
    "soil": "#dcc290",  # ploughed fields and their furrows
    "furrow": "#a98a58",
    "roof": "#b4694a",
    "roof-deep": "#85452d",
    "wall": "#fff6e2",
    "water": "#bcd3dd",  # rivers and the sea, and the waves upon them
    "water-deep": "#5f8ba3",
    "snow": "#fbf9f3",
    "snow-edge": "#e3e2df",
    "wood-snow": "#dbe2d0",  # woods under snow
    "rock": "#cbb899",  # mountains
    "rock-deep": "#6d5a45",
    "iron": "#4c5154",  # armies of more than two sides
    "iron-deep": "#2c3032",
    "iron-light": "#71787c",
    "ochre": "#86601a",
    "ochre-deep": "#59400f",
    "ochre-light": "#ad8840",
    "brigade-one": "#f2d788",  # brigades, told apart by number as well
    "brigade-two": "#a9cfa4",
    "brigade-three": "#cdb9e6",
}

# The dark theme, "campfire".
CAMPFIRE: Final[dict[str, str]] = {
    "rim": "#3c2817",
    "rim-deep": "#26180d",
    "rope": "#8a6c40",
    "sheet": "#241a12",
    "field": "#5a4228",
    "field-edge": "#2c2016",
    "trampled": "#7d5a30",
    "ink": "#f0dfbd",
    "ink-soft": "#c9b188",
    "ink-faint": "#7d6746",
    "counter": "#e6d3a8",
    "counter-low": "#c9b182",
    "counter-edge": "#7a6038",
    "counter-ink": "#23190f",
    "counter-soft": "#514024",
    "highlight": "#fff3d0",
    "shadow": "#000000",
    "carmine": "#b0263c",
    "carmine-deep": "#6a0f20",
    "carmine-light": "#c8485a",
    "prussian": "#2b5a8c",
    "prussian-deep": "#16324f",
    "prussian-light": "#5384b8",
    "on-army": "#fff4da",
    "die-black": "#1c1611",
    "die-black-pip": "#f8e9c6",
    "die-white": "#fbf3de",
    "die-white-pip": "#1c1611",
    "token": "#e0a93a",
    "token-deep": "#6e4a0c",
    "wound": "#b3122c",
    "glow": "#ffb445",
    "glow-halo": "#ffcf6b",
    "hill": "#6b4f2f",
    "hill-top": "#7d6039",
    "hachure": "#c19c66",
    "wood": "#47502f",
    "leaf": "#71824c",
    "leaf-deep": "#2b351d",
    "road": "#8a7048",
    "road-edge": "#2a1e12",
    "soil": "#5d4527",
    "furrow": "#8d6e41",
    "roof": "#9a5438",
    "roof-deep": "#57291a",
    "wall": "#d8c194",
    "water": "#2f4d5c",
    "water-deep": "#7fa6b8",
    "snow": "#7d776c",
    "snow-edge": "#4b463f",
    "wood-snow": "#5f6656",
    "rock": "#6e5b46",
    "rock-deep": "#2b2118",
    "iron": "#565c60",
    "iron-deep": "#26292b",
    "iron-light": "#7f878c",
    "ochre": "#8a631b",
    "ochre-deep": "#4b350b",
    "ochre-light": "#b8924a",
    "brigade-one": "#e2c470",
    "brigade-two": "#93bd8e",
    "brigade-three": "#b9a3d6",
}

SERIF: Final = 'ui-serif, Georgia, Cambria, "Times New Roman", serif'
SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

_COLOUR: Final = re.compile(r"\$([a-z][a-z-]*)")


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--dh-{name}:{colour};" for name, colour in colours.items())


def properties(theme: str = "auto") -> str:
    """Returns the colours of a theme as CSS custom properties, for pages that share the palette with the pictures."""
    if theme == "light":
        return f".dh{{{_properties(PAPER)}}}"
    if theme == "dark":
        return f".dh{{{_properties(CAMPFIRE)}}}"
    return f".dh{{{_properties(PAPER)}}}@media(prefers-color-scheme:dark){{.dh{{{_properties(CAMPFIRE)}}}}}"


@cache
def style(theme: str, rules: str) -> str:
    """Returns style rules with colours (`$ink`) and fonts (`$serif`) filled in; raises ValueError for no theme.

    With a fixed theme the colours themselves are filled in, for programs that do not know custom properties.
    """
    if theme not in THEMES:
        raise ValueError(f"a theme is {', '.join(THEMES)}, not {theme!r}")
    fonts = {"serif": SERIF, "sans": SANS}
    colours = {"light": PAPER, "dark": CAMPFIRE}.get(theme)

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name in fonts:
            return fonts[name]
        if colours is not None:
            return colours[name]
        return f"var(--dh-{name})" if name in PAPER else PAPER[name]

    text = re.sub(r"\s*\n\s*", "", _COLOUR.sub(fill, rules))
    return text if colours is not None else properties(theme) + text
