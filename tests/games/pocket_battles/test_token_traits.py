"""rules/dice.py, rules/wounds.py, rules/turns.py (chapter 9): Disband, Leader, Reactive and Regenerate."""

from functools import partial

import pytest

from drumhead.core.errors import SetupError
from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, offers, play

celts_against_romans = partial(between, "celts", "romans")
elves_against_orcs = partial(between, "elves", "orcs")
macedonians_against_orcs = partial(between, "macedonians", "orcs")
romans_against_orcs = partial(between, "romans", "orcs")

# Disband


@clause("PB-9.11")
def test_a_hit_that_does_not_destroy_spends_one_unused_token_of_the_enemy() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL11) | . /
        . | .         | .
    """)
    play(match, "charge C1", "wait", "throw 2 1", "wound ROM28", "hold")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | C1(CEL11 o1) x R1(ROM28*1) | . /
        . | .                          | . /
        . | .                          | . ;
        R 50 3/1/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_takes_one_token_for_a_roll_however_many_hits_and_whichever_troop_hit() -> None:
    match = celts_against_romans("""
        . | .               | . /
        . | R1(ROM28 ROM29) | . /
        . | .               | . /
        . | C1(CEL26 CEL11) | . /
        . | .               | .
    """)
    play(match, "charge C1", "wait", "throw 3 1", "eliminate ROM28", "hold")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | C1(CEL26 CEL11 o1) x R1(-ROM28 ROM29) | . /
        . | .                                     | . /
        . | .                                     | . ;
        R 50 4/1/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_takes_no_token_when_the_unit_is_destroyed() -> None:
    match = celts_against_romans("""
        . | .                   | . /
        . | R1(ROM12) R2(ROM11) | . /
        . | .                   | . /
        . | C1(CEL11)           | . /
        . | .                   | .
    """)
    play(match, "shoot C1 R1", "throw 2")
    after = """
        . | .            | . /
        . | R2(ROM11)    | . /
        . | .            | . /
        . | C1(CEL11 o1) | . /
        . | .            | . ;
        lost R1(-ROM12); R 50 5/0/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_takes_no_token_when_nothing_hits() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL11) | . /
        . | .         | .
    """)
    play(match, "shoot C1 R1", "throw 1")
    after = """
        . | .            | . /
        . | R1(ROM28)    | . /
        . | .            | . /
        . | C1(CEL11 o1) | . /
        . | .            | . ;
        R 50 5/0/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_takes_no_token_when_none_is_left_after_the_wounds() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL11) | . /
        . | .         | . ;
        R 50 1/4/0
    """)
    play(match, "shoot C1 R1", "throw 2", "wound ROM28")
    after = """
        . | .            | . /
        . | R1(ROM28*1)  | . /
        . | .            | . /
        . | C1(CEL11 o1) | . /
        . | .            | . ;
        R 50 0/4/0; turn C
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_works_when_striking_back_and_in_a_reaction_shot() -> None:
    match = celts_against_romans("""
        . | .               | . /
        . | R1(ROM28 ROM29) | . /
        . | .               | . /
        . | C1(CEL11)       | . /
        . | .               | . ;
        turn R
    """)
    play(match, "charge R1", "reaction-shot C1", "throw 2", "wound ROM28", "throw 1 1", "strike C1", "throw 2")
    play(match, "wound ROM29")
    after = """
        . | .                                     | . /
        . | .                                     | . /
        . | C1(CEL11 o1) x R1(ROM28*1 ROM29*1 o1) | . /
        . | .                                     | . /
        . | .                                     | . ;
        R 50 0/2/0; turn C
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_disband_ends_with_its_troop() -> None:
    match = celts_against_romans("""
        . | .                | . /
        . | R1(ROM28)        | . /
        . | .                | . /
        . | C1(CEL21 -CEL11) | . /
        . | .                | .
    """)
    play(match, "shoot C1 R1", "throw 3", "wound ROM28")
    after = """
        . | .                   | . /
        . | R1(ROM28*1)         | . /
        . | .                   | . /
        . | C1(CEL21 -CEL11 o1) | . /
        . | .                   | . ;
        R 50 4/0/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.11")
def test_a_token_taken_by_disband_gives_no_order_until_the_next_round() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL11) | . /
        . | .         | . ;
        C 50 2/3/0; R 50 2/3/0
    """)
    play(match, "shoot C1 R1", "throw 2", "wound ROM28")
    after = """
        . | .            | . /
        . | R1(ROM28*1)  | . /
        . | .            | . /
        . | C1(CEL11 o1) | . /
        . | .            | . ;
        C 50 1/3/0; R 50 0/4/0; turn C
    """
    assert_position(match, after)
    play(match, "pass", "done")
    next_round = """
        . | .           | . /
        . | R1(ROM28*1) | . /
        . | .           | . /
        . | C1(CEL11)   | . /
        . | .           | . ;
        C 50 5/0/0; R 50 4/0/0; round 2; turn R
    """
    assert_position(match, next_round)


# Leader


@clause("PB-9.17")
def test_a_living_leader_is_worth_one_token_more() -> None:
    picture = """
        . | .           | . /
        . | O1(ORC13)   | . /
        . | .           | . /
        . | R1({troop}) | . /
        . | .           | . ;
        {tokens}
    """
    for troop, tokens in (("ROM10", "R 50 6/0/0"), ("ROM11", "R 50 5/0/0")):
        match = romans_against_orcs(picture.format(troop=troop, tokens=""))
        assert_position(match, picture.format(troop=troop, tokens=tokens))
    for troop, tokens in (("ROM10", "R 50 5/0/0"), ("ROM11", "R 50 6/0/0")):
        with pytest.raises(SetupError):
            romans_against_orcs(picture.format(troop=troop, tokens=tokens))


@clause("PB-9.17")
def test_with_its_leader_an_army_loses_an_unused_token() -> None:
    match = romans_against_orcs("""
        . | .                      | . /
        . | O1(ORC21)              | . /
        . | .                      | . /
        . | R1(ROM10) R2(ROM11 o1) | . /
        . | .                      | . ;
        R 50 4/1/0; turn O
    """)
    play(match, "shoot O1 R1", "throw 3")
    after = """
        . | .            | . /
        . | O1(ORC21 o1) | . /
        . | .            | . /
        . | R2(ROM11 o1) | . /
        . | .            | . ;
        lost R1(-ROM10); R 50 3/1/0; turn R
    """
    assert_position(match, after)


@clause("PB-9.17")
def test_the_token_leaves_after_the_hits_are_assigned_and_without_an_unused_one_the_owner_picks_an_order_token() -> (
    None
):
    match = macedonians_against_orcs("""
        . | .                                         | . /
        . | O1(ORC21 ORC24 ORC25)                     | . /
        . | .                                         | . /
        . | M1(MAC01 MAC27) M2(MAC05 o3) M3(MAC06 o2) | . /
        . | .                                         | . ;
        M 50 1/0/0; turn O
    """)
    play(match, "shoot O1 M1", "throw 3", "eliminate MAC01", "wound MAC27")
    assert_choices(match, "M", "forfeit M2", "forfeit M3")
    assert_refused(match, "forfeit M1", "PB-9.17")
    play(match, "forfeit M3")
    after = """
        . | .                                            | . /
        . | O1(ORC21 ORC24 ORC25 o1)                     | . /
        . | .                                            | . /
        . | M1(-MAC01 MAC27*1) M2(MAC05 o3) M3(MAC06 o1) | . /
        . | .                                            | . ;
        M 50 0/0/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.17")
def test_with_order_tokens_on_one_unit_only_there_is_nothing_to_pick() -> None:
    match = romans_against_orcs("""
        . | .                      | . /
        . | O1(ORC21)              | . /
        . | .                      | . /
        . | R1(ROM10) R2(ROM11 o3) | . /
        . | .                      | . ;
        R 50 0/3/0; turn O
    """)
    play(match, "shoot O1 R1", "throw 3")
    after = """
        . | .            | . /
        . | O1(ORC21 o1) | . /
        . | .            | . /
        . | R2(ROM11 o2) | . /
        . | .            | . ;
        lost R1(-ROM10); R 50 0/3/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.17")
def test_without_unused_and_order_tokens_the_next_that_would_become_unused_leaves() -> None:
    match = romans_against_orcs("""
        . | .                              | . /
        . | O1(ORC21)                      | . /
        . | .                              | . /
        . | R1(ROM10 o1) R2(ROM28*1 ROM29) | . /
        . | .                              | . ;
        R 50 0/3/1; O 50 2/3/0; turn O
    """)
    play(match, "shoot O1 R1", "throw 3")
    after = """
        . | .                 | . /
        . | O1(ORC21 o1)      | . /
        . | .                 | . /
        . | R2(ROM28*1 ROM29) | . /
        . | .                 | . ;
        lost R1(-ROM10); R 50 0/3/2 owed 1; O 50 1/3/0; turn O
    """
    assert_position(match, after)
    play(match, "pass", "done")
    next_round = """
        . | .                 | . /
        . | O1(ORC21)         | . /
        . | .                 | . /
        . | R2(ROM28*1 ROM29) | . /
        . | .                 | . ;
        lost R1(-ROM10); R 50 4/0/0; O 50 5/0/0; round 2; turn O
    """
    assert_position(match, next_round)


@clause("PB-9.17")
def test_a_leader_given_up_at_the_end_of_a_round_takes_a_token_with_it() -> None:
    match = macedonians_against_orcs("""
        . | .                           | . /
        . | O1(ORC21)                   | . /
        . | .                           | . /
        . | M1(MAC01*1 MAC27) M2(MAC28) | . /
        . | .                           | . ;
        M 50 1/4/0; O 50 0/5/0
    """)
    play(match, "pass", "give-up MAC01")
    after = """
        . | .                          | . /
        . | O1(ORC21)                  | . /
        . | .                          | . /
        . | M1(-MAC01 MAC27) M2(MAC28) | . /
        . | .                          | . ;
        M 50 5/0/0; O 50 5/0/0; round 2; turn O
    """
    assert_position(match, after)


# Reactive


@clause("PB-9.21")
def test_orders_to_a_reactive_unit_cost_one_one_two_and_four() -> None:
    match = elves_against_orcs("""
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | . /
        . | E1(ELV06) | . /
        . | .         | . ;
        E 80
    """)
    for passed, tokens in enumerate((1, 2, 4, 8)):
        play(match, "shoot E1 O1", "throw 1 1 1")
        after = f"""
            . | .                   | . /
            . | O1(ORC13)           | . /
            . | .                   | . /
            . | E1(ELV06 o{tokens}) | . /
            . | .                   | . ;
            E 80; O 50 {5 - passed}/{passed}/0; turn O
        """
        assert_position(match, after)
        play(match, "pass")


@clause("PB-9.21")
@pytest.mark.parametrize(("orders", "unused", "can"), [(1, 1, True), (2, 1, False), (2, 2, True), (4, 3, False)])
def test_a_reactive_unit_is_ordered_while_the_tokens_on_it_can_be_matched(
    orders: int, unused: int, *, can: bool
) -> None:
    match = elves_against_orcs(f"""
        . | .                   | . /
        . | O1(ORC13)           | . /
        . | .                   | . /
        . | E1(ELV06 o{orders}) | . /
        . | .                   | . ;
        E 80 {unused}/{8 - unused - orders}/0
    """)
    assert ("shoot E1 O1" in offers(match, "shoot")) == can
    if not can:
        assert_refused(match, "shoot E1 O1", "PB-4.4")


@clause("PB-9.21")
def test_a_reactive_unit_reacts_at_its_own_cost() -> None:
    match = battle("""
        . | .            | . /
        . | E1(ELV06 o1) | . /
        . | .            | . /
        . | O1(ORC13)    | . /
        . | .            | . ;
        E 50 1/3/0
    """)
    play(match, "charge O1", "reaction-shot E1", "throw 1 1 1", "throw 1 1")
    after = """
        . | .                           | . /
        . | .                           | . /
        . | O1(ORC13 o1) x E1(ELV06 o2) | . /
        . | .                           | . /
        . | .                           | . ;
        E 50 0/3/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.21")
@pytest.mark.parametrize(
    ("before", "after"), [("ROM15 ROM06 o1", "ROM15 ROM06 o2"), ("ROM15 -ROM06 o1", "ROM15 -ROM06 o3")]
)
def test_one_reactive_troop_is_enough_while_it_lives(before: str, after: str) -> None:
    match = romans_against_orcs(f"""
        . | .            | . /
        . | O1(ORC13)    | . /
        . | .            | . /
        . | R1({before}) | . /
        . | .            | .
    """)
    play(match, "move R1 left-front")
    expected = f"""
        .           | .         | . /
        .           | O1(ORC13) | . /
        .           | .         | . /
        R1({after}) | .         | . /
        .           | .         | . ;
        turn O
    """
    assert_position(match, expected)


# Regenerate


@clause("PB-9.22")
def test_at_the_end_of_a_round_the_wound_tokens_of_a_regenerating_troop_return_and_those_of_its_comrades_stay() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV13)           | . /
        . | .                   | . /
        . | O1(ORC06*2 ORC13*1) | . /
        . | .                   | . ;
        O 50 1/1/0; E 50 0/5/0
    """)
    play(match, "pass")
    assert_choices(match, "O", "done", "give-up ORC13")
    play(match, "done")
    after = """
        . | .                 | . /
        . | E1(ELV13)         | . /
        . | .                 | . /
        . | O1(ORC06 ORC13*1) | . /
        . | .                 | . ;
        O 50 4/0/0; E 50 5/0/0; round 2; turn E
    """
    assert_position(match, after)


@clause("PB-9.22")
def test_a_troop_does_not_regenerate_before_the_end_of_the_round() -> None:
    match = battle("""
        . | .           | . /
        . | E1(ELV13)   | . /
        . | .           | . /
        . | O1(ORC06*2) | . /
        . | .           | .
    """)
    play(match, "pass")
    after = """
        . | .           | . /
        . | E1(ELV13)   | . /
        . | .           | . /
        . | O1(ORC06*2) | . /
        . | .           | . ;
        O 50 2/1/0; turn E
    """
    assert_position(match, after)
