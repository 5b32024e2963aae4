// The innermost open frame of a place in a gap (layout-places.ts), as far as it is followed: a frame, if it is open now or the suffix may be entered in it; a block on
// top of such a frame, whose column nothing else depends on; a mode; or a mode in which the state of the automaton is not followed.

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
