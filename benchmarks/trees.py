"""Compares two trees of the project, pure or compiled: `python -m benchmarks.trees OLD NEW`.

OLD and NEW are folders that hold a package `drumhead`: `src` of a checkout, or `site-packages` of an environment. Both
do the same work from the same seeds: random play of whole battles, and decisions of a captain with a fixed number of
simulations. Each round runs either tree in a process of its own. Printed are the processor time of NEW as a share of
OLD's, by the least time of each, and a digest that shows whether both trees came to the same positions and decisions.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

GAMES = ("pocket-battles", "travel-battle", "aces-armor")
KINDS = ("random play", "search")
WORK = """
import hashlib, json, sys, time
from random import Random
import drumhead

def play(name, battles):
    digest, spent = hashlib.sha256(), 0.0
    for seed in range(battles):
        rng, state = Random(seed), drumhead.load(name).start()
        begun = time.process_time()
        while state.player != drumhead.OVER:
            if state.player == drumhead.CHANCE:
                state.apply(state.sample(rng))
            else:
                actions = state.legal()
                state.apply(actions[int(rng.random() * len(actions))])
        spent += time.process_time() - begun
        digest.update(state.pack())
    return spent, digest.hexdigest()[:12]

def search(name, decisions):
    digest, spent = hashlib.sha256(), 0.0
    rng, state, done = Random(2), drumhead.load(name).start(), 0
    bot = drumhead.bot("captain:sims=8", 1)
    while done < decisions and state.player != drumhead.OVER:
        if state.player == drumhead.CHANCE:
            state.apply(state.sample(rng))
            continue
        seat, before = state.player, time.process_time()
        action = bot.pick(state.observe(seat), seat, frozenset((seat,)))
        spent += time.process_time() - before
        digest.update(str(action).encode())
        state.apply(action)
        done += 1
    return spent, digest.hexdigest()[:12]

game, battles, decisions = json.loads(sys.argv[1])
drumhead.load(game)
play(game, 1)
print(json.dumps([play(game, battles), search(game, decisions)]))
"""
BATTLES = {"pocket-battles": 1200, "travel-battle": 120, "aces-armor": 120}
"""How many battles a round plays at random: about a second in pure Python."""


def measured(tree: Path, game: str, battles: int, decisions: int) -> list[tuple[float, str]]:
    """Returns the processor seconds and the digest of random play and of search, in a process of its own."""
    command = [sys.executable, "-c", WORK, json.dumps([game, battles, decisions])]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    answer = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(answer.stdout)
    return [(seconds, digest) for seconds, digest in found]


def main() -> None:
    """Prints a line for each game and kind of work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="times the battles and decisions; 4 suits a compiled build"
    )
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    wanted = parser.parse_args()
    for game in wanted.games:
        found: dict[Path, list[list[tuple[float, str]]]] = {wanted.old: [], wanted.new: []}
        for number in range(wanted.rounds):
            trees = [wanted.old, wanted.new] if number % 2 == 0 else [wanted.new, wanted.old]
            for tree in trees:
                battles, decisions = round(BATTLES[game] * wanted.scale), round(30 * wanted.scale)
                found[tree].append(measured(tree.resolve(), game, battles, decisions))
        for place, kind in enumerate(KINDS):
            old, new = (min(rounds[place][0] for rounds in found[tree]) for tree in (wanted.old, wanted.new))
            digests = {rounds[place][1] for tree in (wanted.old, wanted.new) for rounds in found[tree]}
            same = "same results" if len(digests) == 1 else f"different results {sorted(digests)}"
            print(
                f"{game:15} {kind:12} {old:6.2f} s -> {new:6.2f} s  {new / old:.3f} of the old time, {same}", flush=True
            )


if __name__ == "__main__":
    main()
