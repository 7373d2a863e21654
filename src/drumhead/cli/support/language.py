"""The language of the terminal: `--lang`, else that of the environment."""

import argparse
import os

from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds `--lang` to a command."""
    words = f"the language: {' or '.join(LANGUAGES)}; default: that of the environment"
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=environment_language(), help=words)


def environment_language() -> str:
    """The language of LC_ALL, LC_MESSAGES or LANG if there is a catalogue for it; else English."""
    wishes = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wish = next(filter(None, wishes), "")[:2].lower()
    return wish if wish in LANGUAGES else SOURCE
