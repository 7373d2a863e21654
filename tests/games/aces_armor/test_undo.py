"""game.is_reveal: nothing is taken back past dice, a secret, another seat or an act of the Automa."""

from drumhead import Match, load
from tests.games.aces_armor.draw import battle, part, play, where
from tests.kit.clauses import clause

SOLO = {"mode": "solo", "factions": ("us",), "automa": "germany-1"}


@clause("AA-13.3")
def test_nobody_takes_back_what_led_to_a_turn_of_the_automa() -> None:
    position = "units US-I1@a1 US-T1@b13 US-A1@c3:d4 G1-T1@d3; round 5; turn US"
    match = Match.from_position(load("aces-armor", **SOLO), position)
    play(match, "move US-I1 a2")
    assert match.can_undo(0)
    play(match, "end-movement")
    assert where(match, "US-A1") == "gone", "the Tiger has fixed hits: no dice fell"
    assert part(match, "round") == "6"
    assert not match.can_undo(0)


@clause("AA-13.10")
def test_nobody_takes_back_a_move_that_the_automa_has_intercepted() -> None:
    picture = "a b c d\n1 s s G1-T1 s\n2 US-T1 . . .\n3 US-I1 s s s\n; round 5; turn US 9"
    match = battle(picture, **SOLO)
    play(match, "move US-T1 c2")
    assert part(match, "arrows") == "G1-T1>US-T1"
    assert not match.can_undo(0)
    free = battle(picture, **SOLO, automa_intercepts=False)
    play(free, "move US-T1 c2")
    assert free.can_undo(0), "nobody has done anything"


@clause("AA-13.3", "AA-6.1")
def test_nobody_takes_back_letting_a_unit_of_the_automa_pass() -> None:
    match = battle(
        "a b c d e\n1 US-I1 . . . .\n2 . . . . .\n3 . . . . G1-T1\n; units US-T1@b5; round 5; turn US", **SOLO
    )
    play(match, "end-movement")
    assert not match.can_undo(0), "the Tiger is under way"
    play(match, "let-pass")
    assert not match.can_undo(0)
