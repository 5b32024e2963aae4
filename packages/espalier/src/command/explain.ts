// `espalier explain`: shows the position of a text in a language, and why a token may or must not follow.

import { existsSync } from "node:fs";
import path from "node:path";
import type { Monitor } from "@espalier/monitor";
import { loadTokenizer, type Tokenizer } from "@espalier/tokenizer";
import type { TokenId } from "@espalier/vocabulary";
import { type Explanation, explain, explainToken, type TokenExplanation, type TokenReason } from "../explain.js";
import { report } from "./check.js";
import { EXIT, type Exit, usage } from "./failure.js";
import { requiredLanguage } from "./grammar.js";
import type { GrammarOptions } from "./grammar-options.js";
import { readJson, type TextOptions, textBytes } from "./input.js";
import { type Colors, colorsFor, type Surroundings, write, writeJson } from "./surroundings.js";

export interface ExplainOptions extends GrammarOptions, TextOptions {
  readonly token?: string;
  readonly id?: number;
  readonly model?: string;
  readonly tokenizer?: string;
  readonly json?: boolean;
}

export async function runExplain(
  argument: string | undefined,
  options: ExplainOptions,
  surroundings: Surroundings,
): Promise<Exit> {
  if (options.token !== undefined && options.id !== undefined) throw usage("--token and --id exclude each other");
  const language = (await requiredLanguage(options, surroundings)) as Monitor<number>;
  const tokenizer = await tokenizerOf(options);
  const bytes = await textBytes(argument, options, surroundings);
  const { stdout } = surroundings;
  const colors = colorsFor(stdout);

  if (tokenizer === undefined) {
    const explanation = explain(language, bytes);
    if (options.json === true) await writeJson(stdout, explanation);
    else await write(stdout, `${textReport(explanation, bytes, colors).join("\n")}\n`);
    return explanation.verdict === "dead" ? EXIT.no : EXIT.yes;
  }

  const ids = options.id === undefined ? idsOf(tokenizer, options.token!) : [options.id];
  const explanations: TokenExplanation[] = [];
  let before = bytes;
  for (const id of ids) {
    const explanation = explainToken(language, tokenizer.vocabulary, before, id);
    explanations.push(explanation);
    if (!explanation.allowed) break;
    before = Buffer.concat([before, tokenizer.vocabulary.bytes(id) ?? Buffer.alloc(0)]);
  }
  if (options.json === true) await writeJson(stdout, { tokens: explanations, of: ids });
  else {
    const lines = explanations.map((explanation) => tokenReport(explanation, tokenizer, colors).join("\n"));
    if (ids.length > 1) lines.unshift(`no token spells that alone; it takes ${ids.length}:`);
    await write(stdout, `${lines.join("\n")}\n`);
  }
  return explanations.every(({ allowed }) => allowed) ? EXIT.yes : EXIT.no;
}

/** Loads the tokenizer if a token is to be explained. */
async function tokenizerOf({ token, id, model, tokenizer }: ExplainOptions): Promise<Tokenizer | undefined> {
  if (token === undefined && id === undefined) return undefined;
  if (model !== undefined && tokenizer !== undefined) throw usage("--model and --tokenizer exclude each other");
  if (model === undefined && tokenizer === undefined)
    throw usage("whose token? Name its vocabulary: --model FOLDER or --tokenizer FILE");
  if (tokenizer !== undefined) return loadTokenizer(await readJson(tokenizer));
  const beside = async (name: string): Promise<unknown> => {
    const file = path.join(model!, name);
    return existsSync(file) ? readJson(file) : undefined;
  };
  const [config, modelConfig, generation] = [
    await beside("tokenizer_config.json"),
    await beside("config.json"),
    await beside("generation_config.json"),
  ];
  return loadTokenizer(await readJson(path.join(model!, "tokenizer.json")), config ?? {}, {
    model: modelConfig,
    generation,
  });
}

/**
 * Returns the tokens of a text: the control token of that name, the single token that spells it, or the model's own
 * encoding.
 */
function idsOf({ vocabulary, encode }: Tokenizer, text: string): readonly TokenId[] {
  const [control] = vocabulary.controlIds(text);
  if (control !== undefined) return [control];
  const wanted = Buffer.from(text, "utf8");
  if (wanted.length === 0) throw usage("--token is empty");
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes !== undefined && wanted.equals(bytes)) return [id];
  }
  return encode(text, "literal");
}

function textReport(explanation: Explanation, bytes: Uint8Array, colors: Colors): string[] {
  const { verdict, cost, forced, readings, expected } = explanation;
  const lines = report(explanation, bytes, colors);
  if (verdict === "dead") return lines;
  if (verdict === "accepted" && expected.length > 0) lines.push(`  may continue with: ${expected.join(", ")}`);
  if (forced !== "") lines.push(`  must continue with: ${JSON.stringify(forced)}`);
  if (cost !== undefined && cost > 0) lines.push(`  shortest way to an end: ${cost} ${cost === 1 ? "byte" : "bytes"}`);
  readings.forEach((reading, at) => {
    const list = (names: readonly string[]): string => (names.length === 0 ? "nothing" : names.join(", "));
    lines.push(colors.bold(readings.length === 1 ? "reading" : `reading ${at + 1} of ${readings.length}`));
    lines.push(`  lexer   ${reading.inside ? "inside" : "before"} ${list(reading.lexeme)}`);
    if (reading.inside) lines.push(`  then    ${list(reading.next)}${reading.accepts ? ", or the end" : ""}`);
    else if (reading.accepts) lines.push("  then    the text may end");
    lines.push(`  parser  in ${list(reading.rules)}`);
  });
  return lines;
}

const WHY: Readonly<Record<TokenReason, string>> = {
  fits: "it can be read here",
  "may-end": "it ends the text, which may end here",
  "byte-refused": "",
  "control-refused": "the grammar knows it, but not here",
  "control-unknown": "it is a control token that the grammar does not know",
  "may-not-end": "it ends the text, which may not end here",
  "spells-nothing": "it spells nothing",
  "unspellable-after": "what must follow it is spelt by no token of this vocabulary",
  "text-dead": "the text before it cannot be read",
};

function tokenReport(explanation: TokenExplanation, { vocabulary }: Tokenizer, colors: Colors): string[] {
  const { id, spelling, allowed, reason, offset, expected } = explanation;
  const name =
    spelling.kind === "text" ? JSON.stringify(spelling.text) : spelling.kind === "control" ? spelling.name : "a hole";
  const word = allowed ? colors.green("allowed") : colors.red("refused");
  if (reason !== "byte-refused") {
    const lines = [`token ${id} ${name}: ${word}, ${WHY[reason]}`];
    if (!allowed && expected.length > 0) lines.push(`  expected: ${expected.join(", ")}`);
    return lines;
  }
  const bytes = vocabulary.bytes(id)!;
  const hex = bytes[offset]!.toString(16).toUpperCase().padStart(2, "0");
  const lines = [`token ${id} ${name}: ${word}, its byte ${offset} (0x${hex}) cannot follow`];
  if (offset > 0) lines.push(`  ${JSON.stringify(new TextDecoder().decode(bytes.subarray(0, offset)))} could`);
  if (expected.length > 0) lines.push(`  expected: ${expected.join(", ")}`);
  return lines;
}
