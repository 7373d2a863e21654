"""What a brigade is worth as it stands, kept while it stays so."""

from drumhead.core.compiled import native


@native(serializable=True)
class BrigadeValue:
    """What a brigade is worth, who is in command, how much of it is lost, what one unit more would cost, features."""

    __slots__ = ("amounts", "away", "command", "dear", "formed", "lost", "turned", "worth")

    def __init__(
        self, turned: int, formed: int, worth: float, command: int, lost: float, dear: float, amounts: tuple[float, ...]
    ) -> None:
        self.turned: int = turned
        self.formed: int = formed
        """Its units that were turned and in square formation; while they are, and none of it moves, the rest holds."""
        self.worth: float = worth
        self.command: int = command
        self.lost: float = lost
        self.dear: float = dear
        self.amounts: tuple[float, ...] = amounts
        self.away: tuple[int, float] = (0, 0.0)
        """The squares that it last wanted to come near to, and what it cost to be away from them."""
