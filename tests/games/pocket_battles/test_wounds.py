"""rules/wounds.py (chapter 6W): assigning hits, where wound tokens come from, and the fallen."""

import re

import pytest

from drumhead import Match
from drumhead.core.files.record import write
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_position, assert_refused, notations, play


def answers(match: Match, key: str) -> set[str]:
    """What a unit can look like when its owner has assigned all hits, with the tokens unused, over all answers."""
    if "assignment" not in match.position.rpartition("pending ")[2]:
        unit = re.search(rf"{key}\(([^)]*)\)", match.position)
        tokens = re.search(rf"; {key[0]} \d+ (\d+)/", match.position)
        assert unit is not None
        assert tokens is not None
        return {f"{unit[1]}; {tokens[1]} unused"}
    found = set()
    for answer in notations(match):
        match.push(answer)
        found |= answers(match, key)
        match.pop()
    return found


@clause("PB-6.17")
def test_two_mounted_guard_and_spearmen_take_one_hit() -> None:
    match = battle("""
          . | .                     | .
        / . | E1(ELV13 ELV14 ELV27) | .
        / . | .                     | .
        / . | O1(ORC17)             | .
        / . | .                     | .
    """)
    play(match, "charge O1", "wait", "throw 4 1")
    assert_choices(match, "E", "eliminate ELV13", "wound ELV13", "eliminate ELV14", "wound ELV14", "eliminate ELV27")
    assert_refused(match, "wound ELV27", "PB-6.17")
    assert answers(match, "E1") == {
        "ELV13 ELV14 -ELV27; 5 unused",
        "-ELV13 ELV14 ELV27; 5 unused",
        "ELV13 -ELV14 ELV27; 5 unused",
        "ELV13*1 ELV14 ELV27; 4 unused",
        "ELV13 ELV14*1 ELV27; 4 unused",
    }


@clause("PB-6.17")
def test_two_mounted_guard_one_of_them_wounded_and_spearmen_take_another_hit() -> None:
    match = battle("""
          . | .                       | .
        / . | E1(ELV13*1 ELV14 ELV27) | .
        / . | .                       | .
        / . | O1(ORC17)               | .
        / . | .                       | .
    """)
    play(match, "charge O1", "wait", "throw 4 1")
    assert_choices(match, "E", "eliminate ELV13", "eliminate ELV14", "wound ELV14", "eliminate ELV27")
    assert_refused(match, "wound ELV13", "PB-6.17")
    play(match, "eliminate ELV13", "hold")
    assert_position(
        match,
        """
          . | .                                     | .
        / . | .                                     | .
        / . | O1(ORC17 o1) x E1(-ELV13 ELV14 ELV27) | .
        / . | .                                     | .
        / . | .                                     | .
        ; O 50 4/0/0; E 50 4/0/1; turn E
        """,
    )


@clause("PB-6.17")
def test_mounted_guard_and_spearmen_take_two_hits() -> None:
    match = battle("""
          . | .                                 | .
        / . | .                                 | .
        / . | O1(ORC17 ORC18) x E1(ELV13 ELV27) | .
        / . | .                                 | .
        / . | .                                 | .
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert answers(match, "E1") == {
        "-ELV13 ELV27; 5 unused",
        "ELV13*1 -ELV27; 4 unused",
        "-ELV13 -ELV27; 5 unused",
    }
    play(match, "eliminate ELV27", "wound ELV13", "hold")
    assert_position(
        match,
        """
          . | .                                       | .
        / . | .                                       | .
        / . | O1(ORC17 ORC18 o1) x E1(ELV13*1 -ELV27) | .
        / . | .                                       | .
        / . | .                                       | .
        ; O 50 4/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-6.17")
@pytest.mark.parametrize("edition", ["2009", "2010"])
def test_two_cavalry_and_infantry_take_one_hit(edition: str) -> None:
    match = battle(
        """
          . | .                     | .
        / . | R1(ROM28 ROM29 ROM15) | .
        / . | .                     | .
        / . | C1(CEL18)             | .
        / . | .                     | .
        """,
        armies=("celts-50", "romans-50"),
        edition=edition,
    )
    play(match, "charge C1", "wait", "throw 3 1")
    assert_choices(match, "R", "eliminate ROM15", "eliminate ROM28", "eliminate ROM29", "wound ROM28", "wound ROM29")
    play(match, "wound ROM28", "hold", "pass", "carry-on C1 R1", "throw 3")
    assert_choices(match, "R", "eliminate ROM28", "wound ROM29", "eliminate ROM15", "eliminate ROM29")


@clause("PB-6.17")
@pytest.mark.parametrize("edition", ["2009", "2010"])
def test_the_celts_remove_the_noblemen_and_wound_the_mounted_noblemen(edition: str) -> None:
    match = battle(
        """
          . | .                                 | .
        / . | .                                 | .
        / . | R1(ROM15 ROM17) x C1(CEL15 CEL18) | .
        / . | .                                 | .
        / . | .                                 | .
        """,
        armies=("romans-50", "celts-50"),
        edition=edition,
    )
    play(match, "carry-on R1 C1", "throw 4", "eliminate CEL18", "wound CEL15", "hold")
    assert_position(
        match,
        """
          . | .                                       | .
        / . | .                                       | .
        / . | R1(ROM15 ROM17 o1) x C1(CEL15*1 -CEL18) | .
        / . | .                                       | .
        / . | .                                       | .
        ; R 50 4/0/0; C 50 4/0/0; turn C
        """,
    )


@clause("PB-6.17")
def test_wound_points_may_be_wasted_to_save_a_token() -> None:
    match = battle("""
          . | .               | .
        / . | E1(ELV13 ELV14) | .
        / . | .               | .
        / . | O1(ORC17)       | .
        / . | .               | .
    """)
    play(match, "charge O1", "wait", "throw 4 1", "eliminate ELV13", "hold")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC17 o1) x E1(-ELV13 ELV14) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.17")
def test_an_eliminated_troop_absorbs_all_hits_it_can() -> None:
    match = battle("""
          . | .                                 | .
        / . | .                                 | .
        / . | O1(ORC17 ORC18) x E1(ELV13 ELV14) | .
        / . | .                                 | .
        / . | .                                 | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV14", "hold")
    assert_position(
        match,
        """
          . | .                                     | .
        / . | .                                     | .
        / . | O1(ORC17 ORC18 o1) x E1(ELV13 -ELV14) | .
        / . | .                                     | .
        / . | .                                     | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.17")
def test_a_wounded_troop_absorbs_only_what_it_has_left() -> None:
    match = battle("""
          . | .                                         | .
        / . | .                                         | .
        / . | O1(ORC17 ORC18) x E1(ELV13*1 ELV14 ELV27) | .
        / . | .                                         | .
        / . | .                                         | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV13")
    assert_choices(match, "E", "eliminate ELV14", "wound ELV14", "eliminate ELV27")
    play(match, "wound ELV14", "hold")
    assert_position(
        match,
        """
          . | .                                             | .
        / . | .                                             | .
        / . | O1(ORC17 ORC18 o1) x E1(-ELV13 ELV14*1 ELV27) | .
        / . | .                                             | .
        / . | .                                             | .
        ; O 50 4/0/0; E 50 3/0/1; turn E
        """,
    )


@clause("PB-6.17")
def test_a_troop_that_was_wounded_by_a_roll_is_not_eliminated_by_it() -> None:
    match = battle("""
          . | .                                             | .
        / . | .                                             | .
        / . | O1(ORC17 ORC18) x E1(ELV13 ELV14 ELV27 ELV28) | .
        / . | .                                             | .
        / . | .                                             | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "wound ELV13")
    assert_choices(match, "E", "eliminate ELV14", "wound ELV14", "eliminate ELV27", "eliminate ELV28")
    assert_refused(match, "eliminate ELV13", "PB-6.17")
    assert_refused(match, "wound ELV13", "PB-6.17")


@clause("PB-6.17")
def test_no_token_is_put_on_a_troop_that_the_same_roll_must_eliminate() -> None:
    match = battle("""
          . | .                                       | .
        / . | .                                       | .
        / . | O1(ORC17 ORC18 ORC26) x E1(ELV13 ELV14) | .
        / . | .                                       | .
        / . | .                                       | .
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert answers(match, "E1") == {
        "-ELV13 ELV14*1; 4 unused",
        "ELV13*1 -ELV14; 4 unused",
        "-ELV13 -ELV14; 5 unused",
    }


@clause("PB-6.17")
def test_several_wounds_of_one_roll_may_lie_on_one_troop() -> None:
    match = battle("""
          . | .                           | .
        / . | .                           | .
        / . | O1(ORC17 ORC18) x E1(ELV09) | .
        / . | .                           | .
        / . | .                           | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "wound ELV09", "hold")
    assert_position(
        match,
        """
          . | .                                | .
        / . | .                                | .
        / . | O1(ORC17 ORC18 o1) x E1(ELV09*2) | .
        / . | .                                | .
        / . | .                                | .
        ; O 50 4/0/0; E 50 3/0/0; turn E
        """,
    )


@clause("PB-6.17")
def test_hits_are_assigned_without_asking_where_nothing_is_left_to_choose() -> None:
    match = battle("""
          . | E2(ELV26)                           | .
        / . | .                                   | .
        / . | O1(ORC17 ORC18) x E1(ELV13*1 ELV27) | .
        / . | .                                   | .
        / . | .                                   | .
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_position(
        match,
        """
          . | E2(ELV26)          | .
        / . | .                  | .
        / . | .                  | .
        / . | O1(ORC17 ORC18 o1) | .
        / . | .                  | .
        ; lost E1(-ELV13 -ELV27); O 50 4/0/0; E 50 4/0/1; turn E
        """,
    )


@clause("PB-6.17")
def test_an_owner_settles_several_units_hit_by_one_roll_in_any_order() -> None:
    match = battle("""
          . | .                                           | .
        / . | E2(ELV24)                                   | .
        / . | E1(ELV09) x O1(ORC13 ORC17) O2(ORC18 ORC19) | .
        / . | .                                           | .
        / . | .                                           | .
        ; turn E
    """)
    play(match, "shoot E2 O1", "throw 4")
    assert_choices(
        match, "O", "eliminate ORC13", "wound ORC13", "eliminate ORC17", "eliminate ORC18", "eliminate ORC19"
    )
    play(match, "eliminate ORC19")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13", "eliminate ORC17")
    play(match, "wound ORC13", "wound ELV09")
    assert_position(
        match,
        """
          . | .                                                | .
        / . | E2(ELV24 o1)                                     | .
        / . | E1(ELV09*1) x O1(ORC13*1 ORC17) O2(ORC18 -ORC19) | .
        / . | .                                                | .
        / . | .                                                | .
        ; O 50 4/0/0; E 50 3/0/0; turn O
        """,
    )


@clause("PB-6.18")
def test_a_wound_token_is_taken_from_the_unused_ones_while_there_are_any() -> None:
    match = battle("""
          . | E2(ELV27 o1)                   | .
        / . | .                              | .
        / . | O1(ORC17) x E1(ELV13 ELV14 o1) | .
        / . | .                              | .
        / . | .                              | .
        ; O 50; E 50 1/2/0
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_choices(match, "E", "eliminate ELV13", "wound ELV13", "eliminate ELV14", "wound ELV14")
    for source in ("E1", "E2", "passed"):
        assert_refused(match, f"wound ELV13 from {source}", "PB-6.18")
    play(match, "wound ELV13", "hold")
    assert_position(
        match,
        """
          . | E2(ELV27 o1)                        | .
        / . | .                                   | .
        / . | O1(ORC17 o1) x E1(ELV13*1 ELV14 o1) | .
        / . | .                                   | .
        / . | .                                   | .
        ; O 50 4/0/0; E 50 0/2/0; turn O
        """,
    )


ALL_SPENT = """
      . | E2(ELV27 o2) E3(ELV28)   | .
    / . | .                        | .
    / . | O1(ORC17) x E1(ELV13 o1) | .
    / . | .                        | .
    / . | .                        | .
    ; O 50; E 50 0/1/1
"""


@clause("PB-6.18")
def test_with_none_unused_the_owner_picks_an_order_token_of_any_unit_or_a_passed_one() -> None:
    match = battle(ALL_SPENT)
    play(match, "carry-on O1 E1", "throw 4")
    assert_choices(
        match, "E", "eliminate ELV13", "wound ELV13 from E1", "wound ELV13 from E2", "wound ELV13 from passed"
    )
    assert_refused(match, "wound ELV13", "PB-6.18")
    assert_refused(match, "wound ELV13 from E3", "PB-6.18")
    assert_refused(match, "wound ELV13 from O1", "PB-6.18")


@clause("PB-6.18")
@pytest.mark.parametrize(
    ("source", "picture"),
    [
        (
            "E1",
            """
              . | E2(ELV27 o2) E3(ELV28)     | .
            / . | .                          | .
            / . | O1(ORC17 o1) x E1(ELV13*1) | .
            / . | .                          | .
            / . | .                          | .
            ; O 50 4/0/0; E 50 0/1/1; turn O
            """,
        ),
        (
            "E2",
            """
              . | E2(ELV27 o1) E3(ELV28)        | .
            / . | .                             | .
            / . | O1(ORC17 o1) x E1(ELV13*1 o1) | .
            / . | .                             | .
            / . | .                             | .
            ; O 50 4/0/0; E 50 0/1/1; turn O
            """,
        ),
        (
            "passed",
            """
              . | E2(ELV27 o2) E3(ELV28)        | .
            / . | .                             | .
            / . | O1(ORC17 o1) x E1(ELV13*1 o1) | .
            / . | .                             | .
            / . | .                             | .
            ; O 50 4/0/0; E 50 0/0/1; turn O
            """,
        ),
    ],
)
def test_the_wound_takes_the_token_from_where_the_owner_says(source: str, picture: str) -> None:
    match = battle(ALL_SPENT)
    play(match, "carry-on O1 E1", "throw 4", f"wound ELV13 from {source}", "hold")
    assert_position(match, picture)


@clause("PB-6.18")
def test_giving_up_an_order_token_makes_the_next_order_to_that_unit_cheaper() -> None:
    match = battle(ALL_SPENT)
    cost = {unit["key"]: unit["cost"] for unit in match.view()["units"]}
    assert (cost["E1"], cost["E2"]) == (2, 3)
    play(match, "carry-on O1 E1", "throw 4", "wound ELV13 from E2", "hold")
    cost = {unit["key"]: unit["cost"] for unit in match.view()["units"]}
    assert (cost["E1"], cost["E2"]) == (2, 2)


@clause("PB-6.18")
def test_a_unit_that_strikes_may_take_the_token_of_its_own_order() -> None:
    match = battle("""
          . | .                     | .
        / . | .                     | .
        / . | O1(ORC13) x E1(ELV13) | .
        / . | .                     | .
        / . | O2(ORC17)             | .
        ; O 20 1/1/0; E 50
    """)
    play(match, "carry-on O1 E1", "throw 1", "strike E1", "throw 2")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13 from O1", "wound ORC13 from passed")
    play(match, "wound ORC13 from O1")
    assert_position(
        match,
        """
          . | .                       | .
        / . | .                       | .
        / . | O1(ORC13*1) x E1(ELV13) | .
        / . | .                       | .
        / . | O2(ORC17)               | .
        ; O 20 0/1/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.18", "PB-6.19")
def test_without_unused_order_or_passed_tokens_troops_are_eliminated() -> None:
    match = battle("""
          . | E2(ELV14*1)                 | .
        / . | .                           | .
        / . | O1(ORC17) x E1(ELV13 ELV27) | .
        / . | .                           | .
        / . | .                           | .
        ; O 50; E 30 0/0/2
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_choices(match, "E", "eliminate ELV13", "eliminate ELV27")
    assert_refused(match, "wound ELV13", "PB-6.18")
    play(match, "eliminate ELV13", "hold")
    assert_position(
        match,
        """
          . | E2(ELV14*1)                     | .
        / . | .                               | .
        / . | O1(ORC17 o1) x E1(-ELV13 ELV27) | .
        / . | .                               | .
        / . | .                               | .
        ; O 50 4/0/0; E 30 0/0/2; turn O
        """,
    )


@clause("PB-6.17", "PB-6.18")
def test_a_wound_is_not_begun_when_the_tokens_do_not_suffice_for_the_other_hits() -> None:
    match = battle("""
          . | E2(ELV26)                   | .
        / . | .                           | .
        / . | O1(ORC17 ORC18) x E1(ELV09) | .
        / . | .                           | .
        / . | .                           | .
        ; O 50; E 20 1/0/1
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_position(
        match,
        """
          . | E2(ELV26)          | .
        / . | .                  | .
        / . | .                  | .
        / . | O1(ORC17 ORC18 o1) | .
        / . | .                  | .
        ; lost E1(-ELV09); O 50 4/0/0; E 20 1/0/1; turn E
        """,
    )


@clause("PB-6.18")
def test_unused_tokens_go_first_and_then_order_tokens_within_one_roll() -> None:
    match = battle("""
          . | E2(ELV27 o1)                | .
        / . | .                           | .
        / . | O1(ORC17 ORC18) x E1(ELV09) | .
        / . | .                           | .
        / . | .                           | .
        ; O 50; E 30 1/1/0
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_choices(match, "E", "eliminate ELV09", "wound ELV09")
    play(match, "wound ELV09")
    assert_choices(match, "E", "wound ELV09 from E2", "wound ELV09 from passed")
    play(match, "wound ELV09 from E2", "hold")
    assert_position(
        match,
        """
          . | E2(ELV27)                        | .
        / . | .                                | .
        / . | O1(ORC17 ORC18 o1) x E1(ELV09*2) | .
        / . | .                                | .
        / . | .                                | .
        ; O 50 4/0/0; E 30 0/1/0; turn O
        """,
    )


@clause("PB-6.18", "PB-6.19")
def test_no_wound_takes_the_order_tokens_of_a_unit_that_was_lost_before() -> None:
    picture = """
          . | .                                           | .
        / . | E2(ELV24)                                   | .
        / . | E1(ELV09) x O1(ORC13 ORC14 o1) O2(ORC17 o2) | .
        / . | .                                           | .
        / . | O3(ORC19)                                   | .
        ; O 30 0/0/0; turn E
    """
    match = battle(picture)
    play(match, "shoot E2 O1", "throw 4")
    either = ["eliminate ORC13", "wound ORC13 from O1", "eliminate ORC14", "wound ORC14 from O1"]
    assert_choices(match, "O", *either, "wound ORC13 from O2", "wound ORC14 from O2", "lose O2")
    play(match, "lose O2")
    assert_choices(match, "O", "eliminate ORC13", "wound ORC13 from O1", "eliminate ORC14", "wound ORC14 from O1")
    assert_refused(match, "wound ORC13 from O2", "PB-6.18")
    play(match, "wound ORC13 from O1", "wound ELV09")
    assert_position(
        match,
        """
          . | .                               | .
        / . | E2(ELV24 o1)                    | .
        / . | O1(ORC13*1 ORC14) x E1(ELV09*1) | .
        / . | .                               | .
        / . | O3(ORC19)                       | .
        ; lost O2(-ORC17); O 30 0/0/2; E 50 3/0/0; turn E
        """,
    )


@clause("PB-6.19")
def test_wound_tokens_of_a_fallen_troop_are_set_aside_until_the_next_round() -> None:
    match = battle("""
          . | .                             | .
        / . | .                             | .
        / . | O1(ORC17) x E1(ELV09*2 ELV27) | .
        / . | .                             | .
        / . | .                             | .
        ; O 20 1/1/0; E 50
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV09", "hold")
    assert_position(
        match,
        """
          . | .                               | .
        / . | .                               | .
        / . | O1(ORC17 o1) x E1(-ELV09 ELV27) | .
        / . | .                               | .
        / . | .                               | .
        ; O 20 0/1/0; E 50 3/0/2; turn E
        """,
    )
    play(match, "pass", "pass")
    assert match.view()["sides"][1]["tokens"] == {"unused": 1, "passed": 2, "aside": 2, "owed": 0}


@clause("PB-6.19")
def test_order_tokens_of_a_destroyed_unit_are_set_aside_until_the_next_round() -> None:
    match = battle("""
          . | E2(ELV13 ELV14)          | .
        / . | .                        | .
        / . | O1(ORC17) x E1(ELV27 o3) | .
        / . | .                        | .
        / . | .                        | .
        ; O 20 1/1/0; E 50 1/1/0
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_position(
        match,
        """
          . | E2(ELV13 ELV14) | .
        / . | .               | .
        / . | .               | .
        / . | O1(ORC17 o1)    | .
        / . | .               | .
        ; lost E1(-ELV27); O 20 0/1/0; E 50 1/1/3; turn E
        """,
    )
    play(match, "pass")
    assert_position(
        match,
        """
          . | E2(ELV13 ELV14) | .
        / . | .               | .
        / . | .               | .
        / . | O1(ORC17)       | .
        / . | .               | .
        ; lost E1(-ELV27); O 20 2/0/0; E 50 5/0/0; round 2; turn E
        """,
    )


@clause("PB-6.19")
def test_order_tokens_stay_on_a_unit_that_only_loses_troops() -> None:
    match = battle("""
          . | .                              | .
        / . | .                              | .
        / . | O1(ORC17) x E1(ELV26 ELV27 o2) | .
        / . | .                              | .
        / . | .                              | .
    """)
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV26", "hold")
    assert_position(
        match,
        """
          . | .                                  | .
        / . | .                                  | .
        / . | O1(ORC17 o1) x E1(-ELV26 ELV27 o2) | .
        / . | .                                  | .
        / . | .                                  | .
        ; O 50 4/0/0; E 50 3/0/0; turn E
        """,
    )


@clause("PB-6.20")
def test_a_troop_without_wound_points_absorbs_no_hit() -> None:
    match = battle(
        """
          . | .                                 | .
        / . | .                                 | .
        / . | P1(PER12) x M1(MAC02 MAC05 MAC06) | .
        / . | .                                 | .
        / . | .                                 | .
        """,
        armies=("persians-50", "macedonians-50"),
    )
    play(match, "carry-on P1 M1", "throw 5")
    assert_choices(match, "M", "eliminate MAC05", "eliminate MAC06")
    assert_refused(match, "eliminate MAC02", "PB-6.20")
    assert_refused(match, "wound MAC02", "PB-6.20")
    play(match, "eliminate MAC06", "hold")
    assert_position(
        match,
        """
          . | .                                     | .
        / . | .                                     | .
        / . | P1(PER12 o1) x M1(MAC02 MAC05 -MAC06) | .
        / . | .                                     | .
        / . | .                                     | .
        ; P 50 4/0/0; M 50 5/0/0; turn M
        """,
    )


@clause("PB-6.20")
def test_a_troop_without_wound_points_falls_with_the_last_one_of_its_unit() -> None:
    match = battle(
        """
          . | M2(MAC27 MAC28)             | .
        / . | .                           | .
        / . | P1(PER12) x M1(MAC02 MAC05) | .
        / . | .                           | .
        / . | .                           | .
        """,
        armies=("persians-50", "macedonians-50"),
    )
    play(match, "carry-on P1 M1", "throw 4")
    assert_position(
        match,
        """
          . | M2(MAC27 MAC28) | .
        / . | .               | .
        / . | .               | .
        / . | P1(PER12 o1)    | .
        / . | .               | .
        ; lost M1(-MAC02 -MAC05); P 50 4/0/0; M 50 5/0/0; turn M
        """,
    )
    assert match.view()["sides"][0]["destroyed"] == 7


@clause("PB-6.20")
def test_a_troop_without_wound_points_falls_when_the_last_other_is_wasted() -> None:
    match = battle(
        """
          . | M2(MAC28 MAC29 MAC30)       | .
        / . | .                           | .
        / . | P1(PER12) x M1(MAC27 MAC02) | .
        / . | .                           | .
        / . | .                           | .
        """,
        armies=("persians-50", "macedonians-50"),
    )
    play(match, "carry-on P1 M1", "throw 4")
    assert_choices(match, "M", "wound MAC27", "eliminate MAC27")
    play(match, "eliminate MAC27")
    assert_position(
        match,
        """
          . | M2(MAC28 MAC29 MAC30) | .
        / . | .                     | .
        / . | .                     | .
        / . | P1(PER12 o1)          | .
        / . | .                     | .
        ; lost M1(-MAC27 -MAC02); P 50 4/0/0; M 50 5/0/0; turn M
        """,
    )
    assert match.view()["sides"][0]["destroyed"] == 9


@clause("PB-6.20", "PB-4.6")
def test_a_troop_without_wound_points_falls_when_the_last_other_is_sacrificed_at_the_end_of_a_round() -> None:
    match = battle(
        """
          . | M1(MAC27*1 MAC02) M2(MAC28 MAC29 MAC30) | .
        / . | .                                       | .
        / . | .                                       | .
        / . | .                                       | .
        / . | P1(PER12)                               | .
        ; P 20 1/1/0; M 20 0/1/0
        """,
        armies=("persians-50", "macedonians-50"),
    )
    play(match, "pass")
    assert_choices(match, "M", "done", "give-up MAC27")
    assert_refused(match, "give-up MAC02", "PB-4.6")
    play(match, "give-up MAC27")
    assert_position(
        match,
        """
          . | M2(MAC28 MAC29 MAC30) | .
        / . | .                     | .
        / . | .                     | .
        / . | .                     | .
        / . | P1(PER12)             | .
        ; lost M1(-MAC27 -MAC02); P 20 2/0/0; M 20 2/0/0; round 2; turn M
        """,
    )


@clause("PB-6.21")
def test_points_of_eliminated_troops_count_for_the_opponent() -> None:
    match = battle("""
          . | E2(ELV09)                   | .
        / . | .                           | .
        / . | O1(ORC17) x E1(ELV13 ELV27) | .
        / . | .                           | .
        / . | .                           | .
        ; lost O2(-ORC18)
    """)
    assert [side["destroyed"] for side in match.view()["sides"]] == [0, 3]
    play(match, "carry-on O1 E1", "throw 4", "eliminate ELV13", "strike E1", "throw 4")
    assert [side["destroyed"] for side in match.view()["sides"]] == [4, 6]
    assert [lost["id"] for lost in match.view()["sides"][1]["lost"]] == ["ELV13"]
    assert [lost["id"] for lost in match.view()["sides"][0]["lost"]] == ["ORC17", "ORC18"]


@clause("PB-6.21")
def test_hits_beyond_the_destruction_of_a_unit_are_lost() -> None:
    match = battle("""
          . | E3(ELV30)                                   | .
        / . | .                                           | .
        / . | O1(ORC17 ORC18 ORC26) x E1(ELV27) E2(ELV28) | .
        / . | .                                           | .
        / . | .                                           | .
    """)
    play(match, "carry-on O1 E1", "throw 4")
    assert_position(
        match,
        """
          . | E3(ELV30)                            | .
        / . | .                                    | .
        / . | O1(ORC17 ORC18 ORC26 o1) x E2(ELV28) | .
        / . | .                                    | .
        / . | .                                    | .
        ; lost E1(-ELV27); O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-6.22")
def test_both_players_and_every_spectator_see_all_rolls_and_choices() -> None:
    match = battle("""
          . | .                         | .
        / . | E1(ELV13 ELV27) E2(ELV17) | .
        / . | .                         | .
        / . | O1(ORC17 ORC18)           | .
        / . | .                         | .
    """)
    steps = ("charge O1", "reaction-shot E2", "throw 6", "eliminate ORC18", "target E1", "throw 4 1", "wound ELV13")
    for step in (*steps, "strike E1", "throw 3"):
        play(match, step)
        views = [match.view(seat) for seat in (0, 1, None)]
        for view in views:
            del view["seat"], view["can_act"]
        assert views[0] == views[1] == views[2]
    logs = [[str(event) for event in match.log(seat)] for seat in (0, 1, None)]
    assert logs[0] == logs[1] == logs[2]
    told = [str(event.data["event"]) for event in match.log(0)]
    assert told.count("roll") == 3
    assert {"order", "charge", "shoot", "loss", "contact", "wound", "strike", "destroyed"} <= set(told)
    assert write(match, 0, whole=False) == write(match, 1, whole=False) == write(match, whole=False)


@clause("PB-6.18")
def test_odds_know_that_without_a_token_one_hit_eliminates() -> None:
    match = battle(
        ". | . | . / E1(ELV09) E2(ELV26) | . | . / . | . | . / O1(ORC21 ORC22) | . | . / . | . | .; turn O; E 50 0/0/5"
    )
    [odds] = match.odds("shoot O1 E1")
    assert {str(chance.words): str(chance.probability) for chance in odds.chances} == {
        "no hit": "1/2",
        "destroyed": "1/2",
    }
    play(match, "shoot O1 E1", "throw 3")
    assert any(event.clause == "PB-6.18" and event.kind == "loss" for event in match.log(since=-1))


@clause("PB-4.6", "PB-6.9")
def test_the_rulebooks_own_words_are_understood_where_they_are_asked_for() -> None:
    match = battle(
        ". | . | . / E1(ELV17) E2(ELV26) | . | . / . | . | . / O1(ORC17) | . | . / . | . | .; turn O; E 50 3/2/0"
    )
    play(match, "charge O1", "shoot E1")
    assert match.steps[-1].notation == "reaction-shot E1"
