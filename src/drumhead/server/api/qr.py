"""QR codes of links, so that a phone can open what another screen shows."""

import io
from typing import Final
from urllib.parse import urlsplit

import segno

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

MAX_LINK_CHARACTERS: Final = 300
"""The longest link that is drawn; one with a token has about 60 characters."""
QUIET_ZONE_MODULES: Final = 4
"""The empty border that readers need."""


def qr_picture(link: object) -> bytes:
    """The QR code of a link as SVG, black on white in every theme; refuses what is no link of a page."""
    if not isinstance(link, str) or len(link) > MAX_LINK_CHARACTERS or not _is_address(link):
        raise SetupError(Text("a QR code needs a link to a page of this server"))
    drawn = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(drawn, kind="svg", border=QUIET_ZONE_MODULES, light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue()


def _is_address(link: str) -> bool:
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)
