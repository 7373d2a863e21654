"""JSON schemas of the protocol: requests, messages to the server, messages to clients."""

from typing import Any, Final

from drumhead.ai.bots.levels import LEVELS
from drumhead.core.registry import games
from drumhead.server.api.http import MAX_BATTLES, MAX_SEATS, MAX_SUMMARIES
from drumhead.server.api.serialize import RENDERERS
from drumhead.server.api.websocket import HANDLERS
from drumhead.server.lobby.requests import MAX_CLAIM_HOURS
from drumhead.server.lobby.seats import GUEST

Schema = dict[str, Any]

_KINDS: Final[dict[object, str]] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    list: "array",
    float: "number",
}
_TEXT: Final[Schema] = {"type": "string"}
_NUMBER: Final[Schema] = {"type": "integer"}
_SWITCH: Final[Schema] = {"type": "boolean"}
_OPPONENTS: Final = list(dict.fromkeys((*LEVELS, *(name for game in games().values() for name in game.advisers))))
"""All computer players of all games."""
_SEATS: Final[Schema] = {
    "description": "Who plays: an entry for every seat, or the people's seats and the level of the others.",
    "oneOf": [
        {"type": "array", "items": {"enum": ["person", GUEST, *_OPPONENTS]}, "minItems": 1, "maxItems": MAX_SEATS},
        {
            "type": "object",
            "required": ["people"],
            "properties": {
                "people": {"oneOf": [{"const": "all"}, {"type": "array", "items": _NUMBER}]},
                "level": {"enum": [GUEST, *_OPPONENTS]},
            },
        },
    ],
}


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None, **more: Any) -> Schema:
    return {"type": "object", "required": list(required), "properties": required | (optional or {}), **more}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _tuple(*items: Schema) -> Schema:
    """A list in which every place has a meaning."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


def _or_null(schema: Schema) -> Schema:
    return {"oneOf": [{"type": "null"}, schema]}


_CLAIM_HOURS: Final = {"patience": {"type": "number", "minimum": 1, "maximum": MAX_CLAIM_HOURS}}
_TOKENS_BY_SEAT: Final = _list(_or_null(_TEXT))
_LINKS: Final = _object(
    {"seats": _TOKENS_BY_SEAT, "watch": _TEXT, "game": _TEXT, "seal": _TEXT},
    {"invitations": _TOKENS_BY_SEAT},
    description="The secret token of every person's seat, of the invitation of every guest, the one for spectators, "
    "and the commitment of the dice.",
)
_KEY: Final = {"type": "string", "pattern": "^[A-Za-z0-9_-]{24,64}$"}
_INVITATION: Final = _object(
    {
        "game": _TEXT,
        "title": _TEXT,
        "seat": _NUMBER,
        "side": _TEXT,
        "others": _list(_TEXT),
        "patience": {"type": "number"},
        "taken": _SWITCH,
        "agreed": _list(_TEXT),
        "brings": _or_null(_object({"options": {"type": "object"}, "ready": _list(_TEXT)})),
        "is_known": _SWITCH,
    },
    description="The seat, its side, who plays the others, after how many seconds the battle may be claimed, and "
    "whether the seat was taken with the key of the request. `agreed`: the unusual options, in words. `brings`: the "
    "options that a force has to fit, and ready-made forces that do; null where the guest brings none. `is_known`: "
    "whoever began the battle chose the force of the guest and knows it.",
)
STATUS: Final = _object({"status": _TEXT})
REFUSED: Final = _object(
    {"type": {"const": "refused"}, "to": _TEXT, "words": _TEXT, "clause": _TEXT},
    description="Why a request was refused, and by which clause. Nothing has changed.",
)
_TOKENS: Final = _list(_TEXT, minItems=1, maxItems=MAX_SEATS)
_SUMMARY: Final = _object(
    {
        "game": _TEXT,
        "title": _TEXT,
        "sides": _TEXT,
        "opponent": _TEXT,
        "state": _TEXT,
        "mine": _SWITCH,
        "over": _SWITCH,
        "result": {"enum": ["", "won", "drawn", "lost"]},
        "step": _NUMBER,
        "moved": {"type": "number"},
        "last": _TEXT,
    },
    description="`mine`: a seat of the holder is to act. `moved`: the Unix time of the last change.",
)

REQUESTS: Final[dict[str, tuple[str, Schema, str, int, str, Schema]]] = {
    "/battles": (
        "Begins a battle; one in which null stands for the force of a guest begins when the guest has chosen it.",
        _object({"game": _TEXT, "seats": _SEATS}, {"options": {"type": "object"}, "name": _TEXT, **_CLAIM_HOURS}),
        "its links",
        201,
        "application/json",
        _LINKS,
    ),
    "/battles/open": (
        "Begins a battle from a game file.",
        _object({"record": _TEXT, "seats": _SEATS}, _CLAIM_HOURS),
        "its links",
        201,
        "application/json",
        _LINKS,
    ),
    "/battles/learn": (
        "Begins the guided battle of a game.",
        _object({"game": _TEXT}),
        "its links",
        201,
        "application/json",
        _LINKS,
    ),
    "/battles/again": (
        "Begins the rematch of a battle that is over, every player on the next side, or finds it if it has begun.",
        _object(
            {},
            {"token": _TEXT, "tokens": _TOKENS, **_CLAIM_HOURS},
            anyOf=[{"required": ["token"]}, {"required": ["tokens"]}],
        ),
        "the links of the seats that ask, and of no others",
        201,
        "application/json",
        _LINKS,
    ),
    "/invitations": (
        "What an invitation is to.",
        _object({"token": _TEXT}, {"key": _KEY}),
        "the battle and the seat",
        200,
        "application/json",
        _INVITATION,
    ),
    "/invitations/take": (
        "Exchanges an invitation, once, for a seat; its link from then on is the key, which the guest draws at random.",
        _object({"token": _TEXT, "key": _KEY}, {"force": _TEXT}),
        "the seat",
        201,
        "application/json",
        _object({"seat": _NUMBER}),
    ),
    "/seats/renew": (
        "Replaces the link of a seat by a key that its player draws at random; disconnects all others.",
        _object({"token": _TEXT, "key": _KEY}),
        "the seat",
        201,
        "application/json",
        _object({"seat": _NUMBER}),
    ),
    "/battles/summaries": (
        "What the start page shows of battles: who plays, who is to act, what happened last, how they ended.",
        _object({"battles": _list(_TOKENS, minItems=1, maxItems=MAX_SUMMARIES)}),
        "a summary of each battle, with what the holder of its links may know; null where they lead to no battle",
        200,
        "application/json",
        _object({"battles": _list(_or_null(_SUMMARY))}),
    ),
    "/qr": (
        "Draws the QR code of a link.",
        _object({"link": _TEXT}),
        "the picture",
        200,
        "image/svg+xml",
        _TEXT,
    ),
    "/record": (
        "The game file of a battle, with what the holder of the links may know.",
        _object({"tokens": _TOKENS}),
        "the file",
        200,
        "text/plain",
        _TEXT,
    ),
    "/records": (
        "The game files of all battles that the links lead to, in one archive.",
        _object({"tokens": _TOKENS | {"maxItems": MAX_BATTLES}}),
        "the archive",
        200,
        "application/zip",
        _TEXT | {"format": "binary"},
    ),
    "/film": (
        "A battle that is over as an animated picture.",
        _object({"token": _TEXT}),
        "the picture",
        200,
        "image/svg+xml",
        _TEXT,
    ),
    "/codes": (
        "Stores a list of battles for another device.",
        _object({"battles": _list({}, minItems=1, maxItems=MAX_BATTLES)}),
        "the code that fetches it, once",
        201,
        "application/json",
        _object({"code": _TEXT, "minutes": _NUMBER}),
    ),
    "/codes/take": (
        "Fetches the list of battles of a code.",
        _object({"code": _TEXT}),
        "the list",
        200,
        "application/json",
        _object({"battles": _list({})}),
    ),
}
"""All POST requests: summary, body, description of the answer, its status, media type and schema."""

_EVENT: Final = _object({"kind": _TEXT, "words": _TEXT, "clause": _TEXT})
_DICE_GROUP: Final = _object(
    {
        "seat": _NUMBER,
        "key": _TEXT,
        "words": _TEXT,
        "faces": _list(_NUMBER),
        "sides": _list(_NUMBER),
        "hits": _list(_or_null(_SWITCH)),
        "caption": _TEXT,
    }
)
"""Dice that belong together: whose, which unit throws them, what for, and for each whether it counts."""
_STEP: Final = _object(
    {"seat": _NUMBER},
    {
        "events": _list(_EVENT),
        "faces": _list(_NUMBER),
        "sides": _list(_NUMBER),
        "done": _TEXT,
        "words": _TEXT,
        "turn": _object({"number": _NUMBER, "words": _TEXT}),
        "keys": _list(_TEXT),
        "dice": _list(_DICE_GROUP),
    },
)
_POSITION: Final[dict[str, Schema]] = {
    "step": _NUMBER,
    "to_act": _NUMBER,
    "outcome": _or_null(_object({"words": _TEXT, "clause": _TEXT, "returns": _list({"type": "number"})})),
}
_RENDERED: Final[dict[str, Schema]] = {
    "prompt": _TEXT,
    "picture": _TEXT,
    "style": _TEXT,
    "status": _list(_object({"seat": _NUMBER, "words": _list(_TEXT), "share": {"type": "number"}})),
    "round": _TEXT,
    "data": {"type": "object"},
    "position": _TEXT,
}
_ACTION: Final = _tuple(_TEXT, _TEXT, _TEXT, _list(_NUMBER))
"""The notation of an action, its words, its clause, and the numbers of the steps that lead to it."""
_CHOICES: Final[dict[str, Schema]] = {
    "actions": _list(_ACTION),
    "further": _list(_ACTION),
    "steps": _list(_tuple(_TEXT, _TEXT)),
}
_MARKED: Final[dict[str, Schema]] = {"rolls": _list(_NUMBER), "ends": _list(_NUMBER)}
"""The indices of those among `actions` that lead to a throw, and of those that end a phase."""
_LESSON: Final = _object(
    {
        "number": _NUMBER,
        "of": _NUMBER,
        "words": _TEXT,
        "clauses": _list(_TEXT),
        "look": _list(_TEXT),
        "do": _TEXT,
    }
)
_THROW: Final = _object(
    {
        "title": _TEXT,
        "tally": _list(_tuple(_NUMBER, _TEXT, _TEXT)),
        "chances": _list(_tuple({"type": "number"}, _TEXT)),
    }
)
_HINT: Final = _object(
    {
        "action": _TEXT,
        "words": _TEXT,
        "clause": _TEXT,
        "chance": {"type": "number"},
        "visits": _NUMBER,
        "line": _list(_TEXT),
    }
)
_STREAM: Final = _object(
    {
        "first": _NUMBER,
        "seal": _TEXT,
        "secret": _TEXT,
        "nonces": _list(_TEXT),
        "commits": _list(_TEXT),
        "joint": _TEXT,
        "drawn": _list(_NUMBER),
        "substituted": _list(_NUMBER),
    }
)
_BETTER: Final = _object(
    {"notation": _TEXT, "words": _TEXT, "clause": _TEXT, "gain": {"type": "number"}, "keys": _list(_TEXT)}
)
_MOMENT: Final = _object(
    {
        "step": _NUMBER,
        "seat": _NUMBER,
        "kind": {"enum": ["blunder", "mistake", "strong", "luck", "end"]},
        "words": _TEXT,
        "chance": {"type": "number"},
        "change": {"type": "number"},
        "better": _or_null(_BETTER),
    }
)
_DICE_COUNT: Final = _object(
    {
        "dice": _NUMBER,
        "mean": {"type": "number"},
        "expected_mean": {"type": "number"},
        "aimed": _NUMBER,
        "hits": _NUMBER,
        "expected_hits": {"type": "number"},
    }
)
_REVIEW: Final[dict[str, Schema]] = {
    "done": _NUMBER,
    "of": _NUMBER,
    "picture": _TEXT,
    "rules": _TEXT,
    "sides": _list(_TEXT),
    "luck": {"type": "number"},
    "turns": _list(_object({"step": _NUMBER, "chance": {"type": "number"}, "change": {"type": "number"}})),
    "chances": _list({"type": "number"}),
    "seats": _list(_NUMBER),
    "moments": _list(_MOMENT),
    "lucks": _list(_object({"luck": {"type": "number"}, "words": _TEXT})),
    "dice": _list(_DICE_COUNT),
}
_CLOCK: Final = _object(
    {
        "terms": _TEXT,
        "left": _list({"type": "number"}),
        "runs": _or_null(_NUMBER),
        "paused": _SWITCH,
    }
)
_SAID: Final[dict[str, Schema]] = {"seat": _NUMBER, "words": _TEXT, "at": {"type": "number"}}
_REASON: Final = _object({"words": _TEXT, "clause": _TEXT})
_REFUSAL: Final = _object(
    {"words": _TEXT, "clause": _TEXT, "keys": _list(_TEXT), "sight": _or_null(_tuple(_TEXT, _TEXT))}
)


def _server_message(
    type: str, words: str, required: dict[str, Schema], optional: dict[str, Schema] | None = None
) -> Schema:
    return _object({"type": {"const": type}, **required}, optional, description=words)


_DICE: Final[dict[str, Schema]] = {
    "from": {"enum": ["seal", "seed"]},
    "of_file": _NUMBER,
    "words": _TEXT,
    "first": _NUMBER,
    "seal": _TEXT,
    "commits": _list(_TEXT),
    "joint": _TEXT,
    "nonces": _list(_TEXT),
    "drawn": _list(_NUMBER),
    "substituted": _list(_NUMBER),
    "waits_for": _list(_NUMBER),
    "until": _or_null({"type": "number"}),
    "clock": _or_null(_CLOCK),
}
SERVER_MESSAGES: Final[dict[str, Schema]] = {
    "table": _server_message(
        "table",
        "What rarely changes: the game, sides, players, the commitment of the dice. A view of everything follows.",
        {
            "game": _TEXT,
            "title": _TEXT,
            "seat": _NUMBER,
            "sides": _list(
                _object({"name": _TEXT, "letter": _TEXT, "paint": _TEXT, "level": _TEXT}, {"player": _TEXT})
            ),
            "guided": _SWITCH,
            "draws": _SWITCH,
            "seal": _TEXT,
            "dice": _object(_DICE),
            "nonces": _list(_TEXT),
            "patience": {"type": "number"},
            "notice": _TEXT,
            "options": {"type": "object"},
        },
    ),
    "view": _server_message(
        "view",
        "A position with everything that the seat may know and decide.",
        {
            "number": _NUMBER,
            "since": _NUMBER,
            "log": _list(_STEP),
            **_POSITION,
            "undo": _SWITCH,
            "offers": _list(_NUMBER),
            "proposals": _list(_tuple(_NUMBER, _TEXT)),
            "waits_for": _list(_NUMBER),
            "clock": _or_null(_CLOCK),
            "secrets": _SWITCH,
            "again": _or_null(_NUMBER),
        },
        {
            **_RENDERED,
            **_CHOICES,
            **_MARKED,
            "guide": _LESSON,
            "repeat": _SWITCH,
            "deploys": _SWITCH,
        },
    ),
    "waiting": _server_message(
        "waiting",
        "In place of `table`: the battle has not begun, because guests have to choose what they bring. The server then "
        "closes with 4425; connect again in some seconds.",
        {
            "game": _TEXT,
            "title": _TEXT,
            "sides": _list(_object({"name": _TEXT, "chosen": _SWITCH, "guest": _SWITCH})),
            "patience": {"type": "number"},
            "words": _TEXT,
        },
    ),
    "presence": _server_message(
        "presence",
        "Who is connected, what the players call themselves, and for how many seconds those who were here are away; "
        "for a player how many devices have the own seat open, and have opened it since its link was renewed.",
        {"seats": _list(_NUMBER), "watching": _NUMBER},
        {
            "players": _list(_TEXT),
            "away": _list(_tuple(_NUMBER, _NUMBER)),
            "devices": _NUMBER,
            "known_devices": _NUMBER,
        },
    ),
    "chat": _server_message("chat", "The chat so far.", {"lines": _list(_object(_SAID)), "muted": _list(_NUMBER)}),
    "said": _server_message("said", "A new chat message.", _SAID),
    "refused": REFUSED,
    "choices": _server_message(
        "choices", "The actions of the seat in a position.", {"number": _NUMBER, **_CHOICES}, _MARKED
    ),
    "odds": _server_message(
        "odds", "The throws that an action can lead to.", {"action": _TEXT, "throws": _list(_THROW)}
    ),
    "forecast": _server_message(
        "forecast",
        "What an action would do, cost and risk; all keys are those of the picture.",
        {
            "action": _TEXT,
            "title": _TEXT,
            "facts": _list(_REASON),
            "throws": _list(_THROW),
            "path": _list(_TEXT),
            "threats": _list(_TEXT),
            "interceptors": _list(_TEXT),
            "sight": _or_null(_tuple(_TEXT, _TEXT)),
            "then": _list(_object({"key": _TEXT, "words": _TEXT, "chance": _TEXT})),
        },
    ),
    "reach": _server_message(
        "reach",
        "Where a piece may go, whom it may attack, and for every place how many enemies could strike it there.",
        {
            "key": _TEXT,
            "places": _list(_TEXT),
            "targets": _list(_TEXT),
            "threat": {"type": "object", "additionalProperties": _NUMBER},
        },
    ),
    "plans": _server_message(
        "plans",
        "Actions that can be played one after the other, under one name.",
        {"plans": _list(_object({"words": _TEXT, "actions": _list(_TEXT)}))},
    ),
    "again": _server_message(
        "again", "The actions that repeat the seat's last turn, in order.", {"actions": _list(_TEXT)}
    ),
    "deploy": _server_message("deploy", "What was played for the seat.", {"actions": _list(_TEXT)}),
    "why": _server_message(
        "why",
        "Why a key cannot be chosen, with what stands in the way, and the traits of the piece, if it is one.",
        {"key": _TEXT, "reasons": _list(_REFUSAL), "traits": _list(_REASON)},
    ),
    "about": _server_message(
        "about", "The traits of a piece.", {"step": _NUMBER, "key": _TEXT, "traits": _list(_REASON)}
    ),
    "tables": _server_message(
        "tables",
        "What players look up, as tables.",
        {
            "step": _NUMBER,
            "tables": _list(_object({"title": _TEXT, "columns": _list(_TEXT), "rows": _list(_list(_TEXT))})),
        },
    ),
    "queue": _server_message(
        "queue",
        "How many computations come before the one that is waited for; 0 when it begins or is given up.",
        {"what": {"enum": ["move", "hint", "review", "film"]}, "ahead": _NUMBER, "words": _TEXT},
    ),
    "hint": _server_message("hint", "The best actions of the seat, the best first.", {"hints": _list(_HINT)}),
    "look": _server_message("look", "The position after a step.", _POSITION, _RENDERED),
    "dice": _server_message("dice", "How far the running stream of dice is bound, and by whom.", _DICE),
    "proof": _server_message(
        "proof",
        "The result of recomputing all throws.",
        {"checked": _NUMBER, "by_hand": _NUMBER, "sealed": _NUMBER, "streams": _list(_STREAM)},
    ),
    "review": _server_message("review", "The review of the battle, or its progress.", {}, _REVIEW),
    "pace": _server_message("pace", "The pace at which computers play each other.", {"seconds": {"type": "number"}}),
    "mute": _server_message("mute", "Which seat is muted.", {"seat": _NUMBER, "on": _SWITCH}),
    "hook": _server_message("hook", "Whether the seat has a webhook.", {"on": _SWITCH}),
}
"""The messages of the server, by type."""

CLIENT_MESSAGES: Final = {
    "act": "Plays an action; everybody is shown the result once it is on the disk.",
    "undo": "Takes back the seat's last decision, if nothing has become known since.",
    "concede": "Gives the battle up.",
    "draw": "Offers or accepts a draw, or declines it.",
    "offer": "Proposes `draw`, `undo`, `clock 900+10`, `clock off` or `pause`; it is done once every person has.",
    "decline": "Declines what is proposed, or withdraws an own proposal.",
    "resume": "Starts the clock again after a pause.",
    "claim": "Ends the battle against the seat to act, if its time is up or it was away for longer than `patience`.",
    "computer": "Lets the computer play the seat.",
    "person": "Takes the seat back.",
    "name": "Says what the player of the seat is called; at most 24 characters, and nothing removes the name.",
    "commit": "Commits the seat to a nonce: SHA-256 of SEAL|SEAT|NONCE, before any nonce is revealed.",
    "nonce": "Adds 8 to 64 hexadecimal digits to the dice, or reveals what the seat has committed to.",
    "say": "Sends a chat message to the players.",
    "mute": "Mutes another seat, or unmutes it.",
    "hook": "Sets a webhook for when it is the seat's turn and its player is not connected; empty removes it.",
    "choices": "Asks for the actions of the seat; needed with `show: position` only, since views have them otherwise.",
    "odds": "Asks for the throws that an action can lead to.",
    "forecast": "Asks what an action would do, cost and risk.",
    "reach": "Asks where a piece, of any side, may go and whom it may attack.",
    "plans": "Asks for actions that can be played together, such as the moves of a whole brigade.",
    "again": "Asks for the actions that repeat the seat's last turn and are legal.",
    "deploy": "Lets the computer place the seat's forces until another seat or the dice decide.",
    "why": "Asks why a key of the picture cannot be chosen, at anybody's turn.",
    "about": "Asks for the traits of a piece in the position after a step.",
    "tables": "Asks for the tables that players look up, in the position after a step.",
    "hint": "Asks for the best actions as a good opponent sees them.",
    "look": "Asks for the position after a step.",
    "proof": "Asks for the proof of the dice, after the end.",
    "review": "Asks for a review of the battle, after the end.",
    "pace": "Sets the pace at which computers play each other; 0 stops them.",
}
"""The messages to the server, by type, with a description."""

HELLO: Final = _object(
    {"token": _TEXT, "language": _TEXT},
    {"show": {"enum": list(RENDERERS)}, "nonce": _SWITCH, "commit": _SWITCH, "device": _TEXT},
    description="The first message: the token of a link. With `commit`, the client commits to its nonce before it is "
    "revealed, and is sent `dice`; with `nonce` alone, it gives its nonce in the open once it knows the seal. "
    "`device` is a random text that is the same for every connection of a device.",
)


def client_schema(type: str) -> Schema:
    """The schema of a message to the server."""
    fields, _, _ = HANDLERS[type]
    return _object(
        {"type": {"const": type}, **{name: {"type": _KINDS[kind]} for name, kind in fields.items()}},
        description=CLIENT_MESSAGES[type],
    )
