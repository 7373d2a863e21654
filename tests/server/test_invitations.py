"""Covers drumhead.server.lobby.invitations: seats that belong to one device each, and renewed links."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead.server.db.store import Store
from tests.kit.postgres import Cluster
from tests.kit.server import Sitting, begin, post, server, sitting

KEY = "guest-key-0123456789abcdef"
OTHER = "other-key-0123456789abcdef"


def invite(client: TestClient, game: str = "travel-battle", **asked: Any) -> dict[str, Any]:
    """A battle of this device against a guest."""
    return begin(client, "person", "guest", game=game, seed=3, **asked)


def hear_close(seat: Sitting) -> int:
    """Waits until the server closes a connection; returns the code."""
    try:
        while True:
            seat.hear_any()
    except WebSocketDisconnect as closed:
        return closed.code


def test_whoever_begins_a_battle_holds_no_key_of_a_guest(client: TestClient) -> None:
    links = invite(client)
    assert (links["seats"][1], links["invitations"][0]) == (None, None)
    told = post(client, "/invitations", token=links["invitations"][1])
    assert (told["game"], told["seat"], told["side"], told["others"]) == ("travel-battle", 1, "Blue", ["player Red"])
    assert post(client, "/invitations/take", token=links["invitations"][1], key=KEY) == {"seat": 1}
    with sitting(client, links["seats"][0]) as one, sitting(client, KEY) as two:
        assert (one.table["seat"], two.table["seat"]) == (0, 1)
        assert two.hear_dice()["number"] == one.hear_dice()["number"]


def test_an_invitation_opens_no_seat_and_works_once(client: TestClient) -> None:
    token = invite(client)["invitations"][1]
    with sitting(client, token) as seat:
        assert seat.heard[0].count("this is an invitation: the seat has to be taken first") == 1
    assert post(client, "/record", tokens=[token]) == "this is an invitation: the seat has to be taken first"
    assert post(client, "/invitations/take", token=token, key=KEY) == {"seat": 1}
    used = "this invitation has been used: the seat belongs to the device that took it"
    assert post(client, "/invitations/take", token=token, key=OTHER) == used
    assert post(client, "/invitations", token=token) == used
    with sitting(client, token) as seat:
        assert used in seat.heard[0]
    with sitting(client, OTHER) as seat:
        assert "leads to no battle" in seat.heard[0]


def test_a_request_whose_answer_was_lost_may_be_repeated_with_the_same_key(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        token = invite(client)["invitations"][1]
        assert post(client, "/invitations/take", token=token, key=KEY) == {"seat": 1}
    with server(tmp_path) as client:
        assert post(client, "/invitations/take", token=token, key=KEY) == {"seat": 1}
    assert KEY.encode() not in (tmp_path / "battles.sqlite3").read_bytes()


@pytest.mark.parametrize("key", [None, "", "short", "x" * 65, "with blanks 0123456789abcdef", 7])
def test_a_key_that_could_be_guessed_is_refused(client: TestClient, key: object) -> None:
    token = invite(client)["invitations"][1]
    assert "24 to 64 letters" in post(client, "/invitations/take", token=token, key=key)
    assert "24 to 64 letters" in post(client, "/seats/renew", token=token, key=key)


def test_a_key_opens_one_seat_only(client: TestClient) -> None:
    links = begin(client, "person", "guest", "guest", game="aces-armor", options={"players": 3})
    assert post(client, "/invitations/take", token=links["invitations"][1], key=KEY) == {"seat": 1}
    assert "in use already" in post(client, "/invitations/take", token=links["invitations"][2], key=KEY)
    assert "in use already" in post(client, "/seats/renew", token=links["seats"][0], key=KEY)
    assert post(client, "/invitations/take", token=links["invitations"][2], key=OTHER) == {"seat": 2}


@pytest.mark.parametrize("kind", ["seats", "watch"])
def test_what_is_no_invitation_is_not_taken(client: TestClient, kind: str) -> None:
    links = invite(client)
    token = links["seats"][0] if kind == "seats" else links["watch"]
    for path in ("/invitations", "/invitations/take"):
        assert "is no invitation" in post(client, path, token=token, key=KEY)
    assert "leads to no battle" in post(client, "/invitations/take", token="nobody", key=KEY)
    with sitting(client, token) as seat:
        assert seat.table


def test_the_player_of_a_seat_sees_another_device_and_shuts_it_out(client: TestClient) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=3)
    mine, other = links["seats"]
    with sitting(client, other, device="desk") as opponent, sitting(client, mine, device="phone") as owner:
        assert heard(owner) == (1, 1)
        with sitting(client, mine, device="phone") as tab:
            assert heard(tab) == (1, 1), "two tabs of one browser are one device"
        with sitting(client, mine, device="stranger") as stranger:
            while heard(owner) != (2, 2):
                pass
            assert post(client, "/seats/renew", token=mine, key=KEY) == {"seat": 0}
            assert post(client, "/seats/renew", token=mine, key=KEY) == {"seat": 0}, "the answer may be lost"
            assert hear_close(stranger) == 1012
        assert hear_close(owner) == 1012
        with sitting(client, mine) as late:
            assert "has replaced this link by another" in late.heard[0]
        assert "has replaced this link" in post(client, "/seats/renew", token=mine, key=OTHER)
        with sitting(client, KEY, device="phone") as renewed:
            assert heard(renewed) == (1, 1)
            assert opponent.answer("look", step=0)["type"] == "look", "others stay connected"


def test_a_device_that_came_while_nobody_looked_is_told_later(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        with sitting(client, links["seats"][1], device="stranger"):
            pass
        with sitting(client, links["seats"][1]):
            pass
    with server(tmp_path) as client, sitting(client, links["seats"][1], device="phone") as owner:
        assert heard(owner) == (1, 3)
        with sitting(client, links["seats"][0], device="phone") as other:
            assert heard(other) == (1, 1)
        with sitting(client, links["watch"], device="phone") as spectator:
            assert "devices" not in spectator.hear_beside("presence")


def test_an_invitation_is_taken_once_and_a_link_renewed_on_any_database(database: str) -> None:
    with server(database) as client:
        links = invite(client)
        assert post(client, "/invitations/take", token=links["invitations"][1], key=KEY) == {"seat": 1}
        assert "has been used" in post(client, "/invitations/take", token=links["invitations"][1], key=OTHER)
        assert "in use already" in post(client, "/seats/renew", token=links["seats"][0], key=KEY)
        assert post(client, "/seats/renew", token=KEY, key=OTHER) == {"seat": 1}
        with sitting(client, OTHER, device="phone") as two:
            assert heard(two) == (1, 1)


def test_a_link_that_is_renewed_in_one_process_is_shut_out_of_the_other(postgres: Cluster) -> None:
    url = postgres.fresh()
    with server(url) as one, server(url) as two:
        links = begin(one, "person", "person", game="travel-battle", seed=3)
        with sitting(two, links["seats"][0]) as stranger:
            assert post(one, "/seats/renew", token=links["seats"][0], key=KEY) == {"seat": 0}
            assert hear_close(stranger) == 1012
        with sitting(two, KEY) as owner:
            assert owner.table["seat"] == 0


def heard(seat: Sitting) -> tuple[int, int]:
    """How many devices have the seat open, and how many have opened it."""
    told = seat.hear_beside("presence")
    return told["devices"], told["known_devices"]


def test_a_battle_is_not_dropped_while_somebody_comes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = client.app.state.service.registry  # type: ignore[attr-defined]
    note = Store.note_device

    def drop_and_note(store: Store, battle: str, seat: int, device: str) -> int:
        client.portal.call(registry.drop_if_idle, battle)  # type: ignore[union-attr]
        return note(store, battle, seat, device)

    monkeypatch.setattr(Store, "note_device", drop_and_note)
    links = begin(client, "person", "person")
    with sitting(client, links["seats"][0]):
        (session,) = registry.sessions.values()
        assert session.subscribers
