"""Sets up positions drawn as pictures, plays them and compares what comes out."""

from drumhead import Match, load
from drumhead.games.pocket_battles.game import PocketBattles


def battle(picture: str, *, armies: tuple[str, str] = ("orcs-50", "elves-50"), **options: object) -> Match:
    """A match that begins from a picture; the armies only give the letters of the sides."""
    size = 80 if "80" in armies[0] else 50
    game = load("pocket-battles", armies=armies, size=size, **options)
    assert isinstance(game, PocketBattles)
    return Match.from_position(game, picture, seed=1)


def play(match: Match, *steps: str) -> Match:
    """Plays steps: actions in notation, and dice as `throw 4 2`."""
    for step in steps:
        if step.startswith("throw"):
            match.roll(tuple(int(face) for face in step.split()[1:]))
        else:
            match.push(step)
    return match


def assert_position(match: Match, picture: str) -> None:
    """Says that the whole position is the one in the picture."""
    expected = match.game.write_position(match.game.read_position(picture))
    assert match.position == expected, f"\nis      {match.position}\nwanted  {expected}"


def notations(match: Match) -> list[str]:
    """The legal actions in notation."""
    return [action.notation for action in match.legal_actions]


def assert_refused(match: Match, action: str, clause: str) -> None:
    """Says that an action is refused by a clause, and changes nothing."""
    before = match.position
    refusal = match.why(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause == clause, f"{action} is refused by {refusal}"
    assert match.position == before
