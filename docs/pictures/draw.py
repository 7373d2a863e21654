"""Draws the pictures of the documentation from written positions; `--check` says which are stale."""

import sys
from pathlib import Path

from drumhead import Match, load
from drumhead.games.aces_armor.draw.picture import svg as aces_armor_svg
from drumhead.games.pocket_battles.draw.picture import svg as pocket_battles_svg
from drumhead.games.travel_battle.draw.picture import svg as travel_battle_svg

HERE = Path(__file__).parent

POCKET_BATTLES = """
  E8(ELV19 ELV23 ELV18 ELV21) | E1(ELV01 o1)                               | .                             /
  E3(ELV06 o1)                | E7(ELV17 ELV25 ELV05 -ELV24 o1)            | E5(ELV11*1)                   /
  .                           | O3(ORC06*2 o1) x E4(ELV09*1) E9(ELV26 -ELV27 ELV29 o1)
                                                                           | O1(ORC01 ORC09*1 ORC10 -ORC13) x E10(ELV13*1 ELV28 ELV08) /
  O7(ORC17 ORC19 -ORC25 ORC26)| O6(ORC11 ORC03 ORC18 ORC28 o1)             | O9(ORC16 ORC27 ORC14)         /
  O4(ORC08 o1)                | O2(ORC02 o1)                               | O8(ORC21 ORC22 ORC23)         ;
  lost O5(-ORC05 -ORC29) E2(-ELV03) E6(-ELV30); round 3; first E; turn O
"""


def pocket_battles() -> str:
    """A battle of Pocket Battles in its third round, as the Orcs see it."""
    game = load("pocket-battles", armies=("orcs-80", "elves-80"))
    match = Match.from_position(game, POCKET_BATTLES, seed=1)
    return pocket_battles_svg(match.view(0), theme="light")


TRAVEL_BATTLE = """
  boards A90 B0;
  R1@i5 leads R4@i3 R6@j4 R7@j4 R12@removed R16@j2;
  R2@n5 leads R5@p4 R8@o4 R9@p4 R14@n7 R17@q4;
  R3@d6 leads R10@d5 R11@d4 R13@e7 R15@b7;
  B1@e6 leads B4@g9 B6@f6:square B7@f8:turned B12@removed B16@f7;
  B2@d7 leads B5@d8 B8@a8 B9@b8 B14@removed B17@c8;
  B3@m7 leads B10@o9:turned B11@n8 B13@o6 B15@p6:turned;
  turn B 6; moved B1 B13; fought R13 B5 B6 B16; cut-off none;
  attack e7; by B5 B6 B16; dice R13:3 B5:1 B6:5,3 B16:2; pending combat result reroll:B reroll:R
"""


def travel_battle() -> str:
    """A battle of TravelBattle in its sixth turn: three units attack Red's heavy cavalry, which may re-roll."""
    match = Match.from_position(load("travel-battle"), TRAVEL_BATTLE, seed=1)
    return travel_battle_svg(match.view(0), theme="light")


ACES_ARMOR = """
  units US-I1@c5:x1 US-M1@h5:d1:x1 US-T1@h7:d2:x3 US-A1@f6:x5 US-F1@e9:x1 US-B1@c9 US-I2@d7
        G1-I1@h11:d3 G1-M1@g10 G1-T1@h8:d1:x3 G1-A1@g11:x1 G1-F1@f9:d2:x1 G1-B1@d10:d1:x2;
  arrows G1-T1>US-T1; flags c5:US h5:US c11:G1 h11:G1; coins US:3 G1:5; round 6; turn US 11; first US;
  spent US-T1 US-A1 US-F1; orders US-T1>h8 US-A1>g11 US-F1>f9; pending declare
"""


def aces_armor() -> str:
    """A duel of Aces & Armor in its sixth round, as the United States sees it while it declares attacks."""
    match = Match.from_position(load("aces-armor"), ACES_ARMOR, seed=1)
    return aces_armor_svg(match.view(0), theme="light")


PICTURES = {
    "pocket-battles.svg": pocket_battles,
    "travel-battle.svg": travel_battle,
    "aces-armor.svg": aces_armor,
}


def main(arguments: list[str]) -> int:
    """Writes the pictures, or checks them."""
    stale = 0
    for name, draw in PICTURES.items():
        path, drawn = HERE / name, draw()
        if "--check" not in arguments:
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            sys.stderr.write(f"{path.name} is stale: run make docs\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
