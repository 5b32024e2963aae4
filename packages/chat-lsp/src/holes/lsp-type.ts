// A type as a language server prints it: a text, and the file in which its names are resolved.

import type { ProgramPlace } from "@espalier/analysis";
import type { Entry } from "@espalier/typed-holes";
import type { HoleDialect } from "./dialect.js";
import type { Declared } from "./project-symbols.js";
import type { ShownServer } from "./shown-server.js";

/** A type, as the server prints it. */
export interface LspType {
  readonly text: string;
  /** The file in which its names are resolved; the hole's file if absent. */
  readonly near?: string;
  /** The declaration, for an entry of a module. */
  readonly declared?: Declared;
  /** The header, for an entry. */
  readonly header?: string;
}

export type LspEntry = Entry<LspType>;

/** A server, its language, and the function that closes open brackets. */
export interface AskedServer {
  readonly server: ShownServer;
  readonly dialect: HoleDialect;
  readonly closing: (at: ProgramPlace) => string;
}

/** The hole in question: the text open at the server, with a generic hole, and the hole's offset. */
export interface ShownHole {
  readonly uri: string;
  readonly text: string;
  readonly at: number;
}

/** The number of units that are inserted before the file's text. */
export const headed = ({ head }: HoleDialect): number => head.length + 1;
