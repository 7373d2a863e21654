"""rules/charge.py (chapter 9): First Strike, Flying, Overwhelming, Scout and Skirmish."""

from functools import partial

from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, offers, play

elves_against_orcs = partial(between, "elves", "orcs")
macedonians_against_orcs = partial(between, "macedonians", "orcs")
persians_against_orcs = partial(between, "persians", "orcs")
persians_against_macedonians = partial(between, "persians", "macedonians")

# First Strike


@clause("PB-9.13")
def test_a_first_strike_unit_that_is_charged_rolls_before_the_charger_and_not_again() -> None:
    match = macedonians_against_orcs("""
        . | .               | . /
        . | O1(ORC13 ORC17) | . /
        . | .               | . /
        . | M1(MAC05 MAC15) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait")
    assert_choices(match, "M", "strike M1", "hold")
    assert [action.clause for action in match.legal_actions] == ["PB-9.13", "PB-9.13"]
    play(match, "strike M1", "throw 3", "eliminate ORC17", "throw 5 3", "eliminate MAC05")
    after = """
        . | .                                      | . /
        . | .                                      | . /
        . | M1(-MAC05 MAC15) x O1(ORC13 -ORC17 o1) | . /
        . | .                                      | . /
        . | .                                      | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_a_charger_destroyed_by_the_first_strike_does_not_roll() -> None:
    match = macedonians_against_orcs("""
        . | .                   | . /
        . | O1(ORC17) O2(ORC18) | . /
        . | .                   | . /
        . | M1(MAC13)           | . /
        . | .                   | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "strike M1", "throw 4")
    after = """
        . | .         | . /
        . | O2(ORC18) | . /
        . | .         | . /
        . | M1(MAC13) | . /
        . | .         | . ;
        lost O1(-ORC17); O 50 4/0/1; turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_a_unit_that_holds_back_its_first_blow_may_strike_back() -> None:
    match = macedonians_against_orcs("""
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | . /
        . | M1(MAC13) | . /
        . | .         | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "hold", "throw 1 1", "strike M1", "throw 3", "wound ORC13")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | M1(MAC13) x O1(ORC13*1 o1) | . /
        . | .                          | . /
        . | .                          | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_a_first_strike_unit_that_intercepts_gains_nothing() -> None:
    match = macedonians_against_orcs("""
        . | .                   | . /
        . | O1(ORC13)           | . /
        . | .                   | . /
        . | M1(MAC13) M2(MAC05) | . /
        . | .                   | . ;
        turn O
    """)
    play(match, "charge O1", "intercept M1", "throw 1 1")
    assert [action.clause for action in match.legal_actions] == ["PB-6.16", "PB-6.16"]
    play(match, "strike M1", "throw 1")
    after = """
        . | .                           | . /
        . | .                           | . /
        . | M1(MAC13 o1) x O1(ORC13 o1) | . /
        . | M2(MAC05)                   | . /
        . | .                           | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_a_charger_with_first_strike_gains_nothing_against_a_first_strike_unit() -> None:
    match = between(
        "macedonians",
        "macedonians",
        """
        . | .         | . /
        . | B1(MAC13) | . /
        . | .         | . /
        . | A1(MAC14) | . /
        . | .         | .
        """,
    )
    play(match, "charge A1", "wait")
    assert_choices(match, "B", "strike B1", "hold")
    play(match, "strike B1", "throw 1", "throw 5 1")
    after = """
        . | .            | . /
        . | .            | . /
        . | .            | . /
        . | A1(MAC14 o1) | . /
        . | .            | . ;
        lost B1(-MAC13)
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_first_strike_is_for_a_charge_and_not_for_carrying_on() -> None:
    match = macedonians_against_orcs("""
        . | .                     | . /
        . | .                     | . /
        . | M1(MAC13) x O1(ORC13) | . /
        . | .                     | . /
        . | .                     | . ;
        turn O
    """)
    play(match, "carry-on O1 M1", "throw 1", "strike M1", "throw 1")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | M1(MAC13) x O1(ORC13 o1) | . /
        . | .                        | . /
        . | .                        | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_a_first_strike_has_the_dice_of_a_strike_back() -> None:
    match = macedonians_against_orcs("""
        . | .               | . /
        . | O1(ORC13)       | . /
        . | .               | . /
        . | M1(MAC13 MAC02) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "strike M1", "throw 3 1", "wound ORC13", "throw 1 1")
    after = """
        . | .                                | . /
        . | .                                | . /
        . | M1(MAC13 MAC02) x O1(ORC13*1 o1) | . /
        . | .                                | . /
        . | .                                | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.13")
def test_first_strike_ends_with_its_troop() -> None:
    match = macedonians_against_orcs("""
        . | .                | . /
        . | O1(ORC13)        | . /
        . | .                | . /
        . | M1(-MAC13 MAC05) | . /
        . | .                | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 1 1", "strike M1", "throw 1")
    after = """
        . | .                               | . /
        . | .                               | . /
        . | M1(-MAC13 MAC05) x O1(ORC13 o1) | . /
        . | .                               | . /
        . | .                               | . ;
        turn M
    """
    assert_position(match, after)


# Flying


@clause("PB-9.14")
def test_a_flying_unit_may_charge_the_rear_of_its_sector_over_enemies_in_the_front() -> None:
    match = elves_against_orcs("""
        . | O2(ORC14) | O3(ORC18) /
        . | O1(ORC13) | .         /
        . | .         | .         /
        . | E1(ELV07) | .         /
        . | .         | .
    """)
    play(match, "charge E1")
    assert_choices(match, "O", "wait", "intercept O1")
    play(match, "wait")
    assert_choices(match, "E", "target O1", "target O2")
    play(match, "target O2", "throw 4 1", "wound ORC14", "hold")
    after = """
        . | .                          | O3(ORC18) /
        . | O1(ORC13)                  | .         /
        . | E1(ELV07 o1) x O2(ORC14*1) | .         /
        . | .                          | .         /
        . | .                          | .         ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.14")
def test_a_flying_unit_may_charge_the_rear_over_an_engagement() -> None:
    match = elves_against_orcs("""
        . | O2(ORC14)             | . /
        . | .                     | . /
        . | E2(ELV26) x O1(ORC13) | . /
        . | E1(ELV07)             | . /
        . | .                     | .
    """)
    play(match, "charge E1")
    assert_choices(match, "E", "target O1", "target O2")
    play(match, "target O2", "throw 1 1", "hold")
    after = """
        . | .                                               | . /
        . | .                                               | . /
        . | E1(ELV07 o1) x O2(ORC14), E2(ELV26) x O1(ORC13) | . /
        . | .                                               | . /
        . | .                                               | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.14")
def test_units_in_the_front_may_intercept_or_shoot_a_flying_charger() -> None:
    match = elves_against_orcs("""
        . | O2(ORC14) | . /
        . | O1(ORC23) | . /
        . | .         | . /
        . | E1(ELV07) | . /
        . | .         | .
    """)
    play(match, "charge E1")
    assert_choices(match, "O", "wait", "intercept O1", "reaction-shot O1")
    play(match, "reaction-shot O1", "throw 5", "wound ELV07")
    assert_choices(match, "E", "target O1", "target O2")
    play(match, "target O2", "throw 1 1", "hold")
    after = """
        . | .                          | . /
        . | O1(ORC23 o1)               | . /
        . | E1(ELV07*1 o1) x O2(ORC14) | . /
        . | .                          | . /
        . | .                          | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.14")
def test_a_flying_charger_still_finds_the_rear_when_the_reacting_unit_destroys_itself() -> None:
    match = elves_against_orcs("""
        . | O2(ORC14) | . /
        . | O1(ORC07) | . /
        . | .         | . /
        . | E1(ELV07) | . /
        . | .         | .
    """)
    play(match, "charge E1", "reaction-shot O1", "dice 2", "throw 1 1", "throw 1 1", "hold")
    after = """
        . | .                        | . /
        . | .                        | . /
        . | E1(ELV07 o1) x O2(ORC14) | . /
        . | .                        | . /
        . | .                        | . ;
        lost O1(-ORC07); O 50 4/0/1; turn O
    """
    assert_position(match, after)


@clause("PB-9.14")
def test_a_unit_that_does_not_fly_cannot_charge_the_rear_over_enemies() -> None:
    match = elves_against_orcs("""
        . | O2(ORC14)                  | . /
        . | O1(ORC13) O3(ORC17)        | . /
        . | .                          | . /
        . | E1(ELV14) E2(-ELV07 PER17) | . /
        . | .                          | .
    """)
    for order in ("charge E1", "charge E2"):
        play(match, order, "wait")
        assert_choices(match, "E", "target O1", "target O3")
        assert_refused(match, "target O2", "PB-6.8")
        match.pop()
        match.pop()


# Overwhelming


@clause("PB-9.19")
def test_an_overwhelming_charger_that_destroys_its_target_charges_on_and_on_for_free() -> None:
    match = persians_against_orcs("""
        . | .                             | . /
        . | O1(ORC17) O2(ORC18) O3(ORC13) | . /
        . | .                             | . /
        . | P1(PER29)                     | . /
        . | .                             | .
    """)
    play(match, "charge P1", "wait", "target O1", "throw 4 1 1")
    assert_choices(match, "O", "wait", "intercept O2", "intercept O3")
    play(match, "wait", "target O2", "throw 5 1 1", "wait", "throw 6 1 1", "wound ORC13", "strike O3", "throw 1")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | P1(PER29 o1) x O3(ORC13*1) | . /
        . | .                          | . /
        . | .                          | . ;
        lost O1(-ORC17) O2(-ORC18); turn O
    """
    assert_position(match, after)


@clause("PB-9.19")
def test_an_overwhelming_unit_that_destroys_an_interceptor_charges_again_and_may_be_intercepted_again() -> None:
    match = persians_against_orcs("""
        . | .                             | . /
        . | O1(ORC17) O2(ORC18) O3(ORC13) | . /
        . | .                             | . /
        . | P1(PER29)                     | . /
        . | .                             | .
    """)
    play(
        match, "charge P1", "intercept O1", "throw 4 1 1", "intercept O2", "throw 4 1 1", "wait", "throw 1 1 1", "hold"
    )
    after = """
        . | .                        | . /
        . | .                        | . /
        . | P1(PER29 o1) x O3(ORC13) | . /
        . | .                        | . /
        . | .                        | . ;
        lost O1(-ORC17) O2(-ORC18); O 50 3/0/2; turn O
    """
    assert_position(match, after)


@clause("PB-9.19")
def test_an_overwhelming_unit_goes_on_into_the_rear_and_a_neighbouring_sector_from_where_it_fought() -> None:
    match = persians_against_orcs("""
        . | O2(ORC18) | .         /
        . | O1(ORC17) | O3(ORC21) /
        . | .         | .         /
        . | P1(PER29) | .         /
        . | .         | .
    """)
    play(match, "charge P1", "wait", "throw 4 1 1", "throw 4 1 1", "throw 4 1 1")
    after = """
        . | . | .            /
        . | . | .            /
        . | . | .            /
        . | . | P1(PER29 o1) /
        . | . | .            ;
        lost O1(-ORC17) O2(-ORC18) O3(-ORC21)
    """
    assert_position(match, after)


@clause("PB-9.19")
def test_an_overwhelming_unit_without_a_target_stops() -> None:
    match = persians_against_orcs("""
        .         | . | O2(ORC18) /
        O1(ORC17) | . | .         /
        .         | . | .         /
        P1(PER29) | . | .         /
        .         | . | .
    """)
    play(match, "charge P1", "wait", "throw 4 1 1")
    after = """
        .            | . | O2(ORC18) /
        .            | . | .         /
        .            | . | .         /
        P1(PER29 o1) | . | .         /
        .            | . | .         ;
        lost O1(-ORC17); turn O
    """
    assert_position(match, after)
    assert "PB-9.19" not in [event.clause for event in match.log()]


@clause("PB-9.19")
def test_an_overwhelming_unit_that_has_lost_the_trait_stops() -> None:
    match = between(
        "celts",
        "orcs",
        """
        . | .                   | . /
        . | O1(ORC17) O2(ORC21) | . /
        . | .                   | . /
        . | C1(CEL06 CEL12)     | . /
        . | .                   | .
        """,
    )
    play(match, "charge C1", "reaction-shot O2", "throw 3", "eliminate CEL06", "target O1", "throw 3 1")
    after = """
        . | .                   | . /
        . | O2(ORC21 o1)        | . /
        . | .                   | . /
        . | C1(-CEL06 CEL12 o1) | . /
        . | .                   | . ;
        lost O1(-ORC17); turn O
    """
    assert_position(match, after)


@clause("PB-9.19", "PB-9.4", "PB-9.10")
def test_an_overwhelming_unit_that_has_no_engagement_die_left_stops() -> None:
    match = battle("""
        . | .                   | . /
        . | E1(ELV26) E2(ELV27) | . /
        . | .                   | . /
        . | O1(ORC05 ORC29)     | . /
        . | O2(ORC02)           | .
    """)
    play(match, "charge O1 galvanize O2", "wait", "target E1", "dice 2", "throw 1 4", "eliminate ORC05")
    after = """
        . | .                   | . /
        . | E2(ELV27)           | . /
        . | .                   | . /
        . | O1(-ORC05 ORC29 o1) | . /
        . | O2(ORC02 o1)        | . ;
        lost E1(-ELV26); turn E
    """
    assert_position(match, after)


@clause("PB-9.19")
def test_a_target_that_destroys_itself_is_not_overwhelmed() -> None:
    match = persians_against_orcs("""
        . | .                   | . /
        . | O1(ORC05) O2(ORC17) | . /
        . | .                   | . /
        . | P1(PER29)           | . /
        . | .                   | .
    """)
    play(match, "charge P1", "wait", "target O1", "throw 1 1 1", "strike O1", "dice 1", "throw 1")
    after = """
        . | .            | . /
        . | O2(ORC17)    | . /
        . | .            | . /
        . | P1(PER29 o1) | . /
        . | .            | . ;
        lost O1(-ORC05); turn O
    """
    assert_position(match, after)


@clause("PB-9.19", "PB-9.23")
def test_a_lone_troop_is_not_sacrificed_to_stop_the_charge_that_destroys_it() -> None:
    picture = """
        . | .         | . /
        . | P1(PER29) | . /
        . | .         | . /
        . | M1(MAC24) | . /
        . | M2(MAC17) | . ;
        turn P
    """
    match = between("macedonians", "persians", picture)
    play(match, "charge P1", "wait", "throw 6 6 6")
    assert "P1 (Scyted Chariot) overwhelms and charges again" in [str(event.words) for event in match.log()]
    assert_dice(match, 3)
    match = between("macedonians", "persians", picture, rulings="1")
    play(match, "charge P1", "wait", "throw 6 6 6")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    play(match, "sacrifice MAC24")
    assert match.position.endswith("turn M; pending turn:M")


@clause("PB-9.19")
def test_carrying_on_and_striking_back_do_not_overwhelm() -> None:
    match = persians_against_orcs("""
        . | .                     | . /
        . | O2(ORC18)             | . /
        . | P1(PER29) x O1(ORC17) | . /
        . | .                     | . /
        . | .                     | .
    """)
    play(match, "carry-on P1 O1", "throw 4")
    after = """
        . | .            | . /
        . | O2(ORC18)    | . /
        . | .            | . /
        . | P1(PER29 o1) | . /
        . | .            | . ;
        lost O1(-ORC17); turn O
    """
    assert_position(match, after)
    match = persians_against_orcs("""
        . | .                   | . /
        . | O1(ORC17) O2(ORC18) | . /
        . | .                   | . /
        . | P1(PER29)           | . /
        . | .                   | . ;
        turn O
    """)
    play(match, "charge O1", "intercept P1", "throw 1 1", "strike P1", "throw 4")
    after = """
        . | .            | . /
        . | O2(ORC18)    | . /
        . | .            | . /
        . | P1(PER29 o1) | . /
        . | .            | . ;
        lost O1(-ORC17); O 50 4/0/1; turn P
    """
    assert_position(match, after)


@clause("PB-9.19", "PB-9.13")
def test_an_overwhelming_charger_destroyed_by_a_first_strike_is_gone() -> None:
    match = persians_against_macedonians("""
        . | .                   | . /
        . | M1(MAC13 MAC15)     | . /
        . | .                   | . /
        . | P1(PER29) P2(PER02) | . /
        . | .                   | .
    """)
    play(match, "charge P1", "wait", "strike M1", "throw 4")
    after = """
        . | .               | . /
        . | M1(MAC13 MAC15) | . /
        . | .               | . /
        . | P2(PER02)       | . /
        . | .               | . ;
        lost P1(-PER29); P 50 4/0/1; turn M
    """
    assert_position(match, after)


# Scout


@clause("PB-9.24")
def test_a_scout_that_names_its_target_meets_it_and_no_reaction() -> None:
    match = macedonians_against_orcs("""
        . | .                   | . /
        . | O1(ORC13) O2(ORC21) | . /
        . | .                   | . /
        . | M1(MAC22)           | . /
        . | .                   | .
    """)
    play(match, "charge M1 at O1", "throw 5 1", "wound ORC13", "hold")
    after = """
        . | .                          | . /
        . | O2(ORC21)                  | . /
        . | M1(MAC22 o1) x O1(ORC13*1) | . /
        . | .                          | . /
        . | .                          | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.24")
def test_a_scout_that_names_nobody_charges_as_usual() -> None:
    match = macedonians_against_orcs("""
        . | .                   | . /
        . | O1(ORC13) O2(ORC21) | . /
        . | .                   | . /
        . | M1(MAC22)           | . /
        . | .                   | .
    """)
    play(match, "charge M1")
    assert_choices(match, "O", "wait", "intercept O1", "intercept O2", "reaction-shot O2")
    play(match, "wait")
    assert_choices(match, "M", "target O1", "target O2")
    play(match, "target O2", "throw 1 1", "hold")
    after = """
        . | .                        | . /
        . | O1(ORC13)                | . /
        . | M1(MAC22 o1) x O2(ORC21) | . /
        . | .                        | . /
        . | .                        | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.24")
def test_a_scout_names_an_enemy_in_the_front_of_its_sector_only() -> None:
    match = macedonians_against_orcs("""
        . | O3(ORC18)             | .         /
        . | O1(ORC13)             | O4(ORC19) /
        . | M2(MAC05) x O2(ORC14) | .         /
        . | M1(MAC22) M3(MAC27)   | .         /
        . | .                     | .
    """)
    assert offers(match, "charge") == ["charge M1", "charge M1 at O1", "charge M3"]
    for named in ("O2", "O3", "O4", "M2"):
        assert_refused(match, f"charge M1 at {named}", "PB-9.24")
    assert_refused(match, "charge M3 at O1", "PB-9.24")


@clause("PB-9.24", "PB-9.13")
def test_a_named_first_strike_unit_strikes_first() -> None:
    match = between(
        "elves",
        "macedonians",
        """
        . | .                   | . /
        . | M1(MAC13) M2(MAC05) | . /
        . | .                   | . /
        . | E1(ELV13 ELV10)     | . /
        . | .                   | .
        """,
    )
    play(match, "charge E1 at M1")
    assert_choices(match, "M", "strike M1", "hold")
    play(match, "strike M1", "throw 3", "wound ELV13", "throw 1 1")
    after = """
        . | .                                | . /
        . | M2(MAC05)                        | . /
        . | E1(ELV13*1 ELV10 o1) x M1(MAC13) | . /
        . | .                                | . /
        . | .                                | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-9.24", "PB-9.3")
def test_an_excite_may_go_with_the_charge_of_a_scout() -> None:
    match = between(
        "elves",
        "orcs",
        """
        . | .               | . /
        . | O1(ORC13)       | . /
        . | .               | . /
        . | E1(ELV13 ELV10) | . /
        . | E2(CEL01)       | .
        """,
    )
    play(match, "charge E1 at O1 excite E2", "throw 1 1 1", "hold")
    after = """
        . | .                              | . /
        . | .                              | . /
        . | E1(ELV13 ELV10 o1) x O1(ORC13) | . /
        . | .                              | . /
        . | E2(CEL01 o1)                   | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.24", "PB-9.19")
def test_a_scout_that_charges_on_may_name_its_target_again() -> None:
    picture = """
        . | .                   | . /
        . | O1(ORC17) O2(ORC13) | . /
        . | .                   | . /
        . | M1(MAC22)           | . /
        . | M2(ORC02)           | .
    """
    match = between("macedonians", "orcs", picture)
    play(match, "charge M1 at O1 galvanize M2", "throw 5 1")
    assert_choices(match, "M", "charge M1", "charge M1 at O2")
    assert str(match.prompt).endswith("M1 (Prodromoi) charges again: name whom, as a Scout, or charge as usual")
    assert_refused(match, "charge M2", "PB-9.19")
    assert_refused(match, "charge M1 at O1", "PB-9.24")
    assert_refused(match, "pass", "PB-9.19")
    play(match, "charge M1")
    assert_choices(match, "O", "wait", "intercept O2")
    match.pop()
    play(match, "charge M1 at O2")
    assert_dice(match, 2)
    match = between("macedonians", "orcs", picture, rulings="1")
    play(match, "charge M1 at O1 galvanize M2", "throw 5 1")
    assert_choices(match, "O", "wait", "intercept O2")


@clause("PB-9.24", "PB-9.19")
def test_a_chariot_with_scouts_names_whom_it_charges_next() -> None:
    match = between(
        "persians",
        "macedonians",
        """
        . | .                         | . /
        . | M1(MAC17) M2(MAC05 MAC06) | . /
        . | .                         | . /
        . | P1(PER10 MAC22)           | . /
        . | .                         | .
        """,
    )
    play(match, "charge P1 at M1", "throw 5 5 5 5")
    assert_choices(match, "P", "charge P1", "charge P1 at M2")
    assert [str(match.game.remark(match.state, code)) for code in match.state.legal()] == ["free", "free"]
    play(match, "charge P1 at M2")
    assert_dice(match, 4)


@clause("PB-9.24")
def test_scouting_ends_with_its_troop() -> None:
    match = elves_against_orcs("""
        . | .                | . /
        . | O1(ORC13)        | . /
        . | .                | . /
        . | E1(ELV13 -ELV10) | . /
        . | .                | .
    """)
    assert offers(match, "charge") == ["charge E1"]
    assert_refused(match, "charge E1 at O1", "PB-9.24")


# Skirmish


@clause("PB-9.25")
def test_a_skirmisher_intercepts_without_paying_and_without_a_token() -> None:
    match = battle("""
        . | .                      | . /
        . | E1(ELV11 o1) E2(ELV13) | . /
        . | .                      | . /
        . | O1(ORC13)              | . /
        . | .                      | . ;
        E 50 0/4/0
    """)
    play(match, "charge O1")
    assert_choices(match, "E", "wait", "intercept E1", "reaction-shot E1")
    assert_refused(match, "intercept E2", "PB-4.4")
    play(match, "intercept E1", "throw 1 1", "strike E1", "throw 5", "wound ORC13")
    after = """
        . | .                             | . /
        . | E2(ELV13)                     | . /
        . | O1(ORC13*1 o1) x E1(ELV11 o1) | . /
        . | .                             | . /
        . | .                             | . ;
        E 50 0/4/0; turn O
    """
    assert_position(match, after)


@clause("PB-9.25")
def test_a_skirmisher_shoots_in_reaction_without_paying_and_without_a_token() -> None:
    match = battle("""
        . | .         | . /
        . | E1(ELV11) | . /
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | .
    """)
    play(match, "charge O1", "reaction-shot E1", "throw 5 1", "wound ORC13", "throw 1 1", "hold")
    after = """
        . | .                          | . /
        . | .                          | . /
        . | O1(ORC13*1 o1) x E1(ELV11) | . /
        . | .                          | . /
        . | .                          | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-9.25")
def test_a_skirmisher_pays_for_orders_in_its_own_turn() -> None:
    match = elves_against_orcs("""
        . | .         | . /
        . | O1(ORC13) | . /
        . | .         | . /
        . | E1(ELV11) | . /
        . | .         | .
    """)
    play(match, "shoot E1 O1", "throw 1 1")
    after = """
        . | .            | . /
        . | O1(ORC13)    | . /
        . | .            | . /
        . | E1(ELV11 o1) | . /
        . | .            | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-9.25")
def test_skirmishing_is_for_the_whole_unit_and_ends_with_its_troop() -> None:
    match = macedonians_against_orcs("""
        . | .                                | . /
        . | O1(ORC13)                        | . /
        . | .                                | . /
        . | M1(MAC25 MAC09) M2(-MAC26 MAC10) | . /
        . | .                                | . ;
        turn O
    """)
    play(match, "charge O1", "intercept M1", "throw 1 1", "hold", "leave M1", "hold")
    play(match, "charge O1", "intercept M2", "throw 1 1", "hold")
    after = """
        . | .                                  | . /
        . | .                                  | . /
        . | M2(-MAC26 MAC10 o1) x O1(ORC13 o3) | . /
        . | M1(MAC25 MAC09 o1)                 | . /
        . | .                                  | . ;
        turn M
    """
    assert_position(match, after)
