"""Writes the TypeScript types of the websocket protocol for the client's type checker.

`python -m tests.kit.protocol_types` makes src/drumhead/web/types/protocol.d.ts from docs/asyncapi.json.
"""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "docs" / "asyncapi.json"
TARGET = ROOT / "src" / "drumhead" / "web" / "types" / "protocol.d.ts"
HEADER = """// Generated from docs/asyncapi.json by `python -m tests.kit.protocol_types`. Do not edit.
// Requests go from the client to the server, messages from the server to the client.

"""
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(spec: dict[str, Any]) -> str:
    """Returns the declarations of every request and message of an AsyncAPI document."""
    [channel] = spec["channels"].values()
    messages = channel["messages"]
    names = {name: _interface_name(name) for name in messages}
    parts = [_interface(names[name], message["payload"]) for name, message in messages.items()]
    requests = [names[name] for name in messages if not name.startswith("told_")]
    told = [names[name] for name in messages if name.startswith("told_")]
    parts += [_union("Request", requests), _union("Message", told)]
    return f"{HEADER}declare namespace Protocol {{\n" + "\n".join(parts) + "}\n"


def _interface_name(message: str) -> str:
    """Returns `ViewMessage` for `told_view` and `ActRequest` for `act`."""
    told = message.startswith("told_")
    return message.removeprefix("told_").title().replace("_", "") + ("Message" if told else "Request")


def _interface(name: str, schema: dict[str, Any]) -> str:
    description = f"  /** {schema['description']} */\n" if "description" in schema else ""
    return f"{description}  interface {name} {_object(schema, '  ')}\n"


def _union(name: str, members: list[str]) -> str:
    return f"  type {name} =\n" + "\n".join(f"    | {member}" for member in members) + ";\n"


def _object(schema: dict[str, Any], indent: str) -> str:
    if "properties" not in schema:
        return "{ [name: string]: unknown }"
    required = schema.get("required", [])
    inner = indent + "  "
    lines = [
        f"{inner}{name}{'' if name in required else '?'}: {_type(field, inner)};"
        for name, field in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def _type(schema: dict[str, Any], indent: str) -> str:
    """Returns the TypeScript type of a JSON schema."""
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " | ".join(_type(one, indent) for one in schema["oneOf"])
    kind = schema.get("type")
    if kind == "object":
        return _object(schema, indent)
    if kind == "array" and "prefixItems" in schema:
        return "[" + ", ".join(_type(item, indent) for item in schema["prefixItems"]) + "]"
    if kind == "array":
        item = _type(schema.get("items", {}), indent)
        return f"({item})[]" if " | " in item and not item.startswith(("{", "[")) else f"{item}[]"
    return SCALARS.get(str(kind), "unknown")


def main() -> int:
    """Writes the types."""
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(typescript(json.loads(SPEC.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
