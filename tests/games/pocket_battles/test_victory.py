"""rules/turns.py (chapter 8): conceding, half of an army, and how a battle that dies down is judged."""

import pytest

from drumhead import CHANCE, OVER, Match
from drumhead.core.errors import IllegalAction
from drumhead.core.files import record
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_position, play


def assert_won(match: Match, side: str, clause: str) -> None:
    """Says that the battle is over, who won it and by which clause."""
    assert match.to_act == OVER
    assert match.outcome is not None
    assert ("O", "E")[match.outcome.winner] == side
    assert match.outcome.clause == clause
    assert match.outcome.returns == ((1.0, -1.0) if side == "O" else (-1.0, 1.0))


FACING = """
    . | .         | . /
    . | E1(ELV14) | . /
    . | .         | . /
    . | O1(ORC18) | . /
    . | .         | .
"""


@clause("PB-8.1")
def test_whoever_concedes_on_a_decision_of_its_own_loses_at_once() -> None:
    match = battle(FACING)
    play(match, "concede")
    assert_won(match, "E", "PB-8.1")
    assert_position(match, FACING)
    with pytest.raises(IllegalAction, match="the battle is over"):
        match.push("pass")


@clause("PB-8.1")
def test_an_answer_to_a_charge_is_a_decision_on_which_to_concede() -> None:
    match = battle(FACING)
    play(match, "charge O1", "concede")
    assert_won(match, "O", "PB-8.1")


@clause("PB-8.1")
def test_a_side_may_concede_on_a_decision_of_the_other_side() -> None:
    match = battle(FACING)
    match.concede(1)
    assert match.outcome is not None
    assert match.outcome.winner == 0
    read = record.read(record.write(match))
    assert (read.steps[-1].seat, read.steps[-1].notation) == (1, "concede")
    assert str(read.outcome) == str(match.outcome) == "Orcs win: Elves concede [PB-8.1]"


@clause("PB-8.1")
def test_a_side_may_concede_while_dice_are_to_be_thrown() -> None:
    for seat in (0, 1):
        match = battle(FACING)
        play(match, "charge O1", "wait")
        assert match.to_act == CHANCE
        with pytest.raises(IllegalAction) as refused:
            match.concede()
        assert refused.value.clause == "PB-8.1"
        match.concede(seat)
        assert match.outcome is not None
        assert match.outcome.winner == 1 - seat
        assert record.read(record.write(match)).outcome == match.outcome


@clause("PB-8.2")
def test_half_of_the_points_that_the_enemy_fielded_win_at_the_end_of_the_round() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV13) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . ;
        lost E2(-ELV17); O 20 1/1/0; E 20 0/2/0
    """)
    play(match, "pass")
    assert_won(match, "O", "PB-8.2")
    after = """
        . | .         | . /
        . | E1(ELV13) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . ;
        lost E2(-ELV17); O 20 2/0/0; E 20 2/0/0; turn O; pending end:O:0
    """
    assert_position(match, after)


@clause("PB-8.2")
def test_less_than_half_of_the_fielded_points_is_not_enough() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV11) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . ;
        lost E2(-ELV17); O 20 1/1/0; E 20 0/2/0
    """)
    play(match, "pass")
    assert match.outcome is None
    after = """
        . | .         | . /
        . | E1(ELV11) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . ;
        lost E2(-ELV17); O 20 2/0/0; E 20 2/0/0; round 2; turn E
    """
    assert_position(match, after)


@clause("PB-8.2")
def test_half_an_army_lost_in_the_middle_of_a_round_does_not_end_the_battle() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV13) E2(ELV14) | . /
        . | .                   | . /
        . | O1(ORC21 ORC22)     | . /
        . | .                   | .
    """)
    play(match, "shoot O1 E1", "throw 4")
    assert match.outcome is None
    after = """
        . | .                  | . /
        . | E2(ELV14)          | . /
        . | .                  | . /
        . | O1(ORC21 ORC22 o1) | . /
        . | .                  | . ;
        lost E1(-ELV13); turn E
    """
    assert_position(match, after)


@clause("PB-8.2")
def test_troops_given_up_at_the_end_of_the_round_count_before_victory_is_checked() -> None:
    match = battle("""
        . | .                 | . /
        . | E1(ELV13*1 ELV26) | . /
        . | .                 | . /
        . | O1(ORC17)         | . /
        . | .                 | . ;
        O 20 1/1/0; E 20 0/1/0
    """)
    play(match, "pass", "give-up ELV13")
    assert_won(match, "O", "PB-8.2")


BOTH_HALVED = """
    . | .            | . /
    . | E1(ELV13)    | . /
    . | .            | . /
    . | O1({living}) | . /
    . | .            | . ;
    lost E2(-ELV17) O2(-{lost}); O 20 1/1/0; E 20 0/2/0; first {first}; turn O
"""


@clause("PB-8.3")
@pytest.mark.parametrize("first", ["O", "E"])
@pytest.mark.parametrize(
    ("living", "lost", "winner"),
    [
        ("ORC11", "ORC09", "E"),  # 4 points against 5
        ("ORC13", "ORC17", "O"),  # 4 points against 3
    ],
)
def test_when_both_have_destroyed_half_the_higher_total_wins(living: str, lost: str, winner: str, first: str) -> None:
    match = battle(BOTH_HALVED.format(living=living, lost=lost, first=first))
    play(match, "pass")
    assert_won(match, winner, "PB-8.3")
    after = f"""
        . | .            | . /
        . | E1(ELV13)    | . /
        . | .            | . /
        . | O1({living}) | . /
        . | .            | . ;
        lost E2(-ELV17) O2(-{lost}); O 20 2/0/0; E 20 2/0/0; first {first}; turn O; pending end:{winner}:1
    """
    assert_position(match, after)


@clause("PB-8.3")
@pytest.mark.parametrize(("first", "winner"), [("O", "E"), ("E", "O")])
def test_when_both_have_destroyed_as_much_player_2_wins(first: str, winner: str) -> None:
    match = battle(BOTH_HALVED.format(living="ORC05", lost="ORC15", first=first))
    play(match, "pass")
    assert_won(match, winner, "PB-8.3")


@clause("PB-8.3")
def test_a_higher_total_alone_does_not_win_against_half_an_army() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV09) E3(ELV13) | . /
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | .                   | . ;
        lost E2(-ELV01) O2(-ORC18); O 20 1/1/0; E 20 0/2/0
    """)
    play(match, "pass")
    assert_won(match, "E", "PB-8.2")


DYING_DOWN = """
    . | .                                     | . /
    . | .                                     | . /
    . | O1(ORC13*1 ORC14) x E1(ELV09{wounds}) | . /
    . | .                                     | . /
    . | .                                     | . ;
    lost E2(-ELV26) O2(-{lost}); O 20 1/0/0; E 20 0/{passed}/0
"""
LAST_BLOW = ("carry-on O1 E1", "throw 1", "strike E1", "throw 4 1 1 1", "wound ORC14 from O1", "done", "done")


@clause("PB-8.4")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ("ORC25", "E"),  # 2 points each: Player 2
        ("ORC29", "O"),  # 2 points against 1
        ("ORC17", "E"),  # 2 points against 3
    ],
)
def test_a_battle_without_a_token_on_either_side_is_judged_by_the_points_destroyed(lost: str, winner: str) -> None:
    match = battle(DYING_DOWN.format(wounds="*2", passed=0, lost=lost))
    play(match, *LAST_BLOW)
    assert_won(match, winner, "PB-8.4")
    after = f"""
        . | .                                 | . /
        . | .                                 | . /
        . | O1(ORC13*1 ORC14*1) x E1(ELV09*2) | . /
        . | .                                 | . /
        . | .                                 | . ;
        lost E2(-ELV26) O2(-{lost}); O 20 0/0/0; E 20 0/0/0; turn O; pending end:{winner}:3
    """
    assert_position(match, after)


@clause("PB-8.4")
def test_a_battle_goes_on_while_one_side_has_a_token() -> None:
    match = battle(DYING_DOWN.format(wounds="*1", passed=1, lost="ORC29"))
    play(match, *LAST_BLOW)
    assert match.outcome is None
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(ORC13*1 ORC14*1) x E1(ELV09*1) | . /
        . | .                                 | . /
        . | .                                 | . ;
        lost E2(-ELV26) O2(-ORC29); O 20 0/0/0; E 20 1/0/0; round 2; turn E
    """
    assert_position(match, after)


LAST_PASS = """
    . | .         | . /
    . | E1(ELV11) | . /
    . | .         | . /
    . | O1(ORC06) | . /
    . | .         | . ;
    lost E2(-ELV17) O2(-{lost}); O 20 1/1/0; E 20 0/2/0; round {round}; turn O
"""


@clause("PB-8.4")
@pytest.mark.parametrize(("lost", "winner"), [("ORC15", "E"), ("ORC17", "O"), ("ORC09", "E")])
def test_after_the_agreed_number_of_rounds_the_battle_is_judged_by_the_points_destroyed(lost: str, winner: str) -> None:
    match = battle(LAST_PASS.format(lost=lost, round=3), max_rounds=3)
    play(match, "pass")
    assert_won(match, winner, "PB-8.4")
    after = f"""
        . | .         | . /
        . | E1(ELV11) | . /
        . | .         | . /
        . | O1(ORC06) | . /
        . | .         | . ;
        lost E2(-ELV17) O2(-{lost}); O 20 2/0/0; E 20 2/0/0; round 3; turn O; pending end:{winner}:4
    """
    assert_position(match, after)


@clause("PB-8.4")
def test_before_the_agreed_number_of_rounds_the_battle_goes_on() -> None:
    match = battle(LAST_PASS.format(lost="ORC17", round=2), max_rounds=3)
    play(match, "pass")
    assert match.outcome is None


@clause("PB-8.4")
@pytest.mark.parametrize(("number", "is_last"), [(19, False), (20, True)])
def test_a_battle_lasts_twenty_rounds_unless_agreed_otherwise(number: int, *, is_last: bool) -> None:
    match = battle(LAST_PASS.format(lost="ORC17", round=number))
    play(match, "pass")
    assert (match.outcome is not None) == is_last
