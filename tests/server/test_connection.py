"""Covers drumhead.server.api.connection: the queue of a client, and what is not sent twice."""

from drumhead.server.api.connection import MAX_QUEUED_MESSAGES, Connection


def test_a_client_that_does_not_read_is_disconnected_and_its_messages_are_dropped() -> None:
    connection = Connection(0, "en")
    for number in range(MAX_QUEUED_MESSAGES + 1):
        connection.send({"type": "view", "number": number})
    assert connection.outbox.get_nowait() is None
    assert connection.outbox.empty()


def test_a_style_is_sent_when_it_changes_only() -> None:
    connection = Connection(0, "en")
    for style in ("a", "a", "b", "a"):
        connection.send({"type": "view", "style": style})
    messages = [connection.outbox.get_nowait() for _ in range(4)]
    assert [(message or {}).get("style") for message in messages] == ["a", None, "b", "a"]
