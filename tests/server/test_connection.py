"""Covers drumhead.server.api.connection: the queue of a client, and what is not sent twice."""

import asyncio
import json
from typing import Any

import pytest

from drumhead.server.api import connection as module
from drumhead.server.api.connection import MAX_QUEUED_MESSAGES, Connection
from drumhead.server.ops.visitors import Quota


def received(connection: Connection, messages: int) -> list[Any]:
    async def read() -> list[Any]:
        found = [await connection.next() for _ in range(messages)]
        return [None if text is None else json.loads(text) for text in found]

    return asyncio.run(read())


def test_a_client_that_does_not_read_is_disconnected_and_its_messages_are_dropped() -> None:
    connection = Connection(0, "en")
    for number in range(MAX_QUEUED_MESSAGES + 5):
        connection.send({"type": "view", "number": number})
    assert connection.is_dropped
    assert received(connection, 1) == [None]
    assert connection._outbox.empty()


def test_few_large_messages_are_too_much_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED_BYTES", 10_000)
    connection = Connection(0, "en")
    for _ in range(5):
        connection.send({"type": "view", "svg": "x" * 3_000})
    assert connection.is_dropped
    assert received(connection, 1) == [None]


def test_a_visitor_has_one_quota_for_all_its_connections() -> None:
    quota = Quota(10_000)
    one, two, other = (Connection(0, "en", quota=quota, visitor=name) for name in ("a", "a", "b"))
    for connection in (one, two, other):
        for _ in range(3):
            connection.send({"type": "view", "svg": "x" * 3_000})
    assert [connection.is_dropped for connection in (one, two, other)] == [False, True, False]
    for connection in (one, other):
        assert len(received(connection, 3)) == 3
    assert quota.held == 0


def test_a_client_that_reads_gets_any_number_of_messages_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED_BYTES", 10_000)
    connection = Connection(0, "en")
    heard = []
    for number in range(0, 40, 2):
        connection.send({"number": number, "svg": "x" * 3_000})
        connection.send({"number": number + 1, "svg": "è" * 3_000})
        heard += [message["number"] for message in received(connection, 2)]
    assert heard == list(range(40))


def test_what_cannot_be_encoded_ends_the_connection_and_not_the_sender() -> None:
    connection = Connection(0, "en")
    connection.send({"type": "view"})
    connection.send({"type": object()})
    assert received(connection, 1) == [None]


def test_a_style_is_sent_when_it_changes_only() -> None:
    connection = Connection(0, "en")
    for style in ("a", "a", "b", "a"):
        connection.send({"type": "view", "style": style})
    assert [message.get("style") for message in received(connection, 4)] == ["a", None, "b", "a"]
