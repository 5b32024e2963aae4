// What a gap allows: the lexemes and line ends from which the suffix can be reached, and the frames that the scope keeps open.

import type { SetId } from "@espalier/earley";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import type { KindFilter } from "../language/allowed-kinds.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { Connections } from "../suffix/connections.js";
import type { Origin } from "../suffix/gap-suffix.js";
import { leadingBlanks } from "../suffix/openings.js";
import { lineConnects } from "./gap-ends.js";

/** What the gap allows: everything from which the suffix can be reached. */
export function kindsThatReach(core: LexedCore, connections: Connections, origin: Origin): KindFilter {
  const { frames, compiled } = core;
  const { policy, lowest } = origin;
  const stays = (open: FrameId): boolean => {
    if (lowest === NO_FRAME) return true;
    let at = open;
    while (at > lowest) at = frames.parent(at);
    return at === lowest;
  };
  const stops = (set: SetId, open: FrameId): boolean =>
    connections.mayEnter(open) && connections.complete(set, open, 0, 0);
  // Whatever is allowed, a comment or a string can swallow the suffix.
  if (policy === "all") return { stops, frames: stays };

  /** Whether the lexeme that the prefix left unfinished can continue as kind `k` up to the suffix and end inside it. */
  function goesOn(k: number): boolean {
    const { kinds, lexer } = compiled;
    const kind = kinds[k]!;
    const after = core.read(origin.set, kind);
    const behind = core.framesAfter(origin.frames, kind);
    const { at, exit } = connections.lexing.lexeme(origin.local, 0);
    const boundary = lexer.boundary(exit);
    if (boundary.kind === k && connections.complete(after, behind, at, boundary.guard)) return true;
    return connections
      .straddlesIn(frames.mode(origin.frames))
      .some((straddle) => straddle.kind === k && connections.complete(after, behind, straddle.at, straddle.guard));
  }

  /** The columns at which a line could continue. */
  function* columns(open: FrameId): Generator<readonly [column: number, alternate: number]> {
    const [column, alternate] = [frames.column(open), frames.alternate(open)];
    const [lead, other] = leadingBlanks(core, connections.lexing.bytes());
    if (lead > column && other > alternate) yield [lead, other];
    yield [column + 1, alternate + 1];
    yield* connections.columns();
    for (let at = open; ; at = frames.parent(at)) {
      yield [frames.column(at), frames.alternate(at)];
      if (!frames.isBlock(at)) return;
    }
  }
  return {
    kind: (_, open, k, after, behind) =>
      // A lexeme that closes too many frames may still begin, provided that it ends inside the suffix.
      (stays(behind) && (connections.viable(after, behind) || connections.follows(after, behind))) ||
      (connections.mayEnter(open) && connections.straddles(k, open, after, behind)),
    begun: goesOn,
    all: connections.alwaysViable,
    line(set: SetId, open: FrameId): boolean {
      for (const [column, alternate] of columns(open)) {
        const begun = core.newLine(set, open, column, alternate);
        if (stays(begun.frames) && connections.viable(begun.set, begun.frames)) return true;
      }
      // The suffix may contain the rest of the line start.
      const end = connections.lexing.lexeme(compiled.lexer.lineStart, 0);
      return lineConnects(core, connections, set, open, end);
    },
    stops,
    frames: stays,
  };
}
