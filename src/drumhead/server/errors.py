"""Failures that a session and the parts around it tell each other; each is one sentence for a player."""

from drumhead.core.errors import DrumheadError


class Unavailable(DrumheadError):
    """The database did not answer or could not write, or the computer players do not answer. It may pass."""


class Unwritable(DrumheadError):
    """The data cannot be stored in any database. Trying again does not help."""


class Blocked(DrumheadError):
    """The operator of the server does not admit the visitor."""


class Overtaken(Exception):
    """Another process has appended to the same event log first."""
