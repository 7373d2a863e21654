"""rules.march, rules.economy: occupying factories, income, purchases, repairs, gifts."""

from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations

FACTORY = """
       a      b      c      d
    1  .      .      .      .
    2  US-I1  F      US-T1  .
    3  US-M1  .      US-F1  .
    4  .      .      .      .
    5  .      .      .      G1-A1
"""


@clause("AA-5.1")
def test_all_factories_are_neutral_and_only_infantry_beside_one_occupies_it() -> None:
    match = battle(FACTORY + "; round 5; turn US 9")
    assert part(match, "flags") == ""
    assert {"move US-I1 b2", "move US-M1 b2"} <= set(notations(match))
    assert_refused(match, "move US-T1 b2", "AA-5.1")
    assert_refused(match, "move US-F1 b2", "AA-5.1")
    play(match, "move US-I1 b2")
    assert part(match, "flags") == "b2:US"
    assert log(match) == [
        "US-I1 (Rifle Infantry) moves from a2 to b2 [AA-5.1]",
        "US-I1 (Rifle Infantry) occupies the factory b2, which was neutral [AA-5.1]",
    ]


@clause("AA-5.1")
def test_occupying_is_the_whole_move_from_beside_the_factory() -> None:
    match = battle(FACTORY.replace("US-M1", ".    ").replace("4  .    ", "4  US-M1") + "; round 5; turn US 9")
    assert_refused(match, "move US-M1 b2", "AA-5.1")


@clause("AA-5.1")
def test_a_unit_that_occupied_does_not_attack_in_that_turn() -> None:
    picture = """
           a      b      c
        1  .      .      .
        2  US-I1  F      G1-I1
        3  .      .      US-I2
        ; round 5; turn US 9
    """
    match = battle(picture)
    play(match, "move US-I1 b2", "let-pass", "end-movement")
    assert notations(match) == ["end-declaring", "attack US-I2 G1-I1"]
    assert_refused(match, "attack US-I1 G1-I1", "AA-5.1")


@clause("AA-5.1", "AA-5.2")
def test_an_enemy_inside_is_removed_without_experience_and_its_repair_is_lost() -> None:
    match = battle(
        """
           a      b      c
        1  .      .      .
        2  US-I1  F:G1-T1:d3 .
        3  .      .      G1-A1
        ; flags b2:G1; mending G1-T1; coins G1:1; round 5; turn US 9
        """
    )
    play(match, "move US-I1 b2")
    assert (where(match, "G1-T1"), where(match, "US-I1")) == ("gone", "b2")
    assert (part(match, "flags"), part(match, "mending"), part(match, "coins")) == ("b2:US", "", "G1:1")


@clause("AA-5.2")
def test_any_unit_enters_a_factory_of_its_own_and_fights_from_it() -> None:
    match = battle(
        FACTORY.replace("G1-A1", ".    ").replace("1  .      .  ", "1  .      G1-I1")
        + "; flags b2:US; round 5; turn US 9"
    )
    assert "move US-T1 b2" in notations(match)
    play(match, "move US-T1 b2", "let-pass", "halt", "end-movement")
    assert "attack US-T1 G1-I1" in notations(match)


@clause("AA-5.3")
def test_a_flag_stays_when_the_unit_leaves() -> None:
    match = battle(FACTORY + "; flags b2:US; round 5; turn US 9")
    play(match, "move US-I1 b2-b1")
    assert part(match, "flags") == "b2:US"


@clause("AA-5.3")
def test_a_flag_goes_when_an_enemy_occupies() -> None:
    match = battle(FACTORY + "; flags b2:G1; round 5; turn US 9")
    play(match, "move US-I1 b2")
    assert part(match, "flags") == "b2:US"


MONEY = """
       a      b      c      d
    1  F      .      F:US-T1:d5    F
    2  .      .      .      .
    3  US-I1  .      .      G1-A1
"""


@clause("AA-9.1")
def test_income_is_a_coin_for_every_own_factory_one_taken_this_turn_included() -> None:
    match = battle(MONEY.replace("2  .    ", "2  US-M1") + "; flags c1:US d1:G1; coins US:1; round 5; turn US 9")
    play(match, "move US-M1 a1", "end-movement")
    assert part(match, "coins") == "US:3", "c1 and a1; d1 is the enemy's"


@clause("AA-9.2")
def test_units_are_bought_at_their_cost_on_own_empty_factories() -> None:
    match = battle(MONEY + "; flags a1:US c1:US d1:G1; coins US:4; round 5; turn US 9; pending money")
    assert offers(match, "buy") == "a1 a1 a1", "infantry, special infantry and the gun for four coins"
    play(match, "buy artillery a1")
    assert where(match, "US-A1") == "a1"
    assert part(match, "turn").startswith("G1"), "nothing is left to spend"


@clause("AA-9.2")
def test_a_bought_unit_acts_from_the_next_turn_on() -> None:
    match = battle(
        MONEY.replace("G1-A1", ".    ").replace("1  F      .  ", "1  F      G1-I1")
        + "; flags a1:US c1:US; coins US:2; round 5; turn US 9; pending money"
    )
    play(match, "buy infantry a1")
    assert part(match, "turn").startswith("G1")
    play(match, "end-movement", "end-declaring")
    assert part(match, "turn").startswith("US")
    assert "move US-I2 a2" in notations(match)


@clause("AA-9.2")
def test_no_more_than_four_units_of_a_type_unless_the_limit_is_off() -> None:
    four = MONEY.replace("2  .      .      .      .", "2  US-I2  US-I3  US-I4  .") + (
        "; flags a1:US c1:US; coins US:2; round 5; turn US 9; pending money"
    )
    assert_refused(battle(four), "buy infantry a1", "AA-9.2")
    match = battle(four, type_limit=False)
    play(match, "buy infantry a1")
    assert where(match, "US-I5") == "a1"


@clause("AA-9.3")
def test_a_repair_takes_two_coins_and_three_damage_at_the_next_turn() -> None:
    match = battle(MONEY + "; flags a1:US c1:US; coins US:2; round 5; turn US 9; pending money")
    play(match, "repair US-T1")
    assert (part(match, "coins"), part(match, "mending"), where(match, "US-T1")) == ("", "US-T1", "c1:d5")
    play(match, "end-movement", "end-declaring")
    assert (part(match, "mending"), where(match, "US-T1")) == ("", "c1:d2")


@clause("AA-9.3")
def test_only_damaged_units_in_own_factories_are_repaired() -> None:
    match = battle(MONEY + "; flags a1:US c1:SU; coins US:2; round 5; turn US 17; pending money", players=4)
    assert_refused(match, "repair US-T1", "AA-9.3")
    assert_refused(match, "repair US-I1", "AA-9.3")


@clause("AA-9.4")
def test_of_four_coins_given_to_the_ally_three_arrive_and_a_gift_is_at_least_two() -> None:
    match = battle(MONEY + "; flags a1:US c1:US; coins US:4; round 5; turn US 17; pending money", players=4)
    assert offers(match, "give") == "2 3 4"
    assert_refused(match, "give 1", "AA-9.4")
    play(match, "give 4")
    assert part(match, "coins") == "SU:3"


@clause("AA-9.4")
def test_gifts_are_offered_at_every_decision_of_the_givers_own_turn() -> None:
    picture = MONEY.replace("3  US-I1  .  ", "3  US-I1  G1-I1") + "; flags a1:US c1:US; coins US:3; round 5; turn US 17"
    for pending in ("move", "declare", "money"):
        match = battle(f"{picture}; pending {pending}", players=4)
        assert offers(match, "give") == "2 3", pending
    assert "give" not in " ".join(notations(battle(picture.replace("US 17", "US 9")))), "two players have no ally"


ALLIES = MONEY + "; units SU-T1@a5:d1"


@clause("AA-9.4")
def test_the_receiver_may_ask_the_ally_in_the_own_money_phase() -> None:
    picture = ALLIES + "; flags a1:US c1:SU; coins SU:4; round 5; turn US 17; pending money"
    match = battle(picture, players=4)
    assert_choices(match, "US", "end-turn", "ask")
    play(match, "ask")
    assert_choices(match, "SU", "keep", "give 2", "give 3", "give 4")
    assert str(match.prompt) == "Soviet Union: United States asks you for coins: give some of your 4, or keep them"
    assert_refused(match, "give 5", "AA-9.4")
    assert_refused(match, "give 1", "AA-9.4")
    play(match, "give 4")
    assert part(match, "coins") == "US:3"
    assert log(match) == ["the Soviet Union gives 4 coins, the United States receives 3 [AA-9.4]"]
    assert "buy infantry a1" in notations(match), "it is spent at once"


@clause("AA-9.4")
def test_an_ally_that_keeps_its_coins_is_asked_again_only_after_a_purchase_or_a_repair() -> None:
    match = battle(ALLIES + "; flags a1:US c1:SU d1:US; coins US:3 SU:4; round 5; turn US 17; pending money", players=4)
    play(match, "ask", "keep")
    assert log(match) == ["the Soviet Union keeps its coins [AA-9.4]"]
    assert (part(match, "coins"), part(match, "ended")) == ("US:3 SU:4", "SU")
    assert_refused(match, "ask", "AA-9.4")
    play(match, "buy infantry a1")
    assert "ask" in notations(match)


@clause("AA-9.4")
def test_an_ally_is_asked_only_where_coins_are_there_and_of_use() -> None:
    poor = battle(ALLIES + "; flags a1:US c1:SU; coins US:3 SU:1; round 5; turn US 17; pending money", players=4)
    assert_refused(poor, "ask", "AA-9.4")
    useless = battle(
        ALLIES.replace(":d5", "   ") + "; flags c1:US; coins US:3 SU:4; round 5; turn US 17; pending money", players=4
    )
    assert_refused(useless, "ask", "AA-9.4")
    repair = battle(ALLIES + "; flags c1:US; coins SU:4; round 5; turn US 17; pending money", players=4)
    assert "ask" in notations(repair), "there is a unit to repair"
    alone = battle(MONEY + "; flags a1:US c1:US; coins US:3; round 5; turn US 9; pending money")
    assert_refused(alone, "ask", "AA-9.4")
