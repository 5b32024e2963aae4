// The fifth thing that the demo asks of the model: the name of a member in a TypeScript file. The language is a name, by a regular expression, that is among the
// members that the compiler lists. The compiler is the judge too, and sees the file as a whole.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { middlePrompt } from "@espalier/decode";
import type { Model } from "@espalier/model";
import { product } from "@espalier/monitor";
import { regex, typescript } from "espalier";
import ts from "typescript";
import type { Task } from "./tasks.js";

const SERVER = `export class Builder {
  withAddress(address: string): this { return this; }
  withPort(port: number): this { return this; }
  build(): string { return ""; }
}
export const newServer = (): Builder => new Builder();
`;
const PREFIX = `import { newServer } from "./server.js";

const server = newServer();
server.`;
const SUFFIX = "();\n";
const OPTIONS = { strict: true, lib: ["es2022"], types: [] };
/** The codes of "Property does not exist", without and with a suggestion. */
const UNKNOWN_MEMBER: readonly number[] = [2339, 2551];

/** The task, and what ends its compiler. */
export interface MemberTask {
  readonly task: Task;
  dispose(): void;
}

/** The member. Writes a small project into the system's folder for temporary files, removed when the process exits, and loads the compiler. */
export function typescriptMember(): MemberTask {
  const folder = mkdtempSync(path.join(tmpdir(), "espalier-demo-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "main.ts");
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));
  writeFileSync(path.join(folder, "server.ts"), SERVER);
  const project = typescript({ ts, project: folder });
  const { monitor, answer } = project.open({ path: file, prefix: PREFIX, suffix: SUFFIX });
  return {
    task: {
      name: "TypeScript",
      about: "a member in a file, by a regular expression and the compiler's answers; judged by the compiler",
      language: product(regex("[A-Za-z]+"), monitor),
      answer,
      prompt: (model: Model) => middlePrompt(model, PREFIX, SUFFIX, { healing: "off" }).ids,
      maxTokens: 20,
      stop: ["(", "\n"],
      isValid: remembered(judge(folder, file)),
    },
    dispose: () => project.dispose(),
  };
}

/** Returns whether the file with a text in its gap parses, and the compiler finds every member. Only that file is parsed again. */
function judge(folder: string, file: string): (text: string) => boolean {
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, folder);
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const { getSourceFile } = host;
  let program: ts.Program | undefined;
  return (text) => {
    host.getSourceFile = (name, target) => {
      if (path.resolve(name) === file) return ts.createSourceFile(name, PREFIX + text + SUFFIX, target);
      if (!parsed.has(name)) parsed.set(name, getSourceFile(name, target));
      return parsed.get(name);
    };
    program = ts.createProgram([file], options, host, program);
    const whole = program.getSourceFile(file);
    const found = program.getSemanticDiagnostics(whole);
    return (
      program.getSyntacticDiagnostics(whole).length === 0 && !found.some(({ code }) => UNKNOWN_MEMBER.includes(code))
    );
  };
}

/** Judges each text once. */
function remembered(isValid: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (text) => {
    const verdict = verdicts.get(text) ?? isValid(text);
    verdicts.set(text, verdict);
    return verdict;
  };
}
