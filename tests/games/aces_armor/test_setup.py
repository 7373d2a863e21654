"""rules.setup, rules.turns, box.scenario: who plays, with what and where, tokens, placing, who begins, the brake."""

import re
from random import Random

import pytest

from drumhead import CHANCE, Match, load
from drumhead.core.errors import NotationError, SetupError
from drumhead.core.files import record
from drumhead.games.aces_armor.engine.encoding import AT_BRAKE, AT_FIRST_ROLL, AT_TURN, WAITING, bits
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from tests.games.aces_armor.draw import battle, log, offers, part, play, where
from tests.kit.clauses import clause
from tests.kit.play import assert_choices, assert_refused, notations


def new(**options: object) -> Match:
    """A match from the very beginning."""
    return Match(load("aces-armor", **options), seed=1)


def state(match: Match) -> Battle:
    """The position of a match."""
    assert isinstance(match.state, Battle)
    return match.state


def until(match: Match, kind: int, seed: int = 0) -> Match:
    """Plays at random until a step is pending."""
    rng = Random(seed)
    while state(match).step_kind() != kind:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    return match


@clause("AA-1.1")
def test_the_turns_of_four_factions_alternate_between_the_teams() -> None:
    match = until(new(players=4, max_rounds=2), AT_FIRST_ROLL)
    play(match, "throw 1 2 3 4")
    turns: list[str] = []
    rng = Random(1)
    while len(turns) < 5:
        turn = part(match, "turn").split()[0]
        if not turns or turns[-1] != turn:
            turns.append(turn)
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    assert turns == ["G2", "US", "G1", "SU", "G2"]


@pytest.mark.parametrize(
    ("options", "letters", "starts", "factories"),
    [
        ({}, ("US", "G1"), 6, 5),
        ({"half": "right", "factions": ("ussr", "germany-2")}, ("SU", "G2"), 6, 5),
        ({"players": 4}, ("US", "G1", "SU", "G2"), 12, 10),
        ({"players": 3, "alone": "allies"}, ("A", "G1", "G2"), 12, 10),
        ({"players": 3, "alone": "germany"}, ("US", "G", "SU"), 12, 10),
        ({"mode": "coop", "half": "whole", "factions": ("us", "ussr")}, ("US", "SU", "Automa"), 12, 10),
        ({"mode": "coop", "half": "left", "factions": ("us", "ussr")}, ("US", "SU", "Automa"), 6, 5),
        ({"mode": "solo", "factions": ("germany-2",)}, ("G2", "Automa"), 6, 5),
    ],
)
@clause("AA-1.2")
def test_every_mode_has_its_seats_its_starts_and_its_factories(
    options: dict[str, object], letters: tuple[str, ...], starts: int, factories: int
) -> None:
    game = load("aces-armor", **options)
    assert isinstance(game, AcesArmor)
    assert game.letters == letters
    assert (len(game.force.board.numbers), len(game.force.board.factories)) == (starts, factories)


@clause("AA-1.2")
def test_who_leads_both_factions_of_a_team_has_two_turns_and_two_purses() -> None:
    match = battle(
        "a b c\n1 US-I1 . SU-I1\n2 . . .\n3 . . G1-A1\n; units G2-I1@j9; coins US:1 SU:2; round 5; turn US 17",
        players=3,
        alone="allies",
    )
    assert all("SU-I1" not in notation for notation in notations(match))
    assert match.game.letters[match.to_act] == "A"
    assert part(match, "coins") == "US:1 SU:2"


@clause("AA-1.2")
def test_the_automas_faction_is_drawn_among_the_enemies_unless_it_is_chosen() -> None:
    match = new(mode="solo", factions=("us",))
    assert match.to_act == CHANCE
    assert match.state.chances() == [(1, 0.5), (2, 0.5)]
    drawn = set()
    for face in (1, 2):
        twin = new(mode="solo", factions=("us",))
        play(twin, f"throw {face}")
        drawn.add(state(twin).force.automa)
    assert drawn == {1, 3}
    chosen = new(mode="solo", factions=("us",), automa="germany-2")
    assert (chosen.to_act, state(chosen).force.automa) == (0, 3)


@pytest.mark.parametrize(("sets", "units"), [("1", 6), ("2", 12)])
@clause("AA-1.3")
def test_a_faction_begins_with_one_set_of_six_types_or_with_two(sets: str, units: int) -> None:
    match = new(sets=sets)
    waiting = [unit for unit, hex_ in enumerate(state(match).place) if hex_ == WAITING]
    assert len(waiting) == 2 * units
    assert len({state(match).force.type[unit] for unit in waiting}) == 12


@clause("AA-1.3")
def test_four_more_units_are_picked_in_secret_from_a_second_set() -> None:
    match = new(sets="1+4")
    play(match, "pick infantry", "pick tank", "pick fighter", "pick bomber")
    first = state(match).force
    assert sum(state(match).place[unit] == WAITING for unit in range(first.first[0], first.last[0])) == 10
    other = new(sets="1+4")
    play(other, "pick infantry", "pick special", "pick tank", "pick artillery")
    assert match.state.observe(1).pack() == other.state.observe(1).pack(), "the other side sees no difference"
    assert match.state.observe(0).pack() != other.state.observe(0).pack()
    assert match.view(1) == other.view(1)


@clause("AA-1.4")
def test_nothing_enters_or_fires_across_the_border_of_a_half() -> None:
    match = battle("a b\n1 . G1-A1\n2 . .\n; units US-F1@j5 US-A1@j9; round 5; turn US 9")
    assert not [notation for notation in notations(match) if notation.split()[-1][0] in "klmnopqrst"]
    with pytest.raises(NotationError, match=r"AA-1.4"):
        match.push("move US-F1 k5")
    ground = state(match).force.ground
    assert not ground.band(ground.board.grid.read("j9"), 2, 5) & ~ground.inside, "nothing fires across"


@clause("AA-2.1")
def test_units_are_laid_on_three_tokens_in_any_split_and_nobody_else_sees_it() -> None:
    match = new()
    splits = (["1"] * 6, ["1", "2", "3", "3", "2", "1"])
    seen = []
    for split in splits:
        twin = new()
        for key, token in zip(("I1", "M1", "T1", "A1", "F1", "B1"), split, strict=True):
            play(twin, f"lay US-{key} {token}")
        assert twin.game.letters[twin.to_act] == "G1"
        seen.append((twin.state.observe(1).pack(), twin.view(1)["units"], [str(line) for line in twin.log(1)]))
    assert seen[0] == seen[1]
    assert offers(match, "lay US-I1") == "1 2 3"


@clause("AA-2.1")
def test_start_tokens_are_dealt_at_random_and_each_number_once() -> None:
    match = until(new(), AT_TURN)
    numbers: set[int] = set()
    while state(match).step_kind() != AT_FIRST_ROLL:
        if match.to_act == CHANCE:
            left = 6 - len(numbers)
            assert match.state.throw() == (left,)
            match.roll()
            numbers = {number for number in state(match).starts if number}
        else:
            match.push(match.legal_actions[0])
    assert numbers == {1, 2, 3, 4, 5, 6}


PLACING = """
       a      b      c      d      e
    1  .      .      .      .      .
    2  .      .      .      .      .
    3  .      .      ~      .      .
    4  .      .      .      .      .
"""


def placing(picture: str, hand: str, hexes: str = "") -> Match:
    """A battle in which the army of US token 1 is placed around start 2, which is c10."""
    units = " ".join(f"{key}@hand:a1" for key in hand.split())
    return battle(
        f"{picture}; units {units} {hexes}; first US; round 0; turned US:1; starts US:2,0,0; numbers 2; "
        "pending first-roll:3 turn-token place:US:1:c10"
    )


@clause("AA-2.1", "AA-2.4")
def test_a_deployment_by_the_computer_leaves_no_army_empty() -> None:
    match = new()
    laid = []
    while match.game.letters[match.to_act] == "US":
        action = match.game.parse(match.state, match.legal_actions[0].notation.rsplit(maxsplit=1)[0] + " 1")
        found = match.push(match.game.useful_placement(match.state, action))
        assert found is not None
        laid.append(found.notation[-1])
    assert laid == ["1", "1", "1", "1", "2", "3"]


@clause("AA-2.1")
def test_units_are_laid_in_any_order() -> None:
    match, other = new(), new()
    assert {action.steps[0].key for action in match.legal_actions} == {"US-I1"}
    assert {action.steps[0].key for action in match.further_actions} == {"US-M1", "US-T1", "US-A1", "US-F1", "US-B1"}
    assert "US-T1" in match.view(0)["can_act"]
    split = {"I1": 1, "M1": 2, "T1": 3, "A1": 1, "F1": 2, "B1": 3}
    for one, another in zip(reversed(split.items()), split.items(), strict=True):
        play(match, f"lay US-{one[0]} {one[1]}")
        play(other, f"lay US-{another[0]} {another[1]}")
        assert match.state.observe(1).pack() == other.state.observe(1).pack()
        assert [str(line) for line in match.log(1)] == [str(line) for line in other.log(1)]
        assert record.write(match, 1, whole=False) == record.write(other, 1, whole=False)
    assert match.game.write_position(match.state) == other.game.write_position(other.state)
    assert match.to_act == 1
    play(match, "lay G1-T1 2")
    assert_refused(match, "lay G1-T1 1", "AA-2.1")
    again = record.read(record.write(match))
    assert again.game.write_position(again.state) == match.game.write_position(match.state)


@clause("AA-2.2")
def test_the_first_unit_goes_on_the_number_and_the_rest_around_it() -> None:
    match = placing(PLACING, "US-T1 US-I1")
    assert notations(match) == ["place US-I1 c10", "place US-T1 c10"]
    play(match, "place US-T1 c10")
    # c12 and its neighbours at the bottom are factories; the ring is c9, d9, d10, c11, b10, b9.
    assert offers(match, "place US-I1") == "b10 b9 c11 c9 d10 d9"


@clause("AA-2.2")
def test_the_next_ring_is_used_only_when_the_last_is_full() -> None:
    ring = "US-T2@c10 US-T3@c9 US-T4@d9 US-I2@d10 US-I3@c11 US-I4@b10"
    match = placing(PLACING, "US-T1", ring)
    assert offers(match, "place US-T1") == "b9"
    full = placing(PLACING, "US-T1", ring + " US-M1@b9")
    assert offers(full, "place US-T1") == "a10 a11 a9 b11 b8 c8 d11 d8 e10 e11 e9"


@clause("AA-2.2")
def test_a_taken_number_hex_means_the_first_ring() -> None:
    match = placing(PLACING, "US-T1", "G1-T1@c10")
    assert offers(match, "place US-T1") == "b10 b9 c11 c9 d10 d9"


@clause("AA-2.2")
def test_water_may_be_skipped_and_only_infantry_and_aircraft_are_put_on_it() -> None:
    rows = "\n".join(f"{row} . . {'~' if row == 9 else '.'} . ." for row in range(1, 11))
    picture = f"a b c d e\n{rows}\n"
    tank = placing(picture, "US-T1", "US-T2@c10")
    assert offers(tank, "place US-T1") == "b10 b9 c11 d10 d9"
    foot = placing(picture, "US-I1", "US-T2@c10")
    assert offers(foot, "place US-I1") == "b10 b9 c11 c9 d10 d9"
    # All land of the ring is taken: infantry may take the water or go on to the next ring.
    taken = "US-T2@c10 US-T3@d9 US-T4@d10 US-I2@c11 US-I3@b10 US-I4@b9"
    on = placing(picture, "US-I1", taken)
    assert {"c9", "c8", "a9"} <= set(offers(on, "place US-I1").split())
    assert "c9" not in offers(placing(picture, "US-T1", taken), "place US-T1").split()


@clause("AA-2.2")
def test_the_highest_die_places_first_and_those_that_tie_throw_again() -> None:
    match = new(players=4)
    while match.to_act != CHANCE:
        match.push(match.legal_actions[0])
    assert match.state.throw() == (12, 12, 12, 12)
    play(match, "throw 7 9 3 9")
    assert match.state.throw() == (12, 12), "the two that tied"
    play(match, "throw 2 5")
    assert part(match, "first") == "G2"
    assert match.game.letters[match.to_act] == "G2"


@clause("AA-2.2")
def test_tokens_are_turned_one_each_in_turn() -> None:
    match = new()
    while match.to_act != CHANCE:
        match.push(match.legal_actions[len(match.steps) % 3])
    play(match, "throw 12 1")
    turned: list[str] = []
    while len(turned) < 6:
        if state(match).step_kind() == AT_TURN:
            turned.append(match.game.letters[match.to_act])
            match.push(match.legal_actions[0])
        elif match.to_act == CHANCE:
            faction = state(match).pending()["faction"]
            if len(turned) in (4, 5) and state(match).turned[faction].bit_count() == 2:
                turned.append(("US", "G1")[faction])
            match.roll()
        else:
            match.push(match.legal_actions[0])
    assert turned == ["US", "G1"] * 3


@clause("AA-2.3")
def test_a_second_roll_decides_who_plays_first() -> None:
    match = until(new(), AT_FIRST_ROLL)
    play(match, "throw 5 5")
    assert match.state.throw() == (12, 12)
    play(match, "throw 2 8")
    assert part(match, "turn").startswith("G1")
    assert part(match, "round") == "1"


def brakes(**options: object) -> list[list[str]]:
    """What may be chosen in each turn of the first rounds, empty where all armies act."""
    match = until(new(**options), AT_FIRST_ROLL)
    found: list[list[str]] = []
    sides = len(state(match).force.takers)
    while True:
        if match.to_act == CHANCE:
            match.roll(tuple(range(12, 12 - sides, -1)) if state(match).step_kind() == AT_FIRST_ROLL else None)
            continue
        if state(match).turns > len(found):
            choice = state(match).step_kind() == AT_BRAKE
            found.append([notation.removeprefix("use ") for notation in notations(match)] if choice else [])
            if len(found) == 2 * sides:
                return found
        match.push(match.legal_actions[0])


@clause("AA-2.4")
def test_with_four_factions_the_first_two_use_one_army_the_third_two_the_fourth_all() -> None:
    for players in (3, 4):
        one, two = ["1", "2", "3"], ["1+2", "1+3", "2+3"]
        assert brakes(players=players) == [one, one, two, [], [], [], [], []]


@clause("AA-2.4")
def test_with_two_sides_it_is_one_army_and_two_then_the_other_two_and_all() -> None:
    assert brakes() == [["1", "2", "3"], ["1+2", "1+3", "2+3"], [], []]


BRAKED = """
       a      b      c      d
    1  US-I1:a1      .      .      .
    2  .      .      .      .
    3  US-T1:a2      .      G1-I1:a1 .
    4  US-M1:a3      .      .      .
"""


@clause("AA-2.4")
def test_a_resting_army_neither_moves_nor_attacks_but_for_what_an_interceptor_owes() -> None:
    match = battle(
        BRAKED.replace("3  US-T1:a2      .  ", "3  .      US-T1:a2")
        + "; arrows US-T1>G1-I1; moved US-T1; round 1; turn US 1; pending brake"
    )
    play(match, "use 1")
    assert_refused(match, "move US-T1 b4", "AA-6.3")
    assert {notation.split()[1] for notation in notations(match) if notation.startswith("move ")} == {"US-I1"}
    play(match, "end-movement")
    assert notations(match) == ["attack US-T1 G1-I1"]
    assert_refused(match, "end-declaring", "AA-6.3")
    play(match, "attack US-T1 G1-I1", "hits 0 0")
    assert part(match, "arrows") == ""


@clause("AA-2.4", "AA-1.5")
def test_by_the_first_rulings_the_duty_of_a_resting_army_lapses() -> None:
    match = battle(
        BRAKED.replace("3  US-T1:a2      .  ", "3  .      US-T1:a2")
        + "; arrows US-T1>G1-I1; moved US-T1; round 1; turn US 1; pending brake",
        rulings="1",
    )
    play(match, "use 1")
    assert log(match)[-2:] == [
        "US-T1 (M4 Sherman) no longer has to attack G1-I1 (Grenadiers) [AA-2.4]",
        "the United States acts with army 1 [AA-2.4]",
    ]
    assert_refused(match, "move US-T1 b4", "AA-2.4")
    assert {notation.split()[1] for notation in notations(match) if notation.startswith("move ")} == {"US-I1"}
    play(match, "end-movement")
    assert part(match, "arrows") == ""
    assert part(match, "turn").startswith("G1"), "nothing to declare"


@clause("AA-2.4")
def test_a_resting_unit_is_said_to_rest_and_nothing_else() -> None:
    match = battle(BRAKED + "; round 1; turn US 1; pending brake")
    play(match, "use 1")
    tank = next(unit for unit in match.view(0)["units"] if unit["key"] == "US-T1")
    assert (tank["idle"], tank["moved"], tank["attacked"]) == (True, False, False)
    assert re.search(r"US-T1 M4 Sherman a3 its army rests($|,)", match.text(0, width=200), re.MULTILINE)


@clause("AA-2.4")
def test_a_resting_unit_intercepts_and_supports() -> None:
    match = battle(BRAKED + "; round 1; turn G1 2; opened 1; pending move; armies 1+2")
    play(match, "move G1-I1 b3")
    assert_choices(match, "US", "let-pass", "intercept US-M1", "intercept US-T1")


@clause("AA-2.4")
def test_in_the_second_round_the_first_of_two_uses_the_armies_that_rested() -> None:
    match = battle(BRAKED + "; round 1; turn G1 2; first US; opened 1; flags a12:G1; coins G1:2; pending money")
    play(match, "end-turn")
    assert part(match, "round") == "2"
    assert {notation.split()[1] for notation in notations(match) if notation.startswith("move ")} == {"US-T1", "US-M1"}


@clause("AA-2.4")
def test_a_unit_bought_meanwhile_is_of_no_army_and_acts() -> None:
    picture = (
        BRAKED + "; units US-A1@a9; round 1; turn G1 2; first US; opened 1; flags a12:G1; coins G1:2; pending money"
    )
    match = play(battle(picture), "end-turn")
    movers = {notation.split()[1] for notation in notations(match) if notation.startswith("move ")}
    assert movers == {"US-T1", "US-M1", "US-A1"}


@clause("AA-13.11")
def test_people_who_share_a_turn_share_coins_and_factories_and_support_each_other() -> None:
    match = battle(
        """
           a      b      c      d
        1  F      .      US-I1  .
        2  .      SU-T1  G1-I1  .
        3  .      .      .      .
        ; flags a1:SU; coins US:3; round 5; turn US 9; pending declare
        """,
        mode="coop",
        factions=("us", "ussr"),
        automa="germany-1",
        half="left",
    )
    assert match.game.letters[match.to_act] == "US"
    play(match, "end-declaring")
    assert match.game.letters[match.to_act] == "SU", "each ends the phase for itself"
    play(match, "attack SU-T1 G1-I1", "end-declaring")
    assert match.game.letters[match.to_act] == "US", "the partner may answer that"
    play(match, "end-declaring")
    assert len(match.state.throw()) == 12 + 2, "the partner's infantry supports; the Automa throws no dice"
    play(match, "hits 0")
    assert part(match, "coins") == "US:4", "one purse"
    assert offers(match, "buy infantry") == "a1"
    play(match, "end-turn")
    assert match.game.letters[match.to_act] == "SU"
    play(match, "buy tank a1")
    assert (where(match, "SU-T2"), part(match, "coins")) == ("a1", ""), "the partner pays from the same purse"


@clause("AA-12.3")
def test_the_bulge_deals_starts_by_team_and_shares_factories_out() -> None:
    match = until(new(players=4, mission="bulge"), AT_FIRST_ROLL)
    starts = state(match).starts
    assert {*starts[0:3], *starts[6:9]} == {1, 2, 3, 7, 8, 9}
    assert {*starts[3:6], *starts[9:12]} == {4, 5, 6, 10, 11, 12}
    board = state(match).force.board
    flags = {hex_: flag for hex_, flag in zip(board.factories, state(match).flag, strict=True) if flag < 4}
    assert sorted(flags) == sorted(board.coast + board.bottom)
    assert {flags[hex_] & 1 for hex_ in board.coast} == {0}
    assert {flags[hex_] & 1 for hex_ in board.bottom} == {1}


@clause("AA-12.1")
def test_the_v2_is_hidden_among_thirteen_tokens_on_the_next_land_around_its_players_numbers() -> None:
    match = until(new(players=4, mission="v2", v2="germany-2"), AT_FIRST_ROLL, seed=3)
    now = state(match)
    assert now.tokens.bit_count() == 13
    assert now.tokens >> now.place[now.force.v2] & 1
    for seat in (0, 2):
        assert now.observe(seat).place[now.force.v2] == WAITING, "Allies do not know"
    for seat in (1, 3):
        assert now.observe(seat).place[now.force.v2] == now.place[now.force.v2]
    guessed = now.guess(0, Random(1))
    assert now.tokens >> guessed.place[now.force.v2] & 1
    assert now.force.at_start[1] == tuple(unit for unit in now.force.at_start[1] if now.force.place_of(unit) != 5)
    assert [now.force.place_of(unit) for unit in now.force.at_start[0]] == [0, 0, 1, 1, 2, 3, 4, 4, 5, 5]


@clause("AA-12.1")
def test_the_grey_tokens_complete_the_rings_and_the_player_chooses_where_there_is_room() -> None:
    """Of c10 only three neighbours are free, so these are filled; k10 and q10 have six and seven: nine of thirteen."""
    rows = "\n".join(f"{row} " + " ".join("s" if row == 9 else "." for _ in range(4)) for row in range(9, 10))
    match = battle(
        f"a b c d\n{rows}; units G1-T1@c10 G1-T2@k10 US-T1@t1; starts G1:2,7,10; numbers 2 7 10; round 0; turn G1 0; "
        "pending first-roll:15 hide:G1",
        players=4,
        mission="v2",
    )
    now = state(match)
    name = now.force.board.names
    laid = {name[hex_] for hex_ in bits(now.tokens)}
    assert {"q10"} <= laid, "a number where nobody stands is the first ring"
    free = set(offers(match, "token").split())
    assert len(laid) + len(free) > 13
    assert str(match.prompt) == f"Germany 1: lay {13 - len(laid)} more grey tokens in the next rings"
    chosen = sorted(free)[-1]
    assert_refused(match, "token t1", "AA-12.1")
    assert_refused(match, "token c10", "AA-12.1")
    assert_refused(match, "token g12", "AA-12.1")
    assert_refused(match, f"hide {min(laid)}", "AA-12.1")
    play(match, f"token {chosen}")
    assert log(match) == [f"Germany 1 lays a grey token on {chosen} [AA-12.1]"]
    while state(match).tokens.bit_count() < 13:
        play(match, f"token {offers(match, 'token').split()[0]}")
    assert set(offers(match, "hide").split()) == {name[hex_] for hex_ in bits(state(match).tokens)}
    assert_refused(match, "token t2", "AA-12.1")
    play(match, f"hide {chosen}")
    assert name[state(match).place[now.force.v2]] == chosen


@clause("AA-1.2")
def test_missions_of_four_factions_need_four_factions() -> None:
    with pytest.raises(SetupError):
        load("aces-armor", mission="bulge", map="winter")
