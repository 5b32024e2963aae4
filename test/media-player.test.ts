// A protocol that no completion can violate (examples/16-media-player.ts, and ten lines of the README of `monitor`), from models with random logits, and from one
// that wants what is forbidden. The judge follows the table call by call, and knows nothing of masks.

import { readFileSync } from "node:fs";
import { complete } from "@espalier/decode";
import { adversarialModel, randomModel } from "@espalier/laws";
import { deny, product, typestate } from "@espalier/monitor";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { check, lark } from "espalier";
import { describe, expect, it } from "vitest";
import { seed } from "./support/seed.js";

function composed() {
  const statements = lark('start: (NAME "." NAME "();")*\nNAME: /[a-z]{1,12}/');
  const player = typestate("player", {
    start: "idle",
    states: { idle: { prepare: "ready" }, ready: { start: "playing" }, playing: { stop: "idle" } },
    final: ["idle"],
  });
  const language = product(product(statements, player), deny(["eval"]));
  return language;
}

/** What each state of the README's table takes, told again. */
const TAKES: Readonly<Record<string, string>> = { idle: "prepare", ready: "start", playing: "stop" };
const AFTER: Readonly<Record<string, string>> = { idle: "ready", ready: "playing", playing: "idle" };

/** What is wrong with a text; undefined for nothing. */
function faultOf(text: string): string | undefined {
  if (text.includes("eval")) return "it has eval";
  if (!/^([a-z]{1,12}\.[a-z]{1,12}\(\);)*$/.test(text)) return "it is no list of calls";
  let state = "idle";
  for (const [, name, method] of text.matchAll(/([a-z]+)\.([a-z]+)\(\);/g)) {
    if (name !== "player") continue;
    if (method !== TAKES[state]) return `player.${method} in state ${state}`;
    state = AFTER[state]!;
  }
  return state === "idle" ? undefined : `the text ends in state ${state}`;
}

const PIECES = [
  "player",
  "player.",
  ".start",
  ".prepare();",
  ".stop();",
  "start();",
  "();",
  "player.start();",
  "ev",
  "al",
  "disk",
  ";player",
];
const vocabulary = vocabularyOfBytes([
  ...Array.from({ length: 128 }, (_, byte) => Uint8Array.of(byte)),
  ...PIECES.map((piece) => new TextEncoder().encode(piece)),
]);

describe("a media player", () => {
  it("is composed as the README says", () => {
    const readme = readFileSync(new URL("../packages/monitor/README.md", import.meta.url), "utf8");
    const block = /```js\n(?:import .*;\n)+\n(const statements[^`]*?)check\(/.exec(readme)![1]!;
    expect(block.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
    const own = readFileSync(new URL(import.meta.url), "utf8").replace(/^ {2}/gm, "");
    expect(own).toContain(block);
    const language = composed();
    const texts = ["player.prepare();player.start();player.stop();disk.eject();", "player.start();", "disk.eval();"];
    expect(texts.map((text) => check(language, text)).map(({ verdict, offset }) => [verdict, offset])).toEqual([
      ["accepted", 59],
      ["dead", 7],
      ["dead", 8],
    ]);
  });

  it("cannot be played out of turn, whatever the logits", async () => {
    const language = composed();
    let calls = 0;
    for (let its = seed; its < seed + 40; its++) {
      const { text, accepted, ids } = await complete({
        model: randomModel(vocabulary, its),
        prompt: [0],
        monitor: language,
        maxTokens: its % 3 === 0 ? its % 20 : 40,
        seed: its,
        sampling: { temperature: 1.5 },
      });
      expect([its, text, accepted, faultOf(text)]).toEqual([its, text, true, undefined]);
      expect(ids.length).toBeLessThanOrEqual(40);
      calls += text.split("player.").length - 1;
    }
    expect(calls).toBeGreaterThan(10);
    expect(faultOf("player.start();")).toBe("player.start in state idle");
    expect(faultOf("player.prepare();")).toBe("the text ends in state ready");
  });

  it("is not played out of turn by a model that wants nothing else", async () => {
    const wanted = [PIECES.indexOf("player.start();"), PIECES.indexOf("player."), PIECES.indexOf("start();")].map(
      (at) => 128 + at,
    );
    const { text, accepted } = await complete({
      model: adversarialModel(vocabulary, wanted),
      prompt: [0],
      monitor: composed(),
      maxTokens: 40,
    });
    expect([accepted, faultOf(text), text.includes("player.start();")]).toEqual([true, undefined, true]);
    expect(text.startsWith("player.prepare();")).toBe(true);
  });
});
