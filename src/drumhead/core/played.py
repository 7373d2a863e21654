"""What a match keeps of its past: the steps that were played and the streams its dice came from."""

from dataclasses import dataclass
from typing import Any, Final

from drumhead.core.dice import Dice, joint_seal, nonce_commitment, substitute_nonce
from drumhead.core.i18n.text import Translatable

CONCEDE: Final = "concede"
DRAW: Final = "draw"
FORFEITS: Final[dict[str, Translatable]] = {
    "out-of-time": "{side}: out of time",
    "gone-away": "{side}: gone for too long",
}
"""How a battle ends against a seat that does not decide: the notation, and the reason."""
ENDS: Final = (CONCEDE, DRAW, *FORFEITS)
"""The notations of steps that are no actions and end a battle."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a match: a decision, a throw, or how the players ended it."""

    seat: int
    """Who decided; `CHANCE` for a throw."""
    code: int
    """What was given to `State.apply`; 0 where the players ended the match."""
    notation: str
    """The decision as it was written, `throw 4 5`, or `concede`, `draw`, `out-of-time`, `gone-away`."""
    events: tuple[tuple[Any, ...], ...] = ()
    """What `State.apply` reported; `Match.log` puts it into words."""
    faces: tuple[int, ...] | None = None
    """The dice of a throw, in order; None for a decision."""
    by_hand: bool = False
    """Whether the dice were thrown at a real table and typed in."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The throws of a match that came from one stream of dice."""

    first: int
    """The number of the first such throw in the match, from 0."""
    dice: Dice
    seed: str = ""
    """The seed, where the stream has one."""
    published: str = ""
    """The commitment as a file states it; empty where it was not read from a file."""
    commitments: tuple[str, ...] = ()
    """Those of the nonces, by seat, empty where missing; none where nonces are not committed to."""
    drawn: tuple[int, ...] = ()
    """The people's seats whose nonces the server drew because their clients bring none."""
    substituted: tuple[int, ...] = ()
    """The seats whose nonces did not come in time."""

    @property
    def seal(self) -> str:
        """The published hash of the secret."""
        return self.published or self.dice.commitment

    @property
    def joint(self) -> str:
        """The hash of the seal and all commitments; empty until all are there."""
        return joint_seal(self.seal, self.commitments) if self.commitments and all(self.commitments) else ""

    def fits(self, seat: int, nonce: str) -> bool:
        """Returns whether a nonce is the one that a seat has committed to."""
        return self.commitments[seat] == nonce_commitment(self.seal, seat, nonce)

    def is_bound(self, seat: int) -> bool:
        """Returns whether the nonce of a seat is as it must be: as committed to, or what stands for a missing one."""
        nonce = self.dice.nonces[seat]
        is_substitute = seat in self.substituted and nonce == substitute_nonce(self.joint, seat)
        return is_substitute or self.fits(seat, nonce)
