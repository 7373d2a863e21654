"""Why an action of the set-up is not legal: each function returns a refusal, or None where it finds nothing wrong."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import team_of
from drumhead.games.aces_armor.engine.encoding import NO_ARMY, NONE, TOKENS, WAITING, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.missions import next_rings
from drumhead.games.aces_armor.rules.setup import picked_places
from drumhead.games.aces_armor.text.names import FACTIONS, armies_name, type_words, unit_words


def pick(f: Field, place: int, b: int) -> Refusal | None:
    """[AA-1.3] A second set holds one unit of each type; picks go down the mat."""
    faction = f.pending()["faction"]
    what = type_words(f.force, faction, place)
    picks = picked_places(f, faction)
    if place in picks:
        return Refusal(Text("you have picked {type} already; a second set has one of each", type=what), "AA-1.3")
    if picks and place < picks[-1]:
        return Refusal(Text("you have passed {type} over: picks go down the mat", type=what), "AA-1.3")
    return Refusal(Text("picks go down the mat: below {type} too few would be left", type=what), "AA-1.3")


def lay(f: Field, unit: int, token: int) -> Refusal | None:
    """[AA-2.1, AA-13.11] Own units that are in hand are laid, on tokens of one's own."""
    faction = f.pending()["faction"]
    if f.force.faction[unit] != faction:
        return Refusal(Text("{unit} is not yours to lay", unit=unit_words(f.force, unit)), "AA-2.1")
    if f.place[unit] != WAITING:
        return Refusal(Text("{unit} is not part of your set-up", unit=unit_words(f.force, unit)), "AA-1.3")
    if f.army[unit] != NO_ARMY:
        return Refusal(Text("{unit} lies on a token already", unit=unit_words(f.force, unit)), "AA-2.1")
    return Refusal(Text("start token {n} is for the units of your partner", n=token + 1), "AA-13.11")


def turn(f: Field, a: int, token: int) -> Refusal | None:
    """[AA-2.2] A token is turned once."""
    return Refusal(Text("start token {n} has been turned already", n=token + 1), "AA-2.2")


def place(f: Field, unit: int, hex_: int) -> Refusal | None:
    """[AA-2.2] The units of the token that was turned, ring by ring."""
    frame = f.pending()
    token = frame["token"]
    told = {"unit": unit_words(f.force, unit), "hex": f.force.board.names[hex_], "n": token + 1}
    if f.force.faction[unit] not in f.force.household[frame["faction"]] or f.army[unit] != token:
        return Refusal(Text("{unit} does not lie on start token {n}", **told), "AA-2.2")
    if f.place[unit] != WAITING:
        return Refusal(Text("{unit} is placed already", **told), "AA-2.2")
    if f.at[hex_] != NONE:
        return Refusal(Text("{hex} is taken", **told), "AA-4.5")
    if f.force.ground.factories >> hex_ & 1:
        return Refusal(Text("{hex} is a factory, and nobody starts in one", **told), "AA-2.2")
    if f.force.ground.water >> hex_ & 1 and not (f.force.foot[unit] or f.force.air[unit]):
        return Refusal(Text("{hex} is water; only infantry and aircraft start there", **told), "AA-2.2")
    words = Text(
        "{hex} is too far from {q}: nearer rings are filled first", **told, q=f.force.board.names[frame["hex"]]
    )
    return Refusal(words, "AA-2.2")


def use(f: Field, a: int, armies: int) -> Refusal | None:
    """[AA-2.4] How many armies act is fixed, and not those that have acted."""
    wanted = unpack(f.options[0])[2].bit_count() if f.options else TOKENS
    if armies.bit_count() != wanted:
        return Refusal(Text("you act with 1 army now", "you act with {n} armies now", n=wanted), "AA-2.4")
    words = Text("army {armies} has acted already", armies=armies_name(armies & f.opened))
    return Refusal(words, "AA-2.4")


def token(f: Field, a: int, hex_: int) -> Refusal | None:
    """[AA-12.1] Grey tokens go on free land, ring by ring around the three numbers, until all are laid."""
    ground, name = f.force.ground, f.force.board.names[hex_]
    if not next_rings(f, f.pending()["faction"]):
        return Refusal(Text("all grey tokens are laid: say which one is the V2"), "AA-12.1")
    if f.at[hex_] != NONE or f.tokens >> hex_ & 1:
        return Refusal(Text("{hex} is taken", hex=name), "AA-12.1")
    if (ground.water | ground.factories) >> hex_ & 1:
        return Refusal(Text("{hex} is water or a factory; grey tokens lie on other land", hex=name), "AA-12.1")
    return Refusal(Text("{hex} is not in the next ring around one of your numbers", hex=name), "AA-12.1")


def hide(f: Field, a: int, hex_: int) -> Refusal | None:
    """[AA-12.1] The V2 is one of the grey tokens, chosen when all are laid."""
    if next_rings(f, f.pending()["faction"]):
        return Refusal(Text("lay all grey tokens first, then say which one is the V2"), "AA-12.1")
    return Refusal(Text("no grey token lies on {hex}", hex=f.force.board.names[hex_]), "AA-12.1")


def assign(f: Field, faction: int, hex_: int) -> Refusal | None:
    """[AA-12.3] The factories of the own team go to its own factions, one after the other."""
    if team_of(faction) != team_of(f.pending()["faction"]):
        return Refusal(Text("{faction} is not of your team", faction=FACTIONS[faction]), "AA-12.3")
    return Refusal(Text("the factory {hex} is not the next to assign", hex=f.force.board.names[hex_]), "AA-12.3")
