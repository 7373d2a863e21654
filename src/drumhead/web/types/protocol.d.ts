// Generated from docs/asyncapi.json by `python -m tests.kit.protocol_types`. Do not edit.
// Requests go from the client to the server, messages from the server to the client.

declare namespace Protocol {
  /** The first message: the token of a link; with `nonce`, the seat gives one once it has seen the seal. */
  interface HelloRequest {
    token: string;
    language: string;
    show?: "svg" | "text" | "plain" | "data" | "position" | "none";
    nonce?: boolean;
  }

  /** Plays an action; everybody is shown what comes of it once it is on the disk. */
  interface ActRequest {
    type: "act";
    number: number;
    action: string;
  }

  /** Takes the seat's last decision back, where nothing has become known since. */
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

  /** Declines what is proposed. */
  interface DeclineRequest {
    type: "decline";
    number: number;
  }

  /** Lets the clock go on after a pause. */
  interface ResumeRequest {
    type: "resume";
  }

  /** Ends the battle against the seat to act, if its time is up or it was away for longer than stated. */
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

  /** Puts 8 to 64 hexadecimal digits into the dice before they are first thrown. */
  interface NonceRequest {
    type: "nonce";
    nonce: string;
  }

  /** Says something to those who play. */
  interface SayRequest {
    type: "say";
    words: string;
  }

  /** Hears another seat no longer, or again. */
  interface MuteRequest {
    type: "mute";
    seat: number;
    on: boolean;
  }

  /** Asks to be called at an address when it is the seat's turn and nobody looks; empty: no longer. */
  interface HookRequest {
    type: "hook";
    url: string;
  }

  /** Asks what may be decided; for those who are shown the bare position, all others are told anyway. */
  interface ChoicesRequest {
    type: "choices";
    number: number;
  }

  /** Asks what an action can lead to. */
  interface OddsRequest {
    type: "odds";
    number: number;
    action: string;
  }

  /** Asks why a thing on the picture cannot be chosen. */
  interface WhyRequest {
    type: "why";
    number: number;
    chosen: unknown[];
    key: string;
  }

  /** Asks what a piece on the picture after a step is and can do. */
  interface AboutRequest {
    type: "about";
    step: number;
    key: string;
  }

  /** Asks what a good opponent would do. */
  interface HintRequest {
    type: "hint";
    number: number;
  }

  /** Asks for the position after a step. */
  interface LookRequest {
    type: "look";
    step: number;
  }

  /** Asks, after the end, for the proof of the dice. */
  interface ProofRequest {
    type: "proof";
  }

  /** Asks, after the end, how the chances ran. */
  interface ReviewRequest {
    type: "review";
  }

  /** Says how fast computers play each other; 0 rests. */
  interface PaceRequest {
    type: "pace";
    seconds: number;
  }

  /** What seldom changes: the game, the sides, who plays them, the seal of the dice. A view of everything follows. */
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
    }[];
    guided: boolean;
    draws: boolean;
    seal: string;
    dice: {
      from: "seal" | "seed";
      of_file: number;
      words: string;
    };
    nonces: string[];
    patience: number;
    notice: string;
    options: { [name: string]: unknown };
  }

  /** A position with all that the seat may know and decide. */
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
    data?: { [name: string]: unknown };
    position?: string;
    actions?: [string, string, string, number[]][];
    further?: [string, string, string, number[]][];
    steps?: [string, string][];
    guide?: {
      number: number;
      of: number;
      words: string;
      clauses: string[];
      look: string[];
      do: string;
    };
  }

  /** Who is at the table. */
  interface PresenceMessage {
    type: "presence";
    seats: number[];
    watching: number;
  }

  /** What was said so far. */
  interface ChatMessage {
    type: "chat";
    lines: {
      seat: number;
      words: string;
      at: number;
    }[];
    muted: number[];
  }

  /** Somebody says something. */
  interface SaidMessage {
    type: "said";
    seat: number;
    words: string;
    at: number;
  }

  /** Why something was not done, and by which clause. Nothing has changed. */
  interface RefusedMessage {
    type: "refused";
    to: string;
    words: string;
    clause: string;
  }

  /** What the seat may decide in a position. */
  interface ChoicesMessage {
    type: "choices";
    number: number;
    actions: [string, string, string, number[]][];
    further: [string, string, string, number[]][];
    steps: [string, string][];
  }

  /** What an action can lead to. */
  interface OddsMessage {
    type: "odds";
    action: string;
    throws: {
      title: string;
      tally: [number, string, string][];
      chances: [number, string][];
    }[];
  }

  /** Why a thing cannot be chosen, and what it is and can do, if it is a piece. */
  interface WhyMessage {
    type: "why";
    key: string;
    reasons: {
      words: string;
      clause: string;
    }[];
    traits: {
      words: string;
      clause: string;
    }[];
  }

  /** What a piece is and can do. */
  interface AboutMessage {
    type: "about";
    step: number;
    key: string;
    traits: {
      words: string;
      clause: string;
    }[];
  }

  /** What a good opponent would do, the best first. */
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
    data?: { [name: string]: unknown };
    position?: string;
  }

  /** That the dice fell as they had to. */
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
    }[];
  }

  /** How the chances ran, or how far that is known. */
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
  }

  /** How fast computers play each other. */
  interface PaceMessage {
    type: "pace";
    seconds: number;
  }

  /** Who is not heard any more. */
  interface MuteMessage {
    type: "mute";
    seat: number;
    on: boolean;
  }

  /** Whether the seat is called when it is its turn. */
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
    | NonceRequest
    | SayRequest
    | MuteRequest
    | HookRequest
    | ChoicesRequest
    | OddsRequest
    | WhyRequest
    | AboutRequest
    | HintRequest
    | LookRequest
    | ProofRequest
    | ReviewRequest
    | PaceRequest;

  type Message =
    | TableMessage
    | ViewMessage
    | PresenceMessage
    | ChatMessage
    | SaidMessage
    | RefusedMessage
    | ChoicesMessage
    | OddsMessage
    | WhyMessage
    | AboutMessage
    | HintMessage
    | LookMessage
    | ProofMessage
    | ReviewMessage
    | PaceMessage
    | MuteMessage
    | HookMessage;
}
