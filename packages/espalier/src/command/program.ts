// The whole command line: its commands and options, and their exit codes. A command is loaded only when it runs,
// because loading some commands takes longer than running others.

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { CheckOptions } from "./check.js";
import type { ExplainOptions } from "./explain.js";
import type { ExportOptions } from "./export.js";
import { EXIT, type Exit, type Failure, failureOf } from "./failure.js";
import type { FillCommandOptions } from "./fill-request.js";
import { LANGUAGE_HELP, withGap } from "./gap-options.js";
import type { GenerateCommandOptions } from "./generate.js";
import { withGrammar } from "./grammar-options.js";
import type { SampleCommandOptions } from "./sample.js";
import { colorsFor, type Surroundings, write } from "./surroundings.js";

const EXIT_CODES = `
Exit codes:
  0  done, and the answer is yes
  1  the answer is no: the text is incomplete or dead, the token is refused, or the text that
     generate wrote is not a complete text of its grammar, because --stop cut it off
  2  the command line or its input is wrong
  3  something failed while running
  130  interrupted`;

/** Runs one command line (without the program's name) and returns the exit code. Never throws. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<Exit> {
  let exit: Exit = EXIT.yes;
  const program = createProgram(surroundings, (code) => {
    exit = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exit;
  } catch (error) {
    const json = args.includes("--json") || args.includes("--jsonl");
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.yes;
      const message = error.message.replace(/^error: /, "");
      if (error.code === "commander.help") return EXIT.usage;
      await fail({ exit: EXIT.usage, code: "usage", message, details: {} }, json, surroundings);
      return EXIT.usage;
    }
    const failure = failureOf(error);
    await fail(failure, json, surroundings);
    return failure.exit;
  }
}

async function fail(
  { exit, code, message, details }: Pick<Failure, "exit" | "code" | "message" | "details">,
  json: boolean,
  { stderr }: Surroundings,
): Promise<void> {
  const colors = colorsFor(stderr);
  if (json) await write(stderr, `${JSON.stringify({ error: { code, message, exit, ...details } })}\n`);
  else await write(stderr, `${colors.red("espalier:")} ${message}\n`);
}

/** What each command needs to be added and run. */
interface CommandLine {
  /** Creates a command that reports errors by throwing instead of ending the process. */
  command(usage: string, description: string): Command;
  readonly surroundings: Surroundings;
  /** Receives the exit code of the command that ran. */
  end(exit: Exit): void;
}

function createProgram(surroundings: Surroundings, end: (exit: Exit) => void): Command {
  const program = new Command("espalier")
    .description("Constrained decoding for local language models: check, sample, generate, fill, explain, export.")
    .version(surroundings.version)
    .addHelpText("after", EXIT_CODES);
  const quietly = (command: Command): Command =>
    command.exitOverride().configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      writeErr: (text) => void surroundings.stderr.write(text),
      // Printed once, with the other errors.
      outputError: () => {},
    });
  quietly(program);
  const commandLine: CommandLine = {
    command: (usage, description) =>
      quietly(program.command(usage)).description(description).addHelpText("after", EXIT_CODES),
    surroundings,
    end,
  };
  const commands = [addCheck, addSample, addGenerate, addFill, addExplain, addExport];
  for (const add of commands) add(commandLine);
  return program;
}

function addCheck({ command, surroundings, end }: CommandLine): void {
  withGap(
    withText(withGrammar(command("check [text]", "Does a text belong to a language, and if not, where does it fail?"))),
    "all",
  )
    .addOption(new Option("--language <name>", `instead of a grammar: ${LANGUAGE_HELP}`))
    .option("--json", "one JSON object: verdict, offset, line, column, expected")
    .addOption(
      new Option(
        "--jsonl",
        'texts as lines {"text": …}, with --language also "prefix" and "suffix"; a line {"verdict", "offset"} for each, as it is read',
      ).conflicts("json"),
    )
    .addHelpText(
      "after",
      `
The offset is the byte that cannot follow (dead), or else the length of the text in UTF-8 bytes. With --jsonl, a line that is not
{"text": …} gives {"line": n, "error": {…}} in its place and exit code 2 in the end; otherwise the exit code is 0 whatever the
verdicts. Blank lines are passed over.`,
    )
    .action(async (text: string | undefined, options: CheckOptions) =>
      end(await (await import("./check.js")).runCheck(text, options, surroundings)),
    );
}

function addSample({ command, surroundings, end }: CommandLine): void {
  withGrammar(command("sample", "Random sentences of a language, one a line."))
    .addOption(new Option("-n, --count <n>", "how many sentences").default(10).argParser(wholeNumber))
    .addOption(new Option("--seed <n>", "for the same sentences again").argParser(integer))
    .addOption(new Option("--max-length <bytes>", "the most bytes of a sentence").default(120).argParser(wholeNumber))
    .option("--json", "one JSON object: seed, samples")
    .addOption(new Option("--jsonl", 'a line {"text": …} for each, as `check --jsonl` reads them').conflicts("json"))
    .addHelpText(
      "after",
      "\nLine breaks and control characters are escaped in plain output; --json and --jsonl are exact.",
    )
    .action(async (options: SampleCommandOptions) =>
      end(await (await import("./sample.js")).runSample(options, surroundings)),
    );
}

function addGenerate({ command, surroundings, end }: CommandLine): void {
  withGrammar(command("generate", "A model's text within a language, as it is made."))
    .requiredOption("--model <folder>", "a model exported for transformers.js: tokenizer.json and onnx/model*.onnx")
    .option("--prompt <text>", "what the text follows; by default standard input")
    .option("--chomp", "leave out one line feed at the end of standard input")
    .addOption(new Option("--max-tokens <n>", "the most tokens").default(1024).argParser(wholeNumber))
    .addOption(new Option("--temperature <t>", "0 takes the likeliest token (default)").argParser(decimal))
    .addOption(new Option("--top-k <k>", "only the k likeliest tokens").argParser(wholeNumber))
    .addOption(new Option("--top-p <p>", "only the likeliest tokens that make up this probability").argParser(decimal))
    .addOption(
      new Option("--min-p <p>", "only tokens with at least this share of the highest probability").argParser(decimal),
    )
    .addOption(new Option("--repetition-penalty <r>", "above 1, less of what was there before").argParser(decimal))
    .addOption(new Option("--seed <n>", "for the same text again").argParser(integer))
    .addOption(
      new Option("--stop <text>", "a text that ends the generation and is not part of it; may be repeated").argParser(
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
      ),
    )
    .option("-q, --quiet", "write only errors and incomplete texts to standard error")
    .option("--json", "one JSON object at the end: text, finish, accepted, tokens, seed, timings")
    .action(async (options: GenerateCommandOptions) =>
      end(await (await import("./generate.js")).runGenerate(options, surroundings)),
    );
}

function addFill({ command, surroundings, end }: CommandLine): void {
  withGap(command("fill", "What may fill a place in a file, so that the file belongs to its language."), "noSwallow")
    .option("--file <file>", "the file with the gap, `-` for standard input; give the place with --at")
    .option("--at <line:column>", "where in the file the gap is: both from 1, columns in characters")
    .addOption(
      new Option("--language <name>", `${LANGUAGE_HELP}; by default what the file's name says, with --monitor none`),
    )
    .addOption(
      new Option("--scope <name>", "inner: what is open at the gap stays open to its end").choices(["any", "inner"]),
    )
    .addOption(
      new Option("--stop-after <part>", "where a model's text is over; by default a line that seems to end it").choices(
        ["line", "statement", "block", "model"],
      ),
    )
    .addOption(
      new Option("--errors <name>", "tolerate: skip what cannot be read elsewhere in the file; refuse: fail")
        .choices(["tolerate", "refuse"])
        .default("tolerate"),
    )
    .option(
      "--model <folder>",
      "a model that was trained to fill gaps; without, the shortest text known to connect both sides",
    )
    .option("--family <name>", "the model's family, if its vocabulary does not identify it")
    .option("--context <folder>", "the repository that the file is in: the model also sees what of it may help")
    .addOption(
      new Option("--context-tokens <n>", "the most tokens of it (half of the prompt, 2048)").argParser(wholeNumber),
    )
    .addOption(
      new Option(
        "--monitor <name>",
        "typescript: only members, arguments, classes and cases that the compiler of the file's project knows; " +
          "lsp:NAME: only members that a language server knows: lsp:pyright, lsp:basedpyright, lsp:typescript-7, …",
      ).argParser(monitorName),
    )
    .option(
      "--project <folder>",
      "the folder of the project (the nearest one around the file: with pyproject.toml, package.json, tsconfig.json, go.mod, " +
        "Cargo.toml, .git or the like)",
    )
    .option("--explain-context", "on standard error, what of the repository was shown, and why")
    .addOption(new Option("--max-tokens <n>", "the most tokens (1024)").argParser(wholeNumber))
    .addOption(new Option("--temperature <t>", "0 takes the likeliest token (default)").argParser(decimal))
    .addOption(
      new Option("--lean <n>", "how much the text leans towards its end as the tokens run out (0)").argParser(decimal),
    )
    .addOption(new Option("--seed <n>", "for the same text again").argParser(integer))
    .option("--whole", "the whole file, with the gap filled")
    .option("-q, --quiet", "nothing on standard error but errors, and that a text does not connect")
    .option(
      "--json",
      "one JSON object: text, accepted, finish, tokens, opaque (what was skipped: offsets are bytes of the file " +
        "without the text), seed, timings",
    )
    .action(async (options: FillCommandOptions) =>
      end(await (await import("./fill.js")).runFill(options, surroundings)),
    );
}

function addExplain({ command, surroundings, end }: CommandLine): void {
  withText(
    withGrammar(command("explain [text]", "Where a text stands in a language, or why a token may follow it or not.")),
  )
    .option("--token <text>", "the token that spells this, or the control token of this name")
    .addOption(new Option("--id <n>", "the token of this id").argParser(wholeNumber))
    .option("--model <folder>", "whose vocabulary: the model's")
    .option("--tokenizer <file>", "whose vocabulary: that of a tokenizer.json")
    .option("--json", "one JSON object")
    .action(async (text: string | undefined, options: ExplainOptions) =>
      end(await (await import("./explain.js")).runExplain(text, options, surroundings)),
    );
}

function addExport({ command, surroundings, end }: CommandLine): void {
  withGrammar(command("export", "A grammar in another notation."))
    .addOption(new Option("--to <notation>", "the notation").choices(["lark", "gbnf"]).makeOptionMandatory())
    .option("--drop-munch", "write GBNF without the longest match for lexemes: a larger language")
    .option("--left <file>", "not the grammar, but what may follow the text of this file")
    .option("--right <file>", "and precede the text of this file, so that the whole belongs to the grammar")
    .addOption(
      new Option(
        "--language <name>",
        "with --left and --right: a language by name, which is refused where lines matter",
      ),
    )
    .option("--json", "one JSON object: notation, grammar")
    .action(async (options: ExportOptions) =>
      end(await (await import("./export.js")).runExport(options, surroundings)),
    );
}

function withText(command: Command): Command {
  return command
    .option(
      "--file <file>",
      "the text is in this file; with -, or without it and without an argument, on standard input",
    )
    .option("--chomp", "leave out one line feed at the end of the file or of standard input");
}

function monitorName(text: string): string {
  if (text !== "typescript" && !/^lsp:./.test(text))
    throw new InvalidArgumentError("It must be typescript or lsp:NAME.");
  return text;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return integer(text);
}

function integer(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("It must be a whole number.");
  return value;
}

function decimal(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}
