"""What can go wrong, each with one clear sentence and, where a rule is behind it, its clause."""

from drumhead.core.i18n.text import Text


class DrumheadError(Exception):
    """A user's mistake: one sentence with its values, the clause or the line it points at."""

    def __init__(self, reason: Text | str, clause: str = "", line: int = 0, **values: object) -> None:
        if isinstance(reason, str):
            # A plain sentence is a template without values: the catalogue may know it.
            reason = Text(reason if values else reason.replace("{", "{{").replace("}", "}}"), **values)
        super().__init__(str(reason))
        self.reason = reason
        self.clause = clause
        self.line = line

    def __str__(self) -> str:
        where = str(Text("line {n}: ", n=self.line)) if self.line else ""
        return f"{where}{self.reason}" + (f" [{self.clause}]" if self.clause else "")


class IllegalAction(DrumheadError):
    """An action that the rules forbid here."""


class NotationError(DrumheadError):
    """Words that are not an action, a position or a list."""


class SetupError(DrumheadError):
    """An option, an army or a data file that cannot be used."""


class RecordError(DrumheadError):
    """A game file that cannot be read or does not play."""


class ProofError(DrumheadError):
    """A record whose dice are not those that were committed to."""


class BrokenPromise(AssertionError):
    """Something the engine promises and did not keep, and the clause behind it, if there is one."""

    def __init__(self, words: str, clause: str = "") -> None:
        super().__init__(words)
        self.clause = clause
