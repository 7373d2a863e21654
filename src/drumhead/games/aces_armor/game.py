"""Aces & Armor as the table around it sees it."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, ClassVar

from drumhead.core.actions import Action, Clock, Event, Odds, Outcome, Refusal, Trait
from drumhead.core.errors import BrokenPromise, NotationError, SetupError
from drumhead.core.forecast import Forecast, Plan, Reach
from drumhead.core.game import Game, Option, Pairing
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE, OVER, SPECTATOR, State
from drumhead.core.summaries import DiceGroup, Heading, SideStatus, Table, Told
from drumhead.games.aces_armor.box.box import Components, load_components
from drumhead.games.aces_armor.box.maps import SEASONS
from drumhead.games.aces_armor.box.scenario import Force, draw_automa
from drumhead.games.aces_armor.box.unit_types import ALLIES, FACTIONS, team_of
from drumhead.games.aces_armor.draw import ascii_board, picture, status, view
from drumhead.games.aces_armor.draw.counters import PAINTS
from drumhead.games.aces_armor.engine import secrets
from drumhead.games.aces_armor.engine.audit import audit
from drumhead.games.aces_armor.engine.encoding import (
    AT_ADVANCE,
    AT_DECLARE,
    AT_FIRST_ROLL,
    AT_MOVE,
    AT_PLACE_ROLL,
    DRAW,
    HIDE,
    LAY,
    MARCH,
    NONE,
    PICK,
    unpack,
)
from drumhead.games.aces_armor.engine.state import ADVISER, Battle
from drumhead.games.aces_armor.notation.position import Reader, write_position
from drumhead.games.aces_armor.options import OPTIONS, setup_of
from drumhead.games.aces_armor.refusals import pointing, why
from drumhead.games.aces_armor.rules.setup import spread_lay
from drumhead.games.aces_armor.text import (
    actions,
    decisions,
    dice_words,
    events,
    forecast,
    forecast_plans,
    forecast_reach,
    odds,
    remarks,
    unit_facts,
)
from drumhead.games.aces_armor.text.action_kinds import TIMED_OUT
from drumhead.games.aces_armor.text.names import seat_letters, seat_words
from drumhead.games.aces_armor.text.prompts import prompt
from drumhead.games.aces_armor.value.endgames import ENDING_ROUNDS, written_ending
from drumhead.games.aces_armor.value.evaluate import FEATURES

AUTOMA = "Automa"
SECRET = "?"
AUTOMA_ACTED = "automa_acted"
"""What is reported of the Automa for the sake of taking back, and told to nobody."""
TURN_SECONDS = 300
"""[AA-11.4] The time to move and declare."""


class AcesArmor(Game):
    """A battle of two, three or four factions, set up and ready to be fought."""

    name: ClassVar[str] = "aces-armor"
    package: ClassVar[str] = __package__
    title: ClassVar[Text] = Text("Aces & Armor")
    summary: ClassVar[Text] = Text("tanks, guns, infantry and aircraft of the Second World War fight for factories")
    rules: ClassVar[str] = "2"
    earlier: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "1": {"Movement": "announced", "Interceptors": "all", "Rulings": "1"}
    }
    shelf: ClassVar[int] = 1
    concede_clause: ClassVar[str] = "AA-10.2"
    phase_ends: ClassVar[frozenset[str]] = frozenset({"end-movement", "end-declaring", "end-turn"})
    bound: ClassVar[int] = 60_000
    features: ClassVar[tuple[str, ...]] = FEATURES
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    advisers: ClassVar[Mapping[str, Text]] = {ADVISER: Text("plays by the priorities of the Automa")}

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.chosen = chosen
        setup, data = setup_of(chosen), chosen["data"]
        components = data if isinstance(data, Components) else load_components(str(data), setup.rulings)
        drawn = self.has_automa and setup.automa == NONE
        self.force: Force = draw_automa(setup, components) if drawn else Force(setup, components)
        self.seats = self.force.seats
        own = (AUTOMA,) if self.has_automa else ()
        self.letters = (*(seat_letters(self.force, seat) for seat in range(self.seats)), *own)

    @property
    def has_automa(self) -> bool:
        """[AA-1.2] Returns whether the Automa plays."""
        return bool(self.chosen["mode"] != "versus")

    @classmethod
    def set_up(cls, **given: Any) -> "AcesArmor":
        """[AA-1.2, AA-1.3] Sets up a battle; refuses what does not go together."""
        return cls(cls.choose(given))

    @classmethod
    def check(cls, **given: Any) -> None:
        """[AA-1.2, AA-1.3] Refuses what does not go together."""
        setup_of(cls.choose(given))

    @classmethod
    def random(cls, rng: Random) -> "AcesArmor":
        """Any mode, mission and option."""
        mode = rng.choice(("versus", "versus", "versus", "coop", "solo"))
        players = rng.choice((2, 2, 3, 4)) if mode == "versus" else 2
        mission = rng.choice(("skirmish", "v2", "bulge")) if players > 2 else "skirmish"
        given: dict[str, Any] = {
            "mode": mode,
            "players": players,
            "mission": mission,
            "map": "winter" if mission == "bulge" else rng.choice(("summer", "winter")),
            "max_rounds": rng.choice((1, 2, 4, 10)),
        }
        if players == 3:
            given["alone"] = rng.choice(("allies", "germany"))
        if mission == "v2":
            given["v2"] = rng.choice(("germany-1", "germany-2"))
        if mission != "v2" and mode != "coop":
            given["sets"] = rng.choice(("1", "1", "2", "1+4"))
        if players == 2:
            given["half"] = rng.choice(("left", "right", "whole") if mode == "coop" else ("left", "right"))
            given["factions"] = cls._random_factions(mode, rng)
        if mode != "versus":
            given["difficulty"] = rng.choice(("easy", "standard", "hard", "overkill"))
            given["nearest"] = rng.choice(("own", "enemy"))
            given["automa_intercepts"] = rng.random() < 0.8
            given["interceptors"] = rng.choice(("one", "all"))
        if mode != "versus" and rng.random() < 0.5:
            team = team_of(FACTIONS.index(given["factions"][0]))
            given["automa"] = rng.choice([name for faction, name in enumerate(FACTIONS) if team_of(faction) != team])
        for name in ("weather", "mountains", "diceless", "clock"):
            given[name] = rng.random() < 0.3
        given["short"] = mission == "skirmish" and rng.random() < 0.3
        given["type_limit"] = rng.random() < 0.8
        given["movement"] = rng.choice(("hex", "hex", "announced"))
        given["rulings"] = rng.choice(("2", "2", "2", "1"))
        return cls.set_up(**given)

    @classmethod
    def drawn(cls, rng: Random, **given: Any) -> "AcesArmor":
        """[AA-1.2, AA-1.4] The usual battle with the options that are given; factions, map and half are drawn."""
        mode = str(given.get("mode", "versus"))
        if "players" not in given or int(given["players"]) == 2:
            given.setdefault("half", rng.choice(("left", "right")))
            given.setdefault("factions", cls._random_factions(mode, rng))
        if given.get("mission") != "bulge":
            given.setdefault("map", rng.choice(("summer", "winter")))
        return cls.set_up(**given)

    @staticmethod
    def _random_factions(mode: str, rng: Random) -> tuple[str, ...]:
        """[AA-1.2] Factions that people may lead in a battle of two sides."""
        team = rng.randrange(2)
        if mode == "coop":
            return FACTIONS[team], FACTIONS[team + 2]
        one = FACTIONS[team + 2 * rng.randrange(2)]
        return (one,) if mode == "solo" else (one, FACTIONS[1 - team + 2 * rng.randrange(2)])

    @classmethod
    def ending(cls, rng: Random) -> tuple[Game, State]:
        """The last turn of a battle with one or two units left on each side."""
        while True:
            game = cls.drawn(rng, max_rounds=ENDING_ROUNDS, diceless=rng.random() < 0.1)
            try:
                return game, game.read_position(written_ending(game.force, rng))
            except (NotationError, SetupError):
                continue  # a unit where it may not stand, or a battle that would be over

    @classmethod
    def bench_setups(cls) -> list[Game]:
        """Battles of two and of four factions, with one set and with two, on both maps."""
        return [
            cls.set_up(players=players, sets=sets, map=map_, factions=factions)
            for map_ in ("summer", "winter")
            for sets in ("1", "2")
            for players, factions in ((2, ("us", "germany-1")), (2, ("ussr", "germany-2")), (4, ()))
        ]

    @classmethod
    def pairings(cls) -> list[Pairing]:
        """[AA-1.2] Each Ally against each Germany, on both halves of both maps."""
        grounds = list(product(SEASONS, ("left", "right")))
        found = []
        for ally, german in product(FACTIONS[::2], FACTIONS[1::2]):
            setups = [cls.set_up(map=map_, half=half, factions=(ally, german)) for map_, half in grounds]
            seat = setups[0].force.seat[FACTIONS.index(ally)]
            found.append(Pairing(ally, german, seat, tuple(setups)))
        return found

    @classmethod
    def data_digest(cls) -> str:
        """Tells our own mats and maps from any others."""
        return load_components().digest

    def mirrored(self, state: State, outcome: int) -> int:
        """[AA-2.2, AA-2.3] The other one is highest; who begins to place is dealt the starts that the other had."""
        rolled = self._battle(state).step_kind() in (AT_PLACE_ROLL, AT_FIRST_ROLL)
        return {1: 2, 2: 1}.get(outcome, outcome) if rolled else outcome

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "AcesArmor":
        """Sets a battle up from the tags of a game file; its mats and maps must be those that it was played with."""
        given = cls.options_from_tags(tags)
        digest = given.pop("data_digest", None)
        game = cls.set_up(**given)
        if digest is not None and digest != game.force.components.digest:
            raise SetupError(Text("the battle was played with other mats and maps than those at hand"))
        return game

    def tags(self) -> dict[str, str]:
        """The whole set-up: every option that is not as usual, and which data it was played with."""
        unusual = [option for option in self.options if self.chosen[option.name] != option.default]
        return {**self.option_tags(unusual), "DataDigest": self.force.components.digest}

    def known_tags(self, state: State, seat: int) -> dict[str, str]:
        """The whole set-up: what is hidden is hidden in the position."""
        return self.tags()

    def has_secrets(self, state: State) -> bool:
        """[AA-1.3, AA-2.1, AA-12.1] Picks and splits while they are made, and the V2 until it is found."""
        return secrets.has_secrets(self._battle(state))

    def start(self) -> State:
        """The set-up begins."""
        return Battle(self.force)

    def seat_name(self, seat: int) -> Text:
        """What a seat is called."""
        return Text("the Automa") if seat == self.seats else seat_words(self.force, seat)

    def paint(self, seat: int) -> str:
        """The colour of a seat's counters, of its first faction where it has two."""
        return PAINTS[self.force.seat.index(seat)]

    def action(self, state: State, code: int) -> Action:
        """The rich form of an action."""
        return actions.describe(self._battle(state), code)

    def parse(self, state: State, notation: str) -> int:
        """Reads notation as an action, legal or not. Raises NotationError."""
        return actions.parse(self._battle(state), notation)

    def why(self, state: State, code: int) -> Refusal | None:
        """Why an action is not legal."""
        battle = self._battle(state)
        return None if code in battle.legal() or battle.accepts(code) else why.why(battle, code)

    def why_not(self, state: State, chosen: Sequence[str], key: str) -> list[Refusal]:
        """[AA-3.1] Why a unit, a hex, a type of unit or a start token cannot be chosen."""
        return pointing.why_not(self._battle(state), chosen, key)

    def decision_clause(self, state: State) -> str:
        """[AA-3.1] The clause of what is decided, or that of the turn."""
        return self._battle(state).pending().kind.clause or "AA-3.1"

    def odds(self, state: State, code: int) -> list[Odds]:
        """The throws an action leads to."""
        return odds.odds(self._battle(state), code)

    def throws_dice(self, state: State, code: int) -> bool:
        """Whether an action leads to a battle."""
        return odds.throws_dice(self._battle(state), code)

    def forecast(self, state: State, code: int) -> Forecast:
        """[AA-4.1, AA-6.1, AA-8.1] The way of a move and who may stop it, the dice of an attack and its answer."""
        battle = self._battle(state)
        return forecast.forecast(battle, code, actions.describe(battle, code).words, odds.odds(battle, code))

    def later(self, state: State, code: int) -> State | None:
        """[AA-3.1] The declaring of this turn, as all stand now."""
        return forecast.later(self._battle(state), code)

    def reach(self, state: State, key: str) -> Reach:
        """[AA-4.1, AA-7.1] Where a unit may go and whom it may attack."""
        return forecast_reach.reach(self._battle(state), key)

    def plans(self, state: State) -> list[Plan]:
        """[AA-7.1] All attacks on one target."""
        return forecast_plans.plans(self._battle(state))

    def is_deployment(self, state: State) -> bool:
        """[AA-1.3, AA-2.1, AA-2.2] Picks, armies on start tokens and their places."""
        return state.player >= 0 and not self._battle(state).turns and not self._battle(state).has_ended()

    def useful_placement(self, state: State, code: int) -> int:
        """[AA-2.1, AA-2.4] Returns a decision of the set-up, or one that leaves no army without units."""
        return spread_lay(self._battle(state), code)

    def prompt(self, state: State) -> Text:
        """Who must do what."""
        return prompt(self._battle(state))

    def event(self, state: State, raw: tuple[Any, ...], seat: int = SPECTATOR) -> Event | None:
        """[AA-1.3, AA-2.1] An event in words; others' picks and splits are told once they lie open."""
        battle = self._battle(state)
        if raw[0] == AUTOMA_ACTED:
            return None
        if raw[0] in ("pick", "lay") and secrets.is_veiled(battle):
            faction = raw[2] if raw[0] == "pick" else battle.force.faction[raw[2]]
            if faction in secrets.strangers(battle, seat):
                return None
        return events.EVENTS.tell(raw, battle.force)

    def is_plural(self, seat: int) -> bool:
        """[AA-1.1] Returns whether a seat leads both Allies."""
        led = [faction for faction in self.force.factions if self.force.seat[faction] == seat]
        return len(led) > 1 and team_of(led[0]) == ALLIES

    def dice(self, before: State, faces: Sequence[int]) -> list[DiceGroup]:
        """[AA-8.4] Returns the dice of a throw with those that hit."""
        return dice_words.dice(self._battle(before), faces)

    def told(self, before: State, code: int, events: Sequence[Event], seat: int = SPECTATOR) -> Told:
        """[AA-1.3, AA-2.1, AA-12.1] Returns a decision in a sentence, without what a seat may not know."""
        return decisions.told(self._battle(before), code, has_events=bool(events))

    def heading(self, state: State) -> Heading:
        """[AA-3.1] Returns the round and whose turn it is."""
        return decisions.heading(self._battle(state))

    def disclosed(self, state: State, code: int, notation: str, seat: int) -> str:
        """[AA-1.3, AA-2.1, AA-12.1] The notation of an action without what a seat may not know."""
        battle = self._battle(state)
        kind = unpack(code)[0]
        if code & MARCH:
            return notation
        decides = battle.force.seat.index(battle.player)
        hidden = kind in (PICK, LAY) and decides in secrets.strangers(battle, seat)
        hidden = hidden or (kind == HIDE and not secrets.can_know_v2(battle, seat))
        return f"{notation.split(maxsplit=1)[0]} {SECRET}" if hidden else notation

    def outcome(self, state: State) -> Outcome | None:
        """[AA-10.1, AA-10.2] Which team won, and why."""
        battle = self._battle(state)
        if not battle.has_ended():
            return None
        team, reason = battle.ended_by()
        returns = tuple(battle.returns())
        words, clause = events.end_words(team, reason), events.ENDINGS[reason][1]
        if team == DRAW:
            return Outcome(OVER, words, clause, returns)
        winner = next((seat for seat in range(self.seats) if returns[seat] > 0), self.seats)
        return Outcome(winner, words, clause, returns)

    def concession(self, seat: int) -> Outcome:
        """[AA-10.2] The other team wins."""
        returns = tuple(self.team_sign(seat, other) for other in range(self.seats))
        winner = next((other for other in range(self.seats) if returns[other] > 0), self.seats)
        reason = Text("{side} gives up", side=self.seat_name(seat))
        return Outcome(winner, reason, self.concede_clause, returns)

    def team_sign(self, loser: int, seat: int) -> float:
        """[AA-1.1] Allies lose together."""
        return -1.0 if self.force.team_of_seat(loser) == self.force.team_of_seat(seat) else 1.0

    def write_position(self, state: State) -> str:
        """The position on one line."""
        return write_position(self._battle(state))

    def read_position(self, text: str) -> State:
        """Reads a position of this set-up; what happens at once, such as a turn of the Automa, is in its events."""
        try:
            battle = Reader(text, self.force).read()
            audit(battle)
            battle.events = []
            battle.resume()
            audit(battle)
        except BrokenPromise as broken:
            raise SetupError(Text("the position cannot be: {broken}", broken=broken)) from None
        except (AssertionError, IndexError, KeyError, ValueError):
            raise NotationError(Text("what is pending does not fit the position")) from None
        return battle

    def view(self, state: State, seat: int = SPECTATOR) -> dict[str, Any]:
        """Returns what a seat sees as plain data; the seat may be SPECTATOR."""
        return view.view(self._battle(state.observe(seat)), seat)

    def text(self, view: dict[str, Any], *, width: int = 80, plain: bool = False) -> str:
        """A view in letters."""
        return ascii_board.text(view, width=width, plain=plain)

    def svg(self, view: dict[str, Any]) -> str:
        """A view as a picture."""
        return picture.svg(view)

    def board(self, view: dict[str, Any]) -> str:
        """Returns the map and what waits beside it as a picture, without mats."""
        return picture.svg(view, header=False)

    def status(self, view: dict[str, Any]) -> list[SideStatus]:
        """Returns coins and factories of each faction."""
        return status.status(view)

    def round_words(self, view: dict[str, Any]) -> Text:
        """Returns the round and its phase."""
        return status.round_words(view)

    def tables(self, view: dict[str, Any]) -> list[Table]:
        """Returns the mats of all factions."""
        return status.tables(view)

    def audit(self, state: State) -> None:
        """Checks that the position can have come from legal play."""
        audit(self._battle(state))

    def clock(self, state: State) -> Clock | None:
        """[AA-11.4] Five minutes to move and declare; it stands while others decide."""
        battle = self._battle(state)
        if not self.chosen["clock"] or battle.step_kind() not in (AT_MOVE, AT_ADVANCE, AT_DECLARE):
            return None
        return Clock(f"{battle.round} {battle.force.household[battle.active][0]}", TURN_SECONDS, TIMED_OUT.verb)

    def about(self, state: State, given: str) -> list[Text]:
        """[AA-4.1, AA-8.2] What the mats say of a faction, a type or a unit."""
        return unit_facts.about(self._battle(state), given)

    def traits(self, view: dict[str, Any], key: str) -> list[Trait]:
        """[AA-4.1, AA-8.4] What a unit or a type on a mat can do."""
        return unit_facts.traits(view, key)

    def remark(self, state: State, code: int) -> Text | None:
        """[AA-4.1, AA-6.1] What a move costs, and past whom it goes."""
        return remarks.remark(self._battle(state), code)

    def is_draw(self, state: State) -> bool:
        """[AA-2.1, AA-13.2, AA-13.6] Start tokens, units from the cup and the lots of the Automa are drawn."""
        return state.player == CHANCE and not self._battle(state).pending().kind.throw

    def is_reveal(self, raw: tuple[Any, ...]) -> bool:
        """[AA-2.1, AA-12.1, AA-13.3, AA-13.10] Splits are unveiled, grey tokens turned, or the Automa acts."""
        return raw[0] in ("unveiled", "token_turned") or raw[0].startswith("automa_") or raw[1] == "AA-13.10"

    @staticmethod
    def _battle(state: State) -> Battle:
        assert isinstance(state, Battle)
        return state
