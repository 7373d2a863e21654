"""Covers what a change of the rules does to stored battles: they go on from their position, and keep their files."""

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead.core.compiled import is_compiled
from drumhead.core.errors import SetupError
from drumhead.core.files.record import read
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.games.aces_armor.engine.encoding import AT_INCOME, NEUTRAL
from drumhead.games.aces_armor.engine.frames import FRAMES
from drumhead.games.aces_armor.refusals import movement as refused_movement
from drumhead.games.aces_armor.rules import economy, march, movement, under_way
from drumhead.games.pocket_battles.rules import turns as pocket_turns
from drumhead.games.travel_battle.rules import turns as travel_turns
from drumhead.server import registry
from drumhead.server.db.schema import POSITIONS
from drumhead.server.db.store import Store
from drumhead.server.errors import Overtaken
from drumhead.server.lobby.seats import token_hash
from drumhead.server.session.stored import restored
from tests.kit.server import Sitting, begin, server, sitting
from tests.server.test_fair_thinking import until

Patch = pytest.MonkeyPatch
OLD = "1.5"
"""A version of the rules that no release had."""


def _first_player_begins(patch: Patch) -> None:
    """The same player begins every round."""
    patch.setattr(pocket_turns, "beginner", lambda f: f.first_seat)


def _two_turns_each(patch: Patch) -> None:
    """A side takes two turns in a row."""
    start = travel_turns.start_turn
    patch.setattr(travel_turns, "start_turn", lambda f, seat: start(f, seat if f.turn % 2 == 0 else 1 - seat))


def _neutral_factories_serve_everybody(patch: Patch) -> None:
    """Neutral factories give coins to everybody, who may buy there."""
    own = economy.own_factories

    def factories(f: Any, faction: int) -> list[int]:
        neutral = zip(f.force.board.factories, f.flag, strict=True)
        return own(f, faction) + [hex_ for hex_, flag in neutral if flag == NEUTRAL]

    patch.setattr(economy, "own_factories", factories)


def _units_go_twice_as_far(patch: Patch) -> None:
    """A unit has twice the points of movement."""
    footing = under_way.footing

    def twice(f: Any, unit: int) -> tuple[int, int]:
        start, points = footing(f, unit)
        return start, points if under_way.is_under_way(f, unit) else 2 * points

    for module in (movement, march, refused_movement):
        patch.setattr(module, "footing", twice)


OTHER_RULES: dict[str, Callable[[Patch], None]] = {
    "pocket-battles": _first_player_begins,
    "travel-battle": _two_turns_each,
    "aces-armor": _units_go_twice_as_far,
}
"""A rule of each game as it might have been."""
NOT_NOTICED = "compiled modules call each other directly and do not notice a patched rule; the pure suite runs this"
DECISIONS = {"pocket-battles": 60, "travel-battle": 90, "aces-armor": 60}
"""After how many decisions the other rule has made a difference."""


@contextmanager
def older_rules(monkeypatch: Patch, name: str, rules: str = OLD) -> Iterator[type[Game]]:
    """A block in which a game is played under an older version of its rules, in which one of them is different."""
    with monkeypatch.context() as patch:
        kind = game_type(name)
        patch.setattr(kind, "rules", rules)
        OTHER_RULES[name](patch)
        yield kind


def play(client: TestClient, links: dict[str, Any], decisions: int, seed: int = 1) -> dict[int, dict[str, Any]]:
    """Plays at random in all seats; returns the last view of each seat."""
    rng = Random(seed)
    with sitting(client, links["seats"][0], show="none") as one, sitting(client, links["seats"][1], show="none") as two:
        seats: tuple[Sitting, Sitting] = (one, two)
        for seat in seats:
            seat.hear_dice()
        for _ in range(decisions):
            if one.view["outcome"]:
                break
            number = one.view["number"]
            seats[one.view["to_act"]].say("act", action=rng.choice(seats[one.view["to_act"]].choices()))
            for seat in seats:
                while seat.view["number"] == number or seat.view["to_act"] == -1:
                    seat.hear()
        return {number: seat.view for number, seat in enumerate(seats)}


def begun(client: TestClient, name: str, change: str) -> dict[str, Any]:
    """A battle in progress, which the other rule has made a difference to, unless its version will be unknown anyway.

    Its dice come from a seed then, so that this is so every time.
    """
    if change == "unknown":
        links = begin(client, "person", "person", game=name)
        play(client, links, 30)
    else:
        if is_compiled():
            pytest.skip(NOT_NOTICED)
        links = begin(client, "person", "person", game=name, seed="rules")
        play(client, links, DECISIONS[name])
    return links


def positions(client: TestClient, links: dict[str, Any]) -> list[str]:
    """What each seat knows of the position."""
    found = []
    for token in links["seats"]:
        with sitting(client, token, show="position") as seat:
            found.append(seat.view["position"])
    return found


def store_of(client: TestClient) -> Store:
    found: Store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
    return found


def battle_of(client: TestClient, links: dict[str, Any]) -> str:
    found = store_of(client).seat_of(token_hash(links["watch"]))
    assert found is not None
    return found[0]


def forget_positions(client: TestClient) -> None:
    """Leaves the log alone, as an earlier build stored it."""
    with store_of(client).engine.begin() as connection:
        connection.execute(POSITIONS.delete())


def archive(client: TestClient, links: dict[str, Any]) -> dict[str, str]:
    """The files of a battle by name."""
    answer = client.post("/records", json={"tokens": links["seats"]})
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


@pytest.mark.slow
@pytest.mark.usefixtures("_at_leisure")
@pytest.mark.parametrize("change", ["unknown", "known", "not told"])
@pytest.mark.parametrize("name", OTHER_RULES)
def test_a_running_battle_goes_on_from_its_position_under_the_new_rules(
    tmp_path: Path, monkeypatch: Patch, name: str, change: str
) -> None:
    """The old version is unknown, or known though a step is illegal now, or the rule was changed without a number."""
    rules = game_type(name).rules if change == "not told" else OLD
    with older_rules(monkeypatch, name, rules), server(tmp_path) as client:
        links = begun(client, name, change)
        before = positions(client, links)
    if change == "known":
        monkeypatch.setattr(game_type(name), "earlier", {**game_type(name).earlier, OLD: {}})
    with server(tmp_path) as client:
        for _ in range(2):  # the first time it goes on, the second time it has gone on
            assert positions(client, links) == before
        for token in (*links["seats"], links["watch"]):
            with sitting(client, token, show="none") as seat:
                assert "The rules of this game" in seat.table["notice"]
                assert "It goes on from this position" in seat.table["notice"]
                assert (OLD in seat.table["notice"]) == (change != "not told")
        views = play(client, links, 8, seed=2)
        assert views[0]["step"] > 0
        with sitting(client, links["seats"][views[0]["to_act"]], show="none") as seat:
            seat.say("concede")
            while not seat.view["outcome"]:
                seat.hear()
            assert "checked" in seat.answer("proof")
        files = archive(client, links)
        assert list(files) == ["battle-001-part-1.drum", "battle-001.drum"]
        whole = client.post("/record", json={"tokens": links["seats"]}).text
        assert whole == files["battle-001.drum"]
        assert read(whole).outcome is not None
    with older_rules(monkeypatch, name, rules):
        match = read(files["battle-001-part-1.drum"])
        assert match.steps
        assert [match.game.write_position(match.known(seat)) for seat in (0, 1)] == before
        assert all(stretch.dice.secret for stretch in match.stretches if stretch.first < match.throws)


@pytest.mark.slow
@pytest.mark.usefixtures("_at_leisure")
@pytest.mark.parametrize("change", ["unknown", "known", "not told"])
@pytest.mark.parametrize("name", OTHER_RULES)
def test_the_file_of_a_finished_battle_is_available_under_any_rules(
    tmp_path: Path, monkeypatch: Patch, name: str, change: str
) -> None:
    rules = game_type(name).rules if change == "not told" else OLD
    with older_rules(monkeypatch, name, rules), server(tmp_path) as client:
        links = begun(client, name, change)
        with sitting(client, links["watch"], show="none") as spectator:
            view = spectator.view
        with sitting(client, links["seats"][view["to_act"]], show="none") as seat:
            seat.say("concede")
            while not seat.view["outcome"]:
                seat.hear()
            outcome = seat.view["outcome"]
        text = client.post("/record", json={"tokens": links["seats"][:1]}).text
    if change == "known":
        monkeypatch.setattr(game_type(name), "earlier", {**game_type(name).earlier, OLD: {}})
    with server(tmp_path) as client:
        found = client.post("/record", json={"tokens": links["seats"][:1]})
        assert found.status_code == 200
        assert list(archive(client, links).values()) == [found.text]
        with sitting(client, links["seats"][0], show="none") as seat:
            assert seat.view["outcome"] == outcome
            assert "its file can be saved" in seat.table["notice"]
            for asked in ("review", "proof"):
                assert seat.answer(asked)["words"] == seat.table["notice"]
        assert client.post("/film", json={"token": links["seats"][0]}).status_code == 422
    with older_rules(monkeypatch, name, rules):
        ours, theirs = read(found.text), read(text)
        assert [step.notation for step in ours.steps] == [step.notation for step in theirs.steps]
        assert (ours.position, str(ours.outcome)) == (theirs.position, str(theirs.outcome))
        assert [stretch.dice for stretch in ours.stretches] == [stretch.dice for stretch in theirs.stretches]


@pytest.mark.skipif(is_compiled(), reason=NOT_NOTICED)
def test_the_other_rules_are_really_other_rules(monkeypatch: Patch, tmp_path: Path) -> None:
    """Without the stored position, each of these battles could not be played on."""
    for name in OTHER_RULES:
        rules = game_type(name).rules
        with older_rules(monkeypatch, name, rules), server(f"sqlite:///{tmp_path / name}.sqlite3") as client:
            links = begun(client, name, "known")
            battle = battle_of(client, links)
        with server(f"sqlite:///{tmp_path / name}.sqlite3") as client:
            forget_positions(client)
            state = restored(store_of(client).load(battle))
            assert state.notice is not None, name
            assert "cannot be played" in str(state.notice)


def test_without_a_stored_position_a_battle_of_unknown_rules_can_be_watched(tmp_path: Path, monkeypatch: Patch) -> None:
    with older_rules(monkeypatch, "travel-battle"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle")
        with sitting(client, links["seats"][0]):
            pass
        others = begin(client, "person", "person", game="travel-battle")
        step = play(client, others, 3)[0]["step"]
    with server(tmp_path) as client:
        forget_positions(client)
        with sitting(client, others["watch"]) as spectator:
            assert spectator.view["step"] == step
        with sitting(client, links["seats"][1]) as seat:  # who has given no nonce yet
            assert seat.table["nonces"][1] == ""
            assert f"begun under rules {OLD} and this server plays rules 2" in seat.table["notice"]
            assert seat.answer("concede")["words"] == seat.table["notice"]
        assert client.post("/record", json={"tokens": links["seats"]}).status_code == 422


def test_what_was_done_after_the_position_was_stored_is_played_as_far_as_it_is_legal(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """As after a crash: only the position at the beginning is stored."""

    async def keep_nothing(*_: object) -> None:
        pass

    with older_rules(monkeypatch, "travel-battle"), server(tmp_path) as client:
        monkeypatch.setattr(registry.Registry, "_keep_positions", keep_nothing)
        links = begin(client, "person", "person", game="travel-battle")
        play(client, links, 6)
        before = positions(client, links)
        assert store_of(client).load(battle_of(client, links)).snapshot.number == 1  # type: ignore[union-attr]
    with server(tmp_path) as client:
        assert positions(client, links) == before


def test_rules_may_change_again_before_a_position_is_stored(tmp_path: Path, monkeypatch: Patch) -> None:
    with older_rules(monkeypatch, "travel-battle", "1.4"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle")
        play(client, links, 6)
        before = positions(client, links)
    with older_rules(monkeypatch, "travel-battle", "1.5"), server(tmp_path) as client:
        assert positions(client, links) == before
    with server(tmp_path) as client:
        forget_positions(client)
        assert positions(client, links) == before
        with sitting(client, links["seats"][0], show="none") as seat:
            assert "were 1.5 and are 2" in seat.table["notice"]
        play(client, links, 1)
        with sitting(client, links["seats"][0], show="none") as seat:
            seat.say("concede")
            assert seat.hear()["type"] in ("view", "refused")
        files = archive(client, links)
    assert [name for name in files if "part" in name] == (
        ["battle-001-part-1.drum", "battle-001-part-2.drum"] if len(files) > 1 else []
    )


@pytest.mark.skipif(is_compiled(), reason=NOT_NOTICED)
@pytest.mark.parametrize("is_over", [False, True])
def test_a_position_that_the_new_rules_do_not_know_ends_a_battle_but_keeps_its_file(
    tmp_path: Path, monkeypatch: Patch, *, is_over: bool
) -> None:
    monkeypatch.setitem(OTHER_RULES, "aces-armor", _neutral_factories_serve_everybody)
    with older_rules(monkeypatch, "aces-armor"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="aces-armor", seed="factories")
        view = play(client, links, 100)[0]
        if is_over:
            with sitting(client, links["seats"][view["to_act"]], show="none") as seat:
                seat.say("concede")
                while not seat.view["outcome"]:
                    seat.hear()
    with server(tmp_path) as client:
        answer = client.post("/record", json={"tokens": links["seats"]})
        with sitting(client, links["seats"][0], show="none") as seat:
            if is_over:
                assert answer.status_code == 200
                assert seat.view["outcome"]["words"] in answer.text
            else:
                assert answer.status_code == 422
                assert "the position cannot be" in seat.table["notice"]


def test_a_rule_that_was_mended_without_a_new_version_is_not_applied_to_the_past(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """All steps are legal under both rules, and lead to different positions."""

    def with_a_coin(f: Any, frame: int) -> int:
        f.coins[f.force.purse[f.active]] += 1
        return economy.step_income(f, frame)

    entered = FRAMES.enter[:]
    entered[AT_INCOME] = with_a_coin
    with monkeypatch.context() as patch, server(tmp_path) as client:
        patch.setattr(FRAMES, "enter", entered)
        links = begin(client, "person", "person", game="aces-armor", seed="coins")
        play(client, links, 40)
        before = positions(client, links)
        stored = store_of(client).load(battle_of(client, links))
    replayed = restored(replace(stored, snapshot=None))
    assert replayed.notice is None
    assert replayed.match.position != before[0]
    with server(tmp_path) as client:
        assert positions(client, links) == before
        with sitting(client, links["seats"][0]) as seat:
            assert seat.table["notice"].startswith("The rules of this game were mended since the battle began.")


def test_clock_names_and_players_outlast_a_change_of_rules(tmp_path: Path, monkeypatch: Patch) -> None:
    with older_rules(monkeypatch, "travel-battle"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle")
        play(client, links, 4)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            one.say("name", words="Ada")
            one.say("offer", what="clock 900+10")
            two.hear_until(proposals=[[0, "clock 900+10"]])
            two.say("offer", what="clock 900+10")
            while one.view["clock"] is None:
                one.hear()
            two.say("computer", level="recruit")
            while not one.table["sides"][1]["level"]:
                one.hear()
    with server(tmp_path) as client, sitting(client, links["seats"][0]) as one:
        assert "It goes on" in one.table["notice"]
        assert [side["level"] for side in one.table["sides"]] == ["", "recruit"]
        assert one.table["sides"][0]["player"] == "Ada"
        assert one.view["clock"]["terms"] == "900+10"


def test_a_battle_that_another_process_continued_first_is_read_again(tmp_path: Path, monkeypatch: Patch) -> None:
    with older_rules(monkeypatch, "travel-battle"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle")
        play(client, links, 4)
        before = positions(client, links)
    with server(tmp_path) as client:
        database = client.app.state.service.context.database  # type: ignore[attr-defined]
        append, tried = database.append, []

        async def overtaken(*given: Any) -> None:
            tried.append(given)
            await append(*given)
            if len(tried) == 1:
                raise Overtaken

        monkeypatch.setattr(database, "append", overtaken)
        assert positions(client, links) == before
        lines = store_of(client).load(battle_of(client, links)).lines
        assert sum(line.is_position for line in lines) == 1


@pytest.mark.parametrize("is_over", [False, True])
def test_a_set_up_that_the_new_rules_forbid_keeps_the_file_of_a_battle_that_is_over(
    tmp_path: Path, monkeypatch: Patch, *, is_over: bool
) -> None:
    with older_rules(monkeypatch, "travel-battle"), server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle")
        view = play(client, links, 4)[0]
        if is_over:
            with sitting(client, links["seats"][view["to_act"]], show="none") as seat:
                seat.say("concede")
                while not seat.view["outcome"]:
                    seat.hear()

    def refuse(tags: object) -> Game:
        raise SetupError("no such brigade")

    monkeypatch.setattr(game_type("travel-battle"), "from_tags", refuse)
    with server(tmp_path) as client:
        answer = client.post("/record", json={"tokens": links["seats"]})
        assert answer.status_code == (200 if is_over else 422)
        if is_over:
            assert " wins: " in answer.text
            assert list(archive(client, links)) == ["battle-001.drum"]
        else:
            assert answer.json()["words"] == "no such brigade"
        held = {"battles": [links["seats"]]}
        assert client.post("/battles/summaries", json=held).json() == {"battles": [None]}


def test_positions_of_battles_of_earlier_builds_are_stored_in_the_background(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    with server(tmp_path) as client:
        links = [begin(client, "person", "person", game="travel-battle") for _ in range(5)]
        play(client, links[1], 4)
        forget_positions(client)
    monkeypatch.setattr(registry, "KEEP_SECONDS", 0.01)
    monkeypatch.setattr(registry, "POSITIONS_PER_WRITE", 2)
    with server(tmp_path) as client:
        store = store_of(client)
        until(lambda: not store.without_position("", 10))
        kept = [store.load(battle_of(client, one)).snapshot for one in links]
        lines = [len(store.load(battle_of(client, one)).lines) for one in links]
        assert [one.number if one is not None else None for one in kept] == lines


def test_the_position_of_a_battle_is_stored_while_it_is_played(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(registry, "KEEP_SECONDS", 0.01)
    with server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=1)
        store, battle = store_of(client), battle_of(client, links)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            seat = one if one.view["actions"] else two
            seat.act(seat.view["actions"][0][0])
            lines = len(store.load(battle).lines)
            until(lambda: store.load(battle).snapshot.number >= lines)  # type: ignore[union-attr]


def test_the_position_of_a_battle_is_stored_when_it_is_left(client: TestClient) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=1)
    play(client, links, 2)
    store, battle = store_of(client), battle_of(client, links)
    lines = len(store.load(battle).lines)
    until(lambda: store.load(battle).snapshot.number == lines)  # type: ignore[union-attr]
