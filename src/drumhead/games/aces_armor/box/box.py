"""What is in the box: the mats and the two maps, our own or those of a player's folder."""

import threading
from functools import lru_cache
from hashlib import sha256
from typing import Final

from drumhead.core.compiled import native
from drumhead.games.aces_armor.box.files import FILES, Source, read_sources
from drumhead.games.aces_armor.box.maps import HexMap, check_bulge, read_map
from drumhead.games.aces_armor.box.unit_types import Mats, read_mats


@native(allow_interpreted_subclasses=True, serializable=True)
class Components:
    """The mats, the summer and the winter map, and a digest that tells this data from any other."""

    def __init__(self, sources: dict[str, Source]) -> None:
        units, tables, summer, winter = (sources[name] for name in FILES)
        self.mats: Mats = read_mats(units, tables)
        self.summer: HexMap = read_map(summer)
        self.winter: HexMap = read_map(winter)
        check_bulge(winter, self.winter)
        told = "\n".join(f"{name}\n{line.strip()}" for name in FILES for _, line in sources[name].numbered())
        self.digest: str = sha256(told.encode()).hexdigest()[:12]


_OPENING: Final = threading.Lock()
"""One thread at a time opens the box: maps share grids, of which there must be one of each size."""


@lru_cache(maxsize=4)
def own_components(rulings: str = "") -> Components:
    """[AA-1.5] Our own data, as they are or as they were under an earlier version of the rules."""
    return Components(read_sources(rulings=rulings))


def load_components(folder: str = "", rulings: str = "") -> Components:
    """The data of a folder, with our own for the files that it does not have; our own without a folder."""
    with _OPENING:
        return Components(read_sources(folder, rulings)) if folder else own_components(rulings)
