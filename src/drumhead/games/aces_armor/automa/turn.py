"""[AA-13.3, AA-13.5] The Automa's turn: unit by unit it chooses, moves and attacks; lots decide what is left open."""

from typing import Any, Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.automa.hexes import best_hexes
from drumhead.games.aces_armor.automa.orders import (
    Intent,
    blasts,
    foremost,
    harm,
    hexes_towards,
    intend,
)
from drumhead.games.aces_armor.automa.targets import hexes_in_range
from drumhead.games.aces_armor.engine.encoding import (
    AT_AUTOMA,
    AUTOMA_ACTS,
    AUTOMA_STOPPED,
    bits,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat import engage
from drumhead.games.aces_armor.rules.march import set_out
from drumhead.games.aces_armor.rules.movement import way_past

# What is settled next: which unit acts, its target, where rockets fall, where it goes; then it is on its way, or there.
UNIT: Final = 0
TARGET: Final = 1
BLAST: Final = 2
HEX: Final = 3
AWAY: Final = 4
THERE: Final = 5
NOWHERE: Final = -1


class Act:
    """One unit's move and attack; `frame` holds what is settled, so that lots can be drawn in between."""

    def __init__(self, f: Field, frame: int) -> None:
        self.f = f
        self.unit = (frame >> 13 & 511) - 1
        self.hex = (frame >> 22 & 511) - 1
        """The hex of the target, or NOWHERE."""
        self.stage = frame >> 31 & 7
        self.stopped = frame & AUTOMA_STOPPED != 0
        """Whether its move ended before it came to where it was going."""
        self._intent: Intent | None = None
        self.letters = ""
        """The movement priorities that narrowed the hexes to go to."""

    def frame(self) -> int:
        """Returns the pending step that holds what is settled."""
        return step(AT_AUTOMA, AUTOMA_ACTS, self.unit + 1, self.hex + 1, self.stage)

    @property
    def intent(self) -> Intent:
        """What the unit is about to do."""
        if self._intent is None:
            self._intent = intend(self.f, self.unit)
        return self._intent

    def intend(self, intent: Intent) -> None:
        """Gives the unit something else to do."""
        self._intent = intent

    def report(self, *event: Any) -> None:
        """[AA-6.1, AA-13.5] Reports why the unit does what it does; hex by hex not before it has moved."""
        f = self.f
        if not f.force.by_hex:
            f.tell(*event)
        elif f.events is not None:
            f.untold = [*f.untold, event]

    def report_untold(self) -> None:
        """[AA-13.5] Reports what was not told while the unit was on its way."""
        f = self.f
        for event in f.untold:
            f.tell(*event)
        f.untold = []

    def options(self) -> list[int]:
        """[AA-13.3, AA-13.6, AA-13.8] What the next thing may be, all equally good: units, hexes of targets, hexes."""
        f = self.f
        if self.stage == UNIT:
            waiting = [unit for unit in f.roster[f.active] if not f.spent >> unit & 1]
            return foremost(f, waiting) if waiting else []
        if self.stage == TARGET:
            return [f.place[enemy] for enemy in self.intent.targets]
        if self.stage == BLAST:
            target = f.at[self.hex]
            return blasts(f, self.unit, target, self.intent.targets[target])
        hexes, self.letters = best_hexes(f, self.unit, self.hexes())
        return bits(hexes)

    def hexes(self) -> int:
        """[AA-13.4, AA-13.5, AA-13.8] The hexes from which the unit does what it is about to do."""
        f, intent = self.f, self.intent
        if not intent.targets:
            return intent.hexes
        if not intent.attacks:
            return hexes_towards(f, self.unit, f.at[self.hex])
        if not f.force.rockets[self.unit]:
            return intent.targets[f.at[self.hex]]
        reached = 0
        for hexes in intent.targets.values():
            reached |= hexes
        return reached & hexes_in_range(f, self.unit, self.hex)

    def settle(self, chosen: int, *, lots: bool) -> None:
        """[AA-13.6] Takes one of the options, the only one or the one that was drawn, and says why."""
        f = self.f
        if self.stage == UNIT:
            self.unit = chosen
            self.begin()
        elif self.stage == TARGET:
            self.hex = chosen
            self.report("automa_target", "AA-13.6", self.unit, f.at[chosen], self.intent.letters, int(lots))
            rockets = self.intent.attacks and f.force.rockets[self.unit]
            self.stage = BLAST if rockets else HEX
        elif self.stage == BLAST:
            self.hex = chosen
            self.report("automa_blast", "AA-13.8", self.unit, chosen, -harm(f, self.unit, chosen)[0], int(lots))
            self.stage = HEX
        else:
            self.go(chosen, lots=lots)

    def begin(self) -> None:
        """[AA-13.4, AA-13.5, AA-6.3] Says which order the unit follows."""
        f, intent = self.f, self.intent
        self.stage = TARGET if intent.targets else HEX
        for order in intent.orders:
            clause = "AA-13.4" if order.list == "infantry" else "AA-13.5"
            f.tell("automa_order", clause, self.unit, order.list, order.number)
        if not intent.orders:
            f.tell("automa_bound" if intent.attacks else "automa_idle", "AA-13.5", self.unit)

    def go(self, hex_: int, *, lots: bool) -> None:
        """[AA-13.5] Sets out, past the fewest enemies, or stays."""
        f, unit = self.f, self.unit
        if not self.intent.attacks:
            self.hex = NOWHERE
        self.stage = THERE
        if hex_ == f.place[unit]:
            return
        if self.letters or lots:
            self.report("automa_hex", "AA-13.6", unit, hex_, self.letters, int(lots))
        self.stage = AWAY
        f.stack[-1] = self.frame()
        set_out(f, unit, way_past(f, unit, hex_), f.force.speed[unit])


def step_acts(f: Field, frame: int) -> int:
    """[AA-13.3] Goes from choice to choice, until lots have to be drawn, the unit is on its way, or it has acted."""
    act = Act(f, frame)
    if act.stage == AWAY:
        arrive(f, act)
    while act.stage < AWAY:
        options = act.options()
        if not options:
            f.stack.pop()
            return GO_ON
        if len(options) > 1:
            f.options = options
            f.stack[-1] = act.frame()
            return CHANCE
        act.settle(options[0], lots=False)
    if act.stage == THERE:
        finish(f, act)
    return GO_ON


def throw_acts(f: Field, outcome: int) -> None:
    """[AA-13.6] Takes what was drawn."""
    chosen = f.options[outcome - 1]
    act = Act(f, f.stack[-1])
    if act.stage == HEX:
        act.options()  # for the priorities that left these hexes
    act.settle(chosen, lots=True)
    if act.stage != AWAY:
        f.stack[-1] = act.frame()


def arrive(f: Field, act: Act) -> None:
    """[AA-13.5, AA-1.5] A unit that was stopped on its way chooses again where it stands; one that arrived is done."""
    act.stage = THERE
    act.report_untold()
    stopped = act.stopped or (f.force.first_rulings and act.unit in f.quarry)
    if stopped and not f.spent >> act.unit & 1:
        act.stopped = False
        f.tell("automa_again", "AA-13.5", act.unit, f.place[act.unit])
        act.hex = NOWHERE
        if act.intent.attacks or f.force.first_rulings:
            act.begin()
        else:
            f.tell("automa_held", "AA-13.5", act.unit)


def finish(f: Field, act: Act) -> None:
    """[AA-13.3, AA-13.7] Attacks, if the unit has a target, and calls the next unit."""
    act.report_untold()
    f.moved |= 1 << act.unit
    f.spent |= 1 << act.unit
    f.stack[-1] = step(AT_AUTOMA, AUTOMA_ACTS)
    if act.hex != NOWHERE:
        engage(f, act.unit, act.hex)
