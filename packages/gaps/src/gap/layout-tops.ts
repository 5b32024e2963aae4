// Encodes in one number what is known about the innermost open frame (block, bracket or string) at a place of a gap:
//
//   4 · frame      exactly this frame; for frames that are open now or may be open where the suffix begins
//   4 · mode + 1   some frame of this mode
//   4 · frame + 2  a block on top of this frame whose column nothing else depends on
//   4 · mode + 3   some frame of this mode, in which the state of the automaton is not tracked

import type { FrameId } from "@espalier/lexer";

export const topOfFrame = (frame: FrameId): number => 4 * frame;
export const topOfMode = (mode: number): number => 4 * mode + 1;
export const topOfBlock = (under: FrameId): number => 4 * under + 2;
export const topOfLooseMode = (mode: number): number => 4 * mode + 3;
export const isLoose = (top: number): boolean => top % 4 === 3;
/** The frame of a top; `undefined` if it is another. */
export const frameOf = (top: number): FrameId | undefined => (top % 4 === 0 ? top / 4 : undefined);
/** The frame under a block whose column nothing else depends on; `undefined` if the top is another. */
export const underOf = (top: number): FrameId | undefined => (top % 4 === 2 ? (top - 2) / 4 : undefined);
export const modeOfTop = (top: number, modeOf: (frame: FrameId) => number): number =>
  top % 4 === 0 ? modeOf(top / 4) : top % 4 === 2 ? 0 : Math.floor(top / 4);
