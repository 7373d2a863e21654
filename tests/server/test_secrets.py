"""Covers drumhead.server.api.serialize and session: what a seat is sent does not depend on secrets."""

import json
import re
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead import CHANCE, load
from drumhead.ai.study.analyse import analyse
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR, State
from drumhead.server.api import serialize
from drumhead.server.cluster import workers
from drumhead.server.lobby import requests
from drumhead.server.lobby.seats import Seat
from tests.kit.server import Sitting, begin, sitting

SAMPLE, ASKED_EVERY = 6, 3
"""How many actions and keys are asked about, and in every how manieth position."""
STEPS = 24
"""Two battles that differ in a secret are played for so many steps, or until it is out."""
STACKS = load("pocket-battles")
SPLITS = load("aces-armor")
PICKS = load("aces-armor", sets="1+4")
V2 = load("aces-armor", players=4, mission="v2")
SECRETS = [(STACKS, 0), (STACKS, 1), (SPLITS, 0), (SPLITS, 1), (PICKS, 0), (PICKS, 1), (V2, 0)]
"""What is hidden from a seat, in every game that hides something in play: stacks, splits, picks, where the V2 lies.

What TravelBattle hides, brigades until both sides have brought them, is compared in `test_waiting.py`.
"""
NAMED = [
    *("stacks from 0", "stacks from 1", "splits from 0", "splits from 1", "picks from 0", "picks from 1", "V2 from 0")
]


def twins(game: Game, seat: int) -> tuple[Match, Match]:
    """Two battles that differ only in what a seat may not see, from the first moment on when enough is hidden."""
    match, rng = Match(game, seed=3), Random(1)
    while len(found := guesses(game, match.state, seat)) < 4:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    one, other = list(found.values())[:2]
    assert game.write_position(one.observe(seat)) == game.write_position(other.observe(seat))
    return Match(game, state=one, seed=4), Match(game, state=other, seed=4)


def guesses(game: Game, state: State, seat: int) -> dict[str, State]:
    """Positions that look the same to a seat, by how they are written when nothing is hidden."""
    if not game.has_secrets(state):
        return {}
    drawn = [state.observe(seat).guess(seat, Random(number)) for number in range(12)]
    return {game.write_position(one) + one.pack().hex(): one for one in drawn}


Told = dict[int, list[str]]


class Played:
    """Plays battles on the server: those who come second do what the first did, where they can."""

    def __init__(self, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
        self._client = client
        self._monkeypatch = monkeypatch
        self._script: list[str] = []
        self._asks: frozenset[int] = frozenset()

    def links(self, match: Match, *, computers: bool = False) -> dict[str, Any]:
        """Lays a battle on the table, between people or with a computer in every other seat."""
        seats = tuple(Seat("recruit" if computers and number else "") for number in range(match.game.seats))
        self._monkeypatch.setattr(requests, "new_battle", lambda _, seeded: (match, seats))
        return begin(self._client, *["person"] * match.game.seats)

    def told(self, match: Match, show: str, *, asks: frozenset[int] = frozenset()) -> Told:
        """Everything that the seats, and a spectator as -1, hear as long as something is hidden; some also ask."""
        links = self.links(match)
        self._asks = asks
        tokens = dict(enumerate(links["seats"])) | {SPECTATOR: links["watch"]}
        with ExitStack() as stack:
            heard = {
                seat: stack.enter_context(sitting(self._client, token, show=show)) for seat, token in tokens.items()
            }
            self._play(heard, Random(2))
        return {seat: self._hidden(one.heard) for seat, one in heard.items()}

    def _play(self, heard: dict[int, Sitting], rng: Random) -> None:
        spectator = heard[SPECTATOR]
        for number in range(STEPS):
            acting = heard[spectator.view["to_act"]]
            notations = acting.choices()
            if len(self._script) == number or self._script[number] not in notations:
                self._script[number:] = [rng.choice(notations)]
            for seat in self._asks if number % ASKED_EVERY == 0 else ():
                ask_everything(heard[seat])
            acting.say("act", action=self._script[number])
            step = spectator.view["step"]
            for sits in heard.values():
                while sits.view["step"] <= step or sits.view["to_act"] == CHANCE:
                    sits.hear()
            if not spectator.view["secrets"]:
                return

    @staticmethod
    def _hidden(heard: list[str]) -> list[str]:
        out = (index for index, text in enumerate(heard) if '"secrets":false' in text)
        return heard[: next(out, len(heard))]


def ask_everything(seat: Sitting) -> None:
    """Asks all that a page can ask about a position: at a decision of the seat, and as one who looks on."""
    step = seat.view["step"]
    keys = [*dict.fromkeys(re.findall('data-key="([^"]+)"', seat.view.get("picture", "")))]
    for key in Random(step).sample(keys, min(len(keys), SAMPLE)):
        seat.answer("about", step=step, key=key)
        seat.answer("reach", key=key)
        seat.answer("why", chosen=[], key=key)
    seat.answer("look", step=step // 2)
    seat.answer("tables", step=step)
    if seat.view["actions"]:
        for type in ("choices", "plans", "again", "hint"):
            seat.answer(type)
        for action, *_ in seat.view["actions"][:SAMPLE]:
            seat.answer("odds", action=action)
            seat.answer("forecast", action=action)


@pytest.fixture
def played(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(client, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("show", ["svg", "text", "data", "position"])
@pytest.mark.parametrize(("game", "seat"), SECRETS, ids=NAMED)
def test_battles_that_differ_in_a_secret_send_the_same_bytes(played: Played, game: Game, seat: int, show: str) -> None:
    one, other = twins(game, seat)
    first, second = played.told(one, show), played.told(other, show)
    assert len(first[seat]) > 4
    assert first[seat] == second[seat]
    assert first[SPECTATOR] == second[SPECTATOR]
    assert any(first[owner] != second[owner] for owner in range(game.seats)), "those who may know do see it"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seat"), SECRETS, ids=NAMED)
def test_questions_and_hints_are_answered_with_the_same_bytes(
    played: Played, monkeypatch: pytest.MonkeyPatch, game: Game, seat: int
) -> None:
    monkeypatch.setattr(workers, "analyse", lambda match, think, best: analyse(match, sims=8, best=best))
    eyes = frozenset({seat, SPECTATOR})
    one, other = twins(game, seat)
    first, second = played.told(one, "svg", asks=eyes), played.told(other, "svg", asks=eyes)
    for eye in eyes:
        assert len(first[eye]) > 20
        assert first[eye] == second[eye]
    told = [json.loads(text) for text in first[seat]]
    decisions = {"choices", "plans", "again", "hint"} if any(one.get("actions") for one in told) else set()
    assert {"about", "reach", "why", "look", "tables"} | decisions <= {one["type"] for one in told}


@pytest.mark.parametrize("game", [STACKS, SPLITS, PICKS, V2], ids=["stacks", "splits", "picks", "V2"])
def test_the_files_of_a_person_against_computers_are_the_same(client: TestClient, played: Played, game: Game) -> None:
    files = []
    for match in twins(game, 0):
        links = played.links(match, computers=True)
        files.append(client.post("/record", json={"tokens": [links["seats"][0]]}).content)
    assert files[0] == files[1]
    assert b"[Known" in files[0]


@pytest.mark.parametrize(("game", "seat"), SECRETS, ids=NAMED)
def test_files_that_differ_in_a_secret_are_the_same_for_those_who_may_not_know_it(
    client: TestClient, played: Played, game: Game, seat: int
) -> None:
    files = []
    for match in twins(game, seat):
        links = played.links(match)
        asked = [{"tokens": [links["seats"][seat]]}, {"tokens": [links["watch"]]}]
        files.append([client.post("/record", json=one).content for one in asked])
    assert files[0] == files[1]
    assert f'[Game "{game.name}"]'.encode() in files[0][0]


@pytest.mark.parametrize(("game", "seat"), SECRETS, ids=NAMED)
def test_pieces_that_differ_in_a_secret_are_told_of_in_the_same_words(game: Game, seat: int) -> None:
    one, other = twins(game, seat)
    for eyes in (seat, SPECTATOR):
        keys = re.findall('data-key="([^"]+)"', serialize.position(one, eyes)["picture"])
        keys += [
            f"{unit['key']}/{troop['id']}" for unit in one.view(1 - seat)["units"] for troop in unit.get("troops", [])
        ]
        first, second = ([serialize.traits(match, eyes, key) for key in keys] for match in (one, other))
        assert first == second
        assert any(first)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
def test_dice_to_come_are_told_to_nobody(client: TestClient, game: str) -> None:
    """TravelBattle hides nothing else; of the stream of dice only its hash goes out while the battle lasts."""
    links = begin(client, "person", "person", game=game)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        one.hear_dice()
        two.hear_dice()
        for _ in range(12):
            acting = one if one.view["actions"] else two
            step = acting.view["step"]
            acting.say("act", action=acting.view["actions"][0][0])
            for seat in (one, two):
                while seat.view["step"] <= step or seat.view["to_act"] == CHANCE:
                    seat.hear()
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        dice = session.state.match.stretches[-1].dice
        files = [client.post("/record", json={"tokens": [token]}).text for token in links["seats"]]
        heard = "".join([*one.heard, *two.heard, *files])
        assert dice.commitment in heard
        assert dice.secret.hex() not in heard


def test_a_link_does_not_act_or_look_for_another_seat(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        for seat, other in ((one, two), (two, one)):
            assert seat.table["seat"] != other.table["seat"]
            if other.view["actions"]:
                action = other.view["actions"][0][0]
                assert "it is not your decision" in seat.answer("act", action=action, seat=other.table["seat"])["words"]
                assert seat.view["actions"] == []
