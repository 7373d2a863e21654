"""The command line: `drumhead play`, `rules`, `replay` and the rest."""

from drumhead.cli.app import main

__all__ = ["main"]
