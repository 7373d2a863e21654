"""rules/orders.py (chapters 5 and 6): steps between zones, free and by order."""

import pytest

from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, notations, offers, play


@clause("PB-5.1")
@pytest.mark.parametrize(
    ("zone", "picture"),
    [
        (
            "left-front",
            """
              .         | E1(ELV26) | .
            / .         | .         | .
            / .         | .         | .
            / O1(ORC17) | .         | .
            / .         | O2(ORC18) | .
            ; O 50 5/0/0; E 50 5/0/0; redeployed O1; pending action:O
            """,
        ),
        (
            "right-front",
            """
              . | E1(ELV26) | .
            / . | .         | .
            / . | .         | .
            / . | .         | O1(ORC17)
            / . | O2(ORC18) | .
            ; O 50 5/0/0; E 50 5/0/0; redeployed O1; pending action:O
            """,
        ),
        (
            "centre-rear",
            """
              . | E1(ELV26)           | .
            / . | .                   | .
            / . | .                   | .
            / . | .                   | .
            / . | O1(ORC17) O2(ORC18) | .
            ; O 50 5/0/0; E 50 5/0/0; redeployed O1; pending action:O
            """,
        ),
    ],
)
def test_one_unit_may_move_to_an_adjacent_own_zone_without_a_token(zone: str, picture: str) -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC18) | .
    """)
    play(match, f"redeploy O1 {zone}")
    assert_position(match, picture)


@clause("PB-5.1")
def test_only_one_unit_is_redeployed_in_a_turn_and_it_makes_one_step() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        / . | O2(ORC18) | .
    """)
    play(match, "redeploy O1 left-front")
    assert_refused(match, "redeploy O2 left-rear", "PB-5.1")
    assert_refused(match, "redeploy O1 left-rear", "PB-5.1")
    play(match, "pass", "pass", "redeploy O2 left-rear", "pass")
    assert_position(
        match,
        """
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / O2(ORC18) | .         | .
        ; O 50 3/2/0; E 50 4/1/0; turn E
        """,
    )


@clause("PB-5.1")
def test_an_engagement_zone_is_neither_entered_nor_left_by_redeployment() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
    """)
    assert_refused(match, "redeploy O1 centre-front", "PB-5.1")
    assert_refused(match, "redeploy O2 centre-engagement", "PB-5.1")
    assert set(offers(match, "redeploy")) == {
        "redeploy O2 left-front",
        "redeploy O2 right-front",
        "redeploy O2 centre-rear",
    }


@clause("PB-5.1")
def test_only_own_units_on_the_field_are_redeployed() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC17) | .
        ; lost O2(-ORC18)
    """)
    assert_refused(match, "redeploy E1 centre-front", "PB-5.1")
    assert_refused(match, "redeploy O2 left-rear", "PB-5.1")


@clause("PB-5.1")
def test_a_unit_redeploys_even_if_no_order_to_it_could_be_paid() -> None:
    match = battle("""
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o4) | .
        / . | .            | .
        ; O 50 1/0/0; E 50 5/0/0
    """)
    play(match, "redeploy O1 right-front", "pass")
    assert_position(
        match,
        """
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | .         | O1(ORC17 o4)
        / . | .         | .
        ; O 50 0/1/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-5.2")
def test_the_redeployed_unit_is_not_ordered_in_the_same_turn() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV26) | .
        / . | .         | .
        / . | O2(ORC18) | .
        / . | O1(ORC21) | .
    """)
    play(match, "redeploy O1 centre-front")
    for order in ("charge O1", "shoot O1 E1", "move O1 left-front"):
        assert_refused(match, order, "PB-5.2")
    assert_choices(match, "O", "pass", "move O2 left-front", "move O2 right-front", "move O2 centre-rear", "charge O2")
    play(match, "pass", "pass")
    assert {"charge O1", "shoot O1 E1", "move O1 left-front"} <= set(notations(match))


@clause("PB-5.2")
def test_a_fast_unit_is_ordered_in_the_turn_in_which_it_was_redeployed() -> None:
    match = battle("""
          . | E2(ELV26) | .
        / . | E1(ELV03) | .
        / . | .         | .
        / . | .         | O1(ORC13)
        / . | O2(ORC17) | .
        ; turn E
    """)
    play(match, "redeploy E1 left-front", "charge E1", "wait", "throw 1 1 1", "hold")
    assert_position(
        match,
        """
          . | E2(ELV26) | .
        / . | .         | .
        / . | .         | O1(ORC13) x E1(ELV03 o1)
        / . | .         | .
        / . | O2(ORC17) | .
        ; O 50 5/0/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-5.2")
@pytest.mark.parametrize("reaction", ["intercept O1", "reaction-shot O1"])
def test_a_redeployed_unit_may_react_to_a_charge_later(reaction: str) -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC21) | .
    """)
    play(match, "redeploy O1 centre-front", "pass", "charge E1")
    assert_choices(match, "O", "wait", "intercept O1", "reaction-shot O1")
    play(match, reaction)
    if reaction == "reaction-shot O1":
        play(match, "throw 1")
    play(match, "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                           | .
        / . | .                           | .
        / . | O1(ORC21 o1) x E1(ELV13 o1) | .
        / . | .                           | .
        / . | .                           | .
        ; O 50 3/1/0; E 50 4/0/0; turn O
        """,
    )


@clause("PB-6.1")
def test_a_tactical_move_is_one_step_to_an_adjacent_own_zone_and_costs_an_order() -> None:
    match = battle("""
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | .
        ; O 50; E 50
    """)
    play(match, "move O1 centre-front")
    assert_position(
        match,
        """
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o3) | .
        / . | .            | .
        ; O 50 2/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.1")
def test_an_engagement_zone_is_neither_entered_nor_left_by_a_tactical_move() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC17) x E1(ELV26) | .
        / . | O2(ORC18)             | .
        / . | .                     | .
    """)
    assert_refused(match, "move O1 centre-front", "PB-6.1")
    assert_refused(match, "move O2 centre-engagement", "PB-6.1")
    assert_refused(match, "move O2 left-rear", "PB-2.4")
    assert set(offers(match, "move")) == {"move O2 left-front", "move O2 right-front", "move O2 centre-rear"}


@clause("PB-6.1", "PB-5.2")
def test_one_unit_redeploys_and_another_makes_a_tactical_move_in_the_same_turn() -> None:
    match = battle("""
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | O2(ORC18) | .
        / .         | .         | .
    """)
    play(match, "redeploy O2 right-front", "move O1 centre-front")
    assert_position(
        match,
        """
          . | E1(ELV26)    | .
        / . | .            | .
        / . | .            | .
        / . | O1(ORC17 o1) | O2(ORC18)
        / . | .            | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.1")
def test_a_unit_that_cannot_fight_may_still_be_moved_by_order() -> None:
    match = battle("""
          . | E1(ELV26) | .
        / . | .         | .
        / . | .         | .
        / . | O1(ORC02) | .
        / . | .         | .
    """)
    play(match, "move O1 left-front")
    assert_position(
        match,
        """
          .            | E1(ELV26) | .
        / .            | .         | .
        / .            | .         | .
        / O1(ORC02 o1) | .         | .
        / .            | .         | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )
