"""The language of the terminal: the one that is asked for, else that of the environment."""

import argparse
import os

from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds the argument that chooses a language."""
    words = f"the language: {' or '.join(LANGUAGES)}; default: that of the environment"
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=environment_language(), help=words)


def environment_language() -> str:
    """The language that the environment asks for, where the table speaks it; else English."""
    wishes = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wish = next(filter(None, wishes), "")[:2].lower()
    return wish if wish in LANGUAGES else SOURCE
