"""Transfer codes: one device leaves a list of battles for another, encrypted with a short code."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that cannot be mistaken for one another."""
CODE_LETTERS: Final = 12
LIFETIME_MINUTES: Final = 15
"""How long a code is valid."""
MAX_LIST_CHARACTERS: Final = 100_000
"""The longest list that can be left; 200 battles take half of it."""
_UNKNOWN: Final = Text("unknown code: a code works once, within {n} minutes", n=LIFETIME_MINUTES)


def new_code() -> str:
    """A code of 60 bits, in groups of four letters."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LETTERS, 4))


def normalised(code: str) -> str:
    """The letters of a code, however it was typed; refuses a code of the wrong length."""
    letters = "".join(letter for letter in code.upper() if letter in ALPHABET)
    if len(letters) != CODE_LETTERS:
        raise IllegalAction(_UNKNOWN)
    return letters


def lookup_key(code: str) -> str:
    """The key under which the database knows a code; the code cannot be computed from it."""
    return hashlib.sha256(b"code " + normalised(code).encode()).hexdigest()


def encrypt(code: str, text: str) -> str:
    """Encrypts and authenticates a text with a key derived from the code."""
    salt, plain = secrets.token_bytes(16), text.encode()
    key, stream = _keys(code, salt, len(plain))
    ciphertext = _xor(plain, stream)
    return base64.b85encode(salt + hmac.digest(key, ciphertext, "sha256") + ciphertext).decode()


def decrypt(code: str, encrypted: str | None) -> str:
    """The text that was encrypted with a code; refuses a wrong code and None."""
    if encrypted is None:
        raise IllegalAction(_UNKNOWN)
    raw = base64.b85decode(encrypted)
    salt, mac, ciphertext = raw[:16], raw[16:48], raw[48:]
    key, stream = _keys(code, salt, len(ciphertext))
    if not hmac.compare_digest(mac, hmac.digest(key, ciphertext, "sha256")):
        raise IllegalAction(_UNKNOWN)
    return _xor(ciphertext, stream).decode()


def _xor(text: bytes, stream: bytes) -> bytes:
    return (int.from_bytes(text) ^ int.from_bytes(stream)).to_bytes(len(text))


def _keys(code: str, salt: bytes, length: int) -> tuple[bytes, bytes]:
    """The key of the HMAC and the keystream, derived by scrypt."""
    root = hashlib.scrypt(normalised(code).encode(), salt=salt, n=2**13, r=8, p=1, dklen=64)
    return root[:32], hashlib.shake_256(root[32:]).digest(length)
