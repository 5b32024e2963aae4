// The scenarios T1 to T11 of monitor-guided decoding (Agrawal et al. 2023) in TypeScript, answered by the compiler: a project with the APIs of their tests, and a
// scripted model that prefers what is wrong. Without the monitor the wrong text appears, and with it the right one; the compiler judges both.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Analysis, programMonitor, type QuestionKind } from "@espalier/analysis";
import { typescriptAnalysis } from "@espalier/analysis-typescript";
import { complete } from "@espalier/decode";
import { typescriptLexer } from "@espalier/typescript";
import { createVocabulary, type Vocabulary } from "@espalier/vocabulary";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cl100kVocabulary } from "../bench/vocabularies.js";
import { scriptedModel } from "./support/scripted-model.js";

const API = `
export class ServerNode { static newServerNode(): Builder { return new Builder(); } }
export class Builder {
  withIp(ip: string): this { return this; }
  withPort(port: number): this { return this; }
  withIpPort(ip: string, port: number): this { return this; }
  build(): ServerNode { return new ServerNode(); }
}
export abstract class Graduate { abstract name: string }
export class Student extends Graduate { constructor(public name: string, id: number) { super(); } }
export enum AccessSize { Byte, Hword, Auto }
export enum Intrinsic { X86Comisdeq, X86Comisdlt, X86Comisdgt }
export enum X86Condition { Less, Below, Equal }
export declare function emit(condition: X86Condition): void;
export interface Idle { setMediaFilePath(path: string): Initialized }
export interface Initialized { prepare(): Prepared; reset(): Idle }
export interface Prepared { start(): Started; reset(): Idle }
export interface Started { stop(): Stopped; reset(): Idle }
export interface Stopped { prepare(): Prepared; reset(): Idle }
`;
const NAMES = "ServerNode, Graduate, Student, AccessSize, Intrinsic, X86Condition, emit, type Stopped";
const IMPORT = `import { ${NAMES} } from "./api";\ndeclare const arr: string[];\ndeclare const song: string;\n`;

let folder: string;
let analysis: Analysis;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-scenarios-"));
  const compilerOptions = {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    types: [],
    moduleResolution: "bundler",
    module: "esnext",
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["api.ts"] }));
  writeFileSync(path.join(folder, "api.ts"), API);
  analysis = typescriptAnalysis({ ts, project: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

const NO_MEMBER = 2339;
const DID_YOU_MEAN = 2551;

/** The codes of the errors in a file with this text. */
function errorsIn(text: string): readonly number[] {
  const file = path.join(folder, "judged.ts");
  writeFileSync(file, text);
  const options = { strict: true, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts"], types: [], noEmit: true };
  const program = ts.createProgram([file], {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ code }) => (code === DID_YOU_MEAN ? NO_MEMBER : code));
}

interface Scenario {
  readonly name: string;
  readonly questions: readonly QuestionKind[];
  readonly prompt: string;
  readonly suffix: string;
  readonly without: string;
  readonly with: string;
  /** What the compiler reports of each. */
  readonly errors: readonly number[];
  readonly left?: readonly number[];
}

const CASES = "declare const size: AccessSize;\nswitch (size) {\n  case ";
const SIZES = "export function letter(size: AccessSize): string {\n  switch (size) {\n    case AccessSize.Byte: ";
const OPERATIONS = "declare const op: Intrinsic;\nswitch (op) {\n  case Intrinsic.X86Comisdeq: break;\n  case ";

const scenarios: readonly Scenario[] = [
  {
    name: "T1: members of a builder, across files, twice",
    questions: ["members"],
    prompt: "export const node = ServerNode\n  .",
    suffix: ";\n",
    without: "getBuilder()\n  .hostAddress(arr[0]!)",
    with: "newServerNode()\n  .withIp(arr[0]!)",
    errors: [2339],
  },
  {
    name: "T2: the method that the API has now",
    questions: ["members"],
    prompt: "export const node = ServerNode.newServerNode()\n  .",
    suffix: ";\n",
    without: "address(arr[0]!, 80)",
    with: "withIpPort(arr[0]!, 80)",
    errors: [2339],
  },
  {
    name: "T3: members alone leave the number of arguments wrong",
    questions: ["members"],
    prompt: "export const node = ServerNode.newServerNode()\n  .withIpPort(",
    suffix: ";\n",
    without: "arr[0]!)\n  .number(80)",
    with: "arr[0]!)\n  .withPort(80)",
    errors: [2554],
    left: [2554],
  },
  {
    name: "T4: the number of arguments",
    questions: ["signatures"],
    prompt: "export const node = ServerNode.newServerNode()\n  .withIpPort(",
    suffix: ";\n",
    without: "arr[0]!).build()",
    with: "arr[0]!.trim(), Number(arr[1]!.trim())).build()",
    errors: [2554],
  },
  {
    name: "T5: as T1, by a model that prefers another name",
    questions: ["members"],
    prompt: "export const node = ServerNode\n  .",
    suffix: ";\n",
    without: "newBuilder()\n  .host(arr[0]!)",
    with: "newServerNode()\n  .withIp(arr[0]!)",
    errors: [2339],
  },
  {
    name: "T6: members and the number of arguments, in one mask",
    questions: ["members", "signatures"],
    prompt: "export const node = ServerNode.newServerNode()\n  .",
    suffix: ";\n",
    without: "endpoint(arr[0]!)",
    with: "withIpPort(arr[0]!, 80)",
    errors: [2339],
  },
  {
    name: "T7: classes that are not abstract, twice",
    questions: ["constructibles"],
    prompt: "export const p1: Graduate = new ",
    suffix: ";\n",
    without: 'Graduate("John", 1)',
    with: 'Student("John", 1001);\nexport const p2: Graduate = new Student("Mary", 1002)',
    errors: [2511],
  },
  {
    name: "T8: cases of an enum instead of numbers, twice",
    questions: ["casesLeft"],
    prompt: CASES,
    suffix: " break;\n}\n",
    without: '"1":',
    with: "AccessSize.Byte: break;\n  case AccessSize.Hword:",
    errors: [2678],
  },
  {
    name: "T9: cases alone let the next member be made up",
    questions: ["casesLeft"],
    prompt: OPERATIONS,
    suffix: " break;\n}\n",
    without: "X86Condition.Less:",
    with: "Intrinsic.X86Comisdlt: emit(X86Condition.LessThan);",
    errors: [2678],
    left: [2339],
  },
  {
    name: "T10: cases and members, in one mask",
    questions: ["casesLeft", "members"],
    prompt: OPERATIONS,
    suffix: " break;\n}\n",
    without: "Intrinsic.X86Comisdne: emit(X86Condition.LessThan);",
    with: "Intrinsic.X86Comisdlt: emit(X86Condition.Below);",
    errors: [2339, 2339],
  },
  {
    name: "T8 and T9 at the end of a switch: no case of an enum may be missing",
    questions: ["casesLeft", "casesMissing"],
    prompt: SIZES,
    suffix: "\n}\n",
    without: 'return "B";\n  }',
    with: 'return "B";\n    case AccessSize.Hword: return "H";\n    case AccessSize.Auto: return "A";\n  }',
    errors: [2366],
  },
  {
    name: "T11: typestate by types, in the middle of a file, over two statements",
    questions: ["members"],
    prompt: "declare const stopped: Stopped;\nexport const idle = stopped.",
    suffix: ";\nexport const last = next;\n",
    without: "stop();\nexport const next = idle.play()",
    with: "reset();\nexport const next = idle.setMediaFilePath(song)",
    errors: [2339],
  },
];

/** Every byte is a token. */
const bytes = createVocabulary({
  tokens: [...Array.from({ length: 256 }, (_, id) => ({ id, bytes: [id] })), { id: 256, control: "<end>" }],
  ends: [256],
});

const VOCABULARIES: readonly (readonly [name: string, vocabulary: Vocabulary])[] = [
  ["cl100k", cl100kVocabulary()],
  ["bytes", bytes],
];

for (const [vocabularyName, vocabulary] of VOCABULARIES)
  test.each(scenarios)(`$name (${vocabularyName})`, async (scenario) => {
    const { questions, prompt, suffix, without, with: wanted, errors, left = [] } = scenario;
    const prefix = IMPORT + prompt;
    const asked = Object.fromEntries(questions.map((kind) => [kind, analysis[kind]]));
    const monitor = programMonitor({
      lexer: () => typescriptLexer(),
      analysis: { ...asked, epoch: () => analysis.epoch() },
      questions,
    });
    const options = { prompt: [0], maxTokens: 150, stop: [] } as const;
    const free = await complete({ ...options, model: scriptedModel(vocabulary, without) });
    expect(free.text.slice(0, without.length)).toBe(without);
    const hole = monitor.open({ path: path.join(folder, "main.ts"), prefix, suffix });
    const model = scriptedModel(vocabulary, without, wanted);
    const held = await complete({ ...options, model, monitor: hole.monitor, answer: hole.answer });
    expect(held.text.slice(0, wanted.length)).toBe(wanted);
    expect(hole.asked().some(({ answer }) => answer === "closed")).toBe(true);
    expect(errorsIn(prefix + without + suffix).filter((code) => errors.includes(code))).toEqual(errors);
    expect(errorsIn(prefix + wanted + suffix)).toEqual(left);
  });
