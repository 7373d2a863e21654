"""Battles on the table: each in a room of its own, with those who play it and those who look on."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from drumhead.ai.analyse import Hint
from drumhead.core.actions import Refusal
from drumhead.core.catalogue import translator
from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.match import Match
from drumhead.core.record import write
from drumhead.core.state import CHANCE
from drumhead.core.text import Text, spoken
from drumhead.server import messages
from drumhead.server.aftermath import Aftermath
from drumhead.server.guide import AFTERWARDS, guide_of
from drumhead.server.ledger import DRAW, UNDO, Line, dice_line, step_line
from drumhead.server.listeners import Listener
from drumhead.server.messages import Message
from drumhead.server.reasons import why_not
from drumhead.server.seats import GUIDE, WATCH
from drumhead.server.store import Kept, Overtaken

if TYPE_CHECKING:
    from drumhead.server.house import House

PACE: Final = 0.9
"""How many seconds a battle between computers rests after a decision, so that an eye can follow."""


class StaleError(DrumheadError):
    """Something said about a position that is no longer on the table."""


class Room:
    """One battle: the match, those at the table, and the one way in which it changes."""

    def __init__(self, kept: Kept, match: Match, house: "House") -> None:
        self.id = kept.id
        self.seats = kept.seats
        self.match = match
        self.number = len(kept.lines)
        """How many lines the log has; it names the position."""
        self.listeners: set[Listener] = set()
        self.offers: set[int] = set()
        """The seats that offer a draw."""
        self.pace = PACE
        self.aftermath = Aftermath(house.thinkers)
        self.guide = guide_of(type(match.game)) if any(seat.level == GUIDE for seat in kept.seats) else None
        self._house = house
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Says whether nobody is there and nothing goes on."""
        return not self.listeners and self._thinking is None and not self.aftermath.is_busy

    @property
    def has_people(self) -> bool:
        """Says whether a person plays."""
        return any(seat.is_person for seat in self.seats)

    def join(self, listener: Listener) -> None:
        """Seats a listener and tells everything so far."""
        self.listeners.add(listener)
        with self.voice(listener):
            listener.tell({"type": "table", **messages.table(self.match, listener.seat, self.seats)})
            listener.tell(self._view(self.match, listener, 0))
        self.wake()

    def leave(self, listener: Listener) -> None:
        """Lets a listener go."""
        self.listeners.discard(listener)

    async def act(self, seat: int, number: int, action: str) -> None:
        """Plays an action for a seat, and throws the dice it leads to."""
        await self._change(seat, number, lambda match: self._push(match, action))

    def _push(self, match: Match, action: str) -> None:
        if self.guide is not None:
            self.guide.check(match, action)
        match.push(action)

    async def undo(self, seat: int, number: int) -> None:
        """Takes the last decision of a seat back, where nothing has become known since."""
        async with self._lock:
            self._check(number)
            if not self.match.can_undo(seat):
                raise IllegalAction(Text("nothing can be taken back: dice, a reveal or another decision came since"))
            await self._keep([Line(seat, UNDO)])
            steps = len(self.match.steps) - 1
            self.match = self.match.at(steps)
            self._publish(steps)

    async def concede(self, seat: int, number: int) -> None:
        """Gives the battle up for a seat."""
        await self._change(seat, number, lambda match: match.concede(seat))

    async def offer_draw(self, seat: int, number: int, *, agree: bool) -> None:
        """Offers or refuses a draw; it is one when every seat offers it."""
        async with self._lock:
            self._check(number)
            if not self.match.game.draw_clause:
                raise IllegalAction(Text("this game knows no draw by agreement"))
            if not all(other.is_person for other in self.seats):
                raise IllegalAction(Text("the computer plays on"), self.match.game.draw_clause)
            then = self.match.at(len(self.match.steps))
            if agree:
                then.at(len(then.steps)).agree_draw()
            self.offers = self.offers | {seat} if agree else set()
            if len(self.offers) == len(self.seats):
                then.agree_draw()
                await self._keep([Line(self.match.to_act, DRAW)])
                self.match = then
            self._publish(len(self.match.steps) - (self.match.outcome is not None))

    async def _change(self, seat: int, number: int, change: Callable[[Match], object]) -> None:
        """Lets a seat change the match: on a copy first, then on the disk, then for everybody."""
        async with self._lock:
            self._check(number)
            if self.match.outcome is not None:
                raise IllegalAction(Text("the battle is over"))
            if self.match.to_act != seat:
                raise IllegalAction(Text("it is not your decision: {prompt}", prompt=self.match.prompt))
            await self._carry_out(change)
        self.wake()

    async def _carry_out(self, change: Callable[[Match], object]) -> None:
        before = len(self.match.steps)
        then = self.match.at(before)
        change(then)
        then.settle()
        await self._keep([step_line(then, step) for step in range(before, len(then.steps))])
        self.match = then
        self.offers = set()
        self._publish(before)

    def _check(self, number: int) -> None:
        if number != self.number:
            raise StaleError(Text("the battle has moved on; look again"))

    async def _keep(self, lines: Sequence[Line]) -> None:
        """Writes lines to the log; only then they have happened."""
        try:
            await self._house.stored(self._house.store.add, self.id, self.number, lines)
        except Overtaken:
            self._house.rooms.pop(self.id, None)
            for listener in self.listeners:
                listener.dismiss()  # they come back, and find the battle as it is
            raise StaleError(Text("the battle has moved on; look again")) from None
        self.number += len(lines)

    def _publish(self, since: int) -> None:
        """Shows everybody what happened since a step, one position after the other."""
        steps = len(self.match.steps)
        for step in range(min(since + 1, steps), steps + 1):
            match = self.match if step == steps else self.match.at(step)
            for listener in tuple(self.listeners):
                with self.voice(listener):
                    listener.tell(self._view(match, listener, min(since, step)))
            since = step

    def _view(self, match: Match, listener: Listener, since: int) -> Message:
        game, seat = match.game, listener.seat
        view = {
            "type": "view",
            "number": self.number,
            "since": since,
            "log": messages.history(match, seat, since),
            **messages.position(match, seat),
            **messages.choices(match, seat),
            "undo": seat != WATCH and match.can_undo(seat),
            "offers": sorted(self.offers),
            "secrets": game.has_secrets(match.state) and match.outcome is None,
        }
        if self.guide is not None and seat == self.guide.seat:
            view["guide"] = self.guide.told(match, listener.language)
        return view

    def voice(self, listener: Listener) -> contextlib.AbstractContextManager[None]:
        """Speaks to a listener in its language."""
        return spoken(translator(listener.language, self.match.game.package))

    def odds(self, seat: int, number: int, action: str) -> list[Message]:
        """What an action of a seat can do, and how likely."""
        self._check(number)
        self._must_decide(seat)
        return messages.odds(self.match.odds(action))

    def why(self, seat: int, number: int, chosen: Sequence[str], key: str) -> list[Refusal]:
        """Why a thing on the picture cannot be chosen."""
        self._check(number)
        self._must_decide(seat)
        return why_not(self.match, chosen, key)

    def look(self, seat: int, step: int) -> Message:
        """The position after so many steps, as the seat saw it."""
        return messages.position(self.match.at(step), seat)

    async def hints(self, seat: int, number: int) -> list[Hint]:
        """The best decisions of a seat as an experienced eye sees them; in a guided battle, the guide's."""
        self._check(number)
        self._must_decide(seat)
        wanted = self.guide.wanted(self.match) if self.guide is not None else None
        if wanted is not None:
            return [Hint(wanted, 1.0, 0, ())]
        found = await self._house.thinkers.hints(self.match.game, self.match.state)
        self._check(number)
        return found

    def _must_decide(self, seat: int) -> None:
        if seat == WATCH or self.match.to_act != seat:
            raise IllegalAction(Text("it is not your decision: {prompt}", prompt=self.match.prompt))

    async def record(self, seat: int, *, whole: bool) -> str:
        """The game file: for those who hold every person's seat the whole, for others what their seat knows."""
        async with self._lock:
            if whole and self.match.outcome is None:
                then = self.match.at(len(self.match.steps))
                then.close_stretch()
                fresh = then.stretches[len(self.match.stretches) :]
                await self._keep([dice_line(stretch) for stretch in fresh])
                self.match = then
                if fresh:
                    self._publish(len(then.steps))
            return write(self.match, messages.eyes(seat), whole=whole or self.match.outcome is not None)

    def wake(self) -> None:
        """Lets the computer think where it is its decision."""
        if self._thinking is None and self._may_think():
            self._thinking = asyncio.create_task(self._think())

    def _may_think(self) -> bool:
        to_act = self.match.to_act
        mine = to_act == CHANCE or (to_act >= 0 and not self.seats[to_act].is_person)
        return mine and (self.has_people or bool(self.listeners)) and self.pace > 0

    async def _think(self) -> None:
        try:
            while self._may_think():
                match, number = self.match, self.number
                if match.to_act == CHANCE:
                    change: Callable[[Match], object] = Match.settle
                else:
                    change = _pushing(await self._decided(match))
                async with self._lock:
                    if self.number == number:
                        await self._carry_out(change)
                if not self.has_people:
                    await asyncio.sleep(self.pace)
        finally:
            self._thinking = None
            self._house.sweep(self)

    async def _decided(self, match: Match) -> int | str:
        """What the computer does: as its level thinks, or as the guide's script says."""
        level = self.seats[match.to_act].level
        if self.guide is not None:
            said = self.guide.reply(match)
            if said is not None:
                await asyncio.sleep(PACE)
                return said
            level = AFTERWARDS
        return await self._house.thinkers.pick(match.game, match.state, level)

    async def close(self) -> None:
        """Sends everybody home; the battle stays in the database."""
        if self._thinking is not None:
            self._thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._thinking
        self.aftermath.close()
        for listener in self.listeners:
            listener.dismiss()


def _pushing(action: int | str) -> Callable[[Match], object]:
    return lambda match: match.push(action)
