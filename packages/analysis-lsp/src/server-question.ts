// A question to a language server about a place in a program.

import type { ProgramPlace } from "@espalier/analysis";
import type { Connection } from "./connection.js";
import type { ServerProfile } from "./profile.js";

/** A question, and the server that receives it. */
export interface ServerQuestion {
  readonly on: Connection;
  readonly profile: ServerProfile;
  readonly at: ProgramPlace;
  readonly uri: string;
  /** A name that does not occur in any program. Each question uses a different one, which identifies answers about earlier texts. */
  readonly invented: string;
  /** Sends the server a text of the file, with U+FFFD for halves of surrogate pairs. Returns its version. */
  show(text: string): number;
  /** The remaining time in milliseconds. */
  left(): number;
  /** Called when the server has answered. */
  alive(): void;
}
