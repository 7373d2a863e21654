"""Sets up positions drawn as pictures, plays them and compares what comes out."""

from drumhead import CHANCE, Match, load
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


def assert_choices(match: Match, side: str, *answers: str) -> None:
    """Says which side decides, and between exactly which actions, in any order."""
    assert match.to_act >= 0, f"no side decides: {match.prompt}"
    assert match.game.letters[match.to_act] == side
    assert sorted(notations(match)) == sorted(answers)


def assert_dice(match: Match, number: int) -> None:
    """Says that so many dice are to be thrown now."""
    assert match.to_act == CHANCE, f"no dice are to be thrown: {match.prompt}"
    assert len(match.state.throw()) == number


def between(first: str, second: str, picture: str, **options: object) -> Match:
    """A match of 50 points between two armies, the first at the bottom of the picture."""
    return battle(picture, armies=(f"{first}-50", f"{second}-50"), **options)


def offers(match: Match, *verbs: str) -> list[str]:
    """The legal actions that begin with one of these verbs, in notation and in alphabetical order."""
    return sorted(notation for notation in notations(match) if notation.split()[0] in verbs)
