// Types that several modules of the client share.

/** A view as this client gets it: it asks for pictures, so these fields are always there. */
type BoardView = Protocol.ViewMessage &
  Required<
    Pick<Protocol.ViewMessage, "prompt" | "picture" | "style" | "actions" | "further" | "steps">
  >;

type WithoutNumber<R> = R extends { number: number } ? Omit<R, "number"> : never;
/** A request about the position that is shown; its number is added when it is sent. */
type PositionRequest = WithoutNumber<Protocol.Request>;

type LogStep = Protocol.ViewMessage["log"][number];
type Lesson = NonNullable<Protocol.ViewMessage["guide"]>;
type Throw = Protocol.OddsMessage["throws"][number];
type DiceStream = Protocol.ProofMessage["streams"][number];
type TurningPoint = NonNullable<Protocol.ReviewMessage["turns"]>[number];

interface Side {
  name: string;
  letter: string;
  paint: string;
  /** The level of the computer that plays the side, in words; empty for a person. */
  level: string;
}

/** A sentence and the clause of the rules that it rests on; the clause may be empty. */
interface Sentence {
  words: string;
  clause: string;
}

/** A legal action, or the placement of a whole group, as the selection narrows it down. */
interface Action {
  notation: string;
  words: string;
  clause: string;
  /** The keys of its steps in the picture, and the words for each of them. */
  keys: string[];
  names: string[];
  /** Offered in the picture only, not in the list. */
  isFurther: boolean;
  /** Ends a phase, not only a move or a reaction. */
  endsPhase?: boolean;
  /** For a group: the actions of each of its pieces. */
  pieceActions?: Action[][];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The answer to a request that begins a battle. */
interface BattleTokens {
  game: string;
  seats: (string | null)[];
  /** The tokens of invitations, by seat. */
  invitations?: (string | null)[];
  watch: string;
}

/** What an invitation is to. */
interface Invitation {
  game: string;
  title: string;
  seat: number;
  side: string;
  others: string[];
  /** After how many seconds without a decision the battle may be claimed. */
  patience: number;
  /** Whether this browser has taken the seat. */
  taken: boolean;
  /** The unusual options, in words. */
  agreed: string[];
  /** The options that a force of the guest has to fit, and ready-made forces that do; null where none is brought. */
  brings: { options: GameOptions; ready: string[] } | null;
  /** Whether whoever began the battle chose the force of the guest and knows it. */
  is_known: boolean;
}

/** A battle that this browser remembers. */
interface RememberedBattle {
  hash: string;
  title: string;
  words: string;
  /** The game, if it is a guided battle; else empty. */
  guided: string;
}

/** What the server tells of a battle on the start page. */
interface BattleSummary {
  game: string;
  title: string;
  sides: string;
  /** Who plays the other seats; empty where this device holds all of them. */
  opponent: string;
  state: string;
  /** Whether a seat of this device is to act. */
  mine: boolean;
  over: boolean;
  result: "" | "won" | "drawn" | "lost";
  step: number;
  /** The Unix time of the last change. */
  moved: number;
  last: string;
}

/** An army or a split under the name it was stored with, as text. */
interface StoredForce {
  name: string;
  text: string;
}

/** What a list of forces shows for a side, and the force itself. */
interface ChosenForce {
  value: string;
  text: string;
}

type GameOptions = Record<string, unknown>;

/** A battle that is being set up in this tab. */
interface BattlePlan {
  options: GameOptions;
  who: string[];
  names?: string[];
  forces: ChosenForce[];
  /** The page that the army builder returns to, if it is not the set-up page. */
  back?: string;
}

/** A force on the workbench, of any game. */
interface Force {
  name?: string;
  units: string[][];
  size?: number;
  mixed?: boolean;
  horse?: boolean;
  /** The options of the battle that the force is for. */
  agreed?: GameOptions;
  /** The force of the battle that this draft began with. */
  of?: string;
}

/** What the server read from the text of a force. */
interface ReadForce extends Force {
  faults: (Sentence & { line?: number })[];
}

/** What the server thinks of a force. */
interface Verdict {
  refused: Sentence | null;
  units: { words: string; refused?: Sentence | null }[];
  text: string;
  line: string;
}

/** How counters are drawn outside a picture. */
interface CounterDrawing {
  frame: [number, number];
  defs: string;
  style: string;
}

interface Tile {
  id: string;
  army: string;
  name: string;
  facts: string[];
  traits: [string, string][];
  face: string;
}

interface TileBox extends CounterDrawing {
  armies: [string, string][];
  sizes: number[];
  tiles: Tile[];
}

interface ArmyVerdict extends Verdict {
  points: number;
  barred: Record<string, Sentence>;
}

interface PieceBox extends CounterDrawing {
  kinds: Record<string, { words: string; faces: string[] }>;
  guns: string[];
}

interface BrigadesVerdict extends Verdict {
  pool: string[];
}

/** Whether the options of a battle go together, and how the field looks. */
interface Arrangement {
  problem: Sentence | null;
  options?: GameOptions;
  shown: string[];
  barred: Record<string, Record<string, Sentence>>;
  seats: { name: string; letter: string; paint: string }[];
  picture: string;
  style: string;
  seen: string;
}
