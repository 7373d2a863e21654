"""Errors: each has one sentence and, where a rule is behind it, its clause."""

from drumhead.core.i18n.text import Text


class DrumheadError(Exception):
    """The base of all errors that a user can cause, with `reason`, `clause` and `line`, empty or 0 where unknown."""

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
    """The engine broke an obligation, which is a bug; `clause` names the rule behind it, if there is one."""

    def __init__(self, words: str, clause: str = "") -> None:
        super().__init__(words)
        self.clause = clause
