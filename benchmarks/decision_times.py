"""Measures how long decisions take: `python -m benchmarks.decision_times`.

Prints a line for each check, with the figure and its limit, and exits with 1 if a limit is exceeded. Figures are
processor seconds, but for deadlines, which are kept in real time: run it on a machine that does nothing else.
"""

import argparse
import sys
import time
from collections.abc import Callable
from random import Random

from drumhead import OVER, Match, analyse, bot, load
from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.core.state import CHANCE
from drumhead.games.pocket_battles.army.random_army import random_army

SERGEANT_CPU_SECONDS = 1.5
CAPTAIN_CPU_SECONDS = 0.5
LATE_SECONDS = 0.05
HINT_LATE_SECONDS = 1.0


def large_battle(seed: int) -> Match:
    """A battle of Pocket Battles with armies of 120 points."""
    armies = tuple(random_army(army, 120, Random(0)) for army in ("orcs", "elves"))
    match = Match(load("pocket-battles", armies=armies), seed=seed)
    match.settle()
    return match


def sergeant_at_a_hundred_choices() -> float:
    """The slowest of six decisions with more than 100 choices."""
    spent: list[float] = []
    for seed in range(3):
        match, player = large_battle(seed), bot("recruit", seed)
        while match.to_act != OVER and len(match.steps) < 100:
            if len(match.state.legal()) > 100 and len(spent) < 6:
                begin = time.process_time()
                bot("sergeant", seed).choose(match)
                spent.append(time.process_time() - begin)
            match.push(player.choose(match).code)
            match.settle()
    return max(spent)


def captain_in_a_large_battle() -> float:
    """The slowest of twelve decisions."""
    match, player, captain = large_battle(1), bot("recruit", 1), bot("captain", 1)
    spent: list[float] = []
    while match.to_act != OVER and len(spent) < 12:
        if match.state.legal()[1:] and len(match.steps) % 4 == 0:
            begin = time.process_time()
            captain.choose(match)
            spent.append(time.process_time() - begin)
        match.push(player.choose(match).code)
        match.settle()
    return max(spent)


def tree_search_after_its_deadline() -> float:
    """How late a tree search ends at best of five, which a busy machine does not spoil."""
    match, player = Match(load("pocket-battles"), seed=2), bot("recruit", "x")
    while len(match.steps) < 40 or match.to_act == CHANCE:
        match.settle()
        match.push(player.choose(match))
    late: list[float] = []
    for _ in range(5):
        begin = time.perf_counter()
        TreeBot(0, think=0.1).choose(match)
        late.append(time.perf_counter() - begin - 0.1)
    return min(late)


def hint_after_its_deadline() -> float:
    """How late a hint of Aces & Armor comes."""
    match, sergeant = Match(load("aces-armor"), seed=3), bot("sergeant", 1)
    while match.game.has_secrets(match.state) or len(match.legal_actions) < 20:
        match.settle()
        match.push(sergeant.choose(match))
        match.settle()
    begin = time.perf_counter()
    analyse(match, think=0.3)
    return time.perf_counter() - begin - 0.3


CHECKS: dict[str, tuple[Callable[[], float], float]] = {
    "sergeant, over 100 choices: processor seconds at worst": (sergeant_at_a_hundred_choices, SERGEANT_CPU_SECONDS),
    "captain, large battle: processor seconds at worst": (captain_in_a_large_battle, CAPTAIN_CPU_SECONDS),
    "tree search: seconds after its deadline at best": (tree_search_after_its_deadline, LATE_SECONDS),
    "hint of Aces & Armor: seconds after its deadline": (hint_after_its_deadline, HINT_LATE_SECONDS),
}


def main() -> int:
    """Runs all checks; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    failed = 0
    for name, (measure, limit) in CHECKS.items():
        figure = measure()
        is_kept = figure < limit
        failed += not is_kept
        print(f"{'ok  ' if is_kept else 'SLOW'} {name}: {figure:.3f} (limit {limit:g})", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
