"""engine/position.py (chapters 1 and 2): zones, tokens and stacks."""

from random import Random

import pytest

from drumhead import Match, NotationError, load
from tests.games.pocket_battles.draw import battle
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_dice, assert_position, assert_refused, notations, offers, play


@clause("PB-1.3")
@pytest.mark.parametrize(("size", "tokens"), [(50, 5), (60, 6), (20, 2), (120, 12)])
def test_each_player_has_one_token_for_every_10_points_of_the_agreed_size(size: int, tokens: int) -> None:
    game = load("pocket-battles", armies=("ORC17 ORC18", "ELV26 ELV27"), size=size)
    assert_position(
        Match(game),
        f"""
          . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        ; reserve O1(ORC17 ORC18) E1(ELV26 ELV27)
        ; O {size} {tokens}/0/0; E {size} {tokens}/0/0; round 0; opening; pending initiative
        """,
    )


@clause("PB-1.3")
def test_a_leader_is_worth_one_token_more_than_the_size_gives() -> None:
    game = load("pocket-battles", armies=("MAC01 MAC05", "PER02 PER03"), size=50)
    assert_position(
        Match(game),
        """
          . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        / . | . | .
        ; reserve M1(MAC01 MAC05) P1(PER02 PER03)
        ; M 50 6/0/0; P 50 5/0/0; round 0; opening; pending initiative
        """,
    )


@clause("PB-1.3")
def test_every_wound_on_the_table_is_one_order_fewer_to_give() -> None:
    match = battle("""
          . | .         | .
        / . | E1(ELV13) | .
        / . | .         | .
        / . | O1(ORC21) | .
        / . | .         | .
        ; O 20; E 20
    """)
    play(match, "shoot O1 E1", "throw 3", "wound ELV13")
    assert_position(
        match,
        """
          . | .            | .
        / . | E1(ELV13*1)  | .
        / . | .            | .
        / . | O1(ORC21 o1) | .
        / . | .            | .
        ; O 20 1/0/0; E 20 1/0/0; turn E
        """,
    )
    play(match, "pass", "pass")
    assert match.view()["round"] == 1
    assert_choices(match, "E", "done", "give-up ELV13")


@clause("PB-1.3")
@pytest.mark.parametrize("seed", range(3))
def test_no_token_is_ever_lost_or_made(seed: int) -> None:
    armies = ("macedonians-80", "romans-80") if seed % 2 else ("orcs-50", "elves-50")
    match = Match(load("pocket-battles", armies=armies), seed=seed)
    rng = Random(seed)
    turns = 0
    while match.outcome is None and turns < 60:
        match.settle()
        if match.outcome is not None:
            break
        if "pass" in notations(match):
            turns += 1
            view = match.view()
            for side in view["sides"]:
                units = [unit for unit in view["units"] if unit["seat"] == side["seat"]]
                troops = [troop for unit in units for troop in unit["troops"]]
                orders = sum(unit["orders"] for unit in units)
                wounds = sum(troop["wounds"] for troop in troops)
                leaders = sum(troop["alive"] and "Leader" in troop["traits"] for troop in troops)
                tokens = side["tokens"]
                lying = tokens["unused"] + tokens["passed"] + tokens["aside"] + orders + wounds
                assert lying == (8 if seed % 2 else 5) + leaders + tokens["owed"]
        match.push(rng.choice(match.legal_actions))
    assert turns > 20


@clause("PB-1.6")
def test_of_an_enemy_stack_only_the_top_and_the_thickness_are_seen() -> None:
    game = load("pocket-battles", armies=("ORC17 ORC18 ORC19 | ORC25", "ELV26 ELV27"), size=50)
    match = play(Match(game), "throw 6 1", "place O1 left-front")
    for seat in (1, None):
        stack = match.view(seat)["units"][0]
        assert [troop["id"] for troop in stack["troops"]] == ["ORC17"]
        assert (stack["hidden"], stack["size"]) == (True, 3)
        assert match.view(seat)["sides"][0]["fielded"] is None
    own = match.view(0)["units"][0]
    assert [troop["id"] for troop in own["troops"]] == ["ORC17", "ORC18", "ORC19"]
    assert (own["hidden"], own["size"]) == (False, 3)


@clause("PB-1.6")
def test_the_owner_chooses_which_troop_lies_on_top() -> None:
    for orcs, top in (("ORC17 | ORC18 ORC19", "ORC18"), ("ORC17 | ORC19 ORC18", "ORC19")):
        match = Match(load("pocket-battles", armies=(orcs, "ELV26"), size=50))
        assert [troop["id"] for troop in match.view(1)["units"][1]["troops"]] == [top]


@clause("PB-2.1")
def test_the_field_has_three_sectors_of_five_zones() -> None:
    match = battle("""
          E1(ELV26)             | E2(ELV27)             | E3(ELV28)
        / E4(ELV29)             | E5(ELV30)             | E6(ELV13)
        / O1(ORC17) x E7(ELV14) | O2(ORC18) x E8(ELV15) | O3(ORC19) x E9(ELV16)
        / O4(ORC20)             | O5(ORC25)             | O6(ORC26)
        / O7(ORC27)             | O8(ORC28)             | O9(ORC13)
    """)
    places = {unit["key"]: (unit["row"], unit["sector"]) for unit in match.view()["units"]}
    rows = {"rear": ("O7 O8 O9", "E1 E2 E3"), "front": ("O4 O5 O6", "E4 E5 E6"), "engagement": ("O1 O2 O3", "E7 E8 E9")}
    assert places == {
        key: (row, sector) for row, sides in rows.items() for keys in sides for sector, key in enumerate(keys.split())
    }


@clause("PB-2.1")
def test_a_unit_is_deployed_on_the_six_zones_of_its_own_side() -> None:
    match = play(Match(load("pocket-battles", armies=("ORC17", "ELV26"), size=50)), "throw 6 1")
    zones = ("left-front", "left-rear", "centre-front", "centre-rear", "right-front", "right-rear")
    assert_choices(match, "O", *(f"place O1 {zone}" for zone in zones))
    play(match, "place O1 centre-rear")
    assert_choices(match, "E", *(f"place E1 {zone}" for zone in zones))


@clause("PB-2.1")
def test_no_unit_stands_on_the_other_sides_ground() -> None:
    with pytest.raises(NotationError) as refusal:
        battle("""
              .         | O1(ORC17) | .
            / .         | .         | .
            / .         | .         | .
            / .         | .         | .
            / E1(ELV26) | .         | .
        """)
    assert refusal.value.clause == "PB-2.1"


@clause("PB-2.2")
def test_the_left_of_one_player_faces_the_right_of_the_other() -> None:
    match = battle("""
          .         | .         | .
        / E1(ELV26) | E2(ELV27) | .
        / .         | .         | .
        / O1(ORC17) | O2(ORC18) | .
        / .         | .         | .
    """)
    assert_refused(match, "move O1 right-rear", "PB-2.4")
    play(match, "move O1 left-rear")
    assert_refused(match, "move E1 left-rear", "PB-2.4")
    play(match, "move E1 right-rear", "redeploy O2 right-front", "pass", "redeploy E2 left-front", "pass")
    assert_position(
        match,
        """
          E1(ELV26 o1) | . | .
        / .            | . | E2(ELV27)
        / .            | . | .
        / .            | . | O2(ORC18)
        / O1(ORC17 o1) | . | .
        ; O 50 3/1/0; E 50 3/1/0; turn O
        """,
    )


@clause("PB-2.2")
def test_a_charge_from_the_left_meets_the_enemys_right() -> None:
    match = battle("""
          .         | . | .
        / E1(ELV26) | . | E2(ELV27)
        / .         | . | .
        / O1(ORC17) | . | O2(ORC18)
        / .         | . | .
    """)
    play(match, "charge O1")
    assert_choices(match, "E", "wait", "intercept E1")
    play(match, "wait", "throw 1 1", "hold")
    assert_position(
        match,
        """
          .                        | . | .
        / .                        | . | E2(ELV27)
        / O1(ORC17 o1) x E1(ELV26) | . | .
        / .                        | . | O2(ORC18)
        / .                        | . | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-2.3")
def test_all_units_may_share_one_zone_and_the_others_stand_empty() -> None:
    match = Match(load("pocket-battles", armies=("ORC17 | ORC18 | ORC19 | ORC20 | ORC25", "ELV26 | ELV27"), size=50))
    play(match, "throw 6 1", "place O1 centre-front", "place E1 left-rear", "place O2 centre-front")
    play(match, "place E2 left-rear", *(f"place O{number} centre-front" for number in (3, 4, 5)))
    assert_position(
        match,
        """
          . | .                                                 | E1(ELV26) E2(ELV27)
        / . | .                                                 | .
        / . | .                                                 | .
        / . | O1(ORC17) O2(ORC18) O3(ORC19) O4(ORC20) O5(ORC25) | .
        / . | .                                                 | .
        ; O 50 5/0/0; E 50 5/0/0; opening; turn O
        """,
    )


@clause("PB-2.3")
def test_units_move_into_a_zone_that_is_taken() -> None:
    match = battle("""
          .         | E1(ELV26)           | .
        / .         | .                   | .
        / .         | .                   | .
        / O1(ORC17) | O2(ORC18) O3(ORC19) | .
        / .         | .                   | .
    """)
    play(match, "redeploy O1 centre-front", "move O2 left-front")
    assert_position(
        match,
        """
          .            | E1(ELV26)           | .
        / .            | .                   | .
        / .            | .                   | .
        / O2(ORC18 o1) | O1(ORC17) O3(ORC19) | .
        / .            | .                   | .
        ; O 50 4/0/0; E 50 5/0/0; turn E
        """,
    )


@clause("PB-2.3")
def test_several_engagements_share_one_engagement_zone() -> None:
    match = battle("""
          . | .                                            | .
        / . | E3(ELV28)                                    | .
        / . | O1(ORC17) x E1(ELV26), O2(ORC18) x E2(ELV27) | .
        / . | O3(ORC19)                                    | .
        / . | .                                            | .
    """)
    play(match, "charge O3", "intercept E3", "throw 1 1", "hold")
    assert_position(
        match,
        """
          . | .                                                                         | .
        / . | .                                                                         | .
        / . | O1(ORC17) x E1(ELV26), O2(ORC18) x E2(ELV27), O3(ORC19 o1) x E3(ELV28 o1) | .
        / . | .                                                                         | .
        / . | .                                                                         | .
        ; O 50 4/0/0; E 50 4/0/0; turn E
        """,
    )


@clause("PB-2.4")
def test_rear_and_front_of_a_sector_and_like_zones_of_neighbours_are_adjacent_and_no_others() -> None:
    match = battle("""
          E4(ELV29) | E5(ELV30) | E6(ELV13)
        / E1(ELV26) | E2(ELV27) | E3(ELV28)
        / .         | .         | .
        / O1(ORC17) | O2(ORC18) | O3(ORC19)
        / O4(ORC20) | O5(ORC25) | O6(ORC26)
    """)
    steps = {
        1: ("centre-front", "left-rear"),
        2: ("left-front", "right-front", "centre-rear"),
        3: ("centre-front", "right-rear"),
        4: ("centre-rear", "left-front"),
        5: ("left-rear", "right-rear", "centre-front"),
        6: ("centre-rear", "right-front"),
    }
    for verb in ("redeploy", "move"):
        found = set(offers(match, verb))
        assert found == {f"{verb} O{number} {zone}" for number, zones in steps.items() for zone in zones}
    play(match, "pass")
    mirrored = {1: 3, 2: 2, 3: 1, 4: 6, 5: 5, 6: 4}
    for verb in ("redeploy", "move"):
        found = set(offers(match, verb))
        assert found == {f"{verb} E{mirrored[number]} {zone}" for number, zones in steps.items() for zone in zones}


@clause("PB-2.4")
def test_diagonal_steps_and_steps_across_the_field_are_refused() -> None:
    match = battle("""
          .         | E1(ELV26) | .
        / .         | .         | .
        / .         | .         | .
        / O1(ORC17) | .         | .
        / .         | O2(ORC18) | .
    """)
    for verb in ("redeploy", "move"):
        assert_refused(match, f"{verb} O1 centre-rear", "PB-2.4")
        assert_refused(match, f"{verb} O1 right-front", "PB-2.4")
        assert_refused(match, f"{verb} O1 left-front", "PB-2.4")
        assert_refused(match, f"{verb} O2 left-front", "PB-2.4")
        assert_refused(match, f"{verb} O2 right-front", "PB-2.4")


@clause("PB-2.4")
def test_left_and_right_are_no_neighbours_in_a_charge() -> None:
    match = battle("""
          .         | . | .
        / .         | . | E1(ELV26)
        / .         | . | .
        / O1(ORC17) | . | .
        / .         | . | .
    """)
    assert_refused(match, "charge O1", "PB-6.8")
    play(match, "move O1 centre-front", "pass", "charge O1")
    assert_dice(match, 2)
