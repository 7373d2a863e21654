"""Compares two trees of the project, pure or compiled: `python -m benchmarks.trees OLD NEW`.

OLD and NEW are folders that hold a package `drumhead`: `src` of a checkout, or `site-packages` of an environment. Each
is run in separate processes, in turns. Printed are how many times as fast NEW is, in random play and in search, as
the median of the rounds.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

GAMES = ("pocket-battles", "travel-battle", "aces-armor")
WORK = """
import json, sys, time
from random import Random
import drumhead

def play(name, seconds):
    rng, steps, begun = Random(1), 0, time.process_time()
    while time.process_time() - begun < seconds:
        state = drumhead.load(name).start()
        while state.player != drumhead.OVER and time.process_time() - begun < seconds:
            if state.player == drumhead.CHANCE:
                state.apply(state.sample(rng))
            else:
                actions = state.legal()
                state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps / (time.process_time() - begun)

def search(name, decisions):
    rng, state, done = Random(2), drumhead.load(name).start(), 0
    bot, begun = drumhead.bot("captain:sims=8", 1), 0.0
    while done < decisions and state.player != drumhead.OVER:
        if state.player == drumhead.CHANCE:
            state.apply(state.sample(rng))
            continue
        seat, before = state.player, time.process_time()
        action = bot.pick(state.observe(seat), seat, frozenset((seat,)))
        begun += time.process_time() - before
        state.apply(action)
        done += 1
    return done / begun

games, seconds, decisions = json.loads(sys.argv[1])
print(json.dumps({name: [play(name, seconds), search(name, decisions)] for name in games}))
"""


def measured(tree: Path, seconds: float, decisions: int) -> dict[str, list[float]]:
    """Steps a second in random play and decisions a second in search, by game, in a new process."""
    command = [sys.executable, "-c", WORK, json.dumps([GAMES, seconds, decisions])]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    answer = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=True)
    found: dict[str, list[float]] = json.loads(answer.stdout)
    return found


def main() -> None:
    """Prints a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of random play, a round and game")
    parser.add_argument("--decisions", type=int, default=60, help="of a captain, a round and game")
    wanted = parser.parse_args()
    ratios: dict[str, list[list[float]]] = {name: [[], []] for name in GAMES}
    for number in range(wanted.rounds):
        trees = [wanted.old, wanted.new] if number % 2 == 0 else [wanted.new, wanted.old]
        found = {tree: measured(tree.resolve(), wanted.seconds, wanted.decisions) for tree in trees}
        for name in GAMES:
            for kind in (0, 1):
                ratios[name][kind].append(found[wanted.new][name][kind] / found[wanted.old][name][kind])
    for name, (play, search) in ratios.items():
        print(f"{name:15} random play {statistics.median(play):.3f}  search {statistics.median(search):.3f}")


if __name__ == "__main__":
    main()
