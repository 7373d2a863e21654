"""Hidden information: picks and splits while they are made, and where the V2 is."""

from random import Random

from drumhead.games.aces_armor.box.scenario import EXTRA_PICKS
from drumhead.games.aces_armor.box.unit_types import GERMANS, PLACES
from drumhead.games.aces_armor.engine.encoding import ABSENT, AT_HIDE, AT_LAY, AT_PICK, NO_ARMY, WAITING, bits
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.setup import to_lay, tokens_for


def is_veiled(f: Field) -> bool:
    """[AA-1.3, AA-2.1] Returns whether picks and splits are still being made."""
    return any(frame & 31 in (AT_PICK, AT_LAY) for frame in f.stack)


def is_v2_secret(f: Field) -> bool:
    """[AA-12.1] Returns whether the V2 lies among the tokens."""
    return bool(f.tokens) and f.is_v2_hidden() and not any(frame & 31 == AT_HIDE for frame in f.stack)


def has_secrets(f: Field) -> bool:
    """Returns whether some seat knows something that another does not; who shares a turn has none [AA-13.11]."""
    return (is_veiled(f) and any(strangers(f, seat) for seat in range(f.force.seats))) or is_v2_secret(f)


def strangers(f: Field, seat: int) -> list[int]:
    """[AA-13.11] The factions whose picks and splits a seat may not know yet; who shares a turn shares these."""
    force = f.force
    known: set[int] = set()
    for faction in force.factions:
        if force.seat[faction] == seat and seat >= 0:
            known.update(force.household[faction])
    return [faction for faction in force.factions if faction not in known and not force.is_automa(faction)]


def can_know_v2(f: Field, seat: int) -> bool:
    """[AA-12.1] Returns whether a seat plays a German faction."""
    return seat >= 0 and any(f.force.seat[faction] == seat for faction in f.force.team_factions[GERMANS])


def conceal(f: Field, seat: int) -> None:
    """[AA-1.3, AA-2.1, AA-12.1] Blanks what a seat may not know."""
    if is_veiled(f):
        for faction in strangers(f, seat):
            conceal_units(f, faction)
    if is_v2_secret(f) and not can_know_v2(f, seat):
        f.place[f.force.v2] = WAITING
    if f.player != seat:
        f.options = []


def conceal_units(f: Field, faction: int) -> None:
    """[AA-1.3, AA-2.1] Takes the units of a faction back from its tokens, and the picked ones out of play."""
    force = f.force
    for unit in range(force.first[faction], force.last[faction]):
        f.army[unit] = NO_ARMY
        if force.expert and unit not in force.at_start[faction]:
            f.place[unit] = ABSENT


def imagine(f: Field, seat: int, rng: Random) -> None:
    """Fills what was blanked with something that could be true."""
    if is_veiled(f):
        for faction in strangers(f, seat):
            conceal_units(f, faction)
            imagine_units(f, faction, rng)
    if is_v2_secret(f) and not can_know_v2(f, seat):
        f.place[f.force.v2] = rng.choice(bits(f.tokens))


def imagine_units(f: Field, faction: int, rng: Random) -> None:
    """[AA-1.3, AA-2.1] Picks and lays as many units of a faction as it has picked and laid."""
    for place in sorted(rng.sample(range(PLACES), EXTRA_PICKS))[: f.picked[faction]]:
        f.place[f.force.unit(faction, place, 1)] = WAITING
    for _ in range(f.laid[faction]):
        f.army[to_lay(f, faction)] = rng.choice(tokens_for(f, faction))
