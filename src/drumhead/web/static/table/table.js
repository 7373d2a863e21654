// The battle page: builds its parts, ties them together and connects. The parts know neither rules nor pieces.

import { byId } from "../lib/dom.js";
import { toast } from "../lib/toast.js";
import { Board } from "./board/board.js";
import { DiceTray } from "./board/dice_tray.js";
import { enableBoardDragging } from "./board/drag_on_board.js";
import { bindControls } from "./controls.js";
import { Decision } from "./decision/decision.js";
import { LogList } from "./panels/log_list.js";
import { Postgame } from "./panels/postgame.js";
import { Replay } from "./panels/replay.js";
import { UnitInfo } from "./panels/unit_info.js";
import { RemotePlayers } from "./remote/remote_players.js";
import { TableScreen } from "./screen.js";
import { Connection } from "./session/connection.js";
import { KeptDice } from "./session/kept_dice.js";
import { Seats } from "./session/seats.js";
import { TableSession } from "./session/session.js";

// The address holds the tokens of this device's seats, or that of a spectator: #seat~seat!spectator
const [held, watchToken = ""] = location.hash.slice(1).split("!");
const tokens = held.split("~").filter(Boolean);
if (!tokens.length) location.replace("/");
window.addEventListener("hashchange", () => location.reload());

const seats = new Seats(tokens);
const board = new Board(byId("board"));
const dice = new DiceTray(byId("dice"));
const decision = new Decision({ board, seats });
const logList = new LogList(byId("log"));
const replay = new Replay({ board, seats, logList, decision });
const unitInfo = new UnitInfo({ board, seats, replay, decision });
const postgame = new Postgame({ board, seats, replay });
const remotePlayers = new RemotePlayers(seats);
const parts = { seats, watchToken, board, dice, logList, decision, replay, unitInfo, postgame, remotePlayers };
const session = new TableSession({ seats, screen: new TableScreen(parts) });

/** @type {typeof board.onChoose} */
const choose = (keys, how) => (replay.isShown ? replay.leave() : decision.choose(keys, how));
board.onChoose = choose;
logList.onLook = (/** @type {number} */ step) => replay.stopAndLook(step);
logList.onPoint = (/** @type {string[]} */ keys) => decision.light(keys);
replay.onLeave = () => session.turn();
replay.onShow = () => unitInfo.refresh();
session.film.onSkip = () => dice.onSeen();
enableBoardDragging(board, decision);
bindControls({ ...parts, session });
const kept = new Map(tokens.map((token) => [token, new KeptDice(token, (words) => toast(words))]));
postgame.keptDice = [...kept.values()];
session.start((token, handlers) => new Connection(token, handlers, kept.get(token)));
