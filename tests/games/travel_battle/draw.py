"""Sets up positions drawn as pictures, plays them and compares what comes out.

A picture is a piece of the battlefield, the rest of which is open ground, and then what else a position holds:

    4  .   B4     .
    3  .   R4+R5  W
    2  r   r:R1   B:R6
       c   d      e
    ; R1 leads R4 R5 R6:turned; B1@t10 leads B4; turn R 1; moved R4

A cell is ground (`.rHWBf`), pieces joined by `+`, or both with a colon between. Pieces that are drawn need no square in
their brigade; others have theirs as in a written position: `B1@t10`, `R7@removed`. Written positions are read as well.
"""

import re

from drumhead import Match, load
from drumhead.games.travel_battle.game import TravelBattle
from tests.kit.play import offers

FILES = "abcdefghijklmnopqrst"


def battle(picture: str, **options: object) -> Match:
    """A match that begins from a picture."""
    game = load("travel-battle", **options)
    assert isinstance(game, TravelBattle)
    return Match.from_position(game, written(picture), seed=1)


def written(picture: str) -> str:
    """A picture as a written position; a written position as it is."""
    drawing, _, rest = picture.partition(";")
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    if len(lines) < 2 or lines[-1][0] not in FILES:
        return picture
    ground = [["."] * len(FILES) for _ in range(10)]
    places: dict[str, str] = {}
    for rank, *cells in lines[:-1]:
        assert len(cells) == len(lines[-1]), f"row {rank} has {len(cells)} cells"
        for file, cell in zip(lines[-1], cells, strict=True):
            _draw(cell, file, int(rank), ground, places)
    shown = set(places)
    named = re.sub(r"\b([RB]\d+)\b(?!@)", lambda found: _placed(found[1], places), _brigades(rest))
    assert not places, f"drawn, but of no brigade: {sorted(shown & set(places))}"
    rows = "/".join("".join(row) for row in reversed(ground))
    return f"{rows if set(rows) - set('./') else 'open'}; {named}; {_others(rest)}"


def _draw(cell: str, file: str, rank: int, ground: list[list[str]], places: dict[str, str]) -> None:
    soil, _, pieces = cell.rpartition(":")
    if len(cell) == 1:
        soil, pieces = cell, ""
    ground[rank - 1][FILES.index(file)] = soil or "."
    for piece in pieces.split("+") if pieces else ():
        assert piece not in places, f"{piece} is drawn twice"
        places[piece] = f"{file}{rank}"


def _brigades(rest: str) -> str:
    return "; ".join(part.strip() for part in rest.split(";") if re.match(r"\s*[RB]\d", part))


def _others(rest: str) -> str:
    return "; ".join(part.strip() for part in rest.split(";") if part.strip() and not re.match(r"\s*[RB]\d", part))


def _placed(key: str, places: dict[str, str]) -> str:
    assert key in places, f"{key} stands nowhere"
    return f"{key}@{places.pop(key)}"


def assert_position(match: Match, picture: str) -> None:
    """Says that the whole position is the one in the picture."""
    expected = match.game.write_position(match.game.read_position(written(picture)))
    assert match.position == expected, f"\nis      {match.position}\nwanted  {expected}"


def where(match: Match, key: str) -> str:
    """Where a piece is and in which state, as it stands in the position: `d3:turned`, `removed`."""
    found = re.search(rf"\b{key}@([\w:+-]+)", match.position)
    assert found is not None, f"{key} takes no part"
    return found[1]


def squares(match: Match, verb: str) -> str:
    """Where an action such as `move R4` may lead, in alphabetical order."""
    return " ".join(notation.split()[-1] for notation in offers(match, verb))
