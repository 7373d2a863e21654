"""Battles that wait for guests to bring their forces: what was agreed on, who has chosen, and how they begin.

What a side has chosen is told to nobody before the battle begins: every check of a force looks at that force alone.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from drumhead.core.errors import DrumheadError, SetupError
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.server.lobby.requests import claim_seconds, options_of, read_seats
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import steady_clock
from drumhead.server.session.commands import player_name
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import Message
from drumhead.server.session.stored import StoredBattle, new_battle

_BEGINS: Final = Text("the battle begins once every side has chosen what it brings")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A battle that has not begun, because a guest has not brought a force yet."""

    game: str
    options: dict[str, Any]
    """All options but the forces, as they were agreed on."""
    forces: tuple[str | None, ...]
    """What each side brings; None where its player has not chosen."""
    seats: tuple[Seat, ...]
    host: str
    """What the player who began it wants to be called."""
    claim_seconds: float
    began: float
    """The Unix time at which it was set up."""

    @property
    def kind(self) -> type[Game]:
        """The game."""
        return game_type(self.game)

    @property
    def is_complete(self) -> bool:
        """Returns whether every side has chosen."""
        return None not in self.forces

    def check(self, force: object) -> str:
        """A force as its player sends it; refuses one that does not fit what was agreed on."""
        if not isinstance(force, str) or not force.strip():
            raise SetupError(Text("choose what your side brings"), forces_option(self.kind).clause)
        self._set_up((force,) * len(self.forces))
        return force

    def with_forces(self, brought: Mapping[int, str]) -> "Waiting":
        """The same battle with the forces that guests have brought."""
        return replace(self, forces=tuple(brought.get(seat, force) for seat, force in enumerate(self.forces)))

    def begin(self, battle: str) -> StoredBattle:
        """The battle as it is stored when it begins."""
        stored = new_battle(battle, Match(self._set_up(self.forces)), self.seats, self.claim_seconds)
        named = [Line(self._host_seat, f"(name {self.host})", steady_clock.now())] if self.host else []
        return replace(stored, lines=[*stored.lines, *named])

    def stored(self, battle: str) -> StoredBattle:
        """The battle as it is stored while it waits."""
        guests = [seat for seat, sits in enumerate(self.seats) if sits.is_guest]
        told = {"options": self.options, "forces": self.forces, "guests": guests, "host": self.host}
        text = json.dumps({**told, "began": self.began}, ensure_ascii=False)
        rules = self.kind.rules
        return StoredBattle(battle, self.game, rules, {}, "", (), self.seats, [], self.claim_seconds, waiting=text)

    @classmethod
    def restored(cls, stored: StoredBattle) -> "Waiting":
        """The battle that `stored` wrote."""
        told = json.loads(stored.waiting)
        guests, forces = told.pop("guests"), tuple(told.pop("forces"))
        seats = tuple(replace(sits, is_guest=seat in guests) for seat, sits in enumerate(stored.seats))
        return cls(stored.game, forces=forces, seats=seats, claim_seconds=stored.claim_seconds, **told)

    @property
    def sides(self) -> list[str]:
        """What the sides are called. Names that tell what a side brings are not known yet."""
        return side_names(self.kind, self._set_up(forces_option(self.kind).default, any_size=True))

    def fitting(self) -> list[str]:
        """The names of ready-made forces that fit what was agreed on."""
        return [name for name in forces_option(self.kind).ready if self._fits(name)]

    def agreed(self) -> list[str]:
        """The options that are not as usual, in sentences."""
        by_name = {option.name: option for option in self.kind.options}
        unusual = [(by_name[name], value) for name, value in self.options.items() if value != by_name[name].default]
        return [str(_in_words(option, value)) for option, value in unusual]

    def to_message(self) -> Message:
        """The `waiting` message: who has chosen what they bring, and nothing of what that is."""
        sides = [
            {"name": name, "chosen": force is not None, "guest": seat.is_guest}
            for name, force, seat in zip(self.sides, self.forces, self.seats, strict=True)
        ]
        return {
            "type": "waiting",
            "game": self.game,
            "title": str(self.kind.title),
            "sides": sides,
            "patience": self.claim_seconds,
            "words": str(_BEGINS),
        }

    @property
    def _host_seat(self) -> int:
        return next((seat for seat, sits in enumerate(self.seats) if sits.is_person and not sits.is_guest), 0)

    def _fits(self, force: str) -> bool:
        """Returns whether a ready-made force may be brought, and is meant for such a battle: an army for its size."""
        try:
            self.check(force)
        except SetupError:
            return False
        try:
            alone = self._set_up((force,) * len(self.forces), any_size=True).chosen
        except SetupError:
            return True
        usual = {option.name: option.default for option in self.kind.options}
        return all(alone[name] in (usual[name], value) for name, value in self.options.items())

    def _set_up(self, forces: tuple[Any, ...], *, any_size: bool = False) -> Game:
        options = {} if any_size else self.options
        return self.kind.set_up(**options, **{forces_option(self.kind).name: tuple(forces)})


class NotBegun(DrumheadError):
    """The battle waits for guests to bring their forces."""

    def __init__(self, waiting: Waiting) -> None:
        super().__init__(_BEGINS)
        self.waiting = waiting


def waiting_battle(asked: Any) -> Waiting | None:
    """The battle that a request describes, if guests are to bring their forces; None if all forces are named."""
    options = asked.get("options") if isinstance(asked, dict) and isinstance(asked.get("game"), str) else None
    if not isinstance(options, dict):
        return None
    kind = game_type(asked["game"])
    if not leaves_forces_open(kind, options):
        return None
    option = forces_option(kind)
    forces = tuple(options[option.name])
    game = kind.set_up(**options_of(kind, with_all_forces(kind, options)))
    seats = read_seats(game, asked.get("seats"))
    if any(force is None and not seat.is_guest for force, seat in zip(forces, seats, strict=True)):
        raise SetupError(Text("only a guest may bring a force later; name one for every other side"), option.clause)
    agreed = {one.name: game.chosen[one.name] for one in kind.options if one.is_open and one is not option}
    name = player_name(asked["name"]) if isinstance(asked.get("name"), str) else ""
    return Waiting(kind.name, agreed, forces, seats, name, claim_seconds(asked), steady_clock.now())


def leaves_forces_open(kind: type[Game], options: Mapping[str, Any]) -> bool:
    """Returns whether options have null in the place of a force."""
    if not has_forces(kind):
        return False
    option = forces_option(kind)
    given = options.get(option.name)
    return isinstance(given, list) and len(given) == len(option.default) and None in given


def with_all_forces(kind: type[Game], options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in which a side whose force is open brings the same as another, or what is usual."""
    option = forces_option(kind)
    usual = next((force for force in options[option.name] if force is not None), option.default[0])
    return {**options, option.name: [usual if force is None else force for force in options[option.name]]}


def side_names(kind: type[Game], game: Game) -> list[str]:
    """What the sides are called while it is not known what they bring."""
    if not forces_option(kind).secret:
        return [str(game.seat_name(seat)) for seat in range(game.seats)]
    return [str(Text("Side {n}", n=seat + 1)) for seat in range(game.seats)]


def has_forces(kind: type[Game]) -> bool:
    """Returns whether each side of a game brings a force that is chosen before the battle."""
    return any(is_forces(option) for option in kind.options)


def forces_option(kind: type[Game]) -> Option:
    """The option that holds the force of each side."""
    return next(filter(is_forces, kind.options))


def is_forces(option: Option) -> bool:
    """Returns whether an option holds the force of each side."""
    return isinstance(option.default, tuple) and bool(option.default)


def _in_words(option: Option, value: Any) -> Text:
    if isinstance(value, bool):
        return option.words if value else Text("{words}: no", words=option.words)
    return Text("{words}: {value}", words=option.words, value=option.label(option.write(value)))
