"""Covers drumhead.server.session.guide: the scripts of guided battles are legal, cited and complete."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from drumhead.core.errors import IllegalAction
from drumhead.core.frames import FrameState
from drumhead.core.i18n.catalogue import LANGUAGES
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.state import CHANCE, OVER
from drumhead.server.session.guide import Guide, guide_of
from tests.kit.server import Sitting, server, sitting

GAMES = tuple(games())


def played(guide: Guide) -> Match:
    """A guided battle as its script plays it; every decision is checked against the rules."""
    match, _ = guide.begin()
    match.settle()
    while match.to_act != OVER:
        script = guide.lessons[guide.lesson(match)].do if match.to_act == guide.seat else guide.reply(match)
        assert script, f"the script of {guide.game.name} has nothing to say to: {match.prompt}"
        refusal = match.why(script)
        assert refusal is None, f"{script} of {guide.game.name} is refused: {refusal}"
        match.push(script)
        match.settle()
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_guided_battle_is_legal_and_leads_to_the_end_it_promises(game: str) -> None:
    guide = guide_of(games()[game])
    match = played(guide)
    assert guide.lesson(match) == len(guide.lessons) - 1
    assert guide.reply(match) is None
    assert match.outcome is not None
    assert match.outcome.returns[guide.seat] == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_battle_speaks_every_language_and_cites_clauses_that_exist(game: str) -> None:
    guide = guide_of(games()[game])
    book = guide.game.clauses()
    for lesson in (*guide.lessons, guide.departed, *guide.later, guide.ended):
        assert set(lesson.words) == set(LANGUAGES)
        assert all(len(words) > 60 for words in lesson.words.values())
        assert lesson.clauses
        assert [clause for clause in lesson.clauses if clause not in book.clauses] == []
    assert [lesson.do for lesson in guide.lessons].index("") == len(guide.lessons) - 1
    kinds = guide.begin()[0].state
    assert isinstance(kinds, FrameState)
    assert all(lesson.at in kinds.frames().named for lesson in guide.later)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_battle_points_at_things_that_are_on_the_picture(game: str) -> None:
    guide = guide_of(games()[game])
    match = played(guide)
    for step in range(len(match.steps)):
        then = match.at(step)
        if then.to_act == guide.seat:
            picture = then.svg(guide.seat)
            look = guide.lessons[guide.lesson(then)].look
            assert [key for key in look if f'data-key="{key}"' not in picture] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_actions_of_a_script_are_written_as_the_game_writes_them(game: str) -> None:
    """Progress in the script is read off the notation of the steps."""
    guide = guide_of(games()[game])
    match = played(guide)
    assert [step.notation for step in match.steps if step.seat == guide.seat] == [
        lesson.do for lesson in guide.lessons[:-1]
    ]
    replies = [reply for lesson in guide.lessons for reply in lesson.then]
    assert [step.notation for step in match.steps if step.seat not in (guide.seat, CHANCE)] == replies


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_is_told_before_the_dice_and_the_other_side_are_done(game: str) -> None:
    guide = guide_of(games()[game])
    match = played(guide)
    told = guide.lessons[0].words["en"]
    waiting = 0
    for step in range(len(match.steps)):
        then = match.at(step)
        message = guide.to_message(then, "en")
        if then.to_act == guide.seat:
            told = message["words"]
        else:
            waiting += 1
            assert (message["words"], message["look"], message["do"]) == (told, (), "")
    assert waiting


def at_lesson(guide: Guide, number: int) -> Match:
    """A guided battle at a lesson, from 1."""
    match, _ = guide.begin()
    match.settle()
    while match.to_act != guide.seat or guide.lesson(match) + 1 < number:
        script = guide.reply(match) if match.to_act != guide.seat else guide.lessons[guide.lesson(match)].do
        assert script is not None
        match.push(script)
        match.settle()
    return match


BETTER = {
    "pocket-battles": (2, "shoot O2 E7", "shoot O2 E2"),
    "travel-battle": (8, "reroll R12 6", "stand"),
    "aces-armor": (9, "end-turn", "buy infantry c5"),
}
"""A lesson of each game, what it might teach, and a move that the evaluation prefers to that."""


@pytest.mark.parametrize("game", GAMES)
def test_a_better_move_is_accepted_and_the_battle_goes_on_against_the_recruit(game: str) -> None:
    guide = guide_of(games()[game])
    number, taught, better = BETTER[game]
    match = at_lesson(guide, number)
    lessons = list(guide.lessons)
    lessons[number - 1] = replace(lessons[number - 1], do=taught)
    guide = replace(guide, lessons=tuple(lessons))
    guide.check(match, better)
    match.push(better)
    match.settle()
    assert guide.progress(match).left_at is not None
    assert guide.reply(match) is None
    assert guide.wanted(match) is None


def test_a_move_that_wins_at_once_is_accepted_whatever_the_lesson_is_about() -> None:
    guide = guide_of(games()["aces-armor"])
    old = guide.position.replace("US-I1@f5", "US-I1@g5")
    lessons = (replace(guide.lessons[1]), *guide.lessons[3:])
    match, _ = guide.begin()
    start = match.game.read_position(old)
    guide = replace(guide, position=old, start=start.pack(), lessons=lessons)
    match = Match(match.game, seed=guide.seed, state=start)
    guide.check(match, "move US-I1 h5")
    match.push("move US-I1 h5")
    assert match.outcome is not None
    assert guide.to_message(match, "en")["words"] == guide.ended.words["en"]


def test_lessons_in_any_order_may_be_followed_in_any_order() -> None:
    guide = guide_of(games()["travel-battle"])
    match = at_lesson(guide, 1)
    for move, then in (("move R12 j6", 1), ("move R4 k6", 3), ("move R1 k5", 4)):
        guide.check(match, move)
        match.push(move)
        assert guide.to_message(match, "en")["number"] == then
    assert guide.progress(match).left_at is None
    script = played(guide)
    for lesson in guide.lessons[3:-1]:
        match.push(lesson.do)
        match.settle()
    assert match.position == script.position


def test_a_worse_move_is_explained_and_may_be_played_when_it_is_chosen_again() -> None:
    guide = guide_of(games()["aces-armor"])
    match = at_lesson(guide, 2)
    with pytest.raises(IllegalAction, match="this lesson is about US-T1"):
        guide.check(match, "move US-T1 f6")
    with pytest.raises(IllegalAction, match="Try “move: US-T1"):
        guide.check(match, "move US-T1 f1")
    with pytest.raises(IllegalAction, match="this lesson is about US-T1"):
        guide.check(match, "move US-T1 f6")
    guide.check(match, "move US-T1 f6")
    match.push("move US-T1 f6")
    match.settle()
    assert guide.to_message(match, "en")["words"] == guide.departed.words["en"]


@pytest.mark.parametrize("game", GAMES)
def test_who_leaves_the_script_is_told_of_new_steps_when_they_come(game: str) -> None:
    guide = guide_of(games()[game])
    numbers: set[int] = set()
    for seed in range(8):
        rng = Random(seed)
        match = at_lesson(guide, 2 if game == "pocket-battles" else 1)
        told: list[str] = []
        while match.outcome is None and len(match.steps) < 250:
            match.push(rng.choice(match.state.legal()))
            match.settle()
            message = guide.to_message(match, "it")
            assert message["number"] <= message["of"]
            numbers.add(message["number"])
            told += [message["words"]] if message["words"] not in told[-1:] else []
        assert len(told) == len(set(told)), "a lesson came back"
    assert len(numbers) > 2


def test_a_battle_that_began_from_another_script_goes_on_without_it() -> None:
    guide = guide_of(games()["aces-armor"])
    game = guide.game.set_up()
    match = Match(game, seed="guide 1", state=game.read_position(guide.position.replace("US-I1@f5", "US-I1@g5")))
    assert guide.wanted(match) is None
    match.push("move US-T1 h7")
    assert guide.reply(match) is None
    match.push("let-pass")
    message = guide.to_message(match, "en")
    assert (message["number"], message["do"]) == (3, "")
    assert message["words"] == next(lesson.words["en"] for lesson in guide.later if lesson.at == "advance")


def test_a_battle_that_is_given_up_is_not_called_won() -> None:
    guide = guide_of(games()["travel-battle"])
    match = at_lesson(guide, 2)
    match.concede(guide.seat)
    assert guide.to_message(match, "en")["words"] == guide.ended.words["en"]


def begun(client: TestClient, game: str) -> str:
    answer = client.post("/battles/learn", json={"game": game})
    assert answer.status_code == 201, answer.text
    tokens: list[str | None] = answer.json()["seats"]
    return next(token for token in tokens if token)


def turn(seat: Sitting) -> None:
    """Listens until the learner decides, or the battle is over."""
    while not (seat.view["actions"] or seat.view["outcome"]):
        seat.hear()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_guided_battle_is_played_through(client: TestClient, game: str, language: str) -> None:
    guide = guide_of(games()[game])
    with sitting(client, begun(client, game), language) as seat:
        turn(seat)
        for number, lesson in enumerate(guide.lessons[:-1], 1):
            told = seat.view["guide"]
            assert (told["number"], told["of"]) == (number, len(guide.lessons))
            assert told["words"] == lesson.words[language]
            seat.act(told["do"])
            while seat.view["guide"]["number"] == number:
                seat.hear()
            turn(seat)
        assert seat.view["outcome"]
        assert seat.view["guide"]["words"] == guide.lessons[-1].words[language]


def test_another_decision_is_turned_down_in_a_friendly_way_and_nothing_happens(client: TestClient) -> None:
    with sitting(client, begun(client, "pocket-battles")) as seat:
        turn(seat)
        number = seat.view["number"]
        refused = seat.answer("act", action="place O1 left-rear")
        assert refused["type"] == "refused"
        assert refused["words"].startswith("A legal move, but this lesson is about O1 (Troll). Try “place: O1 (Troll)")
        assert seat.answer("act", action="place O1 E.left-rear")["type"] == "refused"
        assert seat.view["number"] == number


def test_a_decision_that_is_chosen_twice_is_played_and_the_recruit_takes_over(client: TestClient) -> None:
    with sitting(client, begun(client, "pocket-battles")) as seat:
        turn(seat)
        assert seat.answer("act", action="place O1 left-rear")["type"] == "refused"
        seat.act("place O1 left-rear")
        turn(seat)
        assert seat.view["guide"]["do"] == ""
        seat.act("pass")
        while seat.view["to_act"] != 0 or seat.view["step"] < 3:
            seat.hear()
        assert not seat.view["outcome"]


def test_a_guided_battle_is_left_and_taken_up(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        token = begun(client, "pocket-battles")
        with sitting(client, token) as seat:
            turn(seat)
            seat.act(seat.view["guide"]["do"])
    with server(tmp_path) as client, sitting(client, token) as seat:
        turn(seat)
        assert seat.view["guide"]["number"] == 2


def test_after_a_guided_battle_the_recruit_plays_the_other_side(client: TestClient) -> None:
    token = begun(client, "travel-battle")
    with sitting(client, token) as seat:
        turn(seat)
        seat.say("concede")
        while not seat.view["outcome"]:
            seat.hear()
    again = client.post("/battles/again", json={"token": token}).json()
    assert again["seats"][0] is None
    with sitting(client, again["seats"][1]) as seat:
        assert "guide" not in seat.view
