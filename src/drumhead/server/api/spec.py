"""The protocol in OpenAPI (HTTP) and AsyncAPI (websocket).

`python -m drumhead.server.api.spec` writes both into `docs`; a test checks that they are up to date.
"""

import json
from pathlib import Path
from typing import Final

from drumhead.server.api.schemas import HELLO, REFUSED, REQUESTS, SERVER_MESSAGES, STATUS, Schema, client_schema
from drumhead.server.api.websocket import HANDLERS

VERSION: Final = "1"
"""The version of the protocol."""


def openapi() -> Schema:
    """The HTTP requests as an OpenAPI document."""
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    answers = {
        "422": {"description": "refused, with reason and clause", "content": refused},
        "429": {"description": "too many requests", "content": refused},
        "503": {"description": "the database does not answer", "content": refused},
    }
    paths: Schema = {
        path: {
            "post": {
                "summary": words,
                "requestBody": {"required": True, "content": {"application/json": {"schema": needed}}},
                "responses": {str(status): {"description": back, "content": {kind: {"schema": schema}}}, **answers},
            }
        }
        for path, (words, needed, back, status, kind, schema) in REQUESTS.items()
    }
    status = {"application/json": {"schema": STATUS}}
    for path, words in (("/health", "Whether the server is alive."), ("/ready", "Whether it accepts visitors.")):
        found = {"200": {"description": "yes", "content": status}, "503": {"description": "no", "content": status}}
        paths[path] = {"get": {"summary": words, "responses": found}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Drumhead", "version": VERSION, "summary": "The table for small battles."},
        "paths": paths,
        "components": {"schemas": {"Refused": REFUSED}},
    }


def asyncapi() -> Schema:
    """The websocket messages as an AsyncAPI document."""
    said = {"hello": HELLO, **{type: client_schema(type) for type in HANDLERS}}
    told = {f"told_{type}": schema for type, schema in SERVER_MESSAGES.items()}

    def channel_messages(names: list[str]) -> list[Schema]:
        return [{"$ref": f"#/channels/talk/messages/{name}"} for name in names]

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Drumhead", "version": VERSION, "description": "A seat of a battle."},
        "channels": {
            "talk": {
                "address": "/talk",
                "messages": {name: {"payload": schema} for name, schema in (said | told).items()},
            }
        },
        "operations": {
            "say": {
                "action": "receive",
                "channel": {"$ref": "#/channels/talk"},
                "messages": channel_messages(list(said)),
            },
            "hear": {
                "action": "send",
                "channel": {"$ref": "#/channels/talk"},
                "messages": channel_messages(list(told)),
            },
        },
    }


def as_text(spec: Schema) -> str:
    """A document as indented JSON."""
    return json.dumps(spec, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Writes both documents into `docs`."""
    folder = Path("docs")
    for name, spec in (("openapi.json", openapi()), ("asyncapi.json", asyncapi())):
        (folder / name).write_text(as_text(spec), encoding="utf-8")


if __name__ == "__main__":
    main()
