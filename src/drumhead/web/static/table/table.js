// The battle page: builds its parts, ties them together and connects. The parts know neither rules nor pieces.

import { byId } from "../lib/dom.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { bindControls } from "./controls.js";
import { Decision } from "./decision.js";
import { DiceTray } from "./dice_tray.js";
import { enableBoardDragging } from "./drag_on_board.js";
import { HistorySlider } from "./history_slider.js";
import { LogList } from "./log_list.js";
import { Postgame } from "./postgame.js";
import { RemotePlayers } from "./remote_players.js";
import { TableScreen } from "./screen.js";
import { Seats } from "./seats.js";
import { TableSession } from "./session.js";
import { UnitInfo } from "./unit_info.js";

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
const history = new HistorySlider({ board, seats, logList });
const unitInfo = new UnitInfo({ board, seats, history });
const postgame = new Postgame({ board, seats, history });
const remotePlayers = new RemotePlayers(seats);
const parts = { seats, watchToken, board, dice, logList, decision, history, unitInfo, postgame, remotePlayers };
const session = new TableSession({ seats, screen: new TableScreen(parts) });

board.onChoose = (/** @type {string[]} */ keys) => (history.isShown ? history.leave() : decision.choose(keys));
logList.onLook = (/** @type {number} */ step) => history.look(step);
history.onLeave = () => session.turn();
enableBoardDragging(board, decision);
bindControls(parts);
session.start((token, handlers) => new Connection(token, handlers));
