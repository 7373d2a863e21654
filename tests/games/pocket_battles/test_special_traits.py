"""rules/orders.py, rules/riders.py (chapter 9): Control, Double Order, Excite, Galvanize and Heal."""

from functools import partial

import pytest

from drumhead.core.errors import NotationError
from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, offers, play

elves_against_orcs = partial(between, "elves", "orcs")
romans_against_celts = partial(between, "romans", "celts")
celts_against_romans = partial(between, "celts", "romans")

# Control


@clause("PB-9.1", "PB-9.2", "PB-9.5")
def test_a_unit_uses_no_special_trait_but_its_own() -> None:
    match = elves_against_orcs("""
        .         | .           | .         /
        .         | O1(ORC13)   | .         /
        .         | .           | .         /
        .         | E4(ELV13*1) | .         /
        E1(ELV01) | E2(ELV02)   | E3(ROM10)
    """)
    assert offers(match, "control", "double-order", "heal") == ["control E1", "double-order E3", "heal E2 ELV13"]
    for other in ("E2", "E3", "E4"):
        assert_refused(match, f"control {other}", "PB-9.1")
    for other in ("E1", "E2", "E4"):
        assert_refused(match, f"double-order {other}", "PB-9.2")
    for other in ("E1", "E3", "E4"):
        assert_refused(match, f"heal {other} ELV13", "PB-9.5")


@clause("PB-9.1")
def test_control_lets_another_unit_charge_without_paying_and_without_a_token() -> None:
    match = elves_against_orcs("""
        . | .            | . /
        . | O1(ORC13)    | . /
        . | .            | . /
        . | E2(ELV14 o3) | . /
        . | E1(ELV01)    | .
    """)
    assert_refused(match, "charge E2", "PB-4.4")
    play(match, "control E1", "charge E2", "wait", "throw 4 1", "wound ORC13", "hold")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | E2(ELV14 o3) x O1(ORC13*1) | . /
        . | .                          | . /
        . | E1(ELV01 o1)               | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.1")
def test_the_controlled_unit_moves_charges_carries_on_leaves_shoots_or_heals_and_nothing_else() -> None:
    match = elves_against_orcs("""
        .         | .                     | .           /
        .         | .                     | O1(ORC17)   /
        .         | E3(ELV13) x O2(ORC13) | .           /
        .         | .                     | E2(ELV11)   /
        E4(ELV02) | E1(ELV01 o1)          | E5(ELV09*1)
    """)
    play(match, "control E1")
    assert_choices(
        match,
        "E",
        "move E2 centre-front",
        "move E2 right-rear",
        "move E4 centre-rear",
        "move E4 left-front",
        "move E5 centre-rear",
        "move E5 right-front",
        "charge E2",
        "leave E3",
        "carry-on E3 O2",
        "shoot E2 O1",
        "heal E4 ELV09",
    )
    assert_refused(match, "pass", "PB-9.1")
    assert_refused(match, "redeploy E2 centre-front", "PB-9.1")
    assert_refused(match, "move E1 left-rear", "PB-9.1")
    play(match, "heal E4 ELV09")
    after = """
        .         | .                     | .         /
        .         | .                     | O1(ORC17) /
        .         | E3(ELV13) x O2(ORC13) | .         /
        .         | .                     | E2(ELV11) /
        E4(ELV02) | E1(ELV01 o3)          | E5(ELV09) ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.1", "PB-9.3", "PB-9.4")
def test_neither_excite_nor_galvanize_goes_with_what_a_controlled_unit_does() -> None:
    match = elves_against_orcs("""
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | .                   | . /
        . | E2(ELV14) E3(ELV17) | . /
        . | E1(ELV01) E4(ORC02) | .
    """)
    assert "charge E2 excite E4 galvanize E4" in offers(match, "charge")
    play(match, "control E1")
    assert offers(match, "charge", "shoot") == ["charge E2", "shoot E3 O1"]
    assert_refused(match, "charge E2 excite E4", "PB-9.3")
    assert_refused(match, "shoot E3 O1 excite E4", "PB-9.3")
    assert_refused(match, "charge E2 galvanize E4", "PB-9.4")


@clause("PB-9.1")
def test_a_controlled_unit_cannot_control_or_give_a_double_order() -> None:
    match = elves_against_orcs("""
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | .                   | . /
        . | E3(ROM10)           | . /
        . | E1(ELV01) E2(ELV26) | .
    """)
    play(match, "control E1")
    assert offers(match, "control", "double-order") == []
    assert_refused(match, "double-order E3", "PB-9.1")
    assert_refused(match, "control E3", "PB-9.1")


@clause("PB-9.1")
def test_control_is_not_for_a_unit_redeployed_in_the_same_turn_unless_it_is_fast() -> None:
    match = elves_against_orcs("""
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | .                   | . /
        . | E2(ELV14) E3(ELV07) | . /
        . | E1(ELV01)           | .
    """)
    play(match, "redeploy E2 left-front", "control E1")
    assert_refused(match, "move E2 left-rear", "PB-5.2")
    play(match, "move E3 right-front")
    after = """
        .         | .            | .         /
        .         | O1(ORC17)    | .         /
        .         | .            | .         /
        E2(ELV14) | .            | E3(ELV07) /
        .         | E1(ELV01 o1) | .         ;
        turn O
    """
    assert_position(match, after)
    play(match, "pass", "redeploy E3 centre-front", "control E1")
    assert "charge E3" in offers(match, "charge")


@clause("PB-9.1")
def test_control_is_barred_in_the_first_turn_where_it_would_do_nothing_and_without_the_trait() -> None:
    queen = """
        . | .         | . /
        . | O1(ORC17) | . /
        . | .         | . /
        . | {others}  | . /
        . | E1(ELV01) | . ;
        {status}
    """
    match = elves_against_orcs(queen.format(others="E2(ELV14)", status="opening"))
    assert_refused(match, "control E1", "PB-6.6")
    assert offers(match, "control") == []
    match = elves_against_orcs(queen.format(others=".", status=""))
    assert_refused(match, "control E1", "PB-6.6")
    match = elves_against_orcs(queen.format(others="E2(ELV14)", status=""))
    assert_refused(match, "control E2", "PB-9.1")
    play(match, "redeploy E1 left-rear")
    assert_refused(match, "control E1", "PB-5.2")
    match = elves_against_orcs(queen.format(others="E2(ELV14)", status="").replace("ELV01", "-ELV01 PER17"))
    assert_refused(match, "control E1", "PB-9.1")


@clause("PB-9.1", "PB-9.3", "PB-9.12")
def test_a_fast_unit_uses_its_special_trait_in_the_turn_of_its_redeployment() -> None:
    picture = """
        .               | .         | .               /
        .               | O1(ORC13) | .               /
        .               | .         | .               /
        .               | E3(ELV14) | .               /
        E1(ELV01 ELV10) | .         | E2(CEL01 MAC03)
    """
    match = play(elves_against_orcs(picture), "redeploy E1 centre-rear", "control E1", "move E3 left-front")
    after = """
        .         | .                  | .               /
        .         | O1(ORC13)          | .               /
        .         | .                  | .               /
        E3(ELV14) | .                  | .               /
        .         | E1(ELV01 ELV10 o1) | E2(CEL01 MAC03) ;
        turn O
    """
    assert_position(match, after)
    match = elves_against_orcs(picture)
    play(match, "redeploy E2 centre-rear", "charge E3 excite E2", "wait", "throw 1 1 1", "hold")
    after = """
        .               | .                        | . /
        .               | .                        | . /
        .               | E3(ELV14 o1) x O1(ORC13) | . /
        .               | .                        | . /
        E1(ELV01 ELV10) | E2(CEL01 MAC03 o1)       | . ;
        turn O
    """
    assert_position(match, after)


# Double Order


@clause("PB-9.2")
def test_double_order_orders_two_other_units_one_after_the_other_each_at_its_own_cost() -> None:
    match = romans_against_celts("""
        .         | .            | .         /
        .         | C1(CEL25)    | C2(CEL15) /
        .         | .            | .         /
        .         | R2(ROM20 o1) | R3(ROM21) /
        R4(ROM11) | R1(ROM10)    | .
    """)
    play(match, "double-order R1", "shoot R2 C1", "throw 3")
    assert_choices(
        match,
        "R",
        "done",
        "move R3 centre-front",
        "move R3 right-rear",
        "move R4 centre-rear",
        "move R4 left-front",
        "shoot R3 C2",
    )
    assert_refused(match, "shoot R2 C2", "PB-9.2")
    assert_refused(match, "move R1 left-rear", "PB-9.2")
    assert_refused(match, "pass", "PB-9.2")
    play(match, "shoot R3 C2", "throw 4", "wound CEL15")
    after = """
        .         | .            | .            /
        .         | .            | C2(CEL15*1)  /
        .         | .            | .            /
        .         | R2(ROM20 o3) | R3(ROM21 o1) /
        R4(ROM11) | R1(ROM10 o1) | .            ;
        lost C1(-CEL25); R 50 1/0/0; turn C
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_the_first_order_of_a_double_order_must_be_given_and_the_second_need_not() -> None:
    match = romans_against_celts("""
        . | .                   | . /
        . | C1(CEL25)           | . /
        . | .                   | . /
        . | R2(ROM11) R3(ROM12) | . /
        . | R1(ROM10)           | .
    """)
    play(match, "double-order R1")
    assert_choices(
        match,
        "R",
        "move R2 left-front",
        "move R2 right-front",
        "move R2 centre-rear",
        "move R3 left-front",
        "move R3 right-front",
        "move R3 centre-rear",
        "charge R2",
        "charge R3",
    )
    assert_refused(match, "done", "PB-9.2")
    play(match, "move R2 left-front", "done")
    after = """
        .            | .            | . /
        .            | C1(CEL25)    | . /
        .            | .            | . /
        R2(ROM11 o1) | R3(ROM12)    | . /
        .            | R1(ROM10 o1) | . ;
        turn C
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_an_excite_rides_on_each_of_the_two_orders_and_is_not_one_of_them() -> None:
    match = romans_against_celts("""
        . | .                   | .         /
        . | C1(CEL15)           | C2(CEL16) /
        . | .                   | .         /
        . | R2(ROM20)           | R3(ROM21) /
        . | R1(ROM10) R4(ROM01) | .
    """)
    play(match, "double-order R1", "shoot R2 C1 excite R4", "throw 2 1", "wound CEL15")
    play(match, "shoot R3 C2 excite R4", "throw 3 1", "wound CEL16")
    after = """
        . | .                         | .            /
        . | C1(CEL15*1)               | C2(CEL16*1)  /
        . | .                         | .            /
        . | R2(ROM20 o1)              | R3(ROM21 o1) /
        . | R1(ROM10 o1) R4(ROM01 o3) | .            ;
        turn C; R 50 0/0/0
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_a_galvanize_rides_on_one_of_the_two_orders_and_its_unit_may_still_be_the_other() -> None:
    match = romans_against_celts("""
        . | .                   | . /
        . | C1(CEL25) C2(CEL15) | . /
        . | .                   | . /
        . | R2(ROM14)           | . /
        . | R1(ROM10) R3(ORC02) | .
    """)
    play(match, "double-order R1", "charge R2 galvanize R3", "wait", "target C1", "throw 6 1")
    play(match, "wait", "throw 6 1", "move R3 left-rear")
    after = """
        .            | .            | . /
        .            | .            | . /
        .            | .            | . /
        .            | R2(ROM14 o1) | . /
        R3(ORC02 o3) | R1(ROM10 o1) | . ;
        lost C1(-CEL25) C2(-CEL15); turn R
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_a_wound_suffered_in_the_first_order_may_take_the_token_for_the_second() -> None:
    match = romans_against_celts("""
        . | .         | .            /
        . | C1(CEL07) | .            /
        . | .         | .            /
        . | R2(ROM28) | R3(ROM11 o1) /
        . | R1(ROM10) | .            ;
        R 50 3/2/0
    """)
    play(match, "double-order R1", "charge R2", "wait", "throw 1 1", "strike C1", "throw 3", "wound ROM28")
    after = """
        . | .                          | .            /
        . | .                          | .            /
        . | R2(ROM28*1 o1) x C1(CEL07) | .            /
        . | .                          | R3(ROM11 o1) /
        . | R1(ROM10 o1)               | .            ;
        R 50 0/2/0; turn C
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_double_order_is_over_when_nothing_more_can_be_paid() -> None:
    match = romans_against_celts("""
        . | .         | .         /
        . | C1(CEL25) | .         /
        . | .         | .         /
        . | R2(ROM11) | R3(ROM12) /
        . | R1(ROM10) | .         ;
        R 50 2/4/0
    """)
    play(match, "double-order R1", "move R2 left-front")
    after = """
        .            | .            | .         /
        .            | C1(CEL25)    | .         /
        .            | .            | .         /
        R2(ROM11 o1) | .            | R3(ROM12) /
        .            | R1(ROM10 o1) | .         ;
        R 50 0/4/0; turn C
    """
    assert_position(match, after)


@clause("PB-9.2")
def test_double_order_is_barred_in_the_first_turn_without_a_token_for_another_and_without_the_trait() -> None:
    imperator = """
        . | .         | . /
        . | C1(CEL25) | . /
        . | .         | . /
        . | R2(ROM11) | . /
        . | R1(ROM10) | . ;
        {status}
    """
    match = romans_against_celts(imperator.format(status="opening"))
    assert_refused(match, "double-order R1", "PB-6.6")
    match = romans_against_celts(imperator.format(status="R 50 1/5/0"))
    assert_refused(match, "double-order R1", "PB-6.6")
    match = romans_against_celts(imperator.format(status=""))
    assert_refused(match, "double-order R2", "PB-9.2")
    play(match, "redeploy R2 left-front")
    assert_refused(match, "double-order R1", "PB-6.6")


@clause("PB-9.2")
def test_one_of_the_two_orders_may_be_another_special_trait() -> None:
    match = romans_against_celts("""
        . | .                             | . /
        . | C1(CEL25)                     | . /
        . | .                             | . /
        . | R2(ROM28*1)                   | . /
        . | R1(ROM10) R3(CEL01) R4(ELV01) | .
    """)
    play(match, "double-order R1", "heal R3 ROM28", "control R4", "charge R2", "wait", "throw 1 1", "hold")
    after = """
        . | .                                      | . /
        . | .                                      | . /
        . | R2(ROM28) x C1(CEL25)                  | . /
        . | .                                      | . /
        . | R1(ROM10 o1) R3(CEL01 o1) R4(ELV01 o1) | . ;
        turn C
    """
    assert_position(match, after)


# Excite


@clause("PB-9.3")
def test_an_excited_charge_rolls_one_die_more_and_both_orders_are_paid_before_the_reaction() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL25) | . /
        . | C2(CEL01) | .
    """)
    play(match, "charge C1 excite C2")
    before_the_reaction = """
        . | .            | . /
        . | R1(ROM28)    | . /
        . | C1(CEL25 o1) | . /
        . | .            | . /
        . | C2(CEL01 o1) | . ;
        pending turn-end target:C1:0:2 reaction:C1
    """
    assert_position(match, before_the_reaction)
    play(match, "wait", "throw 1 1 2")
    after = """
        . | .            | . /
        . | .            | . /
        . | .            | . /
        . | C1(CEL25 o1) | . /
        . | C2(CEL01 o1) | . ;
        lost R1(-ROM28); turn C
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_an_excited_unit_carries_on_with_two_dice_and_its_enemy_strikes_back_with_one() -> None:
    match = celts_against_romans("""
        . | .                     | . /
        . | .                     | . /
        . | C1(CEL25) x R1(ROM06) | . /
        . | .                     | . /
        . | C2(CEL01 o1)          | .
    """)
    play(match, "carry-on C1 R1 excite C2", "throw 1 1", "strike R1", "throw 1")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | C1(CEL25 o1) x R1(ROM06) | . /
        . | .                        | . /
        . | C2(CEL01 o3)             | . ;
        turn R
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_an_excited_unit_shoots_with_two_dice() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL21) | . /
        . | C2(CEL01) | .
    """)
    play(match, "shoot C1 R1 excite C2", "throw 3 1", "wound ROM28")
    after = """
        . | .            | . /
        . | R1(ROM28*1)  | . /
        . | .            | . /
        . | C1(CEL21 o1) | . /
        . | C2(CEL01 o1) | . ;
        turn R
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_only_the_first_roll_of_the_action_has_the_die_of_excite() -> None:
    match = celts_against_romans("""
        . | .                   | . /
        . | R1(ROM11) R2(ROM28) | . /
        . | .                   | . /
        . | C1(CEL03)           | . /
        . | C2(CEL01)           | .
    """)
    play(match, "charge C1 excite C2", "wait", "target R1", "throw 5 1 1 1", "wait", "throw 5 1 1", "wound ROM28")
    play(match, "hold")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | C1(CEL03 o1) x R2(ROM28*1) | . /
        . | .                          | . /
        . | C2(CEL01 o1)               | . ;
        lost R1(-ROM11); turn R
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_a_unit_that_is_intercepted_keeps_the_die_of_excite() -> None:
    match = celts_against_romans("""
        . | .                   | . /
        . | R1(ROM28) R2(ROM11) | . /
        . | .                   | . /
        . | C1(CEL25)           | . /
        . | C2(CEL01)           | .
    """)
    play(match, "charge C1 excite C2", "intercept R2", "throw 1 1 2")
    after = """
        . | .            | . /
        . | R1(ROM28)    | . /
        . | .            | . /
        . | C1(CEL25 o1) | . /
        . | C2(CEL01 o1) | . ;
        lost R2(-ROM11); R 50 4/0/1; turn R
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_excite_works_in_the_turn_of_its_owner_only() -> None:
    match = celts_against_romans("""
        . | .         | . /
        . | R1(ROM28) | . /
        . | .         | . /
        . | C1(CEL07) | . /
        . | C2(CEL01) | . ;
        turn R
    """)
    play(match, "charge R1")
    assert_choices(match, "C", "wait", "intercept C1", "reaction-shot C1")
    play(match, "reaction-shot C1", "throw 1", "throw 1 1", "strike C1", "throw 1")
    after = """
        . | .                           | . /
        . | .                           | . /
        . | C1(CEL07 o1) x R1(ROM28 o1) | . /
        . | .                           | . /
        . | C2(CEL01)                   | . ;
        turn C
    """
    assert_position(match, after)


@clause("PB-9.3")
def test_excite_is_not_for_a_blood_lust_unit() -> None:
    match = battle("""
        . | .                     | . /
        . | E1(ELV13)             | . /
        . | O2(ORC05) x E2(ELV14) | . /
        . | O1(ORC07) O4(ORC17)   | . /
        . | O3(ORC02)             | .
    """)
    riders = [notation for notation in offers(match, "charge", "carry-on", "shoot") if "excite" in notation]
    assert riders == ["charge O4 excite O3", "charge O4 excite O3 galvanize O3"]
    assert_refused(match, "shoot O1 E1 excite O3", "PB-9.3")
    assert_refused(match, "carry-on O2 E2 excite O3", "PB-9.3")


@clause("PB-9.3")
def test_excite_goes_with_charges_shots_and_carrying_on_and_at_most_once_for_an_order() -> None:
    match = celts_against_romans("""
        . | .                     | . /
        . | R1(ROM28)             | . /
        . | C4(CEL26) x R2(ROM29) | . /
        . | C1(CEL07)             | . /
        . | C2(CEL01) C3(ORC02)   | .
    """)
    excited = [notation for notation in offers(match, "move", "leave", "heal", "pass") if "excite" in notation]
    assert excited == []
    for order in ("charge C1", "shoot C1 R1", "shoot C1 R2", "carry-on C4 R2"):
        assert f"{order} excite C2" in offers(match, "charge", "shoot", "carry-on")
        assert f"{order} excite C3" in offers(match, "charge", "shoot", "carry-on")
    assert not any(notation.count("excite") > 1 for notation in offers(match, "charge", "shoot", "carry-on"))


@clause("PB-9.3")
def test_two_excites_written_for_one_order_are_not_taken_for_one() -> None:
    match = celts_against_romans("""
        . | .                   | . /
        . | R1(ROM28)           | . /
        . | .                   | . /
        . | C1(CEL07)           | . /
        . | C2(CEL01) C3(ORC02) | .
    """)
    with pytest.raises(NotationError):
        match.push("charge C1 excite C2 excite C3")


@clause("PB-9.3")
def test_a_unit_does_not_excite_itself() -> None:
    match = celts_against_romans("""
        . | .                         | . /
        . | R1(ROM28)                 | . /
        . | .                         | . /
        . | C1(CEL01 PER17) C2(CEL25) | . /
        . | .                         | .
    """)
    assert "charge C2 excite C1" in offers(match, "charge")
    assert_refused(match, "charge C1 excite C1", "PB-9.3")


@clause("PB-9.3")
def test_excite_needs_the_trait_a_token_and_a_unit_that_was_not_redeployed() -> None:
    druid = """
        . | .                   | . /
        . | R1(ROM28)           | . /
        . | .                   | . /
        . | C1(CEL25) C3(CEL26) | . /
        . | C2({troops})        | . ;
        {status}
    """
    match = celts_against_romans(druid.format(troops="CEL01 o1", status="C 50 2/2/0"))
    assert_refused(match, "charge C1 excite C2", "PB-4.4")
    assert_refused(match, "charge C1 excite C3", "PB-9.3")
    assert_refused(match, "charge C1 excite R1", "PB-9.3")
    match = celts_against_romans(druid.format(troops="CEL01", status="C 50 2/3/0"))
    assert "charge C1 excite C2" in offers(match, "charge")
    play(match, "redeploy C2 left-rear")
    assert_refused(match, "charge C1 excite C2", "PB-6.6")
    match = celts_against_romans(druid.format(troops="CEL01", status="opening"))
    assert_refused(match, "charge C1 excite C2", "PB-6.6")
    match = celts_against_romans(druid.format(troops="-CEL01 PER17", status=""))
    assert_refused(match, "charge C1 excite C2", "PB-9.3")


@clause("PB-9.3", "PB-6.6")
def test_a_unit_without_engagement_dice_is_not_excited_to_carry_on() -> None:
    match = celts_against_romans("""
        . | .                     | . /
        . | .                     | . /
        . | C1(CEL21) x R1(ROM28) | . /
        . | .                     | . /
        . | C2(CEL01)             | .
    """)
    assert offers(match, "carry-on") == ["carry-on C1 R1"]
    assert_refused(match, "carry-on C1 R1 excite C2", "PB-6.6")


# Galvanize


@clause("PB-9.4")
def test_a_galvanized_charger_is_overwhelming_until_its_order_is_resolved() -> None:
    match = battle("""
        . | .                             | . /
        . | E1(ELV26) E2(ELV27) E3(ELV28) | . /
        . | .                             | . /
        . | O1(ORC17)                     | . /
        . | O2(ORC02)                     | .
    """)
    play(match, "charge O1 galvanize O2", "wait", "target E1", "throw 3 1", "wait", "target E2", "throw 4 1")
    play(match, "wait", "throw 1 1", "hold")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | O1(ORC17 o1) x E3(ELV28) | . /
        . | .                        | . /
        . | O2(ORC02 o1)             | . ;
        lost E1(-ELV26) E2(-ELV27); turn E
    """
    assert_position(match, after)


@clause("PB-9.4")
def test_the_next_charge_is_not_overwhelming_unless_it_is_galvanized_again() -> None:
    match = battle("""
        . | .                             | . /
        . | E1(ELV26) E2(ELV27) E3(ELV28) | . /
        . | .                             | . /
        . | O1(ORC17)                     | . /
        . | O2(ORC02)                     | . ;
        O 80
    """)
    play(match, "charge O1 galvanize O2", "wait", "target E1", "throw 1 1", "hold")
    play(match, "pass", "carry-on O1 E1", "throw 3")
    play(match, "pass", "charge O1", "wait", "target E2", "throw 4 1")
    after = """
        . | .            | . /
        . | E3(ELV28)    | . /
        . | .            | . /
        . | O1(ORC17 o7) | . /
        . | O2(ORC02 o1) | . ;
        lost E1(-ELV26) E2(-ELV27); O 80 0/0/0; E 50 3/2/0; turn E
    """
    assert_position(match, after)


@clause("PB-9.4")
def test_one_unit_may_excite_and_galvanize_one_charge_for_one_and_two_tokens() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV13) E2(ELV14) | . /
        . | .                   | . /
        . | O1(ORC17)           | . /
        . | O2(ORC02)           | .
    """)
    play(match, "charge O1 excite O2 galvanize O2", "wait", "target E1", "throw 3 4 1", "wait", "throw 1 1", "hold")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | O1(ORC17 o1) x E2(ELV14) | . /
        . | .                        | . /
        . | O2(ORC02 o3)             | . ;
        lost E1(-ELV13); turn E
    """
    assert_position(match, after)


@clause("PB-9.4")
def test_both_for_one_charge_need_four_tokens_with_that_of_the_charger() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV13) | . /
        . | .         | . /
        . | O1(ORC17) | . /
        . | O2(ORC02) | . ;
        O 50 3/2/0
    """)
    assert offers(match, "charge") == ["charge O1", "charge O1 excite O2", "charge O1 galvanize O2"]
    assert_refused(match, "charge O1 excite O2 galvanize O2", "PB-4.4")


@clause("PB-9.4")
def test_only_a_charge_of_another_unit_that_is_not_overwhelming_is_galvanized() -> None:
    match = battle("""
        . | .                             | . /
        . | E1(ELV13)                     | . /
        . | O2(ORC18) x E2(ELV14)         | . /
        . | O1(ORC21) O4(ORC04) O5(ORC05) | . /
        . | O3(ORC02) O6(ROM01)           | .
    """)
    orders = offers(match, "charge", "carry-on", "shoot", "leave", "move")
    galvanized = [order for order in orders if "galvanize" in order]
    assert galvanized == [
        "charge O1 excite O3 galvanize O3",
        "charge O1 excite O6 galvanize O3",
        "charge O1 galvanize O3",
        "charge O5 galvanize O3",
    ]
    assert_refused(match, "shoot O1 E1 galvanize O3", "PB-9.4")
    assert_refused(match, "carry-on O2 E2 galvanize O3", "PB-9.4")
    assert_refused(match, "charge O4 galvanize O3", "PB-6.6")
    assert_refused(match, "charge O1 galvanize O2", "PB-9.4")
    assert_refused(match, "charge O1 galvanize O6", "PB-9.4")


@clause("PB-9.4")
def test_galvanize_needs_a_unit_that_was_not_redeployed_and_not_the_first_turn() -> None:
    shaman = """
        . | .            | . /
        . | E1(ELV13)    | . /
        . | .            | . /
        . | O1(ORC17)    | . /
        . | O2({troops}) | . ;
        {status}
    """
    match = battle(shaman.format(troops="ORC02", status="opening"))
    assert offers(match, "charge") == ["charge O1"]
    assert_refused(match, "charge O1 galvanize O2", "PB-6.6")
    match = battle(shaman.format(troops="ORC02", status=""))
    play(match, "redeploy O2 left-rear")
    assert_refused(match, "charge O1 galvanize O2", "PB-6.6")
    match = battle(shaman.format(troops="-ORC02 ORC29", status=""))
    assert_refused(match, "charge O1 galvanize O2", "PB-9.4")


# Heal


@clause("PB-9.5")
def test_heal_takes_one_wound_token_off_a_troop_of_another_unit_and_it_is_unused_at_once() -> None:
    match = elves_against_orcs("""
        . | .                       | . /
        . | O1(ORC17)               | . /
        . | .                       | . /
        . | E1(ELV13*1) E2(ELV09*2) | . /
        . | E3(ELV02)               | . ;
        E 50 1/1/0
    """)
    assert offers(match, "heal") == ["heal E3 ELV09", "heal E3 ELV13"]
    play(match, "heal E3 ELV09")
    after = """
        . | .                       | . /
        . | O1(ORC17)               | . /
        . | .                       | . /
        . | E1(ELV13*1) E2(ELV09*1) | . /
        . | E3(ELV02 o1)            | . ;
        E 50 1/1/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.5")
def test_a_healer_heals_another_unit_that_bears_a_wound() -> None:
    match = elves_against_orcs("""
        . | .                           | . /
        . | O1(ORC17)                   | . /
        . | .                           | . /
        . | E1(ELV13*1) E2(ELV14)       | . /
        . | E3(ELV02 ELV09*1) E4(ELV26) | .
    """)
    assert offers(match, "heal") == ["heal E3 ELV13"]
    assert_refused(match, "heal E3 ELV09", "PB-9.5")
    assert_refused(match, "heal E3 ELV14", "PB-9.5")
    assert_refused(match, "heal E4 ELV13", "PB-9.5")


@clause("PB-9.5")
def test_a_healer_that_was_redeployed_does_not_heal_in_that_turn_but_who_was_redeployed_is_healed() -> None:
    picture = """
        . | .                       | . /
        . | O1(ORC17)               | . /
        . | .                       | . /
        . | E1(ELV13*1) E2(ELV07*1) | . /
        . | E3(ELV02)               | .
    """
    match = elves_against_orcs(picture)
    play(match, "redeploy E1 left-front")
    assert offers(match, "heal") == ["heal E3 ELV07", "heal E3 ELV13"]
    match = elves_against_orcs(picture)
    play(match, "redeploy E3 left-rear")
    assert_refused(match, "heal E3 ELV13", "PB-5.2")
    match = elves_against_orcs(picture)
    play(match, "redeploy E2 left-front", "heal E3 ELV07")
    after = """
        .         | .            | . /
        .         | O1(ORC17)    | . /
        .         | .            | . /
        E2(ELV07) | E1(ELV13*1)  | . /
        .         | E3(ELV02 o1) | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.5")
def test_heal_is_barred_in_the_first_turn_and_when_its_bearer_is_dead() -> None:
    picture = """
        . | .            | . /
        . | O1(ORC17)    | . /
        . | .            | . /
        . | E1(ELV13*1)  | . /
        . | E2({troops}) | . ;
        {status}
    """
    match = elves_against_orcs(picture.format(troops="ELV02", status="opening"))
    assert_refused(match, "heal E2 ELV13", "PB-6.6")
    match = elves_against_orcs(picture.format(troops="-ELV02 PER17", status=""))
    assert_refused(match, "heal E2 ELV13", "PB-9.5")
