"""Types of the protocol: the file that the client is type-checked against follows docs/asyncapi.json."""

import json

from tests.kit.protocol_types import SPEC, TARGET, typescript


def test_the_types_of_the_client_follow_the_protocol() -> None:
    made = typescript(json.loads(SPEC.read_text(encoding="utf-8")))
    assert TARGET.read_text(encoding="utf-8") == made, "python -m tests.kit.protocol_types writes it anew"


def test_schemas_become_types() -> None:
    schema = {
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": {"const": "view"},
            "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
            "clock": {"oneOf": [{"type": "null"}, {"type": "number"}]},
            "any": {"type": "array", "items": {}},
        },
    }
    made = typescript({"channels": {"talk": {"messages": {"told_view": {"payload": schema}}}}})
    assert "interface ViewMessage {" in made
    assert 'type: "view";' in made
    assert "pair?: [number, string];" in made
    assert "clock?: null | number;" in made
    assert "any?: unknown[];" in made
