"""Covers drumhead.server.session.guide: the scripts of guided battles are legal, cited and complete."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead.core.i18n.catalogue import LANGUAGES
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.state import OVER
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
    for lesson in guide.lessons:
        assert set(lesson.words) == set(LANGUAGES)
        assert all(len(words) > 60 for words in lesson.words.values())
        assert lesson.clauses
        assert [clause for clause in lesson.clauses if clause not in book.clauses] == []
    assert [lesson.do for lesson in guide.lessons].index("") == len(guide.lessons) - 1


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
        assert refused["words"].startswith("that is allowed, and a thought for your next battle; now: place")
        assert seat.answer("act", action="place O1 E.left-rear")["type"] == "refused"
        assert seat.view["number"] == number


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
