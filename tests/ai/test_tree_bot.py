"""Covers drumhead.ai.bots.tree_bot, ai.search.puct_tree, ai.study.analyse, review and review_graph."""

import math
import re
from fractions import Fraction
from itertools import count
from random import Random

import pytest

from drumhead import CHANCE, IllegalAction, Match, analyse, bot, load, review
from drumhead.ai.bots.levels import SEARCHES
from drumhead.ai.bots.random_bot import RandomBot
from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.ai.bots.turn_search import TurnSearchBot
from drumhead.ai.search import puct_tree as trees
from drumhead.ai.search.puct_tree import count_nodes
from drumhead.ai.study.review import Moment, Review, chance_of, luck_of
from drumhead.ai.study.review_graph import draw_review
from drumhead.core.registry import games
from tests.kit.tree_game import Tree, Twig, asked, coin, endless

BOTH = frozenset([0]), frozenset([1])


def pick(tree: Tree, seat: int = 0, sims: int = 60) -> int:
    return TreeBot("seed", sims=sims).pick(Twig(tree), seat, BOTH[seat])


def midway(steps: int = 40, seed: int = 2) -> Match:
    """A battle in its middle."""
    match = Match(load("pocket-battles"), seed=seed)
    random_bot = RandomBot("x")
    while len(match.steps) < steps or match.to_act == CHANCE:
        match.settle()
        match.push(random_bot.choose(match))
    return match


def test_throws_are_weighed_by_their_odds() -> None:
    assert pick(asked(0, coin(1.0, -1.0, -1.0), coin(1.0, 1.0, -1.0), coin(0.0, 0.0))) == 1


def test_the_other_side_is_expected_to_reply_as_is_best_for_it() -> None:
    tempting = asked(1, 1.0, 1.0, 1.0, -1.0)
    assert pick(asked(0, tempting, asked(1, 0.5, 0.25))) == 1
    assert pick(asked(1, asked(0, -1.0, 1.0), 0.0), seat=1) == 1


def test_a_plan_of_several_own_steps_is_found() -> None:
    deep = asked(0, asked(0, asked(0, 1.0, -1.0), -1.0), -1.0)
    assert pick(asked(0, 0.05, deep)) == 1


def test_a_throw_that_repeats_endlessly_does_not_stall_it() -> None:
    assert pick(asked(0, 0.0, endless(1.0))) == 1


def test_a_proven_win_is_taken_though_other_actions_have_more_visits() -> None:
    vague = asked(0, asked(1, coin(1.0, -1.0), coin(1.0, -1.0)), asked(1, coin(1.0, 1.0, -1.0)))
    assert pick(asked(0, vague, 1.0, vague), sims=40) == 1
    assert pick(asked(1, vague, -1.0, vague), seat=1, sims=40) == 1


def test_a_small_ending_is_solved_and_not_searched_further() -> None:
    tree = trees.PuctTree(Twig(asked(0, asked(1, coin(0.5, -1.0), 0.0), coin(0.5, -0.25, 0.5))), 0, BOTH[0])
    simulations = 0
    while tree.simulate():
        simulations += 1
    assert simulations < 10
    assert tree.root.is_solved
    assert tree.root.value == pytest.approx(0.25)
    assert tree.best(tree.root) == 1


def test_the_reachable_part_of_a_tree_is_kept_between_decisions() -> None:
    later = asked(0, asked(1, 0.5, asked(0, 0.25, 0.5)), asked(1, 0.75, asked(0, 0.0, 0.5)))
    first = asked(0, asked(1, later, asked(0, 0.0, 0.0)), -1.0)
    tree_bot = TreeBot("seed", sims=8)
    assert tree_bot.pick(Twig(first), 0, BOTH[0]) == 0
    tree_bot.sims = 0
    tree_bot.pick(Twig(later), 0, BOTH[0])
    assert tree_bot.trees[0].root.visits > 0
    fresh = TreeBot("seed", sims=0)
    fresh.pick(Twig(later), 0, BOTH[0])
    assert fresh.trees[0].root.visits == 0


def test_a_tree_does_not_outgrow_its_limit_of_nodes() -> None:
    tree = trees.PuctTree(midway().state, 0, BOTH[0])
    tree.max_nodes = 2000
    while tree.simulate():
        pass
    assert 2000 < tree.nodes < 4000
    assert tree.nodes == count_nodes(tree.root)


@pytest.mark.slow
def test_worker_processes_are_repeatable_and_have_different_priors() -> None:
    match = midway()
    picks = {TreeBot("same", sims=8, workers=2).choose(match).notation for _ in range(2)}
    assert len(picks) == 1
    grown = [trees.PuctTree(match.state, 0, BOTH[0], rng=Random(seed)) for seed in (1, 1, 2)]
    odds = [tree.root.probabilities for tree in grown]
    assert odds[0] == odds[1] != odds[2], "workers would all search the same"


def test_equal_seeds_and_simulations_pick_the_same() -> None:
    match = midway()
    picks = {TreeBot("same", sims=20).choose(match).notation for _ in range(3)}
    assert len(picks) == 1


@pytest.mark.parametrize("think", [0.05, 0.4])
def test_it_stops_with_the_first_step_after_its_deadline(monkeypatch: pytest.MonkeyPatch, think: float) -> None:
    match = midway()
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.tree_bot.time.perf_counter", lambda: next(steps) / 1000)
    tree_bot = TreeBot(0, think=think)
    tree_bot.choose(match)
    widest = max(len(node.actions) for node in nodes_of(tree_bot.trees[0].root))
    assert 1000 * think - 10 <= next(steps) <= 1000 * think + widest, "an expansion is finished, nothing more is begun"
    assert tree_bot.simulations > 0 or think < 0.4


def nodes_of(root: trees.Node) -> list[trees.Node]:
    """All nodes of a tree."""
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return nodes


def test_hints_name_the_best_first_with_chances_and_what_would_follow() -> None:
    match = midway()
    hints = analyse(match, sims=60)
    legal = {action.notation for action in match.legal_actions}
    assert {hint.action.notation for hint in hints} <= legal
    assert [hint.visits for hint in hints] == sorted((hint.visits for hint in hints), reverse=True)
    assert all(0 <= hint.chance <= 1 for hint in hints)
    assert hints[0].line
    assert match.position == midway().position


def test_a_hint_does_not_depend_on_what_the_seat_cannot_see() -> None:
    one = (
        "size: 50 | ORC06 | ORC08 | ORC05 ORC29 | ORC09 ORC16 ORC18 ORC28 | ORC17 ORC19 ORC25 ORC26 | ORC21 ORC22 ORC23"
    )
    two = (
        "size: 50 | ORC06 | ORC08 | ORC05 ORC30 | ORC09 ORC19 ORC26 ORC25 | ORC17 ORC28 ORC16 ORC18 | ORC21 ORC23 ORC22"
    )
    told = []
    for army in (one, two):
        match = Match(load("pocket-battles", armies=("elves-50", army)), seed=1)
        match.settle()
        if match.to_act == 1:
            match.push(match.legal_actions[0])
        assert match.to_act == 0
        told.append([str(hint) for hint in analyse(match, sims=8)])
    assert told[0] == told[1]


def test_where_turns_are_long_hints_are_first_moves_by_rollouts() -> None:
    match = Match(load("aces-armor"), seed=3)
    sergeant = bot("sergeant", 1)
    while match.game.has_secrets(match.state) or len(match.legal_actions) < 20:
        match.settle()
        match.push(sergeant.choose(match))
        match.settle()
    seen = match.state.observe(match.to_act)
    side = match.game.side_of(match.to_act)
    candidates = TurnSearchBot(0, sims=12).rank_first_moves(seen, match.to_act, side, seen.legal(), math.inf)
    hints = analyse(match, sims=12, best=3)
    assert [hint.action.code for hint in hints] == [candidate.action for candidate in candidates[:3]]
    assert [hint.visits for hint in hints] == [candidate.rollouts for candidate in candidates[:3]]
    assert all(0 <= hint.chance <= 1 for hint in hints)
    assert len(hints[0].line) == 4
    assert not any(hint.line for hint in hints[1:])


def test_hints_of_long_turns_keep_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load("aces-armor"), seed=3)
    match.settle()
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_search.time.perf_counter", lambda: next(steps) / 1000)
    assert analyse(match, think=0.3)
    assert next(steps) <= 300 + 10


def test_there_is_no_hint_while_dice_are_to_be_thrown() -> None:
    with pytest.raises(IllegalAction, match="no seat has to decide now"):
        analyse(Match(load("pocket-battles"), seed=1), sims=1)


def test_the_luck_of_a_throw_is_nothing_on_average() -> None:
    match = midway()
    while match.to_act != CHANCE:
        match.push(TreeBot("x", sims=0).choose(match))
    state = match.state
    whole = sum(weight for _, weight in state.weights())
    gifts = []
    for outcome, weight in state.weights():
        then = state.clone()
        then.apply(outcome)
        gifts.append(float(Fraction(weight, whole)) * luck_of(state, then))
    assert max(gifts) > 0 > min(gifts)
    assert sum(gifts) == pytest.approx(0)


def test_a_repeated_throw_has_no_luck_and_no_part_in_the_mean() -> None:
    tree = endless(1.0)
    before = Twig(tree)
    assert luck_of(before, Twig(tree)) == 0
    assert luck_of(before, Twig(1.0)) == 0
    assert luck_of(Twig(coin(1.0, -1.0)), Twig(1.0)) == 0.5


def test_throws_that_follow_one_another_are_not_multiplied() -> None:
    tree: Tree = 1.0
    for _ in range(5):
        tree = (CHANCE, [tree] * 12)
    before = Twig(tree)
    luck_of(before, Twig(before.branches[0]))
    assert before.applied[0] <= 12 + 12**2 + 12**3 < 12**5


@pytest.mark.parametrize("name", list(games()))
def test_a_review_searches_each_position_as_far_as_suits_the_game(name: str) -> None:
    match = Match(load(name), seed=1)
    match.settle()
    match.push(match.legal_actions[0])
    match.settle()
    simulations = SEARCHES[match.state.search()].review_simulations
    assert review(match).moments[-1].chance == chance_of(match.state, match.game.side_of(0), simulations)


@pytest.mark.slow
def test_conceding_before_a_throw_does_not_change_the_luck() -> None:
    match = Match(load("travel-battle"), seed=3)
    sergeant = bot("sergeant", 1)
    while match.to_act != CHANCE or len(match.steps) < 80:
        match.settle()
        match.push(sergeant.choose(match))
    unended = review(match, looks=0)
    match.concede(0)
    found = review(match, looks=0)
    assert [moment.chance for moment in found.moments[:-1]] == [moment.chance for moment in unended.moments]
    assert 0.0 < found.moments[-2].chance < 1.0
    assert found.moments[-1].chance == 0.0
    assert found.luck == unended.luck


def test_a_review_runs_from_the_first_chance_to_the_result_and_counts_luck_at_throws_alone() -> None:
    match = midway(60)
    match.concede()
    loser = match.steps[-1].seat
    found = review(match, looks=0)
    assert len(found.moments) == len(match.steps)
    assert found.moments[-1].chance == (0.0 if loser == 0 else 1.0)
    chances = [found.first, *(moment.chance for moment in found.moments)]
    for before, after, moment in zip(chances[:-1], chances[1:], found.moments, strict=True):
        assert moment.change == pytest.approx(after - before)
    thrown = [moment.change for moment in found.moments if match.steps[moment.number - 1].faces is not None]
    assert found.luck == pytest.approx(sum(thrown))
    assert found.luck_of(BOTH[1]) == -found.luck_of(BOTH[0])


def test_turning_points_are_the_sharpest_changes_in_order_and_are_drawn() -> None:
    changes = [0.01, -0.3, 0.04, 0.2, 0.06, -0.07, 0.08, 0.09]
    moments, chance = [], 0.5
    for number, change in enumerate(changes, 1):
        chance += change
        moments.append(Moment(number, CHANCE if number % 2 else 0, f"step {number}", chance, change))
    found = Review(0.5, tuple(moments))
    assert [moment.number for moment in found.turning_points] == [2, 4, 6, 7, 8]
    assert found.luck == pytest.approx(0.01 + 0.04 + 0.06 + 0.08)
    picture = draw_review(found, ("Orcs", "Elves"), "Orcs & Elves", "light")
    assert "luck of Orcs: +19 %, of Elves: -19 %" in picture
    assert picture.count('class="dg-throw"') == 4
    assert picture.count('class="dg-turn"') == 5
    assert "Orcs &amp; Elves" in picture


def test_the_area_of_a_side_ends_where_the_line_crosses_the_middle() -> None:
    moments = (Moment(1, 0, "one", 0.75, 0.5), Moment(2, 1, "two", 0.0, -0.75))
    picture = draw_review(Review(0.25, moments), ("Orcs", "Elves"), "Orcs & Elves", "light")
    drawn = re.findall(r'class="dg-(?:above|below|line)" points="(.*?)"', picture)
    above, below, line = ([tuple(map(float, point.split(","))) for point in points.split()] for points in drawn)
    middle = above[-1][1]
    crossings = [point for point in line if point[1] == middle]
    assert len(line) == 5
    assert len(crossings) == 2
    for shade in (above, below):
        assert all(point in shade for point in crossings)
        assert all(point in line or point[1] == middle for point in shade)
