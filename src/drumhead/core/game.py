"""The contract of a game with the table around it: set-up, words, pictures, positions."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from random import Random
from typing import Any, ClassVar, Final

from drumhead.core.actions import Action, Clock, Event, Odds, Outcome, Refusal, Trait
from drumhead.core.errors import SetupError
from drumhead.core.forecast import NO_REACH, Forecast, Plan, Reach
from drumhead.core.i18n.text import Text, joined
from drumhead.core.local_options import grants, names_file, untrusted
from drumhead.core.rulebook.clauses import ClauseBook, read_clauses
from drumhead.core.state import CHANCE, SPECTATOR, State
from drumhead.core.summaries import DiceGroup, Heading, SideStatus, Table, Told

_WORD_START: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing players may agree on before a battle: its default, what it may be, and its clause.

    The type of the default is the type of the option: a bool is a switch, an int a number from `least` to `most`, a str
    one of `choices`, a tuple one value a side, such as armies.
    """

    name: str
    default: Any
    words: Text
    clause: str
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    ready: tuple[str, ...] = ()
    """Names that may be given where a list could be written: ready armies, ready splits."""
    labels: Mapping[str, Text] = field(default_factory=dict, hash=False)
    """What choices and ready names are called; one without a label is called by its own name."""
    only: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, hash=False)
    """Other options, each with the values under which this one means something."""
    secret: str = ""
    """The clause by which a side keeps its choice from the others; empty where none does."""
    local: bool = False
    """Whether a value may name a folder of this machine, or a file in place of a list: closed to strangers."""
    disputed: bool = False
    """Whether it settles a point on which tables differ; set-up pages keep such options apart from the others."""

    @property
    def is_open(self) -> bool:
        """Whether strangers may choose the option; one that can only name a folder is closed to them."""
        return not self.local or isinstance(self.default, tuple)

    @property
    def usual(self) -> Any:
        """The value where none is given: the default, or what the owner of the machine grants strangers."""
        granted = grants() if self.local else None
        return granted.get(self.name, self.default) if granted else self.default

    @property
    def tag(self) -> str:
        """The tag of a game file that holds the option: `max_rounds` is `MaxRounds`."""
        return "".join([word.capitalize() for word in self.name.split("_")])

    def write(self, value: Any) -> str:
        """Returns a value as the text of a tag, which `read` reads back."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return ",".join(value) if isinstance(value, tuple) else str(value)

    def matters(self, chosen: Mapping[str, Any]) -> bool:
        """Returns whether the option means anything beside the other chosen options."""
        return all(chosen[name] in values for name, values in self.only.items())

    def label(self, choice: Any) -> Text:
        """Returns what a choice is called."""
        return self.labels.get(str(choice)) or Text("{choice}", choice=choice)

    def read(self, value: Any) -> Any:
        """Returns a value, given as itself or as text, in the type of the option; raises SetupError for a wrong one."""
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
        """Returns the parts of a value that would be looked for on this machine."""
        if not isinstance(self.default, tuple):
            return [value] if value != self.default else []
        parts = value if isinstance(value, tuple | list) else (value,)
        return [part for part in parts if isinstance(part, str | PathLike) and names_file(str(part))]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides that should be equally strong: their names, the seat of the first, the set-ups in which they meet."""

    one: str
    two: str
    seat: int
    setups: "tuple[Game, ...]"


class Game(ABC):
    """A game set up to be played: options and forces are fixed, and any number of matches may begin from it.

    A game never changes after `set_up`. It holds no position: every method that needs one takes it as `state`. Each
    package under `drumhead.games` offers its subclass as `GAME`.

    What is said, drawn or written for a seat must follow from `state.observe(seat)` alone. The fuzzer (`fuzz`) checks
    this and every other obligation stated here.
    """

    name: ClassVar[str]
    """The name for `load`, files and links: lower case, with hyphens."""
    package: ClassVar[str]
    """The Python package that holds the game, its clause book and its catalogues."""
    title: ClassVar[Text]
    """The name for people."""
    summary: ClassVar[Text]
    """One sentence about the game."""
    rules: ClassVar[str]
    """The version of the rules, which every game file names; raise it when a rule changes its meaning."""
    earlier: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The earlier versions of the rules whose files can be read, each with the tags that restore its reading.

    A file of such a version lacks the tags of options that came later; it is set up with these. A rule that changed
    without an option may make a step of an old file illegal; the reader reports that step.
    """
    options: ClassVar[tuple[Option, ...]]
    """What players may agree on, in the order in which pages and the terminal list it."""
    concede_clause: ClassVar[str]
    """The clause by which a side may give up."""
    concede_any_time: ClassVar[bool] = False
    """Whether a seat may give up while another seat decides or dice are thrown."""
    draw_clause: ClassVar[str] = ""
    """The clause by which the seats may agree on a draw; empty where they may not."""
    phase_ends: ClassVar[frozenset[str]] = frozenset()
    """The notations of actions that end a phase; the table says before them who could still act."""
    shelf: ClassVar[int] = 0
    """The place of the game among the others: lower numbers, the easier games, come first."""
    bound: ClassVar[int]
    """The most decisions and throws that a battle can take; a longer file is refused."""
    advisers: ClassVar[Mapping[str, Text]] = {}
    """Opponents that the rules of the game describe, by name, with a sentence each; `State.advise` plays them."""

    features: ClassVar[tuple[str, ...]] = ()
    """The names of what `State.features` returns, where the weights of `evaluate` can be fitted."""

    chosen: dict[str, Any]
    """The options as chosen, every option by name."""
    seats: int
    """How many seats decide."""
    letters: tuple[str, ...]
    """A short name for every seat, used in notation and files, and one more for an opponent that the rules play."""

    def __repr__(self) -> str:
        """Returns an expression that sets the game up again: by `load`, or by its tags where it has lists of its own.

        A list of troops is written out, so that the expression means the same on another machine; a folder of one's own
        data stays a folder.
        """
        given = {
            option.name: self.chosen[option.name]
            for option in self.options
            if self.chosen[option.name] != option.default
        }
        if not all(_is_plain(option, given[option.name]) for option in self.options if option.name in given):
            return f"all_games()[{self.name!r}].from_tags({self.tags()!r})"
        return f"load({', '.join([repr(self.name), *(f'{name}={value!r}' for name, value in given.items())])})"

    def __eq__(self, other: object) -> bool:
        """Returns whether both are the same game with the same set-up."""
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.tags() == other.tags()

    def __hash__(self) -> int:
        return hash((self.name, *self.tags().items()))

    @classmethod
    def clauses(cls) -> ClauseBook:
        """Returns the clause book of the game."""
        return read_clauses(cls.package)

    @classmethod
    def choose(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Returns every option with its value, given or default; raises SetupError for what is wrong or unknown."""
        known = {option.name: option for option in cls.options}
        for name in given:
            if name not in known:
                raise SetupError(
                    "{game} has no option {name!r}; it has {names}", game=cls.name, name=name, names=", ".join(known)
                )
        return {name: option.read(given[name]) if name in given else option.usual for name, option in known.items()}

    @classmethod
    def options_from_tags(cls, tags: Mapping[str, str]) -> dict[str, Any]:
        """Returns what tags of a game file give, by option; a tag of no option, `DataDigest`, becomes `data_digest`."""
        names = {option.tag.lower(): option.name for option in cls.options}
        return {names.get(tag.lower()) or _WORD_START.sub("_", tag).lower(): value for tag, value in tags.items()}

    def option_tags(self, options: Iterable[Option]) -> dict[str, str]:
        """Returns the tags of options as they are chosen, without those that name things of this machine."""
        return {option.tag: option.write(self.chosen[option.name]) for option in options if not option.local}

    @classmethod
    @abstractmethod
    def set_up(cls, **given: Any) -> "Game":
        """Returns the game set up with options and forces; raises SetupError, with the clause, for what is not allowed.

        `load` calls it. Values may be text; begin with `choose`.
        """

    @classmethod
    def check(cls, **given: Any) -> None:
        """Raises SetupError where `set_up` does; games override it where that can be done for less."""
        cls.set_up(**given)

    @classmethod
    @abstractmethod
    def random(cls, rng: Random) -> "Game":
        """Returns a set-up drawn at random from all that the game offers, for the fuzzer and benchmarks."""

    @classmethod
    def drawn(cls, rng: Random, **given: Any) -> "Game":
        """Returns a fair set-up with the options that are given, for duels; games draw whatever else differs."""
        return cls.set_up(**given) if given else cls.random(rng)

    @classmethod
    def ending(cls, rng: Random) -> "tuple[Game, State] | None":
        """Returns a small battle and a decision near its end that can be solved exactly, or None."""
        return None

    @classmethod
    def pairings(cls) -> list[Pairing]:
        """Returns the sides that should be equally strong, for `drumhead balance`; by default none."""
        return []

    @classmethod
    def data_digest(cls) -> str:
        """Returns a hash of the data that the game is played with; empty where players cannot change it."""
        return ""

    def mirrored(self, state: State, outcome: int) -> int:
        """Returns the outcome that gives the second of two sides what this one gives the first, such as who begins."""
        return outcome

    @classmethod
    @abstractmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "Game":
        """Returns the game set up from what `tags` or `known_tags` wrote; raises SetupError for what is wrong.

        Tags may come from a stranger, see `from_file`.
        """

    @classmethod
    def reads(cls, rules: str) -> bool:
        """Returns whether battles that were begun under a version of the rules can be played on."""
        return rules == cls.rules or rules in cls.earlier

    @classmethod
    def from_file(cls, rules: str, tags: Mapping[str, str], **local: Any) -> "Game":
        """Returns the game set up from the tags of a file, under the reading of the rules that it was begun with.

        A file may come from a stranger: of this machine it uses only what its owner gives as `local` options.
        """
        with untrusted(**local):
            return cls.from_tags({**cls.earlier.get(rules, {}), **tags})

    @abstractmethod
    def tags(self) -> dict[str, str]:
        """Returns the whole set-up as tags of a game file; `from_tags` restores it. Local options are left out."""

    @abstractmethod
    def known_tags(self, state: State, seat: int) -> dict[str, str]:
        """Returns as much of the tags as a seat may know in this position; the seat may be `SPECTATOR`."""

    @abstractmethod
    def has_secrets(self, state: State) -> bool:
        """Returns whether some seat knows something here that another does not."""

    @abstractmethod
    def start(self) -> State:
        """Returns a new first position."""

    def scene(self, rng: Random) -> State | None:
        """Returns a position that random play seldom leads to, for the fuzzer, or None to begin at the beginning."""
        return None

    @abstractmethod
    def seat_name(self, seat: int) -> Text:
        """Returns what a seat is called; the number after the last seat is an opponent that the rules play."""

    def paint(self, seat: int) -> str:
        """Returns the colour of a seat's pieces, by its name in the palette."""
        return ("carmine", "prussian")[seat]

    @abstractmethod
    def action(self, state: State, code: int) -> Action:
        """Returns an action of the deciding seat with its notation, words, clause and steps.

        `parse` reads the notation back as the same code.
        """

    @abstractmethod
    def parse(self, state: State, notation: str) -> int:
        """Returns the code of an action of the deciding seat, legal or not; raises NotationError where it is none.

        Whatever it returns can be given to `why`.
        """

    @abstractmethod
    def why(self, state: State, code: int) -> Refusal | None:
        """Returns why an action is not legal here, with the clause, or None where it is legal.

        The reason must not give away what the deciding seat cannot see: `state` may be an observed position.
        """

    def why_not(self, state: State, chosen: Sequence[str], key: str) -> list[Refusal]:
        """Returns why the deciding seat cannot choose a key of the picture, the most telling reason first.

        `chosen` are the keys chosen before it. The actions that the key could have meant are refused as `why` refuses
        them; a key that cannot mean one is told what it is and what is decided. `state` may be an observed position.
        The answer for a key that can be chosen is of no account. By default there is none, and the table says what is
        asked instead.
        """
        return []

    def decision_clause(self, state: State) -> str:
        """Returns the clause of what is decided or thrown now, which is cited to a seat that has to wait."""
        return self.concede_clause

    @abstractmethod
    def odds(self, state: State, code: int) -> list[Odds]:
        """Returns the throws that a legal action can lead to, with exact odds; empty where it leads to none."""

    def throws_dice(self, state: State, code: int) -> bool:
        """Returns whether `odds` has a throw for a legal action; games override it where that costs less."""
        return bool(self.odds(state, code))

    def forecast(self, state: State, code: int) -> Forecast:
        """Returns what a legal action would do, cost and risk; games add to the default its path, threats and facts.

        `state` may be an observed position: the forecast tells what the deciding seat can know.
        """
        return Forecast(self.action(state, code).words, throws=tuple(self.odds(state, code)))

    def later(self, state: State, code: int) -> State | None:
        """Returns the position later in the same turn in which such an action is decided, if nothing is done before.

        So an attack can be forecast, or its refusal explained, while units still move: it need not be legal there. None
        for an action of no later phase; by default there are none.
        """
        return None

    def reach(self, state: State, key: str) -> Reach:
        """Returns where the piece of a key may go and whom it may attack; nothing if the key is no piece.

        For a piece that may act now this is what its legal actions, and attacks later in the same turn, allow. For any
        other piece, an enemy included, it is what it could do if its side began a turn now: an estimate, because the
        pieces of its own side may still move before it.
        """
        return NO_REACH

    def plans(self, state: State) -> list[Plan]:
        """Returns actions that are often played together here, such as the moves of a whole brigade; by default none.

        The actions of a plan are decisions of the seat to act, without a throw or another seat between them.
        """
        return []

    def is_deployment(self, state: State) -> bool:
        """Returns whether the seat to act forms or places its forces before the battle."""
        return False

    def useful_placement(self, state: State, code: int) -> int:
        """Returns a legal decision of the set-up itself, or one in its place that leaves nobody useless.

        Asked where the computer deploys for a person, as an opponent may overlook much.
        """
        return code

    @abstractmethod
    def prompt(self, state: State) -> Text:
        """Returns one sentence about who must do what."""

    @abstractmethod
    def event(self, state: State, raw: tuple[Any, ...], seat: int = SPECTATOR) -> Event | None:
        """Returns what `State.apply` reported in words for a seat, or None where the seat may not know.

        `state` is the position in which it is told, at or after the event.
        """

    # What happened, for the log and the dice of the table. `before` is the position in which a step was played, as the
    # seat that is told knows it.

    def prompt_for(self, state: State, seat: int) -> Text:
        """Returns a sentence for a seat about who must do what; one that does not decide is told whom it waits for.

        `state` is what the seat knows. A spectator is told what is asked of whoever decides.
        """
        if seat in (state.player, SPECTATOR) or state.player < 0:
            return self.prompt(state)
        return Text("Waiting for {side}", side=self.seat_name(state.player))

    def is_plural(self, seat: int) -> bool:
        """Returns whether the name of a seat takes a plural verb: Orcs win, Red wins."""
        return False

    def dice(self, before: State, faces: Sequence[int]) -> list[DiceGroup]:
        """Returns the dice of a throw in groups, every die once, in the order of `State.throw`, with what they did."""
        sides = before.throw()
        return [DiceGroup(CHANCE, "", Text("the dice"), tuple(faces), sides, (None,) * len(faces), dice_list(faces))]

    def told(self, before: State, code: int, events: Sequence[Event], seat: int = SPECTATOR) -> Told:
        """Returns a decision as a sentence for a seat; one without words where `events`, which it is told, say it."""
        if events:
            return Told(Text(""))
        words = Text("{side}: {words}", side=self.seat_name(before.player), words=self.action(before, code).words)
        return Told(words)

    def heading(self, state: State) -> Heading:
        """Returns the turn that a position belongs to, such as "Turn 5 · Red"."""
        turn = self.turn_of(state)
        return Heading(turn, Text("Turn {n}", n=turn) if turn else Text("Set-up"))

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Returns how the battle ended, or None while it goes on."""

    def concession(self, seat: int) -> Outcome:
        """Returns how the battle ends when a seat gives up: its opponents win."""
        returns = tuple(self.team_sign(seat, other) for other in range(self.seats))
        winner = next(other for other in range(self.seats) if returns[other] > 0)
        reason = Text("{winner} win: {side} concede", winner=self.seat_name(winner), side=self.seat_name(seat))
        return Outcome(winner, reason, self.concede_clause, returns)

    def turn_of(self, state: State) -> int:
        """Returns the number of the turn; 0 before the first, and in games without long turns."""
        return 0

    def again(self, before: State, code: int, state: State) -> int | None:
        """Returns the action that repeats one of an earlier turn, legal or not; None where nothing can be repeated.

        `before` is the position in which `code` was played, `state` the present one. The terminal's `again` uses it.
        """
        return None

    def team_sign(self, loser: int, seat: int) -> float:
        """Returns what a seat gets when `loser` loses: -1 on the same side, +1 on another."""
        return -1.0 if seat == loser else 1.0

    def side_of(self, seat: int) -> frozenset[int]:
        """The seats that win and lose together with a seat, this one included."""
        return frozenset(other for other in range(self.seats) if self.team_sign(seat, other) < 0)

    @abstractmethod
    def write_position(self, state: State) -> str:
        """Returns the whole position as one line of text, or what is known of an observed one."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """Returns the position that `write_position` wrote, or a person in the same form.

        Raises NotationError for what cannot be read, with the clause for what cannot be.
        """

    @abstractmethod
    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """Returns what a seat, or `SPECTATOR`, sees as plain data, ready for JSON. `text` and `svg` draw it."""

    @abstractmethod
    def text(self, view: dict[str, Any], *, width: int = 80, plain: bool = False) -> str:
        """Returns a view in letters, at most `width` wide; plain is one fact a line, for screen readers and pipes."""

    @abstractmethod
    def svg(self, view: dict[str, Any]) -> str:
        """Returns a view as an SVG picture; docs/adding-a-game.md states what the table expects of it."""

    def board(self, view: dict[str, Any]) -> str:
        """Returns the battlefield of a view alone as SVG, for a table that shows `status` and `tables` itself.

        Its view box is the same during a whole battle. By default it is the picture of `svg`.
        """
        return self.svg(view)

    def status(self, view: dict[str, Any]) -> list[SideStatus]:
        """Returns how each side stands, for a line above the battlefield; by default nothing."""
        return []

    def round_words(self, view: dict[str, Any]) -> Text | None:
        """Returns how far the battle is, such as "Round 3", or None where a game has no rounds."""
        return None

    def tables(self, view: dict[str, Any]) -> list[Table]:
        """Returns what players look up, such as the values of unit types; by default nothing."""
        return []

    @abstractmethod
    def audit(self, state: State) -> None:
        """Raises BrokenPromise, with the clause, where the position cannot have come from legal play."""

    def disclosed(self, state: State, code: int, notation: str, seat: int) -> str:
        """Returns the notation of an action as a seat may know it; games with secret actions blank them."""
        return notation

    def clock(self, state: State) -> Clock | None:
        """Returns the clock that runs for the deciding seat, or None; its time adds up over a stretch of decisions."""
        return None

    def about(self, state: State, given: str) -> list[Text]:
        """Returns sentences about a piece, a side or a kind, or about all where `given` is empty, for the terminal."""
        return []

    def traits(self, view: dict[str, Any], key: str) -> list[Trait]:
        """Returns what a piece on the picture is and can do, each with its clause; nothing if the key is no piece."""
        return []

    def remark(self, state: State, code: int) -> Text | None:
        """Returns what a legal action costs or risks, for long lists, or None."""
        return None

    def is_draw(self, state: State) -> bool:
        """Returns whether the throw stands for drawing lots, whose faces are not shown as dice."""
        return False

    def is_reveal(self, raw: tuple[Any, ...]) -> bool:
        """Returns whether an event bars undo: it showed a secret, or an opponent that the rules play acted."""
        return False


def dice_list(faces: Iterable[int]) -> Text:
    """Returns the faces of dice as a caption has them: 4, 4."""
    return Text("{faces}", faces=", ".join(map(str, faces)))


def _is_plain(option: Option, value: Any) -> bool:
    """Returns whether a value is a number, a switch, a folder or something known by its name, and no list."""
    if isinstance(value, tuple):
        return all(_is_plain(option, part) for part in value)
    if isinstance(value, str):
        return value in option.choices or value in option.ready or not option.is_open
    return isinstance(value, int)
