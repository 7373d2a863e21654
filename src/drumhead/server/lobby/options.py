"""Questions while a battle is set up: which options go together, and what a game's army builder answers."""

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
from drumhead.server.lobby.waiting import is_forces, leaves_forces_open, side_names, with_all_forces

Answer = dict[str, Any]


def random_forces(kind: type[Game]) -> Mapping[str, Text]:
    """What can be drawn at random for a side, by name; empty for games without an army builder."""
    module = _builder(kind)
    found: Mapping[str, Text] = module.LOTS if module else {}
    return found


def _builder(kind: type[Game]) -> Any:
    name = f"{kind.package}.builder"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def ask_builder(kind: type[Game], question: str, asked: Any) -> Answer:
    """What the army builder of a game answers; a game has one if it has a `builder` module."""
    module = _builder(kind)
    questions = module.QUESTIONS if module else {}
    if question not in questions or not isinstance(asked, dict):
        raise SetupError(Text("unknown question"))
    answer: Answer = questions[question](asked)
    return answer


def arrange(kind: type[Game], asked: Any) -> Answer:
    """Options made consistent, with the seats of such a battle and a picture of its field."""
    if not isinstance(asked, dict) or not isinstance(asked.get("options"), dict):
        raise SetupError(Text("options must be names and values"))
    is_open = leaves_forces_open(kind, asked["options"])
    options = with_all_forces(kind, asked["options"]) if is_open else asked["options"]
    given = kind.choose(options_of(kind, options))
    answer: Answer = {"problem": None, "seats": [], "picture": ""}
    try:
        chosen = settle(kind, given, str(asked.get("changed", "")))
    except SetupError as error:
        chosen = given
        answer["problem"] = refusal(error, "arrange")
    answer["options"] = {option.name: _plain(chosen[option.name]) for option in open_options(kind)}
    answer["shown"] = [option.name for option in open_options(kind) if option.matters(chosen)]
    answer["barred"] = {
        option.name: barred for option in open_options(kind) if (barred := _refused_choices(kind, chosen, option))
    }
    if answer["problem"] is None:
        _describe_field(kind.set_up(**chosen), answer, str(asked.get("seen", "")), forces_are_open=is_open)
    return answer


def open_options(kind: type[Game]) -> list[Option]:
    """The options that visitors may choose."""
    return [option for option in kind.options if option.is_open]


def settle(kind: type[Game], chosen: Mapping[str, Any], changed: str) -> dict[str, Any]:
    """Consistent options, with as few as possible of those after the changed one reset to their defaults.

    Earlier options take precedence over later ones. Forces are never reset.
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


def _without_idle_options(kind: type[Game], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with those that have no effect beside the others at their defaults."""
    chosen = dict(given)
    for option in kind.options:
        if not option.matters(chosen):
            chosen[option.name] = option.default
    return chosen


def _refused_choices(kind: type[Game], chosen: Mapping[str, Any], option: Option) -> Answer:
    """The choices of an option that are impossible even if later options are reset, each with its refusal."""
    barred: Answer = {}
    for choice in choices_of(option):
        try:
            settle(kind, {**chosen, option.name: option.read(choice)}, option.name)
        except SetupError as error:
            barred[value_of(choice)] = refusal(error, option.name)
    return barred


def choices_of(option: Option) -> tuple[Any, ...]:
    """The values of an option, if they are a short list; forces are chosen elsewhere."""
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
    """A choice as the page writes it."""
    return ",".join(choice) if isinstance(choice, tuple) else str(choice)


def _describe_field(game: Game, answer: Answer, seen: str, *, forces_are_open: bool) -> None:
    """Adds the seats to an answer, and a picture of the field unless it was seen before or would tell secrets."""
    seats = range(game.seats)
    names = side_names(type(game), game) if forces_are_open else [str(game.seat_name(seat)) for seat in seats]
    answer["seats"] = [{"name": names[seat], "letter": game.letters[seat], "paint": game.paint(seat)} for seat in seats]
    if any(option.secret for option in game.options):
        return
    style, picture = split_style(Match(game).board())
    answer["seen"] = hashlib.sha256(picture.encode()).hexdigest()[:16]
    if answer["seen"] != seen:
        answer |= {"picture": picture, "style": style}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
