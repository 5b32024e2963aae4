// A language server that knows as much as a test says.

import { fileURLToPath } from "node:url";
import { PROFILES, type ServerProfile } from "@espalier/analysis-lsp";

const SERVER = fileURLToPath(new URL("./hole-server.mjs", import.meta.url));
const { probe: _, ...python } = PROFILES.pyright!;

/** Its profile, which is ready at once. */
export const SCRIPTED: ServerProfile = { ...python, readiness: { after: "initialize" }, exhaustive: { by: "list" } };

/** Its command; `hole-server.mjs` says what a script may have. */
export const commandFor = (script: object): readonly string[] => [process.execPath, SERVER, JSON.stringify(script)];
