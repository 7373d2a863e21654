"""Small questions asked while a battle is set up: which options go together, and what a game's own desk answers."""

import hashlib
import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from drumhead.core.errors import SetupError
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.server.api.serialize import refusal, split_style
from drumhead.server.lobby.requests import options_of

Answer = dict[str, Any]


def random_forces(kind: type[Game]) -> Mapping[str, Text]:
    """What a side may have drawn for it, by name; empty where a game has no desk."""
    module = _builder(kind)
    found: Mapping[str, Text] = module.LOTS if module else {}
    return found


def _builder(kind: type[Game]) -> Any:
    name = f"{kind.package}.builder"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def answer(kind: type[Game], question: str, asked: Any) -> Answer:
    """What a game's own desk answers; a game has one if it brings a `desk` module."""
    module = _builder(kind)
    questions = module.QUESTIONS if module else {}
    if question not in questions or not isinstance(asked, dict):
        raise SetupError(Text("nobody here can answer that"))
    told: Answer = questions[question](asked)
    return told


def arrange(kind: type[Game], asked: Any) -> Answer:
    """The options of a battle to be, settled so that they go together; who sits at it, and how the field looks."""
    if not isinstance(asked, dict) or not isinstance(asked.get("options"), dict):
        raise SetupError(Text("options are names and values"))
    given = kind.choose(options_of(kind, asked["options"]))
    told: Answer = {"problem": None, "seats": [], "picture": ""}
    try:
        chosen = settle(kind, given, str(asked.get("changed", "")))
    except SetupError as error:
        chosen = given
        told["problem"] = refusal(error, "arrange")
    told["options"] = {option.name: _plain(chosen[option.name]) for option in open_options(kind)}
    told["shown"] = [option.name for option in open_options(kind) if option.matters(chosen)]
    told["barred"] = {
        option.name: barred for option in open_options(kind) if (barred := _refused_choices(kind, chosen, option))
    }
    if told["problem"] is None:
        _describe_field(kind.set_up(**chosen), told, str(asked.get("seen", "")))
    return told


def open_options(kind: type[Game]) -> list[Option]:
    """The options that a page may choose."""
    return [option for option in kind.options if option.is_open]


def settle(kind: type[Game], chosen: Mapping[str, Any], changed: str) -> dict[str, Any]:
    """The options, with as few as possible of those that come after the changed one back at their defaults.

    Options stand in an order in which the former decide about the latter; forces are nobody's to take away.
    """
    names = [option.name for option in kind.options]
    after = kind.options[names.index(changed) + 1 if changed in names else 0 :]
    usual = {option.name: option.default for option in after if not is_forces(option)}
    loose = [name for name in usual if chosen[name] != usual[name]]
    refused: SetupError | None = None
    for back in ([], *([name] for name in loose), loose):
        options = _without_idle_options(kind, {**chosen, **{name: usual[name] for name in back}})
        try:
            kind.check(**options)
        except SetupError as error:
            refused = refused or error
        else:
            return options
    assert refused is not None
    raise refused


def is_forces(option: Option) -> bool:
    """Says whether an option holds what each side brings."""
    return isinstance(option.default, tuple) and bool(option.default)


def _without_idle_options(kind: type[Game], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options, those that mean nothing beside the others at their defaults."""
    chosen = dict(given)
    for option in kind.options:
        if not option.matters(chosen):
            chosen[option.name] = option.default
    return chosen


def _refused_choices(kind: type[Game], chosen: Mapping[str, Any], option: Option) -> Answer:
    """Why each choice of an option cannot be taken, whatever else is given up for it."""
    barred: Answer = {}
    for choice in choices_of(option):
        try:
            settle(kind, {**chosen, option.name: option.read(choice)}, option.name)
        except SetupError as error:
            barred[value_of(choice)] = refusal(error, option.name)
    return barred


def choices_of(option: Option) -> tuple[Any, ...]:
    """What an option may be, where that is a short list; ready forces are chosen elsewhere."""
    if isinstance(option.default, tuple):
        return tuple((ready,) for ready in option.ready) if not option.default else ()
    if isinstance(option.default, bool):
        return ()
    if option.choices:
        return option.choices
    if isinstance(option.default, int) and option.most is not None and option.most - (option.least or 0) < 5:
        return tuple(range(option.least or 0, option.most + 1))
    return ()


def value_of(choice: Any) -> str:
    """A choice as a page writes it."""
    return ",".join(choice) if isinstance(choice, tuple) else str(choice)


def _describe_field(game: Game, told: Answer, seen: str) -> None:
    """Tells who sits at a battle; shows the field before the first decision, unless it was seen or tells secrets."""
    told["seats"] = [{"name": str(game.seat_name(seat)), "letter": game.letters[seat]} for seat in range(game.seats)]
    if any(option.secret for option in game.options):
        return
    style, picture = split_style(Match(game).svg())
    told["seen"] = hashlib.sha256(picture.encode()).hexdigest()[:16]
    if told["seen"] != seen:
        told |= {"picture": picture, "style": style}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
