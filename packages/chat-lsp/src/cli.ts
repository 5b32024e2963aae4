// The command line. An editor starts `espalier-chat-lsp [--profile NAME] PROGRAM [PARAMETER …]` instead of its language server.

import path from "node:path";
import { PROFILES } from "@espalier/analysis-lsp";
import { serverAnswers } from "./own-server.js";
import { chatLspProxy } from "./proxy.js";

const USAGE = `espalier-chat-lsp [--profile NAME] PROGRAM [PARAMETER …]

Starts a language server, and adds the five requests of ChatLSP to it. Profiles: ${Object.keys(PROFILES).join(", ")}.
By default, the program's name selects the profile.`;

async function main(given: readonly string[]): Promise<number> {
  const [asked, command] = given[0] === "--profile" ? [given[1], given.slice(2)] : [undefined, given];
  const program = path.basename(command[0] ?? "").replace(/\.(cmd|exe|js)$/, "");
  const name = asked ?? Object.keys(PROFILES).find((each) => PROFILES[each]!.program === program);
  if (command.length === 0 || name === undefined || !Object.hasOwn(PROFILES, name)) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { stdin: input, stdout: output, stderr: complaints } = process;
  const proxy = chatLspProxy({ command, input, output, complaints, answers: serverAnswers(name, { command }) });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => proxy.kill());
  const { code, error } = await proxy.ended;
  if (error !== undefined) process.stderr.write(`${error.message}\n`);
  input.destroy();
  return code ?? 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
