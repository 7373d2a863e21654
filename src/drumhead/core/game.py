"""What a game is to the table around it: set-up, words, pictures, positions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from random import Random
from typing import Any, ClassVar

from drumhead.core.actions import Action, Clock, Event, Odds, Outcome, Refusal, Trait
from drumhead.core.clauses import ClauseBook, read_clauses
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text, joined
from drumhead.core.local_options import grants, names_file, untrusted
from drumhead.core.state import SPECTATOR, State


@dataclass(frozen=True, slots=True)
class Option:
    """One thing players may agree on before a battle: its default, what it may be, and its clause."""

    name: str
    default: Any
    words: Text
    clause: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    ready: tuple[str, ...] = ()
    """What may be taken as it is where anything may be written: ready armies, ready splits."""
    labels: Mapping[str, Text] = field(default_factory=dict, hash=False)
    """What choices and ready things are called; one without a label is called by its own name."""
    only: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, hash=False)
    """The other options, with their values, under which this one means something."""
    secret: str = ""
    """The clause by which a side keeps its choice from the others, where there is one."""
    local: bool = False
    """Whether a value may name a folder of this machine, or a file in place of a list: closed to strangers."""

    @property
    def is_open(self) -> bool:
        """Says whether strangers may choose the option: one that can only name a folder is not theirs."""
        return not self.local or isinstance(self.default, tuple)

    @property
    def usual(self) -> Any:
        """The value where none is given: the default, or what the owner of the machine grants."""
        granted = grants() if self.local else None
        return granted.get(self.name, self.default) if granted else self.default

    def matters(self, chosen: Mapping[str, Any]) -> bool:
        """Says whether the option means anything beside what else is chosen."""
        return all(chosen[name] in values for name, values in self.only.items())

    def label(self, choice: Any) -> Text:
        """What a choice is called."""
        return self.labels.get(str(choice)) or Text("{choice}", choice=choice)

    def read(self, value: Any) -> Any:
        """Checks a value, given as itself or as text, and returns it in its own type."""
        if self.local and (granted := grants()) is not None and (parts := self._local_parts(value)):
            if self.name not in granted:
                raise SetupError("{part} is not known here", part=repr(parts[0])[:60])
            value = granted[self.name]
        if isinstance(self.default, bool):
            value = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
                str(value).lower(), value
            )
            if not isinstance(value, bool):
                raise SetupError("{name} is on or off, not {value!r}", self.clause, name=self.name, value=value)
        elif isinstance(self.default, int):
            try:
                value = int(str(value))
            except ValueError:
                raise SetupError(
                    "{name} is a whole number, not {value!r}", self.clause, name=self.name, value=value
                ) from None
            if not (self.least or 0) <= value <= (self.most if self.most is not None else value):
                raise SetupError(
                    "{name} is {least} to {most}, not {value}",
                    self.clause,
                    name=self.name,
                    least=self.least,
                    most=self.most,
                    value=value,
                )
        elif self.choices:
            value = str(value)
        if self.choices and value not in self.choices:
            allowed = joined([Text("{choice}", choice=choice) for choice in self.choices], " or ")
            raise SetupError(
                "{name} is {allowed}, not {value!r}", self.clause, name=self.name, allowed=allowed, value=value
            )
        return value

    def _local_parts(self, value: Any) -> list[Any]:
        """What of a value would be looked for on this machine."""
        if not isinstance(self.default, tuple):
            return [value] if value != self.default else []
        parts = value if isinstance(value, tuple | list) else (value,)
        return [part for part in parts if isinstance(part, str | PathLike) and names_file(str(part))]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides that should be worth the same: their names, the seat of the first, the set-ups in which they meet."""

    one: str
    two: str
    seat: int
    setups: "tuple[Game, ...]"


class Game(ABC):
    """A game set up to be played: options and forces are fixed, and any number of matches may begin from it.

    Each package under `drumhead.games` offers its subclass as `GAME`.
    """

    name: ClassVar[str]
    package: ClassVar[str]
    """The Python package that holds the game and its clause book."""
    title: ClassVar[Text]
    summary: ClassVar[Text]
    rules: ClassVar[str]
    """The version of the rules; a game file names the one it was played under."""
    earlier: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The earlier versions of the rules whose files can be read, each with the tags that restore its reading.

    A file of such a version lacks the tags of options that came later; it is set up with these. A rule that was mended
    without an option may stop an old file at a step that is no longer legal: the reader reports that step.
    """
    options: ClassVar[tuple[Option, ...]]
    concede_clause: ClassVar[str]
    concede_any_time: ClassVar[bool] = False
    """Whether a seat may give up while another decides or dice are thrown, too."""
    draw_clause: ClassVar[str] = ""
    """The clause by which the seats may agree on a draw, where there is one."""
    shelf: ClassVar[int] = 0
    """Where the game stands among the others: lower numbers, the easier games, come first."""
    bound: ClassVar[int]
    """No battle takes more decisions and throws than this."""
    advisers: ClassVar[Mapping[str, Text]] = {}
    """Opponents that the game's own rules describe, for any seat: a sentence each; `State.advise` plays them."""

    features: ClassVar[tuple[str, ...]] = ()
    """The names of what `evaluate` weighs, where its weights can be fitted."""

    chosen: dict[str, Any]
    """The options as chosen."""
    seats: int
    """How many seats decide."""
    letters: tuple[str, ...]
    """A short name for every seat, as notation and files use it, and one more for an opponent that the rules play."""

    @classmethod
    def clauses(cls) -> ClauseBook:
        """The clause book of the game."""
        return read_clauses(cls.package)

    @classmethod
    def choose(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fills in the defaults of the options and checks what is given."""
        known = {option.name: option for option in cls.options}
        for name in given:
            if name not in known:
                raise SetupError(
                    "{game} has no option {name!r}; it has {names}", game=cls.name, name=name, names=", ".join(known)
                )
        return {name: option.read(given[name]) if name in given else option.usual for name, option in known.items()}

    @classmethod
    @abstractmethod
    def set_up(cls, **given: Any) -> "Game":
        """Sets the game up with options and forces; refuses what the rules refuse, with the clause."""

    @classmethod
    def check(cls, **given: Any) -> None:
        """Refuses what `set_up` refuses; games override it where that can be done for less."""
        cls.set_up(**given)

    @classmethod
    @abstractmethod
    def random(cls, rng: Random) -> "Game":
        """A set-up drawn at random from all the game offers, for fuzzing and benchmarks."""

    @classmethod
    def drawn(cls, rng: Random, **given: Any) -> "Game":
        """A fair set-up with the options that are given; games draw what else makes battles differ."""
        return cls.set_up(**given) if given else cls.random(rng)

    @classmethod
    def ending(cls, rng: Random) -> "tuple[Game, State] | None":
        """A small battle and a decision near its end that can be solved exactly; None: the game offers none."""
        return None

    @classmethod
    def pairings(cls) -> list[Pairing]:
        """The sides that should be worth the same; most games have none."""
        return []

    @classmethod
    def data_digest(cls) -> str:
        """What tells the data that the game is played with from any other; empty where nobody can change it."""
        return ""

    def mirrored(self, state: State, outcome: int) -> int:
        """The throw that gives the second of two sides what this one gives the first: who begins, where it starts."""
        return outcome

    @classmethod
    @abstractmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "Game":
        """Sets the game up from the tags of a game file."""

    @classmethod
    def reads(cls, rules: str) -> bool:
        """Says whether battles that were begun under a version of the rules can be played on."""
        return rules == cls.rules or rules in cls.earlier

    @classmethod
    def from_file(cls, rules: str, tags: Mapping[str, str], **local: Any) -> "Game":
        """Sets the game up from the tags of a file, under the reading of the rules that it was begun with.

        A file may come from a stranger: of this machine it uses what its owner gives as `local` options, nothing else.
        """
        with untrusted(**local):
            return cls.from_tags({**cls.earlier.get(rules, {}), **tags})

    @abstractmethod
    def tags(self) -> dict[str, str]:
        """The whole set-up as tags of a game file."""

    @abstractmethod
    def known_tags(self, state: State, seat: int) -> dict[str, str]:
        """As much of the tags as a seat may know in this position; the seat may be `SPECTATOR`."""

    @abstractmethod
    def has_secrets(self, state: State) -> bool:
        """Says whether some seat knows something here that another does not."""

    @abstractmethod
    def start(self) -> State:
        """The first position."""

    def scene(self, rng: Random) -> State | None:
        """A position drawn from those that random play would seldom lead to, or None: begin at the beginning."""
        return None

    @abstractmethod
    def seat_name(self, seat: int) -> Text:
        """What a seat is called in sentences."""

    def paint(self, seat: int) -> str:
        """The colour of a seat's pieces, by its name in the palette."""
        return ("carmine", "prussian")[seat]

    @abstractmethod
    def action(self, state: State, code: int) -> Action:
        """The rich form of an action of the deciding seat."""

    @abstractmethod
    def parse(self, state: State, notation: str) -> int:
        """Reads notation as an action of the deciding seat, legal or not."""

    @abstractmethod
    def why(self, state: State, code: int) -> Refusal | None:
        """Why an action is not legal here, or None when it is."""

    @abstractmethod
    def odds(self, state: State, code: int) -> list[Odds]:
        """The throws a legal action can lead to, with exact odds; empty when it throws nothing."""

    @abstractmethod
    def prompt(self, state: State) -> Text:
        """Who must do what."""

    @abstractmethod
    def event(self, state: State, raw: tuple[Any, ...], seat: int = SPECTATOR) -> Event | None:
        """Puts what `apply` reported into words for a seat or a spectator; None where it may not know.

        `state` is the position in which it is told, at or after the event.
        """

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended, or None while it goes on."""

    def concession(self, seat: int) -> Outcome:
        """How the battle ends when a seat gives up: its opponents win."""
        returns = tuple(self.team_sign(seat, other) for other in range(self.seats))
        winner = next(other for other in range(self.seats) if returns[other] > 0)
        reason = Text("{winner} win: {side} concede", winner=self.seat_name(winner), side=self.seat_name(seat))
        return Outcome(winner, reason, self.concede_clause, returns)

    def turn_of(self, state: State) -> int:
        """The number of the turn that a position belongs to; 0 before the first, and in games without long turns."""
        return 0

    def again(self, before: State, code: int, state: State) -> int | None:
        """What does in a later turn as an action did in an earlier one, legal or not; None for what is done anew."""
        return None

    def team_sign(self, loser: int, seat: int) -> float:
        """What a seat gets when another gives up: -1 with it, +1 against it; games with teams override it."""
        return -1.0 if seat == loser else 1.0

    @abstractmethod
    def write_position(self, state: State) -> str:
        """The whole position as one line of text."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """Reads what `write_position` wrote, or what a person wrote in the same form."""

    @abstractmethod
    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """What a seat sees, as plain data; `seat` in the data is None for a spectator."""

    @abstractmethod
    def text(self, view: dict[str, Any], *, width: int = 80, plain: bool = False) -> str:
        """A view drawn with letters; plain is one fact a line, for screen readers and pipes."""

    @abstractmethod
    def svg(self, view: dict[str, Any]) -> str:
        """A view drawn as a picture."""

    @abstractmethod
    def audit(self, state: State) -> None:
        """Raises BrokenPromise where the position cannot have come from legal play."""

    def disclosed(self, state: State, code: int, notation: str, seat: int) -> str:
        """The notation of an action as a seat or a spectator may know it; games with secret actions blank them."""
        return notation

    def clock(self, state: State) -> Clock | None:
        """The clock that runs for the deciding seat, if there is one; its time adds up over a stretch of decisions."""
        return None

    def about(self, state: State, given: str) -> list[Text]:
        """What there is to know of a piece, a side or a kind, or of all where nothing is given; games may tell none."""
        return []

    def traits(self, view: dict[str, Any], key: str) -> list[Trait]:
        """What a piece on the picture of a view is and can do, each with its clause; nothing for what is no piece."""
        return []

    def remark(self, state: State, code: int) -> Text | None:
        """What is worth knowing of a legal action where many are listed: what it costs, what it risks."""
        return None

    def is_draw(self, state: State) -> bool:
        """Says whether what is thrown now stands for lots that are drawn: their faces are not shown as dice."""
        return False

    def is_reveal(self, raw: tuple[Any, ...]) -> bool:
        """Says whether an event bars taking back: it showed a secret, or an opponent that the rules play acted."""
        return False
