"""The levels at a real battle: legal, fair, quick, and each better than the one below."""

import gc
import time
from collections.abc import Callable
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from drumhead import IllegalAction, Match, SetupError, load
from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import LEVELS, Officer, bot, told, undisturbed
from drumhead.ai.bots.tree_bot import Search
from drumhead.ai.bots.turn_search import Planner
from drumhead.ai.search.evaluator import judge
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.weights import Weights, packaged_weights
from drumhead.games.aces_armor.engine.encoding import NO_ARMY, bits
from drumhead.games.aces_armor.engine.secrets import can_know_v2, is_v2_secret, is_veiled, strangers
from drumhead.games.aces_armor.engine.state import Battle as AcesBattle
from drumhead.games.pocket_battles.army.random_army import muster

ARMIES = (
    ("orcs-50", "elves-50"),
    ("romans-50", "celts-50"),
    ("persians-50", "macedonians-50"),
    ("elves-50", "romans-50"),
)

REPEATABLE = ("recruit", "sergeant", "captain:sims=3", "general:sims=6")


def fight(match: Match, *levels: str, seed: int = 0) -> list[int]:
    """Plays a match out between two levels and returns the actions."""
    bots = [bot(level, f"{seed}/{seat}") for seat, level in enumerate(levels)]
    codes = []
    match.settle()
    while match.to_act != OVER:
        codes.append(bots[match.to_act].choose(match).code)
        match.push(codes[-1])
        match.settle()
    return codes


@pytest.mark.parametrize("level", REPEATABLE)
def test_a_level_plays_legal_actions_to_the_end_and_its_seed_repeats_them(level: str) -> None:
    game = load("pocket-battles")
    first, second = Match(game, seed=4), Match(game, seed=4)
    assert fight(first, level, "recruit") == fight(second, level, "recruit")
    assert first.outcome is not None
    assert fight(Match(game, seed=4), level, "recruit", seed=1) != fight(first, level, "recruit")


@pytest.mark.parametrize("armies", ARMIES)
def test_the_sergeant_beats_the_recruit_clearly(armies: tuple[str, str]) -> None:
    won = 0
    for number in range(10):
        mine = number % 2
        match = Match(load("pocket-battles", armies=armies[:: 1 if number % 4 < 2 else -1]), seed=f"duel {number}")
        fight(match, *("sergeant", "recruit")[:: 1 if mine == 0 else -1], seed=number)
        outcome = match.outcome
        assert outcome is not None
        won += outcome.winner == mine
    assert won >= 8, f"the sergeant won {won} of 10"


def test_the_sergeant_beats_the_recruit_in_turns_of_many_moves_by_eliminating_brigades() -> None:
    game = load("travel-battle", max_turns=60)
    for number in range(4):
        match = Match(game, seed=f"duel {number}")
        fight(match, *("sergeant", "recruit")[:: 1 if number % 2 == 0 else -1], seed=number)
        assert match.outcome is not None
        assert match.outcome.winner == number % 2, f"the recruit won battle {number}"


class Witness(Bot):
    """Remembers what it was shown."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        self.seen, self.side = seen, side
        return seen.legal()[0]


def test_a_bot_is_shown_no_more_than_its_seat_sees() -> None:
    match = Match(load("pocket-battles"), seed=8)
    match.settle()
    witness = Witness()
    witness.choose(match)
    seat = match.to_act
    assert witness.side == {seat}
    shown = match.game.write_position(witness.seen)
    assert shown == match.game.write_position(match.state.observe(seat)) != match.position
    assert "?" in shown


@pytest.mark.parametrize("level", REPEATABLE)
def test_a_choice_does_not_depend_on_what_the_seat_cannot_see(level: str) -> None:
    """Two armies with the same tops and thickness, and other troops below."""
    one = (
        "size: 50 | ORC06 | ORC08 | ORC05 ORC29 | ORC09 ORC16 ORC18 ORC28 | ORC17 ORC19 ORC25 ORC26 | ORC21 ORC22 ORC23"
    )
    two = (
        "size: 50 | ORC06 | ORC08 | ORC05 ORC30 | ORC09 ORC19 ORC26 ORC25 | ORC17 ORC28 ORC16 ORC18 | ORC21 ORC23 ORC22"
    )
    matches = [Match(load("pocket-battles", armies=(army, "elves-50")), seed=8) for army in (one, two)]
    bots = [bot(level, "the same") for _ in matches]
    orcs, elves = bot("recruit", 5), 1
    decided = 0
    while matches[0].game.has_secrets(matches[0].state):
        for match in matches:
            match.settle()
        if matches[0].to_act == elves:
            chosen = [own.choose(match).notation for own, match in zip(bots, matches, strict=True)]
            assert chosen[0] == chosen[1]
            decided += 1
        else:
            chosen = [orcs.choose(matches[0]).notation] * 2
        for match, notation in zip(matches, chosen, strict=True):
            match.push(notation)
    assert decided == 8


def aces(wanted: Callable[[AcesBattle], bool], **options: object) -> AcesBattle:
    """A battle of Aces & Armor where a seat has something to decide and something else is true as well."""
    state, careless, rng = load("aces-armor", **options).start(), bot("recruit", 7), Random(7)
    assert isinstance(state, AcesBattle)
    while not (state.player >= 0 and len(state.legal()) > 1 and wanted(state)):
        seat = state.player
        state.apply(state.sample(rng) if seat == CHANCE else careless.pick(state, seat, frozenset((seat,))))
    return state


@pytest.mark.parametrize("level", REPEATABLE)
def test_a_choice_does_not_depend_on_where_the_v2_is(level: str) -> None:
    def wanted(battle: AcesBattle) -> bool:
        return is_v2_secret(battle) and battle.turns_begun() > 0 and not can_know_v2(battle, battle.player)

    state = aces(wanted, players=4, mission="v2")
    picked, packed = set(), set()
    for hex_ in bits(state.tokens):
        other = state.clone()
        other.place[other.force.v2] = hex_
        packed.add(other.pack())
        seat = other.player
        picked.add(bot(level, "same").pick(other.observe(seat), seat, frozenset((seat, 2 - seat))))
    assert len(packed) > 2
    assert len(picked) == 1


@pytest.mark.parametrize("level", REPEATABLE)
def test_a_choice_does_not_depend_on_how_the_other_side_splits_its_armies(level: str) -> None:
    def wanted(battle: AcesBattle) -> bool:
        return is_veiled(battle) and any(battle.laid[faction] > 2 for faction in strangers(battle, battle.player))

    state = aces(wanted)
    seat, others = state.player, strangers(state, state.player)
    hidden = [unit for unit in range(state.force.units) if state.force.faction[unit] in others]
    other = state.clone()
    for unit in hidden:
        if other.army[unit] != NO_ARMY:
            other.army[unit] = (other.army[unit] + 1) % 3
    assert other.pack() != state.pack()
    picks = [bot(level, "same").pick(one.observe(seat), seat, frozenset((seat,))) for one in (state, other)]
    assert picks[0] == picks[1]


def test_the_sergeant_answers_at_once_where_there_are_more_than_a_hundred_choices() -> None:
    armies = tuple(muster(army, 120, Random(0)) for army in ("orcs", "elves"))
    game = load("pocket-battles", armies=armies)
    spent: list[float] = []
    for seed in range(3):
        match, careless = Match(game, seed=seed), bot("recruit", seed)
        match.settle()
        while match.to_act != OVER and len(match.steps) < 100:
            if len(match.state.legal()) > 100 and len(spent) < 6:
                begin = time.process_time()
                bot("sergeant", seed).choose(match)
                spent.append(time.process_time() - begin)
            match.push(careless.choose(match).code)
            match.settle()
    assert len(spent) == 6
    assert max(spent) < 1.5, f"{max(spent):.2f} s"


def test_there_is_nothing_to_choose_while_dice_are_to_be_thrown() -> None:
    with pytest.raises(IllegalAction, match="no seat has to decide now"):
        bot("recruit").choose(Match(load("pocket-battles")))


def test_a_level_says_what_it_is_and_a_strange_one_is_refused() -> None:
    assert list(LEVELS) == ["recruit", "sergeant", "captain", "general"]
    assert all(str(level.words) for level in LEVELS.values())
    assert len({str(level.words) for level in LEVELS.values()}) == len(LEVELS)
    with pytest.raises(SetupError, match="did you mean sergeant"):
        bot("sargeant")
    with pytest.raises(SetupError, match="there are recruit, sergeant"):
        bot("emperor")


def test_settings_stand_behind_the_name_or_beside_it_and_strange_ones_are_refused() -> None:
    match = Match(load("pocket-battles"), seed=3)
    match.settle()
    by_name, beside = bot("General: sims=2, think=9", 1), bot("general", 1, sims=2, think=9)
    for one in (by_name, beside):
        one.choose(match)
        assert isinstance(one, Officer)
        assert isinstance(one.thinker, Search)
        assert (one.thinker.sims, one.thinker.think) == (2, 9.0)
    for name, words in (
        ("general:deep=2", "general has no setting 'deep'; it has think, sims, workers, overlooks, weights, way"),
        ("recruit:sims=2", "recruit has no setting 'sims'$"),
        ("general:speed=2", "general has no setting 'speed'"),
        ("general:sims", "sims=: sims is a whole number, 1 or more"),
        ("sergeant:weights=nowhere.toml", "nowhere.toml is no file of weights"),
    ):
        with pytest.raises(SetupError, match=words):
            bot(name)


@pytest.mark.parametrize(
    ("level", "setting", "value", "wanted"),
    [
        ("captain", "sims", 0, "a whole number, 1 or more"),
        ("captain", "sims", -3, "a whole number, 1 or more"),
        ("captain", "sims", 2.5, "a whole number, 1 or more"),
        ("general", "sims", "few", "a whole number, 1 or more"),
        ("captain", "workers", 0, "a whole number, 1 or more"),
        ("sergeant", "deep", -1, "a whole number, 0 or more"),
        ("sergeant", "overlooks", 2, "a number from 0 to 1"),
        ("sergeant", "overlooks", float("nan"), "a number from 0 to 1"),
        ("captain", "think", "a", "a number of seconds above 0"),
        ("captain", "think", -1, "a number of seconds above 0"),
        ("captain", "think", 0, "a number of seconds above 0"),
        ("captain", "think", float("nan"), "a number of seconds above 0"),
        ("captain", "think", float("inf"), "a number of seconds above 0"),
        ("captain", "way", "foo", "one of tree, turns, tempers"),
    ],
)
def test_a_setting_of_a_wrong_value_is_refused_alike_behind_the_name_and_beside_it(
    level: str, setting: str, value: object, wanted: str
) -> None:
    words = f"^{setting}={value}: {setting} is {wanted}$"
    with pytest.raises(SetupError, match=words):
        bot(f"{level}:{setting}={value}")
    with pytest.raises(SetupError, match=words):
        bot(level, 1, **{setting: value})


def test_nobody_is_no_opponent() -> None:
    with pytest.raises(SetupError, match="there is no opponent 'None'; there are recruit"):
        bot(None)  # type: ignore[arg-type]


def test_time_and_looks_are_told_to_those_who_think_and_are_not_told_otherwise() -> None:
    assert told("general", think=None, sims=40) == "general:sims=40"
    assert told("captain", think=1.5, sims=None) == "captain:think=1.5"
    assert told("general:weights=a.toml", think=2.0, sims=9) == "general:weights=a.toml,think=2.0,sims=9"
    assert told("general", think=None, sims=None) == "general"
    for name in ("recruit", "sergeant", "general:sims=7", "automa"):
        assert told(name, think=1.0, sims=40) == name


def test_the_captain_answers_within_half_a_second() -> None:
    """Processor time, since a machine may be busy with other things."""
    armies = tuple(muster(army, 120, Random(0)) for army in ("orcs", "elves"))
    match = Match(load("pocket-battles", armies=armies), seed=1)
    careless, captain = bot("recruit", 1), bot("captain", 1)
    spent: list[float] = []
    match.settle()
    while match.to_act != OVER and len(spent) < 12:
        if match.state.legal()[1:] and len(match.steps) % 4 == 0:
            begin = time.process_time()
            captain.choose(match)
            spent.append(time.process_time() - begin)
        match.push(careless.choose(match).code)
        match.settle()
    assert max(spent) < 0.5, f"{max(spent):.2f} s"


def test_other_weights_judge_as_the_games_own_do_where_they_are_the_same() -> None:
    state = Match(load("pocket-battles"), seed=3).state
    state.apply(0)
    path = files("drumhead.games.pocket_battles") / "data" / "weights.toml"
    for seat in (0, 1):
        assert judge(str(path))(state, seat) == pytest.approx(judge()(state, seat))


def battle_under_way(name: str = "pocket-battles") -> Match:
    """A battle in which the sides differ and there is something to choose."""
    match, careless = Match(load(name), seed=3), bot("recruit", 3)
    match.settle()
    while len(match.steps) < 80 or len(match.state.legal()) < 7:
        match.push(careless.choose(match).code)
        match.settle()
    return match


def own_weights(name: str) -> Weights:
    """The weights of a game."""
    kind = game_type(name)
    return packaged_weights(kind.package, kind.features)


def test_weights_of_a_file_are_matched_by_name_in_whatever_order_they_stand(tmp_path: Path) -> None:
    state, own = battle_under_way().state, own_weights("pocket-battles")
    turned = Weights(own.names[::-1], own.values[::-1])
    (tmp_path / "turned.toml").write_text(turned.write())
    for seat in (0, 1):
        for given in (str(tmp_path / "turned.toml"), turned):
            assert judge(given)(state, seat) == pytest.approx(judge(own)(state, seat), abs=1e-4)


@pytest.mark.parametrize("level", ["sergeant", "captain:sims=1"])
def test_weights_that_are_not_of_the_game_are_refused(level: str, tmp_path: Path) -> None:
    match, own = battle_under_way(), own_weights("pocket-battles")
    for weights, words in (
        (Weights(own.names[1:], own.values[1:]), f"has no weight for '{own.names[0]}'"),
        (Weights((*own.names, "luck"), (*own.values, 1.0)), "weighs 'luck', which is no feature"),
        (own_weights("travel-battle"), "has no weight for"),
    ):
        path = tmp_path / "other.toml"
        path.write_text(weights.write())
        for given in (path, weights):
            with pytest.raises(SetupError, match=words):
                bot(level, 1, weights=given).choose(match)
    path.write_text(Weights(own.names, (float("nan"), *own.values[1:])).write())
    with pytest.raises(SetupError, match="which is no finite number"):
        bot(level, weights=path)


def picked(name: str) -> int:
    """What an opponent picks in a battle of TravelBattle under way."""
    return bot(name, 5).choose(battle_under_way("travel-battle")).code


@pytest.mark.parametrize("way", ["tree", "turns", "tempers"])
def test_workers_find_the_same_in_a_process_that_may_have_none_of_its_own(way: str) -> None:
    name = f"captain:workers=2,sims=4,way={way}"
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(picked, (name,)) == picked(name)


def test_a_game_of_long_turns_is_planned_unless_another_way_is_asked_for() -> None:
    match = Match(load("travel-battle"), seed=1)
    match.settle()
    for name, kind in (("captain:sims=1", Planner), ("captain:way=tree,sims=1", Search)):
        officer = bot(name, 1)
        officer.choose(match)
        assert isinstance(officer, Officer)
        assert isinstance(officer.thinker, kind)
    with pytest.raises(SetupError):
        bot("captain:way=stars")


@pytest.mark.parametrize("name", ["pocket-battles", "travel-battle", "aces-armor"])
def test_a_level_overlooks_as_much_as_its_game_says_unless_it_is_told_otherwise(name: str) -> None:
    rng = Random(3)
    state = load(name).start()
    while state.player < 0:
        state.apply(state.sample(rng))
    seat = state.player

    def overlooked(level: str) -> float:
        opponent = bot(f"{level}:sims=1" if level == "general" else level, 1)
        opponent.pick(state.observe(seat), seat, frozenset({seat}))
        assert isinstance(opponent, Officer)
        assert opponent.thinker is not None
        return opponent.thinker.overlooks

    assert overlooked("sergeant") == state.overlooks("sergeant") > 0
    assert overlooked("sergeant:overlooks=0.125") == 0.125
    assert overlooked("general") == state.overlooks("general") == 0


@pytest.mark.parametrize("on", [True, False])
def test_no_rubbish_is_looked_for_while_it_thinks_and_afterwards_as_before(*, on: bool) -> None:
    seen: list[bool] = []

    class Watched(Bot):
        def pick(self, seen_: State, seat: int, side: frozenset[int]) -> int:
            seen.append(gc.isenabled())
            raise ArithmeticError

    officer = Officer(1, LEVELS["captain"], {})
    officer.thinker = Watched(1)
    (gc.enable if on else gc.disable)()
    try:
        with pytest.raises(ArithmeticError):
            officer.pick(load("pocket-battles").start(), 0, frozenset((0,)))
        assert (seen, gc.isenabled()) == ([False], on)
    finally:
        gc.enable()


def test_what_is_kept_in_mind_is_not_looked_through_for_rubbish_after_a_thought() -> None:
    gc.collect()
    with undisturbed():
        kept: list[list[int]] = [[] for _ in range(20_000)]
    old = {id(one) for one in gc.get_objects(generation=2)}
    assert all(id(one) in old for one in kept)
    assert gc.get_freeze_count() == 0


def test_against_the_automa_a_captain_of_aces_armor_overlooks_nothing() -> None:
    versus = load("aces-armor", mode="versus").start()
    alone = [load("aces-armor", mode="solo", **given).start() for given in ({}, {"difficulty": "hard"})]
    assert versus.overlooks("captain") > 0
    assert [state.overlooks("captain") for state in alone] == [0.0, 0.0]
    assert all(state.overlooks("sergeant") == versus.overlooks("sergeant") > 0 for state in alone)


@pytest.mark.parametrize(
    ("name", "position", "free"),
    [
        (
            "pocket-battles",
            ". | . | . / . | E1(ELV09 ELV10) | . / . | . | . / . | O1(ORC08) | . / . | . | .; turn O",
            0,
        ),
        (
            "travel-battle",
            "open; R1@d4 leads R6@d5 R16@d3; B1@e8 leads B6@d6 B16@c9; turn R 3; pending fire",
            1,
        ),
        ("travel-battle", "open; R1@d4 leads R6@d5 R16@d3; B1@e8 leads B6@d8 B16@c9; turn R 3", 0),
    ],
)
def test_moves_may_be_overlooked_and_free_shots_never(name: str, position: str, free: int) -> None:
    state = Match.from_position(load(name), position).state
    assert all((state.overlook_group(action) == 0) == bool(free) for action in state.legal())
