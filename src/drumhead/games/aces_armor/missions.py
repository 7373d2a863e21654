"""Chapter 12: what missions add to the set-up: the V2 is hidden, factories are shared out."""

from drumhead.games.aces_armor.codes import ASSIGN, GO_ON, HIDE, NEUTRAL, NONE, TOKENS, bits, pack
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.mats import ALLIES

GREY_TOKENS = 13
"""[AA-12.1] Twelve blanks and the V2."""


def step_hide(f: Field, frame: int) -> int:
    """[AA-12.1] Grey tokens go on the next free land hexes around the V2 player's numbers; one of them is the V2."""
    faction = frame >> 5
    if not f.tokens:
        f.tokens = grey_hexes(f, faction)
    f.options = [pack(HIDE, NONE, hex_) for hex_ in bits(f.tokens)]
    return f.force.seat[faction]


def grey_hexes(f: Field, faction: int) -> int:
    """[AA-12.1] Thirteen free land hexes, ring by ring around the three numbers, clockwise, as far out as needed."""
    ground = f.force.ground
    starts = [f.force.board.starts[number] for number in f.starts[faction * TOKENS : faction * TOKENS + TOKENS]]
    found = 0
    for steps in range(ground.count):
        for start in starts:
            for hex_ in ground.ring(start, steps):
                if f.at[hex_] == NONE and not (ground.water | ground.factories) >> hex_ & 1:
                    found |= 1 << hex_
                    if found.bit_count() == GREY_TOKENS:
                        return found
    return found


def choose_hide(f: Field, action: int) -> None:
    """[AA-12.1] Lays the V2 face down on one of the hexes."""
    faction = f.stack.pop() >> 5
    f.place[f.force.v2] = action >> 13 & 511
    f.tell("hid", "AA-12.1", faction)


def step_share_out(f: Field, frame: int) -> int:
    """[AA-12.3] A team divides the factories that it begins with; the one of its factions that sits first says how."""
    faction = frame >> 5
    board = f.force.board
    for hex_ in board.coast if faction & 1 == ALLIES else board.bottom:
        if f.flag[board.factory_at[hex_]] == NEUTRAL:
            f.options = [pack(ASSIGN, mate, hex_) for mate in f.force.team_factions[faction & 1]]
            return f.force.seat[faction]
    f.stack.pop()
    return GO_ON


def choose_share_out(f: Field, action: int) -> None:
    """[AA-12.3] Sets a flag on a factory."""
    faction, hex_ = action >> 5 & 255, action >> 13 & 511
    f.flag[f.force.board.factory_at[hex_]] = faction
    f.forget_reach()
    f.tell("shared_out", "AA-12.3", faction, hex_)
