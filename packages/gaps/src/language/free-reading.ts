// Reads a token without first asking what is allowed. A committed lexer does not depend on the parser to find lexemes. So the lexer alone determines where
// the lexemes of a token end. The parser's situation (the *place*) only decides which of these lexemes it allows. In the states between the lexemes of a token,
// the lexer expects every kind of its mode, not only the allowed kinds. To find all allowed kinds would take a test for each kind, while a token needs only one
// or two.

import { DEAD_SET, type SetId } from "@espalier/earley";
import type { FrameId } from "@espalier/lexer";
import { ANYTHING, type FreeReading } from "@espalier/monitor";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { AllowedKinds, KindFilter } from "./allowed-kinds.js";

/** What a machine provides for its states. */
export interface States {
  placeOf(set: SetId, frames: FrameId): number;
  intern(local: number, set: SetId, frames: FrameId): number;
  local(state: number): number;
  set(state: number): SetId;
  frame(state: number): FrameId;
}

export function createFreeReading(
  core: LexedCore,
  owner: KindFilter,
  allowedKinds: AllowedKinds,
  { placeOf, intern, local, set, frame }: States,
): FreeReading<number> {
  const { compiled, frames } = core;
  const { lexer, kinds, kindsIn, newline } = compiled;

  // By mode and guard: the state before anything. By local state: the unfiltered state. By unfiltered state: whether it is before anything of its mode.
  const anyOf: number[][] = kindsIn.map(() => []);
  const freeOf: number[] = [];
  const isFree: boolean[] = [];

  /** The state before a lexeme of any kind of a mode. */
  function beforeAny(mode: number, guard: number): number {
    const known = anyOf[mode]![guard];
    if (known !== undefined) return known;
    const whole = lexer.kinds(kindsIn[mode]!);
    const its = lexer.begin(mode, whole, newline >= 0 && mode === 0 ? 1 : 0, guard);
    isFree[its] = true;
    anyOf[mode]![guard] = its;
    return its;
  }

  function insideOf(at: number): number {
    let free = freeOf[at];
    if (free === undefined) {
      free = lexer.free(at);
      freeOf[at] = free;
    }
    return free;
  }

  function allowsKind(state: number, k: number): boolean {
    const at = local(state);
    if (!lexer.allows(at, k)) return false;
    return isFree[at] !== true || allowedKinds.kind(placeOf(set(state), frame(state)), set(state), frame(state), k);
  }

  function allowsLine(state: number): boolean {
    const at = local(state);
    if (lexer.isLine(at)) return true;
    if (!lexer.allowsLine(at)) return false;
    return isFree[at] !== true || allowedKinds.line(placeOf(set(state), frame(state)), set(state), frame(state));
  }

  function before(after: SetId, behind: FrameId, guard: number): number | undefined {
    if (after === DEAD_SET || owner.frames?.(behind) === false) return undefined;
    return intern(beforeAny(frames.mode(behind), guard), after, behind);
  }

  return {
    local(state: number): number {
      const at = local(state);
      if (isFree[at] === true) return at;
      if (lexer.begins(at)) return beforeAny(frames.mode(frame(state)), lexer.guardOf(at));
      return insideOf(at);
    },
    admits(state: number, demand: number): boolean {
      const at = local(state);
      if (demand === ANYTHING)
        return (
          isFree[at] !== true || allowedKinds.anything(placeOf(set(state), frame(state)), set(state), frame(state))
        );
      if (isFree[at] !== true) return lexer.admits(at, demand);
      const asked = lexer.kindsAsked(demand);
      if (asked === undefined) return allowsLine(state);
      for (let i = 0; i < asked.length; i++) if (allowsKind(state, asked[i]!)) return true;
      return false;
    },
    cross(state: number, exit: number): number | undefined {
      const boundary = lexer.boundary(exit);
      if (boundary.kind === "line") {
        if (!allowsLine(state)) return undefined;
        const after = core.newLine(set(state), frame(state), boundary.column, boundary.alternate);
        return before(after.set, after.frames, 0);
      }
      if (!allowsKind(state, boundary.kind)) return undefined;
      const kind = kinds[boundary.kind]!;
      return before(core.read(set(state), kind), core.framesAfter(frame(state), kind), boundary.guard);
    },
  };
}
