"""Chapter 12: what missions add to the set-up: the V2 is hidden, factories are shared out."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.box.unit_types import ALLIES, team_of
from drumhead.games.aces_armor.engine.encoding import (
    ASSIGN,
    AT_SHARE_OUT,
    HIDE,
    NEUTRAL,
    NONE,
    TOKEN,
    TOKENS,
    bits,
    pack,
    step,
)
from drumhead.games.aces_armor.engine.position import Field

GREY_TOKENS: Final = 13
"""[AA-12.1] Twelve blanks and the V2."""


def step_hide(f: Field, frame: int) -> int:
    """[AA-12.1] The V2 player completes the rings with grey tokens; when all are laid, one of them is the V2.

    Where the tokens suffice for all hexes of the next rings there is nothing to choose.
    """
    faction = frame >> 5
    free = next_rings(f, faction)
    while free and free.bit_count() <= greys_left(f):
        lay_grey(f, faction, free)
        free = next_rings(f, faction)
    f.options = [pack(TOKEN if free else HIDE, NONE, hex_) for hex_ in bits(free or f.tokens)]
    return f.force.seat[faction]


def greys_left(f: Field) -> int:
    """[AA-12.1] How many grey tokens are not laid yet."""
    return GREY_TOKENS - f.tokens.bit_count()


def next_rings(f: Field, faction: int) -> int:
    """[AA-12.1, AA-2.2] Where the next grey token may lie: the first ring with free land around each number."""
    if not greys_left(f):
        return 0
    ground = f.force.ground
    taken = f.held(0) | f.held(1) | f.tokens | ground.water | ground.factories
    found = 0
    for number in f.starts[faction * TOKENS : faction * TOKENS + TOKENS]:
        if not number:
            continue
        start = f.force.board.starts[number]
        for steps in range(ground.count):
            ring = sum([1 << hex_ for hex_ in ground.ring(start, steps)]) & ~taken
            if ring:
                found |= ring
                break
    return found


def lay_grey(f: Field, faction: int, hexes: int) -> None:
    """[AA-12.1] Lays grey tokens, face down."""
    f.tokens |= hexes
    f.tell("grey", "AA-12.1", faction, tuple(bits(hexes)))


def choose_hide(f: Field, action: int) -> None:
    """[AA-12.1] Lays the next grey token, or says which of all that lie there is the V2."""
    faction, hex_ = f.stack[-1] >> 5, action >> 13 & 511
    if action & 31 == TOKEN:
        lay_grey(f, faction, 1 << hex_)
        return
    f.stack.pop()
    f.place[f.force.v2] = hex_
    f.tell("hid", "AA-12.1", faction)


def step_share_out(f: Field, frame: int) -> int:
    """[AA-12.3, AA-1.5] A team divides the factories that it begins with: its factions assign one in turn."""
    faction = frame >> 5 & 255
    force, board = f.force, f.force.board
    mates = force.team_factions[team_of(faction)]
    hexes = board.coast if team_of(faction) == ALLIES else board.bottom
    left = [hex_ for hex_ in hexes if f.flag[board.factory_at[hex_]] == NEUTRAL]
    if not left:
        f.stack.pop()
        return GO_ON
    if force.first_rulings:
        f.options = [pack(ASSIGN, mate, left[0]) for mate in mates]
        return force.seat[faction]
    decides = mates[(len(hexes) - len(left)) % len(mates)]
    f.stack[-1] = step(AT_SHARE_OUT, decides)
    f.options = [pack(ASSIGN, mate, hex_) for hex_ in left for mate in mates]
    return force.seat[decides]


def choose_share_out(f: Field, action: int) -> None:
    """[AA-12.3] Sets a flag on a factory."""
    faction, hex_ = action >> 5 & 255, action >> 13 & 511
    f.flag[f.force.board.factory_at[hex_]] = faction
    f.clear_caches()
    f.tell("shared_out", "AA-12.3", faction, hex_)
