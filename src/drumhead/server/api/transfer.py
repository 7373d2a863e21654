"""Codes to read out: what one device leaves for another, sealed with the code itself."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No two of them are taken for one another."""
CODE_LETTERS: Final = 12
LIFETIME_MINUTES: Final = 15
"""How long a code holds."""
_UNKNOWN: Final = Text("this code is not known; it holds for {n} minutes, and once", n=LIFETIME_MINUTES)


def new_code() -> str:
    """A code of sixty bits, in groups."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LETTERS, 4))


def normalised(code: str) -> str:
    """A code as it was given out, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter in ALPHABET)
    if len(letters) != CODE_LETTERS:
        raise IllegalAction(_UNKNOWN)
    return letters


def lookup_key(code: str) -> str:
    """By what the database knows a code: it cannot be read back."""
    return hashlib.sha256(b"code " + normalised(code).encode()).hexdigest()


def encrypt(code: str, words: str) -> str:
    """Words that only the code opens."""
    salt, plain = secrets.token_bytes(16), words.encode()
    key, stream = _keys(code, salt, len(plain))
    hidden = bytes(one ^ other for one, other in zip(plain, stream, strict=True))
    return base64.b85encode(salt + hmac.digest(key, hidden, "sha256") + hidden).decode()


def decrypt(code: str, encrypted: str | None) -> str:
    """The words behind a code."""
    if encrypted is None:
        raise IllegalAction(_UNKNOWN)
    raw = base64.b85decode(encrypted)
    salt, proof, hidden = raw[:16], raw[16:48], raw[48:]
    key, stream = _keys(code, salt, len(hidden))
    if not hmac.compare_digest(proof, hmac.digest(key, hidden, "sha256")):
        raise IllegalAction(_UNKNOWN)
    return bytes(one ^ other for one, other in zip(hidden, stream, strict=True)).decode()


def _keys(code: str, salt: bytes, length: int) -> tuple[bytes, bytes]:
    """A key to prove with and a stream to hide with."""
    root = hashlib.scrypt(normalised(code).encode(), salt=salt, n=2**13, r=8, p=1, dklen=64)
    return root[:32], hashlib.shake_256(root[32:]).digest(length)
