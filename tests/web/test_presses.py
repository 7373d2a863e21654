"""How many presses a turn takes, and how many messages a decision, measured on the board of the page.

A turn is pieces, places, and the button that ends a phase.
"""

from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, load
from drumhead.core.files.record import write
from tests.kit.board_player import BoardPlayer
from tests.kit.browser import Visit, number

TURNS = {"travel-battle": (8, 18, "end-movement"), "aces-armor": (6, 16, "end-movement")}
"""How many moves a turn has, how many presses it may take at most, and what ends the movement."""
DECISIONS = 12


def is_plain(match: Match, action: str, end: str) -> bool:
    """Returns whether a move throws no dice and asks nobody for anything: the same seat goes on moving."""
    if match.odds(action):
        return False
    seat = match.to_act
    match.push(action)
    goes_on = match.to_act == seat and end in match.legal_actions
    match.pop()
    return goes_on


def turn_with_moves(name: str, count: int, end: str) -> tuple[str, list[list[str]]]:
    """A battle at the beginning of a turn of the first seat, as a file, and the keys of plain moves of other pieces."""
    for seed in range(200):
        match, rng = Match(load(name), seed=seed), Random(seed)
        while match.to_act != OVER and len(match.steps) < 400:
            if match.to_act == CHANCE:
                match.roll()
            elif match.to_act == 0 and end in match.legal_actions:
                record, moves, moved = write(match), list[list[str]](), set[str]()
                start = len(match.steps)
                while len(moves) < count:
                    others = [
                        action
                        for action in match.legal_actions
                        if action.notation.startswith("move ") and action.steps[0].key not in moved
                    ]
                    if len({action.steps[0].key for action in others}) < count - len(moves):
                        break
                    rng.shuffle(others)
                    action = next((one for one in others if is_plain(match, one.notation, end)), None)
                    if action is None:
                        break
                    moves.append([step.key for step in action.steps])
                    moved.add(action.steps[0].key)
                    match.push(action)
                if len(moves) == count:
                    return record, moves
                while len(match.steps) > start:
                    match.pop()
                match.push(rng.choice(match.legal_actions))
            else:
                match.push(rng.choice(match.legal_actions))
    raise AssertionError("no such turn was found")


def press(player: BoardPlayer, key: str) -> None:
    """Presses what is lit under a key."""
    player.wait()
    thing = next(thing for thing in player.things() if thing["kind"] == "mark" and thing["key"] == key)
    assert player.press(thing), key


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_of_moves_takes_two_presses_a_move_and_few_to_end(visit: Visit, name: str) -> None:
    count, limit, end = TURNS[name]
    record, moves = turn_with_moves(name, count, end)
    page = visit.play_on(record)
    player = BoardPlayer(visit, Random(1), touch=False)
    for keys in moves:
        before = number(page)
        drawn = [key for key in keys if page.locator(f"#board [data-key='{key}']").count()]
        press(player, drawn[0])
        press(player, drawn[-1])
        page.wait_for_function("before => document.body.dataset.number !== before", arg=before)
    # Until the turn is over: the movement, and whatever phase comes after it.
    headings = page.locator("#log .turn")
    turn = headings.last.inner_text()
    while player.wait() == "decide" and headings.last.inner_text() == turn:
        ends = [thing for thing in player.things() if thing["kind"] == "end"]
        shown = page.locator("#prompt").inner_text()
        assert ends, f"the turn does not end at: {shown}"
        assert player.press(ends[0])
        if page.locator("#primary.armed").count():
            assert player.press(ends[0])
        page.wait_for_function("shown => document.querySelector('#prompt').innerText !== shown", arg=shown)
    print(f"{name}: {count} moves and the end of the turn: {player.presses} presses")
    assert player.presses <= limit


@pytest.mark.parametrize("verb", ["charge", "shoot"])
def test_an_order_of_pocket_battles_takes_three_presses(visit: Visit, verb: str) -> None:
    match, rng = Match(load("pocket-battles"), seed=3), Random(3)
    while True:
        if match.to_act == CHANCE:
            match.roll()
            continue
        orders = [one for one in match.legal_actions if one.notation.startswith(f"{verb} ") and match.odds(one)]
        if match.to_act == 0 and orders:
            break
        match.push(rng.choice(match.legal_actions))
    page = visit.play_on(write(match))
    player = BoardPlayer(visit, Random(1), touch=False)
    before = number(page)
    for step in orders[0].steps:
        if page.locator(f"#board [data-key='{step.key}']").count():
            press(player, step.key)
    player.wait()
    cards = [thing for thing in player.things() if thing["kind"] == "card" and thing["key"].lower() == verb]
    if cards:
        assert player.press(cards[0])
        player.wait()
    assert player.press(next(thing for thing in player.things() if thing["kind"] == "commit"))
    page.wait_for_function("before => document.body.dataset.number !== before", arg=before)
    print(f"pocket-battles, {verb}: {player.presses} presses")
    assert player.presses <= 3


@pytest.mark.parametrize("name", ["pocket-battles", "travel-battle", "aces-armor"])
def test_a_decision_takes_one_round_trip(visit: Visit, name: str) -> None:
    """The press that decides sends the action alone, and the new position comes without being asked for."""
    player = BoardPlayer(visit, Random(2), touch=False)
    player.listen()
    page = visit.play(name)
    decisions = 0
    while decisions < DECISIONS and player.wait() == "decide":
        before, thing = number(page), player.pick()
        assert player.press(thing), thing
        player.wait()
        if number(page) != before:
            decisions += 1
            assert player.asked() == ["act"], thing
    assert decisions == DECISIONS
