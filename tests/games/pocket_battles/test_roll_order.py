"""rules/dice.py: what one roll sets off, in the order of PB-6.14, and shots into an engagement."""

from functools import partial

from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, play

celts_against_macedonians = partial(between, "celts", "macedonians")
celts_against_persians = partial(between, "celts", "persians")
elves_against_orcs = partial(between, "elves", "orcs")
persians_against_orcs = partial(between, "persians", "orcs")
romans_against_orcs = partial(between, "romans", "orcs")

# Tough before all else


@clause("PB-6.14", "PB-9.27", "PB-9.10")
def test_a_tough_unit_decides_before_the_1s_of_blood_lust_are_assigned() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC05 ORC29) | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "dice 3", "throw 1 4 2")
    assert_choices(match, "P", "stand", "reroll 4")
    play(match, "stand")
    assert_choices(match, "O", "eliminate ORC05", "eliminate ORC29")
    play(match, "eliminate ORC29")
    assert_choices(match, "P", "eliminate PER08", "eliminate PER26", "wound PER26")
    play(match, "wound PER26", "hold")
    after = """
        . | .                                       | . /
        . | .                                       | . /
        . | P1(PER08 PER26*1) x O1(ORC05 -ORC29 o1) | . /
        . | .                                       | . /
        . | .                                       | . ;
        turn P
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.27", "PB-9.10")
def test_a_die_of_blood_lust_that_is_rolled_again_and_shows_a_1_hits_the_roller() -> None:
    match = persians_against_orcs("""
        . | .                   | . /
        . | O1(ORC05) O2(ORC17) | . /
        . | .                   | . /
        . | P1(PER08 PER26)     | . /
        . | .                   | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "dice 3", "throw 4 5 6", "reroll 5", "throw 1")
    after = """
        . | .               | . /
        . | O2(ORC17)       | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        lost O1(-ORC05); O 50 4/0/1; turn P
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.27")
def test_a_1_of_blood_lust_is_no_die_that_hit_the_tough_unit() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC05 ORC29) | . /
        . | .               | . /
        . | P1(PER08)       | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "dice 2", "throw 1 2")
    assert_choices(match, "O", "eliminate ORC05", "eliminate ORC29")


@clause("PB-6.14", "PB-9.27", "PB-9.8")
def test_a_hit_that_is_rolled_away_takes_the_bonus_wounds_with_it() -> None:
    match = persians_against_orcs("""
        . | .               | . /
        . | O1(ORC15 ORC17) | . /
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . ;
        turn O
    """)
    play(match, "charge O1", "wait", "throw 3 1", "reroll 3", "throw 2", "hold")
    after = """
        . | .                                    | . /
        . | .                                    | . /
        . | P1(PER08 PER26) x O1(ORC15 ORC17 o1) | . /
        . | .                                    | . /
        . | .                                    | . ;
        turn P
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.27", "PB-9.11")
def test_a_hit_that_is_rolled_away_disbands_nobody() -> None:
    match = celts_against_persians("""
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . /
        . | C1(CEL11)       | . /
        . | .               | .
    """)
    play(match, "shoot C1 P1", "throw 2", "reroll 2", "throw 6")
    after = """
        . | .               | . /
        . | P1(PER08 PER26) | . /
        . | .               | . /
        . | C1(CEL11 o1)    | . /
        . | .               | . ;
        P 50 5/0/0; turn P
    """
    assert_position(match, after)


# Blood Lust before the hits


@clause("PB-6.14", "PB-9.10")
def test_hits_are_counted_with_the_troops_that_were_alive_when_the_dice_fell() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC05 ORC29) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "dice 4", "throw 1 4 5 2", "eliminate ORC05", "wound ELV09", "hold")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(-ORC05 ORC29 o1) x E1(ELV09*2) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.10", "PB-9.8")
def test_bonus_wounds_are_added_after_the_1s_while_their_troop_lives() -> None:
    match = battle("""
        . | .               | . /
        . | E1(ELV09)       | . /
        . | .               | . /
        . | O1(ORC05 ORC15) | . /
        . | .               | .
    """)
    play(match, "charge O1", "wait", "dice 2", "throw 1 4", "eliminate ORC05", "wound ELV09", "hold")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | O1(-ORC05 ORC15 o1) x E1(ELV09*2) | . /
        . | .                                 | . /
        . | .                                 | . ;
        turn E
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.10", "PB-9.23")
def test_a_blood_lust_unit_destroyed_by_its_1s_asks_nobody_for_a_sacrifice() -> None:
    match = between(
        "orcs",
        "macedonians",
        """
        . | .                   | . /
        . | M1(MAC24 MAC05)     | . /
        . | .                   | . /
        . | O1(ORC05) O2(ORC17) | . /
        . | .                   | .
        """,
    )
    play(match, "charge O1", "wait", "dice 6", "throw 1 4 4 5 5 6")
    after = """
        . | .               | . /
        . | M1(MAC24 MAC05) | . /
        . | .               | . /
        . | O2(ORC17)       | . /
        . | .               | . ;
        lost O1(-ORC05); O 50 4/0/1; turn M
    """
    assert_position(match, after)


# Bonus wounds before the division, the division before a sacrifice


@clause("PB-6.14", "PB-7.4", "PB-9.8")
def test_bonus_wounds_are_added_before_the_hits_are_divided() -> None:
    match = romans_against_orcs("""
        . | .                           | . /
        . | .                           | . /
        . | R2(ROM28 ROM29) x O1(ORC06) | . /
        . | R1(ROM03)                   | . /
        . | .                           | .
    """)
    play(match, "shoot R1 O1", "throw 6", "wound ORC06", "wound ROM28", "wound ROM29")
    after = """
        . | .                                 | . /
        . | .                                 | . /
        . | R2(ROM28*1 ROM29*1) x O1(ORC06*2) | . /
        . | R1(ROM03 o1)                      | . /
        . | .                                 | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-7.4", "PB-9.23")
def test_a_sacrifice_cancels_the_share_of_its_own_unit_and_no_other() -> None:
    match = celts_against_macedonians("""
        . | .                                           | . /
        . | .                                           | . /
        . | C2(CEL15 CEL16) x M1(MAC24 MAC05) M2(MAC27) | . /
        . | C1(CEL21 CEL22)                             | . /
        . | .                                           | .
    """)
    play(match, "shoot C1 M1", "throw 3")
    assert_choices(match, "M", "suffer", "sacrifice MAC24")
    play(match, "sacrifice MAC24", "wound MAC27", "wound CEL15")
    after = """
        . | .                                                | . /
        . | .                                                | . /
        . | C2(CEL15*1 CEL16) x M1(-MAC24 MAC05) M2(MAC27*1) | . /
        . | C1(CEL21 CEL22 o1)                               | . /
        . | .                                                | . ;
        turn M
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-7.4", "PB-9.23")
def test_sacrifices_of_both_sides_come_before_any_hit_is_assigned() -> None:
    match = between(
        "macedonians",
        "macedonians",
        """
        . | .                                 | . /
        . | .                                 | . /
        . | A2(MAC24 MAC27) x B1(MAC24 MAC28) | . /
        . | A1(MAC17)                         | . /
        . | .                                 | .
        """,
    )
    play(match, "shoot A1 B1", "throw 3")
    assert_choices(match, "B", "suffer", "sacrifice MAC24")
    play(match, "suffer")
    assert_choices(match, "A", "suffer", "sacrifice MAC24")
    play(match, "sacrifice MAC24")
    assert_choices(match, "B", "eliminate MAC24", "wound MAC24", "eliminate MAC28", "wound MAC28")
    play(match, "wound MAC24")
    after = """
        . | .                                    | . /
        . | .                                    | . /
        . | A2(-MAC24 MAC27) x B1(MAC24*1 MAC28) | . /
        . | A1(MAC17 o1)                         | . /
        . | .                                    | . ;
        turn B
    """
    assert_position(match, after)


# Cancelled hits set off nothing


@clause("PB-6.14", "PB-9.23", "PB-9.11")
def test_hits_cancelled_by_a_sacrifice_disband_nobody() -> None:
    match = celts_against_macedonians("""
        . | .               | . /
        . | M1(MAC24 MAC05) | . /
        . | .               | . /
        . | C1(CEL11)       | . /
        . | .               | .
    """)
    play(match, "charge C1", "wait", "throw 2 1", "sacrifice MAC24", "hold")
    after = """
        . | .                               | . /
        . | .                               | . /
        . | C1(CEL11 o1) x M1(-MAC24 MAC05) | . /
        . | .                               | . /
        . | .                               | . ;
        M 50 5/0/0; turn M
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.23", "PB-9.11")
def test_disband_looks_at_the_unit_aimed_at_and_not_at_a_sacrifice_beside_it() -> None:
    match = celts_against_macedonians("""
        . | .                                     | . /
        . | .                                     | . /
        . | C2(CEL15) x M1(MAC24 MAC05) M2(MAC27) | . /
        . | C1(CEL11)                             | . /
        . | .                                     | .
    """)
    play(match, "shoot C1 M2", "throw 2", "sacrifice MAC24", "wound MAC27", "wound CEL15")
    after = """
        . | .                                          | . /
        . | .                                          | . /
        . | C2(CEL15*1) x M1(-MAC24 MAC05) M2(MAC27*1) | . /
        . | C1(CEL11 o1)                               | . /
        . | .                                          | . ;
        M 50 3/1/0; turn M
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.11")
def test_disband_takes_nothing_when_the_unit_aimed_at_is_destroyed_though_another_survives() -> None:
    match = celts_against_macedonians("""
        . | .                               | . /
        . | .                               | . /
        . | C2(CEL15) x M1(MAC05) M2(MAC27) | . /
        . | C1(CEL11)                       | . /
        . | .                               | .
    """)
    play(match, "shoot C1 M1", "throw 2", "wound MAC27", "wound CEL15")
    after = """
        . | .                         | . /
        . | .                         | . /
        . | C2(CEL15*1) x M2(MAC27*1) | . /
        . | C1(CEL11 o1)              | . /
        . | .                         | . ;
        lost M1(-MAC05); M 50 4/0/0; turn M
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.11")
def test_disband_takes_its_token_when_the_unit_aimed_at_survives_though_another_is_destroyed() -> None:
    match = celts_against_macedonians("""
        . | .                               | . /
        . | .                               | . /
        . | C2(CEL25) x M1(MAC05) M2(MAC27) | . /
        . | C1(CEL11)                       | . /
        . | .                               | .
    """)
    play(match, "shoot C1 M2", "throw 2", "wound MAC27")
    after = """
        . | .            | . /
        . | M2(MAC27*1)  | . /
        . | .            | . /
        . | C1(CEL11 o1) | . /
        . | .            | . ;
        lost C2(-CEL25) M1(-MAC05); M 50 3/1/0; turn M
    """
    assert_position(match, after)


# Tough in an engagement


@clause("PB-6.14", "PB-9.27", "PB-7.4")
def test_in_a_shot_into_an_engagement_the_tough_unit_aimed_at_may_have_a_die_rolled_again() -> None:
    match = elves_against_orcs("""
        . | .                           | . /
        . | .                           | . /
        . | E2(ELV13) x O1(PER08 PER26) | . /
        . | E1(ELV17)                   | . /
        . | .                           | .
    """)
    play(match, "shoot E1 O1", "throw 6")
    assert_choices(match, "O", "stand", "reroll 6")
    play(match, "reroll 6", "throw 5")
    after = """
        . | .                           | . /
        . | .                           | . /
        . | E2(ELV13) x O1(PER08 PER26) | . /
        . | E1(ELV17 o1)                | . /
        . | .                           | . ;
        turn O
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.27", "PB-7.4")
def test_in_a_shot_into_an_engagement_a_tough_unit_beside_the_one_aimed_at_is_hit_and_asked() -> None:
    picture = """
        . | .                                           | . /
        . | .                                           | . /
        . | E2(ELV13 PER09) x O1(PER08 PER26) O2(ORC13) | . /
        . | E1(ELV17)                                   | . /
        . | .                                           | .
    """
    match = elves_against_orcs(picture)
    play(match, "shoot E1 O2", "throw 6")
    assert_choices(match, "O", "stand", "reroll 6")
    play(match, "reroll 6", "throw 1")
    assert match.position.endswith("pending turn:O")
    match = elves_against_orcs(picture, tough="aimed")
    play(match, "shoot E1 O2", "throw 6")
    assert_choices(match, "O", "eliminate PER08", "eliminate PER26", "wound PER26", "eliminate ORC13", "wound ORC13")
    play(match, "wound ORC13", "wound PER26", "wound ELV13")
    after = """
        . | .                                                 | . /
        . | .                                                 | . /
        . | E2(ELV13*1 PER09) x O1(PER08 PER26*1) O2(ORC13*1) | . /
        . | E1(ELV17 o1)                                      | . /
        . | .                                                 | . ;
        turn O
    """
    assert_position(match, after)


# A Leader before Disband


@clause("PB-6.14", "PB-9.17", "PB-9.11")
def test_the_token_of_a_fallen_leader_leaves_before_disband_looks_for_one() -> None:
    match = celts_against_macedonians("""
        . | .                              | . /
        . | M1(MAC01*1 MAC05) M2(MAC06 o1) | . /
        . | .                              | . /
        . | C1(CEL11)                      | . /
        . | .                              | . ;
        M 50 1/3/0
    """)
    play(match, "shoot C1 M1", "throw 2", "eliminate MAC01")
    after = """
        . | .                             | . /
        . | M1(-MAC01 MAC05) M2(MAC06 o1) | . /
        . | .                             | . /
        . | C1(CEL11 o1)                  | . /
        . | .                             | . ;
        M 50 0/3/1; turn C
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.17", "PB-9.11")
def test_disband_takes_another_token_than_that_of_the_leader_if_there_is_one() -> None:
    match = celts_against_macedonians("""
        . | .                              | . /
        . | M1(MAC01*1 MAC05) M2(MAC06 o1) | . /
        . | .                              | . /
        . | C1(CEL11)                      | . /
        . | .                              | .
    """)
    play(match, "shoot C1 M1", "throw 2", "eliminate MAC01")
    after = """
        . | .                             | . /
        . | M1(-MAC01 MAC05) M2(MAC06 o1) | . /
        . | .                             | . /
        . | C1(CEL11 o1)                  | . /
        . | .                             | . ;
        M 50 2/1/1; turn M
    """
    assert_position(match, after)


@clause("PB-6.14", "PB-9.17", "PB-7.5")
def test_a_leader_hit_by_its_own_archers_falls_after_the_enemy_has_assigned() -> None:
    match = between(
        "macedonians",
        "orcs",
        """
        . | .                       | . /
        . | .                       | . /
        . | M2(MAC01*1) x O1(ORC13) | . /
        . | M1(MAC17)               | . /
        . | .                       | .
        """,
    )
    play(match, "shoot M1 O1", "throw 2", "wound ORC13")
    after = """
        . | .            | . /
        . | O1(ORC13*1)  | . /
        . | .            | . /
        . | M1(MAC17 o1) | . /
        . | .            | . ;
        lost M2(-MAC01); M 50 3/0/1; turn O
    """
    assert_position(match, after)
