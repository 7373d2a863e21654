"""What is computed for a battle: how urgent it is, by whom it is counted, and who is told how long the queue is."""

from collections.abc import Callable, Collection, Set
from typing import Final

from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.server.api import serialize
from drumhead.server.session.ports import Job, Priority, Subscriber
from drumhead.server.session.state import SessionState

MOVE: Final = "move"
HINT: Final = "hint"
REVIEW: Final = "review"
FILM: Final = "film"
"""What a `queue` message is about."""


class Jobs:
    """Makes the jobs of one battle."""

    def __init__(self, battle: str, subscribers: Set[Subscriber], state: Callable[[], SessionState]) -> None:
        self._battle = battle
        self._subscribers = subscribers
        self._state = state
        self._last_visitor = ""
        """Who was connected last: what is computed after that is counted by them."""

    def left(self, subscriber: Subscriber) -> None:
        """Remembers who was connected last."""
        self._last_visitor = subscriber.visitor

    def move(self, report: Callable[[int], None] = lambda ahead: None) -> Job:
        """A decision of a computer; `report` is called as the job's is."""
        people = self._state().people
        players = [subscriber.visitor for subscriber in self._subscribers if subscriber.seat in people]
        visitors = players or [subscriber.visitor for subscriber in self._subscribers]
        priority = Priority.MOVE if players else Priority.WATCHED if visitors else Priority.UNATTENDED
        tell = self._tell(MOVE, self._subscribers)

        def told(ahead: int) -> None:
            report(ahead)
            tell(ahead)

        return Job(priority, min(visitors, default=self._last_visitor), self._battle, told)

    def hint(self, subscriber: Subscriber) -> Job:
        """A hint for a subscriber."""
        return Job(Priority.HINT, subscriber.visitor, self._battle, self._tell(HINT, (subscriber,)))

    def study(self, what: str, visitor: str, waiting: Collection[Subscriber]) -> Job:
        """A part of a review, or a film, that a visitor asked for; `waiting` are told of the queue."""
        return Job(Priority.STUDY, visitor, self._battle, self._tell(what, waiting))

    def _tell(self, what: str, subscribers: Collection[Subscriber]) -> Callable[[int], None]:
        """A function that tells subscribers how many computations come before one; nothing if it begins at once."""
        last = 0

        def tell(ahead: int) -> None:
            nonlocal last
            if ahead == last:
                return
            last = ahead
            package = self._state().match.game.package
            for subscriber in tuple(subscribers):
                with use_language(translator(subscriber.language, package)):
                    subscriber.send({"type": "queue", **serialize.queued(what, ahead)})

        return tell
