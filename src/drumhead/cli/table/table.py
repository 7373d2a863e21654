"""Plays a battle at the terminal: asks the players, lets bots decide, throws the dice."""

from time import monotonic
from typing import Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import LeveledBot
from drumhead.cli.table.battle_view import REDRAW_STEPS, BattleView
from drumhead.cli.table.listing import show_menu
from drumhead.cli.table.menu import MAX_FLAT_ACTIONS, Menu
from drumhead.cli.table.screen import BOLD, DIM, EndOfInput, Screen
from drumhead.cli.table.table_commands import (
    COMMAND_ALIASES,
    COMMANDS,
    PHRASES,
    SAVE_FIRST,
    Leave,
    TypingError,
    in_full,
    leave,
)
from drumhead.core.actions import Action
from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.catalogue import SOURCE
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, SPECTATOR

SILENT_SECONDS: Final = 0.5
"""How long an opponent may think before a line says so."""


class Table(BattleView):
    """Plays a battle at the terminal."""

    def __init__(
        self, match: Match, screen: Screen, bots: dict[int, Bot], *, hand_dice: bool = False, language: str = SOURCE
    ) -> None:
        super().__init__(match, screen, bots, hand_dice=hand_dice, language=language)
        self._spent: dict[str, float] = {}
        """Seconds spent in each stretch that a clock of the game measures."""
        self._rest: list[str] = []
        """What was typed ahead on the same line."""

    def play(self) -> None:
        """Plays until the battle is over, a player leaves or the input ends; a person is offered to save it."""
        try:
            while self.match.to_act != OVER:
                if self.match.to_act == CHANCE:
                    self._throw()
                elif self.match.to_act in self.bots:
                    self._let_decide(self.bots[self.match.to_act])
                else:
                    self._ask(self.match.to_act)
            self._finish()
        except Leave:
            return
        except EndOfInput:
            if self.screen.asks_person:
                leave(self, SAVE_FIRST)
            else:
                self.screen.say(Text("The input ended. The battle stands: {prompt}.", prompt=self.match.prompt))
        except KeyboardInterrupt:
            if self.screen.asks_person and not self.is_leaving:
                self.screen.say()
                leave(self, SAVE_FIRST)
            raise

    def _throw(self) -> None:
        """Throws the dice, or asks for those that were thrown at a real table."""
        if not self.hand_dice:
            self.match.roll()
            self.tell()
            return
        dice = " ".join(f"d{most}" for most in self.match.state.throw())
        typed = self.screen.ask(Text("{prompt}: type the faces of {dice}", prompt=self.match.prompt, dice=dice))
        try:
            if not self._run_command(None, typed):
                self.match.roll(_faces(typed))
                self.tell()
        except DrumheadError as error:
            self.screen.say(error)

    def _let_decide(self, bot: Bot) -> None:
        match = self.match
        if not self.people and len(match.steps) - self._drawn >= REDRAW_STEPS:
            self.board()
            if self.screen.asks_person and self.screen.ask(Text("Enter goes on, q leaves")).lower().startswith("q"):
                raise Leave
        match.push(self._chosen(bot))
        self.tell()

    def _chosen(self, bot: Bot) -> Action:
        """The decision of a bot; if it may take long, a line says so meanwhile."""
        match = self.match
        if not takes_long(bot) or len(match.state.legal()) == 1:
            return bot.choose(match)
        with self.screen.passing(Text("{side}: thinking ...", side=match.game.seat_name(match.to_act))):
            return bot.choose(match)

    def _ask(self, seat: int) -> None:
        """Asks a person for commands until a decision is made."""
        self._face(seat)
        self.tell()
        menu = Menu(self.match.legal_actions)
        steps = len(self.match.steps)
        self._drop_rest(seat)
        if self._take_only_choice():
            return
        others = any(step.seat != seat for step in self.match.steps[max(0, self._drawn) :])
        if not self._rest and (self._drawn < 0 or (others and not menu.is_flat) or self._is_stale()):
            self.screen.say()
            self.board(again=self._drawn >= 0)
        asked_well = True
        while len(self.match.steps) == steps and self.match.to_act == seat:
            if asked_well and not self._rest:
                show_menu(self.screen, self.match, menu)
                self._show_clock()
            typed = self._timed()
            if typed is not None:
                asked_well = self._answer(menu, typed)
        self.tell()

    def _take_only_choice(self) -> bool:
        """Plays the only legal action and says so, if there is just one or all come to the same; returns whether so."""
        legal = self.match.legal_actions
        if self.match.further_actions or self.match.game.clock(self.match.state) is not None:
            return False
        if len(legal) != 1:
            return self._take_any_choice()
        action = legal[0]
        if self._rest and self._rest[0].lower() in (action.notation, action.notation.partition("-")[0], "1"):
            self._rest.pop(0)
        self.screen.say(Text("the only choice: {words}", words=action.words), style=DIM)
        self.match.push(action)
        self.tell()
        return True

    def _take_any_choice(self) -> bool:
        """Plays the action that throws no dice and says so, if all are certain to have the same outcome."""
        match = self.match
        if len(match.legal_actions) > MAX_FLAT_ACTIONS or match.game.has_secrets(match.state) or self._rest:
            return False
        outcomes = set()
        still = None
        for action in match.legal_actions:
            throws = match.odds(action)
            if len(throws) != 1 or len(throws[0].chances) != 1:
                return False
            outcomes.add(str(throws[0].chances[0].words))
            then = match.state.clone()
            then.apply(action.code)
            still = action if then.player != CHANCE else still
        if len(outcomes) != 1 or still is None:
            return False
        told = Text("nothing can change: {words}", words=still.words)
        self.screen.say(told, style=DIM)
        match.push(still)
        self.tell()
        return True

    def _timed(self) -> str | None:
        """What a person typed; None if the clock of the game ran out meanwhile and its action was played."""
        clock = self.match.game.clock(self.match.state)
        began = monotonic()
        typed = self._typed()
        if clock is None:
            return typed
        spent = self._spent.get(clock.stretch, 0.0) + monotonic() - began
        self._spent[clock.stretch] = spent
        if spent <= clock.seconds:
            return typed
        self.screen.say(Text("the time is up: {seconds} seconds", seconds=clock.seconds))
        self.match.push(clock.notation)
        return None

    def _show_clock(self) -> None:
        """Prints the time left, if a clock runs."""
        clock = self.match.game.clock(self.match.state)
        if clock is not None:
            minutes, seconds = divmod(max(0, round(clock.seconds - self._spent.get(clock.stretch, 0.0))), 60)
            self.screen.say(Text("time left: {time}", time=f"{minutes}:{seconds:02}"), style=DIM)

    def _is_stale(self) -> bool:
        """Returns whether much has happened, or secrets were revealed, since the battle was last drawn."""
        since = self.match.steps[self._drawn :]
        return len(since) >= REDRAW_STEPS or any(
            self.match.game.is_reveal(raw) for step in since for raw in step.events
        )

    def _face(self, seat: int) -> None:
        """Turns the screen to a seat; blanks it first while there are secrets."""
        if self.facing == seat:
            return
        if self._has_secrets():
            self.screen.curtain(str(self.match.game.seat_name(seat)), wipe=self.facing != SPECTATOR)
            self._drawn = -REDRAW_STEPS
        self.facing = seat

    def _answer(self, menu: Menu, typed: str) -> bool:
        """Runs a command or makes a decision; returns whether the input was valid."""
        try:
            if not self._run_command(menu, typed):
                action = _choice(self.match, menu, typed)
                if action is not None:
                    self.match.push(action)
        except DrumheadError as error:
            self.screen.say(error)
            self._drop_rest()
            return False
        return True

    def _typed(self) -> str:
        """The next input: one line may hold several, separated by commas."""
        if not self._rest:
            typed = self.screen.ask()
            if typed.partition(" ")[0].lower() in COMMANDS:
                return typed
            self._rest = [part.strip() for part in typed.split(",") if part.strip()] or [""]
        return self._rest.pop(0)

    def _drop_rest(self, seat: int = CHANCE) -> None:
        """Drops what was typed ahead, after a mistake and when dice or another seat came between."""
        if self._rest and (seat == CHANCE or self.match.steps[-1].seat != seat):
            self.screen.say(Text("not done: {rest}", rest=", ".join(self._rest)))
            self._rest = []

    def _run_command(self, menu: Menu | None, typed: str) -> bool:
        word, _, rest = typed.partition(" ")
        phrase = PHRASES.get(" ".join(typed.lower().split()))
        command = phrase or COMMANDS.get(COMMAND_ALIASES.get(word.lower(), word.lower()))
        if menu is not None and any(action.notation.lower() == typed.lower() for action in menu.actions):
            return False  # an action in full takes precedence over a command that begins with the same word
        if command is not None:
            command.do(self, menu, rest.strip())
        return command is not None

    def _finish(self) -> None:
        """Prints the outcome and how the dice can be verified, and offers to save the battle."""
        self.tell()
        self.screen.say()
        self.board()
        self.screen.say()
        self.screen.say(self.match.outcome, style=BOLD)
        self.screen.say(dice_note(self.match, by_hand=self.hand_dice))
        leave(self, Text("Keep the record? Type a file name, or Enter to leave without."))


def takes_long(bot: Bot) -> bool:
    """Returns whether a decision of an opponent may take longer than SILENT_SECONDS."""
    return isinstance(bot, LeveledBot) and bot.can_exceed(SILENT_SECONDS)


def dice_note(match: Match, *, by_hand: bool = False) -> Text:
    """A sentence on the source of the dice."""
    if by_hand:
        return Text("The dice are yours: throw them at the table and type the faces.")
    last = match.stretches[-1]
    if last.seed:
        return Text("The dice follow the seed {seed}: the same seed throws the same.", seed=last.seed)
    return Text(
        "The dice were sealed before the first throw as {commitment}...; a saved record opens the seal, and "
        "drumhead verify checks every throw.",
        commitment=(last.published or last.dice.commitment)[:16],
    )


def _choice(match: Match, menu: Menu, typed: str) -> Action | str | None:
    """The action that was typed, from the menu or in full; None for a choice on the way to one."""
    try:
        return menu.follow(typed)
    except KeyError:
        return in_full(match, menu, typed)


def _faces(typed: str) -> tuple[int, ...]:
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise TypingError(Text("{typed} are not faces of dice: type numbers such as 4 2", typed=repr(typed[:40])))
    return tuple(map(int, words))
