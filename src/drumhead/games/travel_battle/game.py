"""TravelBattle as the table around it sees it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from drumhead.core.actions import Action, Event, Odds, Outcome, Refusal, Trait
from drumhead.core.errors import BrokenPromise, NotationError, SetupError
from drumhead.core.forecast import Forecast, Plan, Reach
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.local_options import list_text, names_file
from drumhead.core.state import OVER, SPECTATOR, State
from drumhead.core.summaries import DiceGroup, Heading, SideStatus, Table, Told
from drumhead.games.travel_battle.army.brigades import (
    AT_THE_TABLE,
    Brigades,
    check_brigades,
    preset,
    presets,
    random_brigades,
    read_brigades,
    ready_made,
    write_brigades,
)
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.draw import ascii_board, picture, status, view
from drumhead.games.travel_battle.engine.audit import audit
from drumhead.games.travel_battle.engine.encoding import AT_MOVE, DRAW
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.notation.position import Reader, write_position
from drumhead.games.travel_battle.refusals import pointing, why
from drumhead.games.travel_battle.rules.setup import linked_placement
from drumhead.games.travel_battle.text import (
    actions,
    decisions,
    dice_words,
    events,
    forecast,
    forecast_plans,
    forecast_reach,
    odds,
    piece_facts,
)
from drumhead.games.travel_battle.text.events import ENDINGS
from drumhead.games.travel_battle.text.names import LETTERS, SIDES
from drumhead.games.travel_battle.text.prompts import prompt
from drumhead.games.travel_battle.value.endgames import written_ending
from drumhead.games.travel_battle.value.evaluate import FEATURES
from drumhead.games.travel_battle.value.midgames import random_scene


class TravelBattle(Game):
    """A battle between two armies of three brigades, set up and ready to be fought."""

    name: ClassVar[str] = "travel-battle"
    package: ClassVar[str] = __package__
    title: ClassVar[Text] = Text("TravelBattle")
    summary: ClassVar[Text] = Text(
        "command brigades of infantry, cavalry and guns in the age of Napoleon, on a board that folds up small"
    )
    rules: ClassVar[str] = "2"
    earlier: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "1": {"SafeGuns": "off", "Sight": "heights", "FireStops": "everything", "LeavingSquare": "at-once"}
    }
    concede_clause: ClassVar[str] = "TB-2.2"
    concede_any_time: ClassVar[bool] = True
    draw_clause: ClassVar[str] = "TB-2.2"
    phase_ends: ClassVar[frozenset[str]] = frozenset({"end-movement", "end-fire"})
    bound: ClassVar[int] = 120_000
    features: ClassVar[tuple[str, ...]] = FEATURES
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "brigades",
            (AT_THE_TABLE, AT_THE_TABLE),
            Text("how each side splits its army: at the table, a ready-made split, a file or a list"),
            "TB-1.2",
            ready=(AT_THE_TABLE, *presets()),
            labels={
                AT_THE_TABLE: Text("formed at the table"),
                **{name: Text(split.name) for name, split in presets().items()},
            },
            local=True,
        ),
        Option("horse_artillery", default=False, words=Text("guns may ride with cavalry"), clause="TB-9.1"),
        Option(
            "buildings",
            "any",
            Text("who may enter buildings"),
            "TB-9.2",
            choices=("any", "infantry"),
            labels={"any": Text("anybody"), "infantry": Text("infantry only")},
        ),
        Option(
            "guns_near_combat",
            default=False,
            words=Text("guns beside a fight may fire"),
            clause="TB-5.5",
            disputed=True,
        ),
        Option(
            "safe_guns",
            default=True,
            words=Text("guns beside a fight are not fired at"),
            clause="TB-5.5",
            only={"guns_near_combat": (False,)},
            disputed=True,
        ),
        Option(
            "sight",
            "cover",
            Text("what guns on hills, and guns that fire up at hills, see over"),
            "TB-5.3",
            choices=("cover", "heights"),
            labels={"cover": Text("units only"), "heights": Text("hills, buildings and woods too")},
            disputed=True,
        ),
        Option(
            "fire_stops",
            "movement",
            Text("what a unit turned by fire does not do in its next turn"),
            "TB-7.1",
            choices=("movement", "everything"),
            labels={"movement": Text("move"), "everything": Text("move, fire, form square or attack")},
            disputed=True,
        ),
        Option(
            "leaving_square",
            "turn",
            Text("when a unit that leaves square is out of it"),
            "TB-4.1",
            choices=("turn", "at-once"),
            labels={"turn": Text("when its turn ends"), "at-once": Text("at once")},
            disputed=True,
        ),
        Option(
            "max_turns",
            80,
            Text("after this turn the battle is decided; 0: only after 40 turns without a loss"),
            "TB-8.2",
            least=0,
            most=200,
        ),
    )

    def __init__(self, brigades: tuple[Brigades | None, Brigades | None], chosen: dict[str, Any]) -> None:
        self.brigades = brigades
        """The brigades that each side brings, or nothing where it forms them at the table."""
        self.chosen = chosen
        self.seats = 2
        self.letters = LETTERS
        self.force = Force.of_brigades(brigades, chosen)

    @classmethod
    def set_up(cls, **given: Any) -> "TravelBattle":
        """[TB-1.2, TB-9.1, TB-9.3] Sets up a battle; each side forms its brigades at the table or brings them.

        One split serves both sides.
        """
        chosen = cls.choose(given)
        named = chosen["brigades"]
        if isinstance(named, str | Brigades):
            named = (named,)
        horse = chosen["horse_artillery"]
        if any("|" in str(part) for part in named) and all(isinstance(part, str) for part in named):
            named = _sides(named, horse_artillery=horse)
        if len(named) not in (1, 2):
            raise SetupError("a battle takes two splits into brigades", "TB-1.2")
        one, other = (_brigades(split, horse_artillery=horse) for split in (named[0], named[-1]))
        return cls((one, other), chosen)

    @classmethod
    def random(cls, rng: Random) -> "TravelBattle":
        """Any two splits, ready-made or not, under any options."""
        horse = rng.random() < 0.5
        ready = ready_made(horse_artillery=horse)
        splits: list[str | Brigades] = []
        for _ in range(2):
            if rng.random() < 0.4:
                splits.append(AT_THE_TABLE)
            else:
                splits.append(rng.choice(ready) if rng.random() < 0.4 else random_brigades(rng, horse_artillery=horse))
        return cls.set_up(
            brigades=tuple(splits),
            horse_artillery=horse,
            buildings=rng.choice(("any", "infantry")),
            guns_near_combat=rng.random() < 0.5,
            safe_guns=rng.random() < 0.7,
            sight=rng.choice(("cover", "cover", "heights")),
            fire_stops=rng.choice(("movement", "movement", "everything")),
            leaving_square=rng.choice(("turn", "turn", "at-once")),
            max_turns=rng.randint(1, 20) if rng.random() < 0.1 else rng.choice((0, 80)),
        )

    @classmethod
    def drawn(cls, rng: Random, **given: Any) -> "TravelBattle":
        """[TB-9.3] The usual battle with the options that are given; how each side splits its army is drawn."""
        if "brigades" not in given:
            ready = ready_made(horse_artillery=cls.choose(given)["horse_artillery"])
            given["brigades"] = (rng.choice(ready), rng.choice(ready))
        return cls.set_up(**given)

    @classmethod
    def ending(cls, rng: Random) -> tuple[Game, State]:
        """The last turn of a battle, or the last but one, with one or two units left on each side."""
        while True:
            buildings = rng.choice(("any", "infantry"))
            game = cls.set_up(buildings=buildings, guns_near_combat=rng.random() < 0.5, max_turns=rng.choice((1, 1, 2)))
            try:
                return game, game.read_position(written_ending(rng))
            except (NotationError, SetupError):
                continue  # a piece where it may not stand

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "TravelBattle":
        """Sets a battle up from the tags of a game file."""
        given = cls.options_from_tags(tags)
        splits = [given.pop(f"brigades{number}", "") for number in (1, 2)]
        if not all(splits):
            raise SetupError("the file names no brigades: it needs Brigades1 and Brigades2")
        horse = cls.choose(given)["horse_artillery"]
        # A game file may come from a stranger: it may name a ready-made split, never a file of this machine.
        named = [
            split if split.lower() in (AT_THE_TABLE, *presets()) else read_brigades(split, horse_artillery=horse)
            for split in splits
        ]
        return cls.set_up(**{**given, "brigades": tuple(named)})

    def tags(self) -> dict[str, str]:
        """Returns the whole set-up as tags."""
        return {
            "Brigades1": _written(self.brigades[0]),
            "Brigades2": _written(self.brigades[1]),
            **self.option_tags(self.options),
        }

    def known_tags(self, state: State, seat: int) -> dict[str, str]:
        """The whole set-up: nothing is hidden."""
        return self.tags()

    def has_secrets(self, state: State) -> bool:
        """Nothing is hidden in this game."""
        return False

    def start(self) -> State:
        """The boards are yet to be chosen."""
        return Battle(self.force)

    def scene(self, rng: Random) -> State | None:
        """A position from the thick of a battle, every other time."""
        return random_scene(self.force, rng) if rng.random() < 0.5 else None

    def seat_name(self, seat: int) -> Text:
        """What a side is called."""
        return SIDES[seat]

    def action(self, state: State, code: int) -> Action:
        """Returns an action with its notation, words, clause and steps."""
        return actions.rich(self._battle(state).force, code)

    def parse(self, state: State, notation: str) -> int:
        """Reads the notation of an action, legal or not."""
        return actions.parse(notation)

    def why(self, state: State, code: int) -> Refusal | None:
        """Returns why an action is not legal, or None if it is."""
        battle = self._battle(state)
        return None if code in battle.legal() or battle.accepts(code) else why.why(battle, code)

    def why_not(self, state: State, chosen: Sequence[str], key: str) -> list[Refusal]:
        """[TB-2.1] Returns why a piece, a square or a brigade cannot be chosen."""
        return pointing.why_not(self._battle(state), chosen, key)

    def decision_clause(self, state: State) -> str:
        """[TB-2.1] Returns the clause of what is decided, or that of the turn."""
        return self._battle(state).pending().kind.clause or "TB-2.1"

    def odds(self, state: State, code: int) -> list[Odds]:
        """Returns the throws an action leads to, with exact odds."""
        return odds.odds(self._battle(state), code)

    def throws_dice(self, state: State, code: int) -> bool:
        """Returns whether an action leads to a throw of the battle."""
        return odds.throws_dice(self._battle(state), code)

    def forecast(self, state: State, code: int) -> Forecast:
        """[TB-3.1, TB-5.3, TB-6.3] The way of a move, who could strike, what it could attack; sight and dice."""
        battle = self._battle(state)
        return forecast.forecast(battle, code, odds.odds(battle, code))

    def later(self, state: State, code: int) -> State | None:
        """[TB-2.1] The fire or the combats of this turn, as all stand now."""
        return forecast.later(self._battle(state), code)

    def reach(self, state: State, key: str) -> Reach:
        """[TB-3.1, TB-5.1, TB-6.1] Where a piece may go and whom it may strike."""
        return forecast_reach.reach(self._battle(state), key)

    def plans(self, state: State) -> list[Plan]:
        """[TB-2.1, TB-6.2] Moves of whole brigades, and all who may join a combat."""
        return forecast_plans.plans(self._battle(state))

    def is_deployment(self, state: State) -> bool:
        """[TB-1.2, TB-1.3, TB-1.4] Boards, brigades and the placing of pieces."""
        return state.player >= 0 and self._battle(state).turn_step() < AT_MOVE

    def useful_placement(self, state: State, code: int) -> int:
        """[TB-3.3] Returns a placement, or one near it that does not cut a piece off from its brigade."""
        return linked_placement(self._battle(state), code, state.legal())

    def prompt(self, state: State) -> Text:
        """Returns who must decide or throw what."""
        return prompt(self._battle(state))

    def event(self, state: State, raw: tuple[Any, ...], seat: int = SPECTATOR) -> Event | None:
        """[TB-1.7] An event in words; all that happens is open to all."""
        return events.EVENTS.tell(raw, self._battle(state).force)

    def dice(self, before: State, faces: Sequence[int]) -> list[DiceGroup]:
        """[TB-5.2, TB-6.3] Returns the dice of a throw with those that count."""
        return dice_words.dice(self._battle(before), faces)

    def told(self, before: State, code: int, events: Sequence[Event], seat: int = SPECTATOR) -> Told:
        """[TB-1.7] Returns a decision in a sentence; all may know it."""
        return decisions.told(self._battle(before), code, has_events=bool(events))

    def heading(self, state: State) -> Heading:
        """[TB-2.1] Returns the turn and whose it is."""
        return decisions.heading(self._battle(state))

    def outcome(self, state: State) -> Outcome | None:
        """[TB-8.1, TB-8.2] Who won, and why."""
        battle = self._battle(state)
        if not battle.ended():
            return None
        end = battle.pending()
        winner, reason = end["winner"], end["reason"]
        words, clause = ENDINGS[reason]
        returns = tuple(battle.returns())
        if winner == DRAW:
            return Outcome(OVER, Text("a draw: {reason}", reason=words), clause, returns)
        return Outcome(winner, Text("{side} wins: {reason}", side=SIDES[winner], reason=words), clause, returns)

    def concession(self, seat: int) -> Outcome:
        """[TB-2.2] The other side wins."""
        reason = Text("{side} concedes", side=SIDES[seat])
        return Outcome(1 - seat, reason, self.concede_clause, tuple(self.team_sign(seat, other) for other in (0, 1)))

    def turn_of(self, state: State) -> int:
        """[TB-2.1] Turns are counted over both sides."""
        return self._battle(state).turn

    def again(self, before: State, code: int, state: State) -> int | None:
        """The same unit moves the same way from where it is, or changes formation; fire and combat are made anew."""
        return actions.again(self._battle(before), code, self._battle(state))

    def write_position(self, state: State) -> str:
        """The position on one line."""
        return write_position(self._battle(state))

    def read_position(self, text: str) -> State:
        """Reads a position; its brigades need not be those of the set-up."""
        try:
            battle = Reader(text, self.force).read()
            audit(battle)
            written = battle.pack()
            battle.resume()
            if battle.pack() != written:  # steps that take no decision were still to be done
                audit(battle)
        except BrokenPromise as broken:
            raise SetupError(Text("the position cannot be: {broken}", broken=broken), broken.clause) from None
        except (AssertionError, IndexError, KeyError):
            raise NotationError("what is pending does not fit the position") from None
        return battle

    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """Returns the position as plain data for a seat or SPECTATOR."""
        return view.view(self._battle(state), seat)

    def traits(self, view: dict[str, Any], key: str) -> list[Trait]:
        """[TB-3.1, TB-6.5] What a piece can do."""
        return piece_facts.traits(view, key)

    def text(self, view: dict[str, Any], *, width: int = 80, plain: bool = False) -> str:
        """Draws a view with letters."""
        return ascii_board.text(view, width=width, plain=plain)

    def svg(self, view: dict[str, Any]) -> str:
        """Draws a view as SVG."""
        return picture.svg(view)

    def board(self, view: dict[str, Any]) -> str:
        """Returns both boards with the pieces upon them as a picture, without banners."""
        return picture.svg(view, header=False)

    def status(self, view: dict[str, Any]) -> list[SideStatus]:
        """Returns eliminated brigades and units of each side."""
        return status.status(view)

    def round_words(self, view: dict[str, Any]) -> Text:
        """Returns the turn and its step."""
        return status.round_words(view)

    def tables(self, view: dict[str, Any]) -> list[Table]:
        """Returns the strength of every brigade."""
        return status.tables(view)

    def audit(self, state: State) -> None:
        """Checks that the position can have come from legal play."""
        audit(self._battle(state))

    @staticmethod
    def _battle(state: State) -> Battle:
        assert isinstance(state, Battle)
        return state


def _written(split: Brigades | None) -> str:
    return AT_THE_TABLE if split is None else write_brigades(split, one_line=True)


def _sides(parts: tuple[str, ...], *, horse_artillery: bool) -> tuple[str, ...]:
    """[TB-1.2] One or two splits whose brigades may have been cut at their commas, put together again."""
    refused: SetupError | None = None
    for cut in range(len(parts)):
        sides = [", ".join(side) for side in (parts[:cut], parts[cut:]) if side]
        try:
            for side in sides:
                _brigades(side, horse_artillery=horse_artillery)
        except SetupError as error:
            refused = refused or error
        else:
            return tuple(sides)
    if refused is not None and len(parts) > 2:
        raise refused
    return parts


def _brigades(given: object, *, horse_artillery: bool) -> Brigades | None:
    """[TB-1.2, TB-9.3] A split given as itself, as a ready-made one's name, as a file or as a list; or none yet."""
    if isinstance(given, Brigades):
        check_brigades(given, horse_artillery=horse_artillery)
        return given
    text = str(given).strip()
    if text.lower() == AT_THE_TABLE:
        return None
    if text.lower() in presets():
        return _brigades(preset(text), horse_artillery=horse_artillery)
    if "|" not in text and "\n" not in text and not names_file(text):
        return preset(text)
    text = list_text(text, Text("the split {text} cannot be read", text=text))
    return read_brigades(text, horse_artillery=horse_artillery)
