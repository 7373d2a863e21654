"""Sets up positions drawn as pictures, plays them and compares what comes out."""

from drumhead import Match, load
from drumhead.games.pocket_battles.game import PocketBattles


def battle(picture: str, *, armies: tuple[str, str] = ("orcs-50", "elves-50"), **options: object) -> Match:
    """A match that begins from a picture; the armies only give the letters of the sides."""
    size = 80 if "80" in armies[0] else 50
    game = load("pocket-battles", armies=armies, size=size, **options)
    assert isinstance(game, PocketBattles)
    return Match.from_position(game, picture, seed=1)


def between(first: str, second: str, picture: str, **options: object) -> Match:
    """A match of 50 points between two armies, the first at the bottom of the picture."""
    return battle(picture, armies=(f"{first}-50", f"{second}-50"), **options)
