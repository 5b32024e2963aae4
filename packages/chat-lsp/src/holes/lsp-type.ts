// A type as a language server tells it: a text, and where its names are meant.

import type { ProgramPlace } from "@espalier/analysis";
import type { Entry } from "@espalier/typed-holes";
import type { HoleDialect } from "./dialect.js";
import type { Declared } from "./project-symbols.js";
import type { ShownServer } from "./shown-server.js";

/** A type, as the server prints it. */
export interface LspType {
  readonly text: string;
  /** The file in which its names are meant; the hole's where absent. */
  readonly near?: string;
  /** The declaration, for an entry of a module. */
  readonly declared?: Declared;
  /** The header of an entry. */
  readonly header?: string;
}

export type LspEntry = Entry<LspType>;

/** A server, its language, and the brackets that are open at a place and closed nowhere. */
export interface AskedServer {
  readonly server: ShownServer;
  readonly dialect: HoleDialect;
  readonly closing: (at: ProgramPlace) => string;
}

/** A hole that is asked about: the text that the server is shown, with a generic hole, and where that stands. */
export interface ShownHole {
  readonly uri: string;
  readonly text: string;
  readonly at: number;
}

/** How many units stand before the text of a file that is shown. */
export const headed = ({ head }: HoleDialect): number => head.length + 1;
