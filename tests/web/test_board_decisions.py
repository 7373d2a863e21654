"""Every decision of every game can be made on the board alone: the client's own selection, asked without a browser."""

import json
import re
import subprocess
from random import Random
from typing import Any

import pytest

from drumhead import CHANCE, OVER, Match
from drumhead.core.registry import games
from drumhead.server.api import serialize
from tests.kit.node import ROOT, command, environment

POSITIONS = 300
MOST_ACTIONS = 600
"""Longer lists are left out: what they offer is found in shorter ones."""
SHARE = 0.3
KEY = re.compile(r'data-key="([^"]*)"')
NAMES = ("pocket-battles", "travel-battle", "aces-armor")


def positions(name: str) -> list[dict[str, Any]]:
    """Decisions of random battles and scenes, as the page gets them, with the keys of its picture."""
    found: list[dict[str, Any]] = []
    number = 0
    while len(found) < POSITIONS:
        number += 1
        rng = Random(f"{name}/{number}")
        game = games()[name].random(rng)
        match = Match(game, seed=number, state=game.scene(rng) if number % 2 else None)
        match.settle()
        while match.to_act != OVER and len(found) < POSITIONS:
            if match.to_act == CHANCE:
                match.roll()
                continue
            if rng.random() < SHARE and len(match.legal_actions) <= MOST_ACTIONS:
                seat = match.to_act
                keys = sorted(set(KEY.findall(match.board(seat))))
                found.append({"further": [], **serialize.choices(match, seat), "keys": keys})
            match.push(rng.choice(match.legal_actions))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_presses_on_the_board_lead_to_every_action(name: str) -> None:
    asked = positions(name)
    run = subprocess.run(
        command("node", "tests/js/board_decisions.js"),
        cwd=ROOT,
        env=environment(),
        input=json.dumps(asked),
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(run.stdout)
    assert len(told) == len(asked) == POSITIONS
    missing = [action for one in told for action in one["missing"]]
    actions = sum(len(position["actions"]) for position in asked)
    print(f"{name}: {actions} actions in {len(asked)} positions, {len(missing)} not reached on the board")
    assert not missing, f"{len(missing)} actions cannot be reached on the board: {missing[:12]}"
    assert max(one["most"] for one in told) > 1
