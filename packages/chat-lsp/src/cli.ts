// The command line. An editor starts `espalier-chat-lsp [OPTION …] PROGRAM [PARAMETER …]` instead of its language server.

import path from "node:path";
import { PROFILES } from "@espalier/analysis-lsp";
import { ANSWERED_PROFILES, serverAnswers } from "./own-server.js";
import { chatLspProxy } from "./proxy.js";

const USAGE = `espalier-chat-lsp [--profile NAME] [--deadline MILLISECONDS] PROGRAM [PARAMETER …]

Starts a language server, and adds the five requests of ChatLSP to it.

  --profile NAME            what is known about the server: ${ANSWERED_PROFILES.join(", ")}.
                            By default, the program's name selects the profile.
  --deadline MILLISECONDS   how long one question to the server may take (10000 by default)
  --help                    this text
`;

/** What the parameters ask for, or what is wrong with them. */
type Asked =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly message: string }
  | { readonly kind: "run"; readonly profile: string; readonly command: readonly string[]; readonly deadline?: number };

function asked(given: readonly string[]): Asked {
  const wrong = (message: string): Asked => ({ kind: "wrong", message });
  let profile: string | undefined;
  let deadline: number | undefined;
  let at = 0;
  for (; given[at]?.startsWith("-") === true; at += 2) {
    const [option, value] = [given[at]!, given[at + 1]];
    if (option === "--help" || option === "-h") return { kind: "help" };
    if (option !== "--profile" && option !== "--deadline") return wrong(`There is no option ${option}.`);
    if (value === undefined) return wrong(`${option} needs a value after it.`);
    if (option === "--profile") profile = value;
    else deadline = Number(value);
  }
  if (deadline !== undefined && !(Number.isSafeInteger(deadline) && deadline > 0))
    return wrong("--deadline needs a number of milliseconds above 0.");
  const command = given.slice(at);
  const known = `The profiles are ${Object.keys(PROFILES).join(", ")}.`;
  if (profile !== undefined && !Object.hasOwn(PROFILES, profile))
    return wrong(`There is no profile ${profile}. ${known}`);
  if (command.length === 0) return wrong("The program of a language server is missing.");
  const program = path.basename(command[0]!).replace(/\.(cmd|exe|js)$/, "");
  const name = profile ?? Object.keys(PROFILES).find((each) => PROFILES[each]!.program === program);
  if (name === undefined)
    return wrong(`The program ${program} does not identify a server: put --profile NAME before it. ${known}`);
  return { kind: "run", profile: name, command, ...(deadline !== undefined && { deadline }) };
}

async function main(given: readonly string[]): Promise<number> {
  const what = asked(given);
  if (what.kind === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (what.kind === "wrong") {
    process.stderr.write(`${what.message}\n\n${USAGE}`);
    return 2;
  }
  const { profile, command, deadline } = what;
  const { stdin: input, stdout: output, stderr: complaints } = process;
  const answers = serverAnswers(profile, { command, ...(deadline !== undefined && { deadline }) });
  const proxy = chatLspProxy({ command, input, output, complaints, answers });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => proxy.kill());
  const { code, error } = await proxy.ended;
  if (error !== undefined) process.stderr.write(`${error.message}\n`);
  input.destroy();
  return code ?? 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
