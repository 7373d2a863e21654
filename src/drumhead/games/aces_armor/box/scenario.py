"""What a battle is set up with: factions, seats, units and options, the same from the first position to the last."""

from dataclasses import dataclass, replace
from typing import Final

from drumhead.core.compiled import native
from drumhead.games.aces_armor.box.box import Components
from drumhead.games.aces_armor.box.maps import LEFT, WHOLE
from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.box.unit_types import (
    AIRCRAFT,
    BOMBER,
    GERMANS,
    GUNS,
    INFANTRY,
    PLACES,
    TANKS,
    V2_TYPE,
    Stats,
    ally_of,
    team_of,
    type_of,
)
from drumhead.games.aces_armor.engine.encoding import MOVE, NONE, pack

# Modes [AA-1.2].
DUEL: Final = "2"
THREE: Final = "3"
FOUR: Final = "4"
CO_OP: Final = "co-op"
SOLO: Final = "solo"

# Missions that replace AA-10.1; weather and mountains go with any.
SKIRMISH: Final = "skirmish"
V2: Final = "v2"
BULGE: Final = "bulge"
MISSIONS: Final = (SKIRMISH, V2, BULGE)

# Sets of units [AA-1.3].
ONE_SET: Final = "1"
TWO_SETS: Final = "2"
EXPERT: Final = "1+4"
SETS: Final = (ONE_SET, TWO_SETS, EXPERT)
EXTRA_PICKS: Final = 4

# How moves are made [AA-6.1].
BY_HEX: Final = "hex"
ANNOUNCED: Final = "announced"
MOVEMENTS: Final = (BY_HEX, ANNOUNCED)

# Whose units stop a mover when the Automa intercepts [AA-13.10].
ONE: Final = "one"
ALL: Final = "all"
INTERCEPTORS: Final = (ONE, ALL)

# Which rulings hold [AA-1.5]: by the version of the rules.
RULINGS: Final = ("2", "1")

DIFFICULTIES: Final = ("easy", "standard", "hard", "overkill")

LIMIT_PER_TYPE: Final = 4
UNLIMITED_PER_TYPE: Final = 10
"""[AA-9.2] How many of a type a faction has at most at once, with the limit and without."""


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class Setup:
    """What players agree on before a battle."""

    mode: str = DUEL
    factions: tuple[int, ...] = (0, 1)
    """The factions that take part, in the order in which they sit; the Automa's is among them unless it is drawn."""
    automa: int = NONE
    """The Automa's faction, if it plays and is not to be drawn."""
    alone: int = GERMANS
    """The team that one player leads in a battle of three."""
    map: str = "summer"
    part: int = LEFT
    sets: str = ONE_SET
    mission: str = SKIRMISH
    weather: bool = False
    mountains: bool = False
    diceless: bool = False
    short: bool = False
    limit: bool = True
    clock: bool = False
    max_rounds: int = 30
    difficulty: str = "standard"
    automa_intercepts: bool = True
    near_enemy: bool = False
    """[AA-13.6] Movement priority f looks for the next enemy unit instead of the next own one."""
    v2_faction: int = 1
    movement: str = BY_HEX
    interceptors: str = ONE
    rulings: str = RULINGS[0]


@native(allow_interpreted_subclasses=True, serializable=True)
class Force(Stats):
    """The units of a battle and their owners; every list of units has one entry a unit, alive or not."""

    def __init__(self, setup: Setup, components: Components) -> None:
        super().__init__()
        self.setup: Setup = setup
        self.components: Components = components
        self.ground: Ground = ground_of(components, setup.map, setup.part, mountains=setup.mountains)
        self.board = self.ground.board
        self._seat(setup)
        self._number_units(setup)
        self._copy_mats()
        self._fix_goals(setup)
        self.candidates: tuple[Force, ...] = ()
        """[AA-1.2] While the Automa's faction is yet to be drawn: the force with each that it may be."""
        self.gains: dict[int, float] = {}
        """What attacks are expected to bring, as far as it has been asked for; see `threats.gain`."""
        self.origin: Force = self
        """The force that this one is a candidate of, or itself."""

    def _seat(self, setup: Setup) -> None:
        """[AA-1.1, AA-1.2, AA-13.11] Says who decides for whom, who takes turns and who shares coins."""
        self.factions: tuple[int, ...] = setup.factions
        self.automa: int = setup.automa
        """The faction that the Automa plays, or NONE."""
        people = [faction for faction in setup.factions if faction != setup.automa]
        self.seat: list[int] = [-1] * 4
        """The seat that decides for a faction; -1 for the Automa's and for those that take no part."""
        if setup.mode == THREE:
            seats = 0
            for faction in people:
                mate = ally_of(faction)
                if team_of(faction) == setup.alone and self.seat[mate] >= 0:
                    self.seat[faction] = self.seat[mate]
                else:
                    self.seat[faction] = seats
                    seats += 1
        else:
            for seat, faction in enumerate(people):
                self.seat[faction] = seat
        self.seats: int = max(self.seat) + 1
        self.shared: bool = setup.mode == CO_OP
        """Whether the people share a turn, coins and factories."""
        self.purse: list[int] = [0, 1, 2, 3]
        """Whose coins and factories a faction uses."""
        if self.shared:
            self.purse[people[1]] = people[0]
        self.takers: tuple[int, ...] = tuple(f for f in setup.factions if self.purse[f] == f)
        """The factions that take turns, in the order in which they sit; a shared turn is that of the first."""
        self.household: list[tuple[int, ...]] = [
            tuple(f for f in setup.factions if self.purse[f] == self.purse[faction]) for faction in range(4)
        ]
        """The factions that share with a faction, itself included."""
        self.team_factions: list[tuple[int, ...]] = [
            tuple(f for f in setup.factions if team_of(f) == team) for team in (0, 1)
        ]
        self.gift_to: list[int] = [NONE] * 4
        """[AA-9.4] The faction that coins may be given to."""
        for faction in setup.factions:
            mate = ally_of(faction)
            if mate in setup.factions and self.purse[mate] != self.purse[faction]:
                self.gift_to[faction] = mate

    def _number_units(self, setup: Setup) -> None:
        """[AA-1.3, AA-9.2] Gives every unit that there may ever be its number."""
        self.per_type: int = LIMIT_PER_TYPE if setup.limit else UNLIMITED_PER_TYPE
        self.first: list[int] = [0] * 4
        self.last: list[int] = [0] * 4
        """The first unit of a faction, and the one after its last."""
        self.faction: list[int] = []
        self.type: list[int] = []
        for faction in self.factions:
            self.first[faction] = len(self.type)
            for place in range(PLACES):
                self.type += [type_of(faction, place)] * self.per_type
                self.faction += [faction] * self.per_type
            self.last[faction] = len(self.type)
        self.v2: int = NONE
        if setup.mission == V2:
            self.v2 = len(self.type)
            self.type.append(V2_TYPE)
            self.faction.append(setup.v2_faction)
        self.units: int = len(self.type)
        self.team: list[int] = [team_of(faction) for faction in self.faction]
        self.at_start: list[tuple[int, ...]] = [
            tuple(self.unit(f, place, n) for place in range(PLACES) for n in range(self._number(setup, f, place)))
            if f in self.factions
            else ()
            for f in range(4)
        ]
        """The units that every faction begins with, but for those picked in secret."""

    def _number(self, setup: Setup, faction: int, place: int) -> int:
        """[AA-1.2, AA-1.3, AA-12.1, AA-13.1] How many units of a type a faction begins with."""
        if setup.mission == V2:
            if team_of(faction) == GERMANS:
                return 0 if place == BOMBER else 2
            return 1 if place in (TANKS, GUNS) else 2
        number = 2 if setup.sets == TWO_SETS else 1
        if faction == setup.automa:
            if setup.mode == CO_OP:
                number = 2
            number += place in DIFFICULTY_ADDS[setup.difficulty]
        elif setup.mode == CO_OP:
            number = 1
        return number

    def _copy_mats(self) -> None:
        """[AA-4.1, AA-7.1, AA-11.2, AA-12.1] Copies from the mats what rules ask of units; the V2 only suffers."""
        mats = self.components.mats
        for type_ in self.type:
            self.add_entry(mats, type_)
        self.dice: list[int] = mats.dice
        self.air: list[int] = [int(arm == AIRCRAFT) for arm in self.arm]
        self.foot: list[int] = [int(arm == INFANTRY) for arm in self.arm]
        self.gait: list[int] = [speed << 9 | arm << 17 for speed, arm in zip(self.speed, self.arm, strict=True)]
        """Speed and arm of every unit as one number, with room for a hex below."""
        self.rows: list[list[int]] = [
            [pack(MOVE, unit, hex_) for hex_ in range(self.ground.count)] for unit in range(self.units)
        ]
        """The move of every unit to every hex."""

    def _fix_goals(self, setup: Setup) -> None:
        """[AA-10.1] How many factories win, and the options that rules ask for."""
        self.goal: int = (5 if setup.short else 6) if setup.part == WHOLE else (3 if setup.short else 4)
        self.mission: str = setup.mission
        self.has_weather: bool = setup.weather
        self.diceless: bool = setup.diceless
        self.max_rounds: int = setup.max_rounds
        self.first_rulings: bool = setup.rulings == RULINGS[1]
        """[AA-1.5] Whether the battle is played by the rulings of the first version."""
        self.by_hex: bool = setup.movement == BY_HEX
        """[AA-6.1] Whether a mover decides again where something may happen to it."""
        self.expert: bool = setup.sets == EXPERT and setup.mission != V2
        self.fixed_hits: list[bool] = [setup.diceless or faction == setup.automa for faction in range(4)]
        """[AA-11.3, AA-13.7] Whether a faction hits without dice."""

    def unit(self, faction: int, place: int, number: int) -> int:
        """The unit of a faction by its place on the mat and its number from 0."""
        return self.first[faction] + place * self.per_type + number

    def place_of(self, unit: int) -> int:
        """The place of a unit on its faction's mat."""
        return self.type[unit] % PLACES

    def number_of(self, unit: int) -> int:
        """Which one of its type a unit is, from 0."""
        return (unit - self.first[self.faction[unit]]) % self.per_type

    def team_of_seat(self, seat: int) -> int:
        """Returns the team of a seat."""
        return team_of(self.seat.index(seat))

    def is_automa(self, faction: int) -> bool:
        """Returns whether the Automa plays a faction."""
        return faction == self.automa


def draw_automa(setup: Setup, components: Components) -> Force:
    """[AA-1.2] A force whose Automa is drawn among the enemies of the people; the set-up names the people alone."""
    enemies = [faction for faction in range(4) if team_of(faction) != team_of(setup.factions[0])]
    drawn = [
        Force(replace(setup, factions=tuple(sorted((*setup.factions, faction))), automa=faction), components)
        for faction in enemies
    ]
    force = Force(drawn[0].setup, components)
    force.candidates = tuple(drawn)
    for candidate in drawn:
        candidate.origin = force
    return force


DIFFICULTY_ADDS: Final[dict[str, tuple[int, ...]]] = {
    "easy": (),
    "standard": (GUNS,),
    "hard": (GUNS, 0),
    "overkill": (TANKS, 1),
}
"""[AA-13.1] The places on its mat of which the Automa has one unit more."""

_GROUNDS: dict[tuple[str, str, int, bool], Ground] = {}


def ground_of(components: Components, name: str, part: int, *, mountains: bool) -> Ground:
    """The ground of a map or half of one, made once."""
    key = (components.digest, name, part, mountains)
    if key not in _GROUNDS:
        board = components.summer if name == "summer" else components.winter
        _GROUNDS[key] = Ground(board if part == WHOLE else board.half(part), mountains=mountains)
    return _GROUNDS[key]
