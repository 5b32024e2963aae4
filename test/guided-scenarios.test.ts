// Scenarios of monitor-guided decoding (Agrawal et al. 2023, tests T1 to T11 of their code), as far as they need no analysis: the answers of the language
// servers are given, and the model is a script that prefers what SantaCoder wrote without a monitor. The vocabulary is cl100k's, in which nine
// triggers in ten lie inside a token.

import { regexMonitor } from "@espalier/automata";
import { complete, type GenerateOptions } from "@espalier/decode";
import {
  type Answer,
  afterGiven,
  endsWith,
  type Monitor,
  onTrigger,
  product,
  sequence,
  strings,
  top,
} from "@espalier/monitor";
import { buildTrie, tokensBelow } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import { describe, expect, test } from "vitest";
import { cl100kVocabulary } from "../bench/vocabularies.js";
import { scriptedModel } from "./support/scripted-model.js";

const vocabulary = cl100kVocabulary();
const trie = buildTrie(vocabulary);
const scripted = (...scripts: readonly string[]) => scriptedModel(vocabulary, ...scripts);

const dots = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings }) as Monitor<unknown>;
const news = onTrigger({ after: endsWith(["new "]), ask: "classes", allow: strings }) as Monitor<unknown>;
const cases = onTrigger({
  after: endsWith(["case "]),
  ask: "cases",
  allow: strings,
  word: `${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    .filter((each) => /\w/.test(each))
    .join("")}.`,
}) as Monitor<unknown>;

/** As many arguments as the answer says, with brackets one deep; then anything. */
const counts = onTrigger({
  after: endsWith(["withIpPort("]),
  ask: "signatures",
  allow: ([count]: readonly string[]) => {
    const argument = String.raw`([^,()]|\([^,()]*\))+`;
    return sequence(regexMonitor(`${argument}(,${argument}){${Number(count) - 1}}\\)`), top);
  },
  word: Uint8Array.from({ length: 256 }, (_, byte) => byte),
}) as Monitor<unknown>;

interface Scenario {
  readonly name: string;
  readonly monitor: Monitor<unknown>;
  readonly prompt: string;
  readonly without: string;
  /** What the model would write next to the first choice, up to where the script ends. */
  readonly with: string;
  /** Names by the end of the text before the question. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** How many questions arise inside a token. */
  readonly inside: number;
}

const BUILDER = ["build", "equals", "getClass", "toString", "notify", "notifyAll", "wait", "newServerNode"];
const CONDITIONS = ["NotSign", "ParityOdd", "Less", "AboveOrEqual", "Greater", "Below", "Above", "NotEqual", "Equal"];
const INTRINSICS = ["Intrinsic.X86Comisdlt", "Intrinsic.X86Comisdle", "Intrinsic.X86Comisdgt"];

const scenarios: readonly Scenario[] = [
  {
    name: "T1: members of a builder, twice",
    monitor: dots,
    prompt: "return ServerNode.Builder\n               .",
    without: "builder()\n               .hostAddress(arr[0])",
    with: "newServerNode()\n               .withIp(arr[0])",
    answers: {
      "Builder\n               .": ["class", "newServerNode"],
      ")\n               .": [...BUILDER, "withIp", "withPort"],
    },
    inside: 0,
  },
  {
    name: "T2: the same after the API has changed",
    monitor: dots,
    prompt: "return ServerNode.Builder.newServerNode()\n               .",
    without: "hostAddress(arr[0])",
    with: "withIpPort(arr[0], 1)",
    answers: { ")\n               .": [...BUILDER, "withIpPort"] },
    inside: 0,
  },
  {
    name: "T3: an argument, and the members of the call",
    monitor: dots,
    prompt: "return ServerNode.Builder.newServerNode()\n               .withIpPort(",
    without: "arr[0])\n               .withPort(Integer.parseInt(arr[1]))",
    with: "arr[0])\n               .withIpPort(arr[1])",
    answers: { ")\n               .": [...BUILDER, "withIpPort"] },
    inside: 0,
  },
  {
    name: "T4: the number of arguments",
    monitor: counts,
    prompt: "return ServerNode.Builder.newServerNode()\n               .withIpPort(",
    without: "arr[0])\n               .withPort(Integer.parseInt(arr[1]))",
    with: "arr[0].trim(), Integer.parseInt(arr[1]))",
    answers: { "withIpPort(": ["2"] },
    inside: 0,
  },
  {
    name: "T5: T1 as another model prefers it",
    monitor: dots,
    prompt: "return ServerNode.Builder\n                .",
    without: "newBuilder()\n                .host(arr[0])",
    with: "newServerNode()\n                .withIp(arr[0])",
    answers: {
      "Builder\n                .": ["class", "newServerNode"],
      ")\n                .": [...BUILDER, "withIp", "withPort"],
    },
    inside: 0,
  },
  {
    name: "T6: T2 as another model prefers it",
    monitor: dots,
    prompt: "return ServerNode.Builder.newServerNode()\n               .",
    without: "host(arr[0])\n               .port(Integer.parseInt(arr[1]))",
    with: "withIpPort(arr[0], 1)",
    answers: { ")\n               .": [...BUILDER, "withIpPort"] },
    inside: 0,
  },
  {
    name: "T8: cases of an enum, not integers",
    monitor: cases,
    prompt: "switch (accessSize) { case ",
    without: "1: return 0; case 2: return 1;",
    with: "AccessSize.Byte: return 0; case AccessSize.Hword: return 1;",
    answers: { "case ": ["AccessSize.Byte", "AccessSize.Hword", "AccessSize.Auto"] },
    inside: 1,
  },
  {
    name: "T7: classes that can be instantiated, twice",
    monitor: news,
    prompt: "Person p1 = new ",
    without: 'Person("John", "Doe")',
    with: 'Student("John", 1001);\n        Person p2 = new Student("Mary", 1002);',
    answers: { "new ": ["Course", "Main", "Student", "Teacher"] },
    inside: 1,
  },
  {
    name: "T9: cases of an enum, dotted; the members of another are free",
    monitor: cases,
    prompt: "switch (op) { case ",
    without: "Intrinsic.X86Comisdeq: emit(X86Condition.LessThan); break; case Other.",
    with: "Intrinsic.X86Comisdlt: emit(X86Condition.LessThan); break; case Intrinsic.X86Comisdle: ",
    answers: { "case ": INTRINSICS },
    inside: 1,
  },
  {
    name: "T10: both, so that no member is made up",
    monitor: product(cases, dots) as Monitor<unknown>,
    prompt: "switch (op) { case ",
    without: "Intrinsic.X86Comisdeq: emit(X86Condition.LessThan);",
    with: "Intrinsic.X86Comisdlt: emit(X86Condition.Below);",
    answers: {
      "case ": INTRINSICS,
      "Intrinsic.": INTRINSICS.map((name) => name.slice(10)),
      "X86Condition.": CONDITIONS,
    },
    inside: 1,
  },
  {
    name: "T11: typestate by types, over two statements",
    monitor: dots,
    prompt: "let media_player = media_player.",
    without: "stop();\n        let media_player = media_player.play();",
    with: "reset();\n        let media_player = media_player.set_media_file_path(song);",
    answers: {
      "let media_player = media_player.": ["reset", "into", "try_into", "prepare"],
      "reset();\n        let media_player = media_player.": ["reset", "into", "set_media_file_path"],
    },
    inside: 1,
  },
  {
    name: "a prompt that ends within a name",
    monitor: dots,
    prompt: "config.debug; obj.ge",
    without: "neric",
    with: "tName()",
    answers: { "obj.": ["getName", "getAge"] },
    inside: 0,
  },
];

test.each(scenarios)("$name", async ({ monitor, prompt, without, with: wanted, answers, inside }) => {
  const options = { prompt: [0], maxTokens: 60, stop: [] } as const;
  const written = async (more: Partial<GenerateOptions<unknown>>, ...scripts: readonly string[]) =>
    (await complete({ ...options, model: scripted(...scripts), ...more })).text;
  expect((await written({}, without)).startsWith(without)).toBe(true);
  let insideTokens = 0;
  const answer: NonNullable<GenerateOptions<unknown>["answer"]> = (question, place) => {
    // What stands before the question, with the prompt that the text goes on after.
    const before = (prompt + utf8Decode(place!.before)).slice(
      0,
      place!.offset < 0 ? prompt.length + place!.offset : undefined,
    );
    const end = Object.keys(answers)
      .sort((a, b) => b.length - a.length)
      .find((each) => before.endsWith(each));
    expect(end, `${question.key} after ${JSON.stringify(before.slice(-20))}`).toBeDefined();
    if (place!.offset > 0) insideTokens++;
    return { kind: "closed", value: answers[end!]! } satisfies Answer<readonly string[]>;
  };
  const text = await written({ monitor, from: afterGiven(monitor, prompt), answer }, without, wanted);
  expect(text.startsWith(wanted)).toBe(true);
  expect(insideTokens).toBeGreaterThanOrEqual(inside);
});

describe("in this vocabulary", () => {
  test("a dot and a name are one token in thousands of tokens", () => {
    expect(tokensBelow(trie, new TextEncoder().encode(".")).length).toBeGreaterThan(5000);
  });

  test("a model that wants `.host` gets a member, though the dot is inside its token", async () => {
    const asked: string[] = [];
    const { text, ids } = await complete({
      model: scripted("node.hostName()", "node.withIp()"),
      prompt: [0],
      monitor: dots,
      maxTokens: 8,
      answer: (_, place) => {
        asked.push(utf8Decode(place!.before));
        return { kind: "closed", value: ["withIp", "withPort"] };
      },
    });
    expect(text.startsWith("node.withIp()")).toBe(true);
    expect(asked[0]).toBe("node.");
    expect(ids.map((id) => utf8Decode(vocabulary.bytes(id)!)).some((token) => /\.\w/.test(token))).toBe(true);
  });
});
