"""Links: what a token stands for, and what is said of one that leads to no seat."""

from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text

SEAT: Final = "seat"
"""A seat, or the place of spectators."""
INVITATION: Final = "invitation"
"""A seat that nobody has taken yet: exchanged once for a key that the guest's device chooses."""
USED: Final = "used"
"""An invitation that was exchanged."""
RENEWED: Final = "renewed"
"""The link of a seat whose owner has replaced it by another."""

_UNKNOWN: Final = Text("this link leads to no battle: it is incomplete, or from another server")
_REFUSALS: Final = {
    INVITATION: Text("this is an invitation: the seat has to be taken first"),
    USED: Text("this invitation has been used: the seat belongs to the device that took it"),
    RENEWED: Text("the player of this seat has replaced this link by another"),
}
_NO_INVITATION: Final = Text("this link is no invitation: it opens the battle itself")


@dataclass(frozen=True, slots=True)
class Link:
    """What the database knows of a token: its battle, its seat, what it is, and the hash of its successor."""

    battle: str
    seat: int
    kind: str
    successor: str


def refusal(link: Link | None) -> IllegalAction:
    """Why a token opens no seat."""
    return IllegalAction(_UNKNOWN if link is None else _REFUSALS[link.kind])


def no_invitation(link: Link | None) -> IllegalAction:
    """Why a token is no invitation, or none any more."""
    return IllegalAction(_NO_INVITATION) if link is not None and link.kind == SEAT else refusal(link)
