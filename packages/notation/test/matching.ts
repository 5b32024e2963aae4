// Whether a source's language holds a text; control tokens are written `⟨<name>⟩` in the text.
import { createLanguage, type SyntaxSource } from "@espalier/syntax";

function matcher(source: SyntaxSource): (text: string) => boolean {
  const language = createLanguage(source);
  const encoder = new TextEncoder();
  return (text) => {
    let state: number | undefined = language.start;
    for (const piece of text.split(/(⟨[^⟩]*⟩)/)) {
      const control = /^⟨(.*)⟩$/.exec(piece)?.[1];
      const symbols = control === undefined ? encoder.encode(piece) : [256 + language.controls.indexOf(control)];
      for (const symbol of symbols) {
        state = symbol === 255 ? undefined : language.step(state, symbol);
        if (state === undefined) return false;
      }
    }
    return language.accepts(state);
  };
}

/** The texts of the wrong verdict: empty when the source accepts and rejects what it should. */
export function mistakes(source: SyntaxSource, accepts: readonly string[], rejects: readonly string[]): string[] {
  const matches = matcher(source);
  return [...accepts.filter((text) => !matches(text)), ...rejects.filter(matches).map((text) => `not ${text}`)];
}

export const SEED: number = Number(process.env.ESPALIER_SEED ?? 20261121);
