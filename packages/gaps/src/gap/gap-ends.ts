// Where a middle may end: the lexeme in progress ends at the suffix or, if the policy allows it, inside the suffix, and the parser accepts what follows.

import type { SetId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import type { LexedMachine, LexedState } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { rememberedBy } from "../source/remembered.js";
import { mayReach } from "../suffix/begun.js";
import type { Connections } from "../suffix/connections.js";
import type { Origin } from "../suffix/gap-suffix.js";
import type { LexemeEnd } from "../suffix/lexeme-ends.js";

/** Whether the middle may end in a state: the lexeme in progress ends at the suffix or inside it, and the rest can follow. */
export function createConnects(
  machine: LexedMachine,
  connections: Connections,
  origin: Origin,
): (state: LexedState) => boolean {
  const { core } = machine;
  const { lexer, kinds } = core.compiled;
  const reaches = mayReach(core, connections.lexing);

  function connects(state: LexedState): boolean {
    const local = machine.local(state);
    const set = machine.set(state);
    const frames = machine.frame(state);
    if (!lexer.isLine(local) && lexer.begins(local))
      return connections.mayEnter(frames) && connections.complete(set, frames, 0, lexer.guardOf(local));
    const end = connections.lexing.lexeme(local, 0);
    const before = lexer.isMarked(local);
    if (lexer.isLine(local)) {
      // A comment on its own line extends only to the end of that line, but the line may belong to the user.
      const swallowing = lexer.exit(local) === 0 && end.at > 0 && ![10, 13].includes(connections.lexing.bytes()[0]!);
      if (swallowing && !before && origin.policy !== "all") return false;
      return lineConnects(core, connections, set, frames, end);
    }
    if (end.exit === 0) return false;
    const boundary = lexer.boundary(end.exit);
    if (boundary.kind === "line") return false;
    const kind = kinds[boundary.kind]!;
    const after = core.framesAfter(frames, kind);
    if (end.at > 0 && !before) {
      if (origin.policy === "boundaryOnly") return false;
      if (origin.policy === "noSwallow" && !reaches(kind, frames, end.at)) return false;
    }
    if (!connections.mayEnter(end.at > 0 ? frames : after)) return false;
    return connections.complete(core.read(set, kind), after, end.at, boundary.guard);
  }

  return rememberedBy(connects);
}

/** Whether the suffix can follow if the blanks at the start of a line extend into it. */
export function lineConnects(
  core: LexedCore,
  connections: Connections,
  set: SetId,
  open: FrameId,
  { at, local, exit }: LexemeEnd,
): boolean {
  const { lexer } = core.compiled;
  if (at === connections.lexing.length) return lexer.lineMayEnd(local) && core.ends(set, open);
  const boundary = lexer.boundary(exit);
  if (boundary.kind !== "line") return false;
  const begun = core.newLine(set, open, boundary.column, boundary.alternate);
  return connections.complete(begun.set, begun.frames, at, 0);
}
