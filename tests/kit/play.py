"""Plays a match by steps in notation, and compares what comes out."""

from drumhead import CHANCE, Match


def play(match: Match, *steps: str) -> Match:
    """Plays steps: actions in notation, and dice as `throw 4 2`."""
    for step in steps:
        if step.startswith("throw"):
            match.roll(tuple(int(face) for face in step.split()[1:]))
        else:
            match.push(step)
    return match


def notations(match: Match) -> list[str]:
    """The legal actions in notation."""
    return [action.notation for action in match.legal_actions]


def offers(match: Match, *verbs: str) -> list[str]:
    """The legal actions that begin with one of these words, in notation and in alphabetical order."""
    return sorted(notation for notation in notations(match) if f"{notation} ".startswith(tuple(f"{v} " for v in verbs)))


def assert_position(match: Match, picture: str) -> None:
    """Asserts that the whole position is the one in the picture."""
    expected = match.game.write_position(match.game.read_position(picture))
    assert match.position == expected, f"\nis      {match.position}\nwanted  {expected}"


def assert_refused(match: Match, action: str, clause: str) -> None:
    """Asserts that an action is refused by a clause, and that asking changes nothing."""
    before = match.position
    refusal = match.why(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause == clause, f"{action} is refused by {refusal}"
    assert match.position == before


def assert_choices(match: Match, side: str, *answers: str) -> None:
    """Asserts which side decides, and between exactly which actions, in any order."""
    assert match.to_act >= 0, f"no side decides: {match.prompt}"
    assert match.game.letters[match.to_act] == side
    assert sorted(notations(match)) == sorted(answers)


def assert_dice(match: Match, number: int) -> None:
    """Asserts how many dice are to be thrown now."""
    assert match.to_act == CHANCE, f"no dice are to be thrown: {match.prompt}"
    assert len(match.state.throw()) == number
