"""`drumhead rules`: a clause, a chapter, the result of a search, or the list of chapters."""

import argparse
import json

from drumhead.cli.support.language import add_language
from drumhead.cli.support.parser import Commands
from drumhead.cli.table.clause_search import as_data, chapters, listed, look_up
from drumhead.cli.table.screen import Screen
from drumhead.core.errors import NotationError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type, games
from drumhead.core.rulebook.clauses import Clause

EXAMPLES = ("", "PB-6.14", "pocket-battles shooting into an engagement", "pocket-battles 6C", "PB-7.4 --lang it")


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("rules", "shows or searches the rules, or lists their chapters", EXAMPLES, json=True)
    parser.add_argument(
        "words", nargs="*", metavar="[GAME] CLAUSE|WORDS", help="clause, chapter, or words to search for"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the clauses that were asked for."""
    words, language = list(arguments.words), arguments.lang
    chosen = list(games().values())
    if words and words[0].lower().replace("_", "-") in games():
        chosen = [game_type(words.pop(0))]
    if not words:
        return _contents(chosen, language, as_json=arguments.json)
    clauses = _find(chosen, " ".join(words))
    if arguments.json:
        print(json.dumps([as_data(clause, language) for clause in clauses], indent=2, ensure_ascii=False))
        return 0
    screen = Screen()
    for line in listed(clauses, language):
        screen.say(line)
    return 0


def _contents(chosen: list[type[Game]], language: str, *, as_json: bool) -> int:
    if as_json:
        data = {
            game.name: {chapter: titles[language] for chapter, titles in game.clauses().chapters.items()}
            for game in chosen
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return 0
    screen = Screen()
    for game in chosen:
        screen.say(Text("{title} ({name})", title=game.title, name=game.name))
        for line in chapters(game.clauses(), language):
            screen.draw(line)
    return 0


def _find(chosen: list[type[Game]], words: str) -> list[Clause]:
    """What the first games that know the words say of them."""
    refusals: list[NotationError] = []
    found: list[Clause] = []
    for game in chosen:
        book = game.clauses()
        try:
            found += look_up(book, words)
        except NotationError as refusal:
            meant = next(iter(book.clauses)).partition("-")[0] == words.upper().partition("-")[0]
            refusals.insert(0 if meant else len(refusals), refusal)
    if not found:
        raise refusals[0]
    return found
