"""Pocket Battles as the table around it sees it."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from drumhead.core.actions import Action, Event, Odds, Outcome, Refusal, Trait
from drumhead.core.errors import BrokenPromise, SetupError
from drumhead.core.forecast import Forecast, Reach
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.local_options import list_text
from drumhead.core.state import SPECTATOR, State
from drumhead.core.summaries import DiceGroup, Heading, SideStatus, Table, Told
from drumhead.games.pocket_battles.army.force import Force, Terms
from drumhead.games.pocket_battles.army.lists import Army, check_army, read_army, ready_armies, ready_army, write_army
from drumhead.games.pocket_battles.army.random_army import random_army
from drumhead.games.pocket_battles.army.tiles import ARMIES, ARMY_NAMES
from drumhead.games.pocket_battles.draw import ascii_board, picture, status, view
from drumhead.games.pocket_battles.engine.audit import audit
from drumhead.games.pocket_battles.engine.hidden import hidden
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.notation.position_reader import PositionReader
from drumhead.games.pocket_battles.notation.position_writer import write_position
from drumhead.games.pocket_battles.refusals import pointing, why
from drumhead.games.pocket_battles.text import decisions, dice_words, events, forecast, forecast_reach, odds, unit_facts
from drumhead.games.pocket_battles.text.actions import Script
from drumhead.games.pocket_battles.text.costs import cost_words
from drumhead.games.pocket_battles.text.events import ENDINGS
from drumhead.games.pocket_battles.text.names import Names, side_name
from drumhead.games.pocket_battles.text.prompts import prompt
from drumhead.games.pocket_battles.value.endgames import play_to_ending
from drumhead.games.pocket_battles.value.evaluate import FEATURES


class PocketBattles(Game):
    """A battle between two armies, set up and ready to be fought."""

    name: ClassVar[str] = "pocket-battles"
    package: ClassVar[str] = __package__
    title: ClassVar[Text] = Text("Pocket Battles")
    summary: ClassVar[Text] = Text(
        "lead a small army of antiquity or fantasy; the same few tokens give orders and mark wounds"
    )
    rules: ClassVar[str] = "2"
    earlier: ClassVar[Mapping[str, Mapping[str, str]]] = {"1": {"Tough": "aimed", "Rulings": "1"}}
    concede_clause: ClassVar[str] = "PB-8.1"
    concede_any_time: ClassVar[bool] = True
    phase_ends: ClassVar[frozenset[str]] = frozenset({"pass"})
    # Without a last round a battle is judged when no troop falls for 20 rounds. There are at most 120 troops; a round
    # has some 40 turns at most, and a turn seldom more than 30 steps.
    bound: ClassVar[int] = 20 * 121 * 40 * 30
    features: ClassVar[tuple[str, ...]] = FEATURES
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "armies",
            ("orcs-50", "elves-50"),
            Text("the two armies: ready ones, files or lists"),
            "PB-1.1",
            ready=tuple(ready_armies()),
            labels={
                name: Text("{army} {size}: {name}", army=ARMY_NAMES[army.armies[0]], size=army.size, name=army.name)
                for name, army in ready_armies().items()
            },
            secret="PB-1.6",
            local=True,
        ),
        Option("size", 0, Text("points of each army; 0: as many as the armies have"), "PB-1.2", least=0, most=120),
        Option("edition", "2010", Text("which edition's rules"), "PB-7.8", choices=("2010", "2009")),
        Option(
            "bonus_dice",
            "best",
            Text("several traits +X of one kind: the best of them counts, or their sum"),
            "PB-9.6",
            choices=("best", "sum"),
            labels={"best": Text("the best"), "sum": Text("their sum")},
            disputed=True,
        ),
        Option("mixed", default=False, words=Text("armies may draw from two boxes"), clause="PB-1.7"),
        Option(
            "max_rounds",
            20,
            Text("the battle is decided after this many rounds; 0: no limit"),
            "PB-8.4",
            least=0,
            most=99,
        ),
        Option(
            "prestige",
            "troop",
            Text("Prestige and Leader hold for their troop or for its whole unit"),
            "PB-9.20",
            choices=("troop", "unit"),
            labels={"troop": Text("for the troop"), "unit": Text("for the unit")},
            disputed=True,
        ),
        Option(
            "separation",
            "last",
            Text("a unit goes back to its Front when its last enemy in contact is gone, or any that it fought"),
            "PB-6.13",
            choices=("last", "any"),
            labels={"last": Text("the last enemy"), "any": Text("any enemy, by the letter")},
            disputed=True,
        ),
        Option(
            "tough",
            "struck",
            Text("in an engagement that is shot into, Tough helps every enemy unit that is hit, or only the target"),
            "PB-9.27",
            choices=("struck", "aimed"),
            labels={"struck": Text("every unit that is hit"), "aimed": Text("the target")},
            disputed=True,
        ),
        Option(
            "rulings",
            "2",
            Text("the rulings of this version, or those of rules 1"),
            "PB-1.9",
            choices=("2", "1"),
            labels={"2": Text("of this version"), "1": Text("of rules 1")},
            disputed=True,
        ),
    )

    def __init__(self, armies: tuple[Army, Army], chosen: dict[str, Any]) -> None:
        self.armies = armies
        self.chosen = chosen
        self.seats = 2
        first, second = (army.letter for army in armies)
        self.letters = (first, second) if first != second and "X" not in (first, second) else ("A", "B")
        self.force = Force.of_armies(armies, Terms(chosen))
        self._names: dict[int, tuple[Force, Names]] = {}

    @classmethod
    def set_up(cls, **given: Any) -> "PocketBattles":
        """[PB-1.1, PB-1.2] Sets up a battle; the armies agree on one size."""
        chosen = cls.choose(given)
        named = chosen["armies"]
        if isinstance(named, str) or len(named) != 2:
            raise SetupError("a battle takes two armies", "PB-1.1")
        size = chosen["size"] or None
        armies = tuple(_army(army, size, mixed=chosen["mixed"]) for army in named)
        if armies[0].size != armies[1].size:
            raise SetupError(
                "the armies are for battles of {one} and {other} points; agree on a size",
                "PB-1.2",
                one=armies[0].size,
                other=armies[1].size,
            )
        return cls((armies[0], armies[1]), {**chosen, "size": armies[0].size})

    @classmethod
    def random(cls, rng: Random) -> "PocketBattles":
        """Returns any two armies at any size, ready or random, under any options."""
        mixed = rng.random() < 0.2
        size = rng.randrange(20, 121, 10)
        armies = []
        for _ in range(2):
            if rng.random() < 0.2:
                armies.append(rng.choice([army for army in ready_armies().values() if army.dp <= size] or [None]))
            else:
                armies.append(None)
            if armies[-1] is None:
                box = tuple(rng.sample(ARMIES, 2)) if mixed and rng.random() < 0.6 else rng.choice(ARMIES)
                armies[-1] = random_army(box, size, rng)  # type: ignore[arg-type]
        return cls.set_up(
            armies=tuple(armies),
            size=size,
            mixed=mixed,
            edition=rng.choice(("2010", "2009")),
            bonus_dice=rng.choice(("best", "sum")),
            max_rounds=rng.choice((0, 1, 5, 20, 20)),
            prestige=rng.choice(("troop", "troop", "unit")),
            separation=rng.choice(("last", "last", "any")),
            tough=rng.choice(("struck", "struck", "aimed")),
            rulings=rng.choice(("2", "2", "2", "1")),
        )

    @classmethod
    def drawn(cls, rng: Random, **given: Any) -> "PocketBattles":
        """Two ready armies of one size where none are given, or random ones of the size that is given."""
        if "armies" not in given and "size" in given:
            boxes = rng.sample(ARMIES, 2)
            given["armies"] = tuple(random_army(box, cls.choose(given)["size"], rng) for box in boxes)
        elif "armies" not in given:
            size = rng.choice(sorted({army.size for army in ready_armies().values()}))
            given["armies"] = tuple(rng.sample([name for name, army in ready_armies().items() if army.size == size], 2))
        return cls.set_up(**given)

    @classmethod
    def ending(cls, rng: Random) -> tuple[Game, State]:
        """Returns the last round of a battle of 20 points, with one or two units left on each side."""
        while True:
            armies = tuple(random_army(box, 20, rng) for box in rng.sample(ARMIES, 2))
            game = cls.set_up(armies=armies, size=20, max_rounds=rng.choice((1, 2)))
            state = Battle(game.force)
            if play_to_ending(state, rng):
                return game, state

    @classmethod
    def bench_setups(cls) -> list[Game]:
        """Returns every ready army of 80 points against two others: all 28 traits are in play."""
        names = [name for name, army in ready_armies().items() if army.size == 80]
        pairs = [(name, names[(index + shift) % len(names)]) for index, name in enumerate(names) for shift in (1, 5)]
        return [cls.set_up(armies=pair) for pair in pairs]

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "PocketBattles":
        """Sets a battle up from the tags of a game file; armies may be known only by their tops."""
        given = cls.options_from_tags(tags)
        lists = [given.pop(f"army{number}", "") for number in (1, 2)]
        if not all(lists):
            raise SetupError("the file names no armies: it needs Army1 and Army2")
        chosen = cls.choose({**given, "armies": tuple(lists)})
        read = [
            read_army(text, size=chosen["size"] or None, mixed=chosen["mixed"], hidden="+" in text) for text in lists
        ]
        return cls((read[0], read[1]), {**chosen, "size": read[0].size})

    def tags(self) -> dict[str, str]:
        """Returns the whole set-up."""
        return self._tags(self.armies)

    def known_tags(self, state: State, seat: int) -> dict[str, str]:
        """[PB-1.6] Returns the set-up without what lies below the tops of the others' stacks."""
        battle = self._battle(state)
        if battle.is_revealed():
            return self.tags()
        seen = hidden(self.force, seat)
        half = seen.last[0]
        armies = (
            Army(self.armies[0].size, seen.units[:half], self.armies[0].name if seat == 0 else ""),
            Army(self.armies[1].size, seen.units[half:], self.armies[1].name if seat == 1 else ""),
        )
        return self._tags(armies)

    def _tags(self, armies: tuple[Army, Army]) -> dict[str, str]:
        return {
            "Army1": write_army(armies[0], one_line=True).replace('"', "'"),
            "Army2": write_army(armies[1], one_line=True).replace('"', "'"),
            **self.option_tags(self.options),
        }

    def has_secrets(self, state: State) -> bool:
        """[PB-1.6] Until the reveal each side knows its own stacks."""
        return not self._battle(state).is_revealed()

    def start(self) -> State:
        """Returns the position before anything is placed."""
        return Battle(self.force)

    def seat_name(self, seat: int) -> Text:
        """Returns what a side is called."""
        return side_name(self.force, seat, self.letters)

    def action(self, state: State, code: int) -> Action:
        """Returns the rich form of an action."""
        battle = self._battle(state)
        return Script(self.names(battle)).action(battle, code)

    def parse(self, state: State, notation: str) -> int:
        """Reads an action."""
        battle = self._battle(state)
        return Script(self.names(battle)).parse(battle, notation)

    def why(self, state: State, code: int) -> Refusal | None:
        """Returns why an action is not legal, or None."""
        battle = self._battle(state)
        return None if code in battle.legal() else why.why(battle, self.names(battle), code)

    def why_not(self, state: State, chosen: Sequence[str], key: str) -> list[Refusal]:
        """[PB-4.2] Returns why a unit, a troop or a zone cannot be chosen."""
        battle = self._battle(state)
        return pointing.why_not(battle, self.names(battle), chosen, key)

    def decision_clause(self, state: State) -> str:
        """[PB-4.1] Returns the clause of what is decided, or that of the turns."""
        return self._battle(state).pending().kind.clause or "PB-4.1"

    def odds(self, state: State, code: int) -> list[Odds]:
        """Returns the throws an action leads to."""
        battle = self._battle(state)
        return odds.odds(battle, self.names(battle), code)

    def throws_dice(self, state: State, code: int) -> bool:
        """Returns whether an action leads to a throw."""
        return odds.throws_dice(self._battle(state), code)

    def forecast(self, state: State, code: int) -> Forecast:
        """[PB-4.4, PB-6.9, PB-6.16] Returns what an order costs, who may react to it and who strikes back."""
        battle = self._battle(state)
        names, words = self.names(battle), self.action(state, code).words
        return forecast.forecast(battle, names, code, words, odds.odds(battle, names, code))

    def reach(self, state: State, key: str) -> Reach:
        """[PB-5.1, PB-6.8, PB-7.1] Returns where a unit may go and whom it may attack."""
        battle = self._battle(state)
        return forecast_reach.reach(battle, self.names(battle), key)

    def is_deployment(self, state: State) -> bool:
        """[PB-3.2] Returns whether units are being placed."""
        return state.player >= 0 and not self._battle(state).is_revealed()

    def prompt(self, state: State) -> Text:
        """Returns the open question and whom it is put to."""
        battle = self._battle(state)
        return prompt(battle, self.names(battle))

    def event(self, state: State, raw: tuple[Any, ...], seat: int = SPECTATOR) -> Event | None:
        """[PB-6.22] Returns an event in words; nothing that happens is secret."""
        return events.EVENTS.tell(raw, self.names(self._battle(state)))

    def is_plural(self, seat: int) -> bool:
        """Returns whether a side is called by its army, as Orcs."""
        return len(self.force.armies[seat]) == 1

    def dice(self, before: State, faces: Sequence[int]) -> list[DiceGroup]:
        """[PB-6.14] Returns the dice of a throw with those that hit."""
        battle = self._battle(before)
        return dice_words.dice(battle, self.names(battle), faces)

    def told(self, before: State, code: int, events: Sequence[Event], seat: int = SPECTATOR) -> Told:
        """[PB-6.22] Returns a decision in a sentence; all may know it."""
        battle = self._battle(before)
        return decisions.told(battle, self.names(battle), code, has_events=bool(events))

    def heading(self, state: State) -> Heading:
        """[PB-4.1] Returns the round and whose turn it is."""
        battle = self._battle(state)
        return decisions.heading(battle, self.names(battle))

    def outcome(self, state: State) -> Outcome | None:
        """[PB-8.2, PB-8.3, PB-8.4] Returns who won, and why."""
        battle = self._battle(state)
        if not battle.ended():
            return None
        end = battle.pending()
        winner, reason = end["winner"], end["reason"]
        words, clause = ENDINGS[reason]
        told = Text("{side} win: {reason}", side=self.names(battle).side(winner), reason=words)
        return Outcome(winner, told, clause, tuple(battle.returns()))

    def concession(self, seat: int) -> Outcome:
        """[PB-8.1] Returns the outcome when a seat gives up: the other side wins."""
        return super().concession(seat)

    def write_position(self, state: State) -> str:
        """Returns the position on one line."""
        battle = self._battle(state)
        return write_position(battle, self.names(battle))

    def read_position(self, text: str) -> State:
        """Reads a position; its troops need not be those of the armies."""
        battle = PositionReader(text, self.letters, self.force).read()
        try:
            audit(battle)
        except BrokenPromise as broken:
            raise SetupError("the position cannot be: {broken}", broken=broken) from None
        return battle

    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """Returns the position as a seat sees it, as plain data."""
        battle = self._battle(state.observe(seat))
        return view.view(battle, self.names(battle), seat)

    def traits(self, view: dict[str, Any], key: str) -> list[Trait]:
        """[PB-9.1] Returns the traits of a unit or of one of its troops."""
        return unit_facts.traits(view, key)

    def text(self, view: dict[str, Any], *, width: int = 80, plain: bool = False) -> str:
        """Returns a view in letters."""
        return ascii_board.text(view, width=width, plain=plain)

    def svg(self, view: dict[str, Any]) -> str:
        """Returns a view as a picture."""
        return picture.svg(view)

    def board(self, view: dict[str, Any]) -> str:
        """Returns the zones and the units in them as a picture, without banners."""
        return picture.svg(view, header=False)

    def status(self, view: dict[str, Any]) -> list[SideStatus]:
        """Returns tokens and destroyed points of each side."""
        return status.status(view)

    def round_words(self, view: dict[str, Any]) -> Text:
        """Returns the round, of how many."""
        return status.round_words(view)

    def tables(self, view: dict[str, Any]) -> list[Table]:
        """Returns the values of all living troops."""
        return status.tables(view)

    def about(self, state: State, given: str) -> list[Text]:
        """Returns what there is to know of a unit or a troop, or of all units."""
        battle = self._battle(state)
        return unit_facts.about(view.view(battle, self.names(battle), SPECTATOR), given)

    def remark(self, state: State, code: int) -> Text | None:
        """[PB-4.4] Returns what an order or a reaction costs."""
        return cost_words(self._battle(state), code)

    def audit(self, state: State) -> None:
        """Checks that the position can have come from legal play."""
        audit(self._battle(state))

    def is_reveal(self, raw: tuple[Any, ...]) -> bool:
        """[PB-3.3] Returns whether an event is the reveal, which shows what lay below the tops."""
        return bool(raw[0] == "reveal")

    def names(self, battle: Battle) -> Names:
        """Returns the names of the units of a position, by their living troops."""
        known = self._names.get(id(battle.force))
        if known is None or known[0] is not battle.force:
            if len(self._names) > 8:
                self._names.clear()
            known = self._names[id(battle.force)] = (battle.force, Names(battle.force, self.letters))
        return known[1].among(battle.alive)

    @staticmethod
    def _battle(state: State) -> Battle:
        assert isinstance(state, Battle)
        return state


def _army(given: object, size: int | None, *, mixed: bool) -> Army:
    """Returns an army given as itself, as a ready one's name, as a file or as a list."""
    if isinstance(given, Army):
        army = Army(size, given.units, given.name) if size else given
        check_army(army, mixed=mixed)
        return army
    text = str(given).strip()
    if text in ready_armies():
        ready = ready_army(text)
        return _army(ready, size, mixed=mixed)
    if re.fullmatch(r"[a-z]+(-\w+)*", text):
        ready_army(text)
    text = list_text(text, Text("the army list {text} cannot be read", text=text))
    return read_army(text, size=size, mixed=mixed)
