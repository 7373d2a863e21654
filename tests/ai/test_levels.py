"""Covers drumhead.ai.bots.levels, random_bot and bot, and ai.search.evaluator: levels, settings, fairness."""

import gc
from collections.abc import Callable
from importlib.resources import files
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from drumhead import IllegalAction, Match, SetupError, load
from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    SEARCH_ALIASES,
    SEARCHES,
    LeveledBot,
    bot,
    gc_paused,
    with_budget,
)
from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.ai.bots.turn_search import TurnSearchBot
from drumhead.ai.search.evaluator import make_evaluator
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.weights import Weights, packaged_weights
from drumhead.games.aces_armor.engine.encoding import NO_ARMY, bits
from drumhead.games.aces_armor.engine.secrets import can_know_v2, is_v2_secret, is_veiled, strangers
from drumhead.games.aces_armor.engine.state import Battle as AcesBattle
from drumhead.games.pocket_battles.army.random_army import random_army
from tests.test_builds import ROOT, compiled

ARMIES = (
    ("orcs-50", "elves-50"),
    ("romans-50", "celts-50"),
    ("persians-50", "macedonians-50"),
    ("elves-50", "romans-50"),
)

MAX_EVALUATIONS_PER_CHOICE = 10
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


@pytest.mark.slow
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
    state, random_bot, rng = load("aces-armor", **options).start(), bot("recruit", 7), Random(7)
    assert isinstance(state, AcesBattle)
    while not (state.player >= 0 and len(state.legal()) > 1 and wanted(state)):
        seat = state.player
        state.apply(state.sample(rng) if seat == CHANCE else random_bot.pick(state, seat, frozenset((seat,))))
    return state


@pytest.mark.slow
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


def test_the_sergeant_evaluates_few_positions_though_there_are_more_than_a_hundred_choices() -> None:
    armies = tuple(random_army(army, 120, Random(0)) for army in ("orcs", "elves"))
    match, random_bot = Match(load("pocket-battles", armies=armies), seed=0), bot("recruit", 0)
    evaluations = count()

    def counted(state: State, seat: int) -> float:
        next(evaluations)
        return state.evaluate(seat)

    sergeant = GreedyBot(0, deep=0)
    sergeant.evaluate = counted
    decided = 0
    match.settle()
    while match.to_act != OVER and len(match.steps) < 100:
        actions = len(match.state.legal())
        if actions > 100 and decided < 6:
            before = next(evaluations)
            sergeant.choose(match)
            assert next(evaluations) - before < MAX_EVALUATIONS_PER_CHOICE * actions
            decided += 1
        match.push(random_bot.choose(match).code)
        match.settle()
    assert decided


def test_no_action_can_be_chosen_while_dice_are_to_be_thrown() -> None:
    with pytest.raises(IllegalAction, match="no seat has to decide now"):
        bot("recruit").choose(Match(load("pocket-battles")))


def test_a_level_describes_itself_and_an_unknown_one_is_refused() -> None:
    assert list(LEVELS) == ["recruit", "sergeant", "captain", "general"]
    assert all(str(level.words) for level in LEVELS.values())
    assert len({str(level.words) for level in LEVELS.values()}) == len(LEVELS)
    with pytest.raises(SetupError, match="did you mean sergeant"):
        bot("sargeant")
    with pytest.raises(SetupError, match="there are recruit, sergeant"):
        bot("emperor")


def test_settings_follow_the_name_or_are_keywords_and_unknown_ones_are_refused() -> None:
    match = Match(load("pocket-battles"), seed=3)
    match.settle()
    by_name, beside = bot("General: sims=2, think=9", 1), bot("general", 1, sims=2, think=9)
    for one in (by_name, beside):
        one.choose(match)
        assert isinstance(one, LeveledBot)
        assert isinstance(one.inner, TreeBot)
        assert (one.inner.sims, one.inner.think) == (2, 9.0)
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
        ("captain", "way", "foo", "one of tree, turn_search, turn_plans"),
    ],
)
def test_a_setting_of_a_wrong_value_is_refused_behind_the_name_and_as_keyword(
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


def test_a_budget_is_added_to_opponents_that_search_and_have_none() -> None:
    assert with_budget("general", think=None, sims=40) == "general:sims=40"
    assert with_budget("captain", think=1.5, sims=None) == "captain:think=1.5"
    assert with_budget("general:weights=a.toml", think=2.0, sims=9) == "general:weights=a.toml,think=2.0,sims=9"
    assert with_budget("general", think=None, sims=None) == "general"
    for name in ("recruit", "sergeant", "general:sims=7", "automa"):
        assert with_budget(name, think=1.0, sims=40) == name


def test_a_level_has_one_budget_for_each_search() -> None:
    assert {name: LEVELS["captain"].limits(name) for name in SEARCHES} == {
        "tree": {"think": 0.4, "sims": 8},
        "turn_search": {"think": 0.4, "sims": 32},
        "turn_plans": {"think": 0.4, "sims": 8},
    }
    assert all(LEVELS["general"].limits(name) == {"think": 2.0} for name in SEARCHES)
    assert DEFAULT_LEVEL in LEVELS


@pytest.mark.parametrize(("earlier", "name"), SEARCH_ALIASES.items())
def test_earlier_names_of_searches_are_read(earlier: str, name: str) -> None:
    match = battle_under_way("travel-battle")
    leveled = bot(f"captain:sims=2,way={earlier}", 1)
    leveled.choose(match)
    assert isinstance(leveled, LeveledBot)
    assert type(leveled.inner) is SEARCHES[name]
    assert with_budget(f"captain:way={earlier}", think=None, sims=2) == f"captain:way={earlier},sims=2", "as typed"


@pytest.mark.parametrize(
    ("name", "can_exceed"),
    [
        ("sergeant", False),
        ("captain", False),
        ("general", True),
        ("captain:sims=9", True),
        ("general:think=0.2", False),
    ],
)
def test_a_level_tells_whether_a_decision_may_take_long(name: str, *, can_exceed: bool) -> None:
    leveled = bot(name, 1)
    assert isinstance(leveled, LeveledBot)
    assert leveled.can_exceed(0.5) == can_exceed


def test_equal_weights_of_a_file_evaluate_as_the_game_does() -> None:
    state = Match(load("pocket-battles"), seed=3).state
    state.apply(0)
    path = files("drumhead.games.pocket_battles") / "data" / "weights.toml"
    for seat in (0, 1):
        assert make_evaluator(str(path))(state, seat) == pytest.approx(make_evaluator()(state, seat))


def battle_under_way(name: str = "pocket-battles") -> Match:
    """A battle in which the sides differ and there is something to choose."""
    match, random_bot = Match(load(name), seed=3), bot("recruit", 3)
    match.settle()
    while len(match.steps) < 80 or len(match.state.legal()) < 7:
        match.push(random_bot.choose(match).code)
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
            assert make_evaluator(given)(state, seat) == pytest.approx(make_evaluator(own)(state, seat), abs=1e-4)


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


@pytest.mark.slow
@pytest.mark.parametrize("way", SEARCHES)
def test_workers_find_the_same_in_a_daemonic_process(way: str) -> None:
    name = f"captain:workers=2,sims=4,way={way}"
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(picked, (name,)) == picked(name)


def test_a_game_of_long_turns_is_searched_by_turns_unless_another_search_is_set() -> None:
    match = Match(load("travel-battle"), seed=1)
    match.settle()
    for name, kind in (("captain:sims=1", TurnSearchBot), ("captain:way=tree,sims=1", TreeBot)):
        leveled = bot(name, 1)
        leveled.choose(match)
        assert isinstance(leveled, LeveledBot)
        assert isinstance(leveled.inner, kind)
    with pytest.raises(SetupError):
        bot("captain:way=stars")


@pytest.mark.parametrize("name", ["pocket-battles", "travel-battle", "aces-armor"])
def test_a_level_overlooks_as_much_as_its_game_says_unless_it_is_set(name: str) -> None:
    rng = Random(3)
    state = load(name).start()
    while state.player < 0:
        state.apply(state.sample(rng))
    seat = state.player

    def overlooked(level: str) -> float:
        opponent = bot(f"{level}:sims=1" if level == "general" else level, 1)
        opponent.pick(state.observe(seat), seat, frozenset({seat}))
        assert isinstance(opponent, LeveledBot)
        assert opponent.inner is not None
        return opponent.inner.overlooks

    assert overlooked("sergeant") == state.overlook_share("sergeant") > 0
    assert overlooked("sergeant:overlooks=0.125") == 0.125
    assert overlooked("general") == state.overlook_share("general") == 0


@pytest.mark.parametrize("on", [True, False])
def test_the_garbage_collector_is_paused_during_a_decision_and_restored(*, on: bool) -> None:
    seen: list[bool] = []

    class Watched(Bot):
        def pick(self, seen_: State, seat: int, side: frozenset[int]) -> int:
            seen.append(gc.isenabled())
            raise ArithmeticError

    leveled = LeveledBot(1, LEVELS["captain"], {})
    leveled.inner = Watched(1)
    (gc.enable if on else gc.disable)()
    try:
        with pytest.raises(ArithmeticError):
            leveled.pick(load("pocket-battles").start(), 0, frozenset((0,)))
        assert (seen, gc.isenabled()) == ([False], on)
    finally:
        gc.enable()


def test_objects_of_a_search_are_in_the_oldest_generation_afterwards() -> None:
    gc.collect()
    with gc_paused():
        kept: list[list[int]] = [[] for _ in range(20_000)]
    old = {id(one) for one in gc.get_objects(generation=2)}
    assert all(id(one) in old for one in kept)
    assert gc.get_freeze_count() == 0


def test_against_the_automa_a_captain_of_aces_armor_overlooks_nothing() -> None:
    versus = load("aces-armor", mode="versus").start()
    alone = [load("aces-armor", mode="solo", **given).start() for given in ({}, {"difficulty": "hard"})]
    assert versus.overlook_share("captain") > 0
    assert [state.overlook_share("captain") for state in alone] == [0.0, 0.0]
    assert all(state.overlook_share("sergeant") == versus.overlook_share("sergeant") > 0 for state in alone)


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


def test_all_modules_of_bots_and_search_are_compiled_but_levels() -> None:
    """A dataclass without `@native(native_class=False)` would leave its module pure, and slow, without notice."""
    folders = [ROOT / "src/drumhead/ai" / name for name in ("bots", "search")]
    modules = {path for folder in folders for path in folder.glob("*.py") if path.name != "__init__.py"}
    names = {str(path.relative_to(ROOT / "src/drumhead")) for path in modules}
    assert names - compiled() == {"ai/bots/levels.py"}
