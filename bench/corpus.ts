// Texts to make masks along: documents and expressions generated from a seed, so that every run sees the same ones.

import llama3 from "llama3-tokenizer-js";
import { seeded } from "./seeded.js";

const WORDS =
  "name id title description items price count active created updated user address city country email phone tags notes size color status owner value result error message code data list first last next index total rate time".split(
    " ",
  );

/** `count` JSON documents of mixed shapes, some compact and some indented. */
export function jsonDocuments(count: number, seed: number): readonly string[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const text = (): string => {
    const words = Array.from({ length: 1 + Math.floor(random() * 7) }, () => pick(WORDS));
    const tail = random() < 0.15 ? pick([' "quoted"', "\n", " é", " 漢字", " 🙂", " \\ path"]) : "";
    return words.join(" ") + tail;
  };
  const value = (depth: number): unknown => {
    const kind = random();
    if (depth > 0 && kind < 0.3) {
      return Object.fromEntries(
        Array.from({ length: 1 + Math.floor(random() * 5) }, () => [pick(WORDS), value(depth - 1)]),
      );
    }
    if (depth > 0 && kind < 0.5) return Array.from({ length: Math.floor(random() * 6) }, () => value(depth - 1));
    if (kind < 0.75) return text();
    if (kind < 0.9) return random() < 0.6 ? Math.floor(random() * 10_000) : Number((random() * 1000 - 500).toFixed(3));
    return pick([true, false, null]);
  };
  return Array.from({ length: count }, () => {
    const root = Object.fromEntries(
      Array.from({ length: 3 + Math.floor(random() * 6) }, () => [pick(WORDS), value(4)]),
    );
    return JSON.stringify(root, null, random() < 0.5 ? 0 : 2);
  });
}

/** `count` expressions of the C-like language of grammars.ts. */
export function cExpressions(count: number, seed: number): readonly string[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const name = (): string => pick(WORDS) + (random() < 0.3 ? `_${pick(WORDS)}` : "") + (random() < 0.1 ? "2" : "");
  const expression = (depth: number): string => {
    const kind = random();
    if (depth === 0 || kind < 0.15) {
      return pick([
        name,
        name,
        () => String(Math.floor(random() * 1000)),
        () => "3.14f",
        () => `"${name()} ${name()}"`,
        () => "'x'",
      ])();
    }
    if (kind < 0.55) {
      const space = random() < 0.8 ? " " : "";
      return `${expression(depth - 1)}${space}${pick(["+", "-", "*", "/", "&&", "||", "==", "<", ">>", "&"])} ${expression(depth - 1)}`;
    }
    if (kind < 0.7)
      return `${name()}(${Array.from({ length: Math.floor(random() * 4) }, () => expression(depth - 1)).join(", ")})`;
    if (kind < 0.78) return `(${expression(depth - 1)})`;
    if (kind < 0.86) return `${name()}${pick(["->", "."])}${name()}`;
    if (kind < 0.92) return `${name()}[${expression(depth - 1)}]`;
    if (kind < 0.96) return `!${name()}`;
    return `${name()} ? ${expression(depth - 1)} : ${expression(depth - 1)}`;
  };
  return Array.from({ length: count }, () => `${name()} ${pick(["=", "+="])} ${expression(4)};`);
}

/** Token ids of `text` under Llama 3, as its own tokenizer writes it, without begin and end tokens. */
export function llama3Tokens(text: string): readonly number[] {
  return llama3.encode(text, { bos: false, eos: false });
}

/** `count` bodies of a block of Python at column 8: statements, calls, loops and conditions, nested up to three deep. */
export function pythonBodies(count: number, seed: number): readonly string[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const name = (): string => pick(WORDS) + (random() < 0.3 ? `_${pick(WORDS)}` : "");
  const expression = (depth: number): string => {
    const kind = random();
    if (depth === 0 || kind < 0.3) {
      const number = String(Math.floor(random() * 1000));
      return pick([name(), name(), number, `"${name()} ${name()}"`, `f"{${name()}}: {${name()}!r}"`, "None"]);
    }
    const inner = (): string => expression(depth - 1);
    if (kind < 0.5) return `${name()}.${name()}(${Array.from({ length: some(0, 3) }, inner).join(", ")})`;
    if (kind < 0.65) return `${inner()} ${pick(["+", "-", "*", "==", "<", "and", "or", "in"])} ${inner()}`;
    if (kind < 0.75) return `[${inner()} for ${name()} in ${inner()}]`;
    return pick([() => `${name()}[${inner()}]`, () => `(${inner()}, ${inner()})`, () => `{${inner()}: ${inner()}}`])();
  };
  const block = (column: number, depth: number): string =>
    Array.from({ length: some(1, 4) }, () => statement(column, depth)).join("");
  const statement = (column: number, depth: number): string => {
    const margin = " ".repeat(column);
    const kind = depth === 0 ? 0 : random();
    if (kind < 0.6)
      return `${margin}${pick([`${name()} = `, "return ", "", `${name()}.${name()} = `])}${expression(3)}\n`;
    if (kind < 0.75) return `${margin}for ${name()} in ${expression(2)}:\n${block(column + 4, depth - 1)}`;
    if (kind < 0.8) return `${margin}# ${name()} ${name()}\n${margin}pass\n`;
    const other = random() < 0.4 ? `${margin}else:\n${block(column + 4, depth - 1)}` : "";
    return `${margin}if ${expression(2)}:\n${block(column + 4, depth - 1)}${other}`;
  };
  return Array.from({ length: count }, () => block(8, 3));
}
