"""text/: names, menus, odds, prompts, costs and the end of a round, as players read them."""

from fractions import Fraction

import pytest

from drumhead import Match, load
from drumhead.core.errors import NotationError
from drumhead.core.words.tally import total
from tests.games.pocket_battles.draw import battle, between
from tests.kit.clauses import clause
from tests.kit.play import play

FANATIC = ". | . | . / . | E1(ELV26) | . / . | . | . / . | O1(ORC05 ORC29) | . / . | . | .; turn O"
CHARIOT = ". | . | . / . | P1(PER29) | . / . | . | . / . | M1(MAC13 MAC14) | . / . | . | .; turn P"


def words(match: Match, notation: str) -> str:
    """What an action is called in a menu."""
    return next(str(action.words) for action in match.legal_actions if action.notation == notation)


def remark(match: Match, notation: str) -> str:
    """What is told of an action beside its words."""
    return str(match.game.remark(match.state, match.game.parse(match.state, notation)))


@clause("PB-6.17")
def test_casualties_are_told_apart_by_their_dice() -> None:
    picture = ". | . | . / . | R1(ROM20) | . / . | . | . / . | C1(CEL21 CEL22) | . / . | . | .; turn R"
    match = play(between("celts", "romans", picture), "shoot R1 C1", "throw 2")
    tiles = {troop["id"]: troop for troop in match.view()["units"][0]["troops"]}
    for tile in ("CEL21", "CEL22"):
        dice = " ".join(map(str, tiles[tile]["shooting"]))
        told = words(match, f"eliminate {tile}")
        assert told == f"eliminate Slingers {tile} of C1 (shooting {dice}, {tiles[tile]['dp']} points)"
        plain = match.text(0, width=2000, plain=True)
        assert f"Slingers {tile} (shooting {dice}, 1 of 1 wound points left" in plain


@clause("PB-6.22")
def test_a_unit_and_a_troop_can_be_shown() -> None:
    picture = ". | . | . / . | R1(ROM20) | . / . | . | . / . | C1(CEL21 -CEL22 CEL11) | . / . | . | ."
    match = between("celts", "romans", picture)
    assert [str(line) for line in match.game.about(match.state, "c1")] == [
        "C1, 0 orders, next order costs 1: Slingers, Champion; centre front",
        "Slingers CEL21 (shooting 3 6, 1 of 1 wound points left, 3 points)",
        "Champion CEL11 (engagement 2, shooting 2, 1 of 1 wound points left, 5 points, Disband)",
        "Slingers CEL22 (shooting 3 4, lost, 3 points)",
        "Disband: a hit that leaves the enemy standing costs him a token [PB-9.11]",
    ]
    [troop] = match.game.about(match.state, "CEL22")
    assert str(troop) == "Slingers CEL22 (shooting 3 4, lost, 3 points), in C1"
    [other, *_] = [str(line) for line in match.game.about(match.state, "orc05")]
    assert other.endswith("not known to be in this battle")
    assert len(match.game.about(match.state, "")) == 2
    [nothing] = match.game.about(match.state, "C8")
    assert str(nothing) == "there is no unit and no troop C8; show C1 shows a unit, show CEL21 a troop"


@clause("PB-1.6")
def test_what_lies_under_the_top_of_a_stack_is_not_shown() -> None:
    match = Match(load("pocket-battles", armies=("orcs-50", "elves-50")), seed=1)
    seen = match.known(0)
    told = " ".join(str(line) for unit in ("E1", "E2", "E8") for line in match.game.about(seen, unit))
    full = match.game.view(match.state, 1)["units"]
    tops = {unit["troops"][0]["id"] for unit in full}
    hidden = {troop["id"] for unit in full for troop in unit["troops"]} - tops
    assert hidden
    assert not any(id in told for id in hidden)


@clause("PB-9.26")
def test_a_unit_is_called_by_a_troop_that_lives() -> None:
    picture = ". | . | . / . | E1(-ELV13 ELV08) | . / . | . | . / . | O1(ORC17) | . / . | . | .; turn E"
    match = between("orcs", "elves", picture)
    assert str(match.why("shoot E1 O1")).startswith("E1 (Wood Pack)")
    assert "E1 (Wood Pack)" in words(match, "move E1 centre-rear")
    play(match, "move E1 centre-rear")
    assert "E1 (Wood Pack) moves to centre rear" in [str(event.words) for event in match.log()]


@clause("PB-9.10")
def test_the_odds_of_a_charge_with_blood_lust_are_those_of_one_to_six_dice() -> None:
    match = between("orcs", "elves", FANATIC)
    odds = match.odds("charge O1")
    title = "O1 (Fanatic) at E1 (Spearmen), {n}; if nobody reacts"
    dice = ["1 die", *(f"{n} dice" for n in range(2, 7))]
    assert [str(throw.title) for throw in odds[:6]] == [title.format(n=n) for n in dice]
    one = {str(chance.words): chance.probability for chance in odds[0].chances}
    third, sixth, half = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
    assert one == {"no hit": third, "no hit and 1 hit on itself": sixth, "destroyed": half}
    assert str(odds[6].title).startswith("E1 (Spearmen) at O1 (Fanatic), 1 die; if nobody reacts; striking back")
    match = between("orcs", "elves", FANATIC.replace("ORC05 ORC29", "ORC07"))
    assert len(match.odds("shoot O1 E1")) == 6


@clause("PB-9.13")
def test_the_odds_of_a_charge_at_first_strike_have_both_blows() -> None:
    match = between("macedonians", "persians", CHARIOT)
    first, charge = match.odds("charge P1")
    assert str(first.title) == (
        "M1 (Hypaspistai) at P1 (Scyted Chariot), 1 die; if nobody reacts; striking first, if it chooses to"
    )
    assert str(charge.title) == (
        "P1 (Scyted Chariot) at M1 (Hypaspistai), 3 dice; if nobody reacts; if it has lost nobody by then"
    )
    assert (total(list(first.tally)), total(list(charge.tally))) == (1, 3)


@clause("PB-7.4")
def test_the_odds_of_a_divided_shot_say_what_becomes_of_everybody() -> None:
    picture = ". | . | . / . | . | . / . | O2(ORC17) x E1(ELV09) | . / . | O1(ORC21 ORC22) | . / . | . | .; turn O"
    [odds] = between("orcs", "elves", picture).odds("shoot O1 E1")
    assert str(odds.title) == (
        "O1 (Half Orcs) at E1 (Treeman), 1 die; "
        "the hits are divided, rounded up, among E1 of the enemy and O2 of its own side"
    )
    assert {str(chance.words): chance.probability for chance in odds.chances} == {
        "no hit": Fraction(1, 2),
        "1 hit each destroying O2": Fraction(1, 2),
    }


@clause("PB-9.23", "PB-9.27")
def test_odds_say_what_may_yet_change_them() -> None:
    picture = ". | . | . / . | M1({}) | . / . | . | . / . | O1(ORC21) | . / . | . | .; turn O"
    for troops, told in (
        ("MAC24 MAC05", "1 hit before Sacrifice"),
        ("MAC24", "1 hit"),
        ("PER08 PER26", "1 hit before Tough"),
        ("PER08 MAC24 MAC05", "1 hit before Tough and Sacrifice"),
    ):
        [odds] = between("orcs", "macedonians", picture.format(troops)).odds("shoot O1 M1")
        assert [str(chance.words) for chance in odds.chances][1] == told


@pytest.mark.parametrize(
    ("steps", "flags"),
    [("charge O1", ["PB-6.14", "PB-6.14"]), ("charge O1 excite O2", ["PB-6.14", "PB-6.14", "PB-9.3"])],
)
@clause("PB-6.14", "PB-9.3")
def test_dice_are_explained_by_the_flags_of_the_attack(steps: str, flags: list[str]) -> None:
    picture = ". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | O2(ORC02) | ."
    match = play(battle(picture), steps)
    odds, *_ = match.odds("wait")
    assert [part.clause for part in odds.tally] == flags


@clause("PB-4.6", "PB-8.2")
def test_giving_up_a_troop_names_its_tokens_its_points_and_whether_that_decides() -> None:
    picture = """
        . | E1(ELV13*1 ELV28) | . /
        . | .                 | . /
        . | .                 | . /
        . | .                 | . /
        . | O1(ORC09*1 ORC17) O2(ORC18) | . ;
        O 50 1/3/0; E 50 0/4/0; turn O
    """
    match = play(between("orcs", "elves", picture), "pass")
    tiles = {troop["id"]: troop for unit in match.view()["units"] for troop in unit["troops"]}
    told = words(match, "give-up ORC09")
    points = tiles["ORC09"]["dp"]
    assert told.startswith(f"give up Bugbears ORC09 of O1: 1 token back, {points} points for Elves")
    half = -(-sum(tiles[id]["dp"] for id in ("ORC09", "ORC17", "ORC18")) // 2)
    assert (f"they would have {points}, and {half} are half of your army" in told) == (points >= half)
    play(match, "done")
    points, half = tiles["ELV13"]["dp"], -(-(tiles["ELV13"]["dp"] + tiles["ELV28"]["dp"]) // 2)
    assert points >= half
    told = words(match, "give-up ELV13")
    assert told.endswith(f"they would have {points}, and {half} are half of your army")


@clause("PB-6.9", "PB-4.4", "PB-9.25")
def test_a_prompt_names_the_reactions_that_are_possible_and_menus_their_cost() -> None:
    picture = ". | . | . / . | {} | . / . | . | . / . | O1(ORC17) | . / . | . | .; turn O"
    for units, asked in (
        ("E1(ELV13)", "intercept or wait"),
        ("E1(ROM20)", "shoot or wait"),
        ("E1(ELV13) E2(ROM20)", "intercept, shoot or wait"),
    ):
        match = play(between("orcs", "elves", picture.format(units)), "charge O1")
        assert str(match.prompt).endswith(f"react to the charge of O1 (Orcs): {asked}")
    match = play(between("orcs", "elves", picture.format("E1(ELV13 o1)")), "charge O1")
    assert remark(match, "intercept E1") == "2 tokens"
    match.pop()
    assert remark(match, "charge O1") == "1 token"
    assert remark(match, "pass") == "1 token"
    match = play(between("orcs", "elves", picture.format("E1(ELV11 o1)")), "charge O1")
    assert remark(match, "intercept E1") == remark(match, "reaction-shot E1") == "free: Skirmish"


@clause("PB-9.3", "PB-9.4")
def test_an_order_with_riders_costs_all_its_orders() -> None:
    picture = ". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17 o1) | . / . | O2(ORC02) | .; O 80 7/0/0"
    match = battle(picture)
    assert remark(match, "charge O1") == "2 tokens"
    assert remark(match, "charge O1 excite O2") == "3 tokens"
    assert remark(match, "charge O1 excite O2 galvanize O2") == "5 tokens"


@clause("PB-9.24")
def test_a_charge_may_name_its_target_without_at() -> None:
    picture = ". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | . | ."
    match = battle(picture)
    refusal = match.why("charge O1 E1")
    assert refusal is not None
    assert str(refusal) == "O1 (Orcs) is no Scout: choose Charge first, and the target after the reaction [PB-9.24]"
    assert battle(picture.replace("ORC17", "MAC22")).why("charge O1 E1") is None


@clause("PB-9.3")
def test_excite_by_itself_is_answered_with_how_it_is_written() -> None:
    match = battle(". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | O2(ORC02) | .")
    with pytest.raises(NotationError) as refused:
        match.why("excite O2")
    assert str(refused.value) == ("Excite goes with an order to another unit; write for example 'charge O3 excite O2'")


@clause("PB-9.3")
def test_a_plain_charge_stands_beside_the_excited_one() -> None:
    match = battle(". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | O2(ORC02) | .")
    steps = {action.notation: [step.key for step in action.steps] for action in match.legal_actions}
    assert steps["charge O1"] == ["O1", "charge", "alone"]
    assert steps["charge O1 excite O2"] == ["O1", "charge", "excite-O2"]
    assert steps["charge O1 galvanize O2"] == ["O1", "charge", "galvanize-O2"]
    poor = battle(". | . | . / . | E1(ELV13) | . / . | . | . / . | O1(ORC17) | . / . | O2(ORC02) | .; O 50 1/4/0")
    steps = {action.notation: [step.key for step in action.steps] for action in poor.legal_actions}
    assert steps["charge O1"] == ["O1", "charge"]


@clause("PB-8.2")
def test_a_board_says_that_the_round_is_the_last() -> None:
    picture = ". | E1(ELV13 -ELV14) | . / . | . | . / . | . | . / . | . | . / . | O1(ORC17) | .; round {}; turn O"
    told = "Orcs have destroyed half of the enemy: as it stands, the battle ends with this round."
    match = battle(picture.format(3))
    assert told in match.text(0, width=200, plain=True).splitlines()
    assert told in match.text(0, width=200).splitlines()
    assert "Round 20 of 20, the last." in battle(picture.format(20)).text(0, plain=True)
    assert "Round 3." in battle(picture.format(3), max_rounds=0).text(0, plain=True)
    match = battle(picture.format(3) + "; O 50 1/4/0; E 50 0/5/0")
    play(match, "pass")
    assert match.outcome is not None
    assert "points destroyed: Orcs 4, Elves 0" in [str(event.words) for event in match.log()]
    assert told not in match.text(0, width=200, plain=True)


@clause("PB-1.3", "PB-1.6")
def test_the_pool_of_a_side_counts_a_leader_that_lies_open() -> None:
    game = load("pocket-battles", armies=("celts-80", "romans-80"))
    match = Match(game, seed=1)
    tops = [unit["troops"][0]["traits"] for unit in match.view(0)["units"] if unit["seat"] == 1]
    leaders = sum("Leader" in traits for traits in tops)
    assert leaders == 1
    for seat in (0, 1, None):
        assert match.view(seat)["sides"][1]["tokens"]["unused"] == 9


@clause("PB-6.8")
def test_a_charge_that_nobody_may_react_to_says_why() -> None:
    rear = ". | E1(ELV13) | . / . | . | . / . | . | . / . | O1(ORC17) | . / . | . | ."
    match = play(battle(rear), "charge O1")
    told = [(str(event.words), event.clause) for event in match.log()]
    assert ("nobody may react: O1 (Orcs) charges an enemy in the Rear", "PB-6.8") in told
    match = play(
        battle(
            rear.replace("| E1(ELV13) | .", "| . | .").replace(
                ". | . | . / . | . | . /", ". | . | . / E1(ELV13) | . | . /", 1
            )
        ),
        "charge O1",
    )
    told = [(str(event.words), event.clause) for event in match.log()]
    assert ("nobody may react: O1 (Orcs) charges into a neighbouring sector", "PB-6.8") in told


@clause("PB-3.1")
def test_who_has_the_first_place_is_not_called_a_player_by_number_alone() -> None:
    match = Match(load("pocket-battles"), seed=11)
    match.settle()
    told = str(match.log()[-1].words)
    assert told.endswith("throw the higher die and have the first place (Player 1 of the rules)")
    assert "first place (Player 1 of the rules)" in match.text(0, width=200, plain=True)
    assert "second place" in match.text(0, width=200, plain=True)
