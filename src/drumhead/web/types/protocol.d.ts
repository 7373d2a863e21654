// Generated from docs/asyncapi.json by `python -m tests.kit.protocol_types`. Do not edit.
// Requests go from the client to the server, messages from the server to the client.

declare namespace Protocol {
  /** The first message: the token of a link. With `commit`, the client commits to its nonce before it is revealed, and is sent `dice`; with `nonce` alone, it gives its nonce in the open once it knows the seal. `device` is a random text that is the same for every connection of a device. */
  interface HelloRequest {
    token: string;
    language: string;
    show?: "svg" | "text" | "plain" | "data" | "position" | "none";
    nonce?: boolean;
    commit?: boolean;
    device?: string;
  }

  /** Plays an action; everybody is shown the result once it is on the disk. */
  interface ActRequest {
    type: "act";
    number: number;
    action: string;
  }

  /** Takes back the seat's last decision, if nothing has become known since. */
  interface UndoRequest {
    type: "undo";
    number: number;
  }

  /** Gives the battle up. */
  interface ConcedeRequest {
    type: "concede";
    number: number;
  }

  /** Offers or accepts a draw, or declines it. */
  interface DrawRequest {
    type: "draw";
    number: number;
    agree: boolean;
  }

  /** Proposes `draw`, `undo`, `clock 900+10`, `clock off` or `pause`; it is done once every person has. */
  interface OfferRequest {
    type: "offer";
    number: number;
    what: string;
  }

  /** Declines what is proposed, or withdraws an own proposal. */
  interface DeclineRequest {
    type: "decline";
    number: number;
  }

  /** Starts the clock again after a pause. */
  interface ResumeRequest {
    type: "resume";
  }

  /** Ends the battle against the seat to act, if its time is up or it was away for longer than `patience`. */
  interface ClaimRequest {
    type: "claim";
    number: number;
  }

  /** Lets the computer play the seat. */
  interface ComputerRequest {
    type: "computer";
    level: string;
  }

  /** Takes the seat back. */
  interface PersonRequest {
    type: "person";
  }

  /** Commits the seat to a nonce: SHA-256 of SEAL|SEAT|NONCE, before any nonce is revealed. */
  interface CommitRequest {
    type: "commit";
    commit: string;
  }

  /** Adds 8 to 64 hexadecimal digits to the dice, or reveals what the seat has committed to. */
  interface NonceRequest {
    type: "nonce";
    nonce: string;
  }

  /** Says what the player of the seat is called; at most 24 characters, and nothing removes the name. */
  interface NameRequest {
    type: "name";
    words: string;
  }

  /** Sends a chat message to the players. */
  interface SayRequest {
    type: "say";
    words: string;
  }

  /** Mutes another seat, or unmutes it. */
  interface MuteRequest {
    type: "mute";
    seat: number;
    on: boolean;
  }

  /** Sets a webhook for when it is the seat's turn and its player is not connected; empty removes it. */
  interface HookRequest {
    type: "hook";
    url: string;
  }

  /** Asks for the actions of the seat; needed with `show: position` only, since views have them otherwise. */
  interface ChoicesRequest {
    type: "choices";
    number: number;
  }

  /** Asks for the throws that an action can lead to. */
  interface OddsRequest {
    type: "odds";
    number: number;
    action: string;
  }

  /** Asks what an action would do, cost and risk. */
  interface ForecastRequest {
    type: "forecast";
    number: number;
    action: string;
  }

  /** Asks where a piece, of any side, may go and whom it may attack. */
  interface ReachRequest {
    type: "reach";
    number: number;
    key: string;
  }

  /** Asks for actions that can be played together, such as the moves of a whole brigade. */
  interface PlansRequest {
    type: "plans";
    number: number;
  }

  /** Asks for the actions that repeat the seat's last turn and are legal. */
  interface AgainRequest {
    type: "again";
    number: number;
  }

  /** Lets the computer place the seat's forces until another seat or the dice decide. */
  interface DeployRequest {
    type: "deploy";
    number: number;
  }

  /** Asks why a key of the picture cannot be chosen, at anybody's turn. */
  interface WhyRequest {
    type: "why";
    number: number;
    chosen: unknown[];
    key: string;
  }

  /** Asks for the traits of a piece in the position after a step. */
  interface AboutRequest {
    type: "about";
    step: number;
    key: string;
  }

  /** Asks for the tables that players look up, in the position after a step. */
  interface TablesRequest {
    type: "tables";
    step: number;
  }

  /** Asks for the best actions as a good opponent sees them. */
  interface HintRequest {
    type: "hint";
    number: number;
  }

  /** Asks for the position after a step. */
  interface LookRequest {
    type: "look";
    step: number;
  }

  /** Asks for the proof of the dice, after the end. */
  interface ProofRequest {
    type: "proof";
  }

  /** Asks for a review of the battle, after the end. */
  interface ReviewRequest {
    type: "review";
  }

  /** Sets the pace at which computers play each other; 0 stops them. */
  interface PaceRequest {
    type: "pace";
    seconds: number;
  }

  /** What rarely changes: the game, sides, players, the commitment of the dice. A view of everything follows. */
  interface TableMessage {
    type: "table";
    game: string;
    title: string;
    seat: number;
    sides: {
      name: string;
      letter: string;
      paint: string;
      level: string;
      player?: string;
    }[];
    guided: boolean;
    draws: boolean;
    seal: string;
    dice: {
      from: "seal" | "seed";
      of_file: number;
      words: string;
      first: number;
      seal: string;
      commits: string[];
      joint: string;
      nonces: string[];
      drawn: number[];
      substituted: number[];
      waits_for: number[];
      until: null | number;
      clock: null | {
        terms: string;
        left: number[];
        runs: null | number;
        paused: boolean;
      };
    };
    nonces: string[];
    patience: number;
    notice: string;
    options: { [name: string]: unknown };
  }

  /** A position with everything that the seat may know and decide. */
  interface ViewMessage {
    type: "view";
    number: number;
    since: number;
    log: {
      seat: number;
      events?: {
        kind: string;
        words: string;
        clause: string;
      }[];
      faces?: number[];
      sides?: number[];
      done?: string;
      words?: string;
      turn?: {
        number: number;
        words: string;
      };
      keys?: string[];
      dice?: {
        seat: number;
        key: string;
        words: string;
        faces: number[];
        sides: number[];
        hits: (null | boolean)[];
        caption: string;
      }[];
    }[];
    step: number;
    to_act: number;
    outcome: null | {
      words: string;
      clause: string;
      returns: number[];
    };
    undo: boolean;
    offers: number[];
    proposals: [number, string][];
    waits_for: number[];
    clock: null | {
      terms: string;
      left: number[];
      runs: null | number;
      paused: boolean;
    };
    secrets: boolean;
    again: null | number;
    prompt?: string;
    picture?: string;
    style?: string;
    status?: {
      seat: number;
      words: string[];
      share: number;
    }[];
    round?: string;
    data?: { [name: string]: unknown };
    position?: string;
    actions?: [string, string, string, number[]][];
    further?: [string, string, string, number[]][];
    steps?: [string, string][];
    rolls?: number[];
    ends?: number[];
    guide?: {
      number: number;
      of: number;
      words: string;
      clauses: string[];
      look: string[];
      do: string;
    };
    repeat?: boolean;
    deploys?: boolean;
  }

  /** In place of `table`: the battle has not begun, because guests have to choose what they bring. The server then closes with 4425; connect again in some seconds. */
  interface WaitingMessage {
    type: "waiting";
    game: string;
    title: string;
    sides: {
      name: string;
      chosen: boolean;
      guest: boolean;
    }[];
    patience: number;
    words: string;
  }

  /** Who is connected, what the players call themselves, and for how many seconds those who were here are away; for a player how many devices have the own seat open, and have opened it since its link was renewed. */
  interface PresenceMessage {
    type: "presence";
    seats: number[];
    watching: number;
    players?: string[];
    away?: [number, number][];
    devices?: number;
    known_devices?: number;
  }

  /** The chat so far. */
  interface ChatMessage {
    type: "chat";
    lines: {
      seat: number;
      words: string;
      at: number;
    }[];
    muted: number[];
  }

  /** A new chat message. */
  interface SaidMessage {
    type: "said";
    seat: number;
    words: string;
    at: number;
  }

  /** Why a request was refused, and by which clause. Nothing has changed. */
  interface RefusedMessage {
    type: "refused";
    to: string;
    words: string;
    clause: string;
  }

  /** The actions of the seat in a position. */
  interface ChoicesMessage {
    type: "choices";
    number: number;
    actions: [string, string, string, number[]][];
    further: [string, string, string, number[]][];
    steps: [string, string][];
    rolls?: number[];
    ends?: number[];
  }

  /** The throws that an action can lead to. */
  interface OddsMessage {
    type: "odds";
    action: string;
    throws: {
      title: string;
      tally: [number, string, string][];
      chances: [number, string][];
    }[];
  }

  /** What an action would do, cost and risk; all keys are those of the picture. */
  interface ForecastMessage {
    type: "forecast";
    action: string;
    title: string;
    facts: {
      words: string;
      clause: string;
    }[];
    throws: {
      title: string;
      tally: [number, string, string][];
      chances: [number, string][];
    }[];
    path: string[];
    threats: string[];
    interceptors: string[];
    sight: null | [string, string];
    then: {
      key: string;
      words: string;
      chance: string;
    }[];
  }

  /** Where a piece may go, whom it may attack, and for every place how many enemies could strike it there. */
  interface ReachMessage {
    type: "reach";
    key: string;
    places: string[];
    targets: string[];
    threat: { [name: string]: unknown };
  }

  /** Actions that can be played one after the other, under one name. */
  interface PlansMessage {
    type: "plans";
    plans: {
      words: string;
      actions: string[];
    }[];
  }

  /** The actions that repeat the seat's last turn, in order. */
  interface AgainMessage {
    type: "again";
    actions: string[];
  }

  /** What was played for the seat. */
  interface DeployMessage {
    type: "deploy";
    actions: string[];
  }

  /** Why a key cannot be chosen, with what stands in the way, and the traits of the piece, if it is one. */
  interface WhyMessage {
    type: "why";
    key: string;
    reasons: {
      words: string;
      clause: string;
      keys: string[];
      sight: null | [string, string];
    }[];
    traits: {
      words: string;
      clause: string;
    }[];
  }

  /** The traits of a piece. */
  interface AboutMessage {
    type: "about";
    step: number;
    key: string;
    traits: {
      words: string;
      clause: string;
    }[];
  }

  /** What players look up, as tables. */
  interface TablesMessage {
    type: "tables";
    step: number;
    tables: {
      title: string;
      columns: string[];
      rows: string[][];
    }[];
  }

  /** How many computations come before the one that is waited for; 0 when it begins or is given up. */
  interface QueueMessage {
    type: "queue";
    what: "move" | "hint" | "review" | "film";
    ahead: number;
    words: string;
  }

  /** The best actions of the seat, the best first. */
  interface HintMessage {
    type: "hint";
    hints: {
      action: string;
      words: string;
      clause: string;
      chance: number;
      visits: number;
      line: string[];
    }[];
  }

  /** The position after a step. */
  interface LookMessage {
    type: "look";
    step: number;
    to_act: number;
    outcome: null | {
      words: string;
      clause: string;
      returns: number[];
    };
    prompt?: string;
    picture?: string;
    style?: string;
    status?: {
      seat: number;
      words: string[];
      share: number;
    }[];
    round?: string;
    data?: { [name: string]: unknown };
    position?: string;
  }

  /** How far the running stream of dice is bound, and by whom. */
  interface DiceMessage {
    type: "dice";
    from: "seal" | "seed";
    of_file: number;
    words: string;
    first: number;
    seal: string;
    commits: string[];
    joint: string;
    nonces: string[];
    drawn: number[];
    substituted: number[];
    waits_for: number[];
    until: null | number;
    clock: null | {
      terms: string;
      left: number[];
      runs: null | number;
      paused: boolean;
    };
  }

  /** The result of recomputing all throws. */
  interface ProofMessage {
    type: "proof";
    checked: number;
    by_hand: number;
    sealed: number;
    streams: {
      first: number;
      seal: string;
      secret: string;
      nonces: string[];
      commits: string[];
      joint: string;
      drawn: number[];
      substituted: number[];
    }[];
  }

  /** The review of the battle, or its progress. */
  interface ReviewMessage {
    type: "review";
    done?: number;
    of?: number;
    picture?: string;
    rules?: string;
    sides?: string[];
    luck?: number;
    turns?: {
      step: number;
      chance: number;
      change: number;
    }[];
    chances?: number[];
    seats?: number[];
    moments?: {
      step: number;
      seat: number;
      kind: "blunder" | "mistake" | "strong" | "luck" | "end";
      words: string;
      chance: number;
      change: number;
      better: null | {
        notation: string;
        words: string;
        clause: string;
        gain: number;
        keys: string[];
      };
    }[];
    lucks?: {
      luck: number;
      words: string;
    }[];
    dice?: {
      dice: number;
      mean: number;
      expected_mean: number;
      aimed: number;
      hits: number;
      expected_hits: number;
    }[];
  }

  /** The pace at which computers play each other. */
  interface PaceMessage {
    type: "pace";
    seconds: number;
  }

  /** Which seat is muted. */
  interface MuteMessage {
    type: "mute";
    seat: number;
    on: boolean;
  }

  /** Whether the seat has a webhook. */
  interface HookMessage {
    type: "hook";
    on: boolean;
  }

  type Request =
    | HelloRequest
    | ActRequest
    | UndoRequest
    | ConcedeRequest
    | DrawRequest
    | OfferRequest
    | DeclineRequest
    | ResumeRequest
    | ClaimRequest
    | ComputerRequest
    | PersonRequest
    | CommitRequest
    | NonceRequest
    | NameRequest
    | SayRequest
    | MuteRequest
    | HookRequest
    | ChoicesRequest
    | OddsRequest
    | ForecastRequest
    | ReachRequest
    | PlansRequest
    | AgainRequest
    | DeployRequest
    | WhyRequest
    | AboutRequest
    | TablesRequest
    | HintRequest
    | LookRequest
    | ProofRequest
    | ReviewRequest
    | PaceRequest;

  type Message =
    | TableMessage
    | ViewMessage
    | WaitingMessage
    | PresenceMessage
    | ChatMessage
    | SaidMessage
    | RefusedMessage
    | ChoicesMessage
    | OddsMessage
    | ForecastMessage
    | ReachMessage
    | PlansMessage
    | AgainMessage
    | DeployMessage
    | WhyMessage
    | AboutMessage
    | TablesMessage
    | QueueMessage
    | HintMessage
    | LookMessage
    | DiceMessage
    | ProofMessage
    | ReviewMessage
    | PaceMessage
    | MuteMessage
    | HookMessage;
}
