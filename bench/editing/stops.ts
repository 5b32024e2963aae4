// Where a model stops in a gap, against where the middle that stood there ends: lines, statements, bodies and arguments of real code are taken out.
//
//   pnpm --silent bench:stops --files DIR --middles 200 --seconds 600 --out so-far.json > stops.json
//
// The text is the one that stood there, token by token, until the model or a rule ends it; after its end the model goes on as it likes. `embedded`: the
// probabilities are those of the model in models/tiny-fim, but that the true token counts as the likeliest that does not end. `oracle`: nine tenths are
// the true token's, and after the middle the end's. A stop is found when the text is the middle. `--out` names
// a file that has the result so far, every 20 middles.

import { parseArgs } from "node:util";
import { complete, middlePrompt, withFurtherEnds } from "@espalier/decode";
import { FillError, fillMiddle, type Gap } from "@espalier/gaps";
import { logitsOf, type Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { modelFolder } from "@espalier/tiny-fim";
import { python, stopRules } from "espalier";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons } from "../../test/judges/cpython/pythons.js";
import { type Random, randomFrom } from "../../test/judges/cpython/random.js";
import { pythonFiles, readSource } from "../fim/cuts.js";
import { shapeOf } from "./broken-files.js";
import { createProgress } from "./progress.js";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    files: { type: "string" },
    middles: { type: "string", default: "200" },
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
});
const [middles, seconds, seed] = [values.middles, values.seconds, values.seed].map(Number) as [number, number, number];
const [found] = findPythons(["3.13"], "all");
if (values.files === undefined || !(middles > 0) || !(seconds > 0) || found === undefined) {
  console.error(
    "bench:stops: name a folder with --files; --middles, --seconds and --seed are numbers; needs CPython 3.13",
  );
  process.exit(2);
}

const KINDS = ["line", "statement", "body", "argument"] as const;
type Kind = (typeof KINDS)[number];
type Shape = NonNullable<Awaited<ReturnType<typeof shapeOf>>>;
/** Tokens that a model may write after the middle; characters of a middle; logical lines of a statement or a body. */
const FURTHER = 48;
const LONGEST = 400;
const MOST_LINES = 8;
/** Tokens of context that the embedded model was trained on. */
const TRAINED_WINDOW = 300;

/** Where a middle of a kind begins and ends in a text; undefined where the draw has none. */
function middleOf(kind: Kind, text: string, { lines, logical, tokens }: Shape, random: Random) {
  const starts = [0];
  for (const line of lines) starts.push(starts[starts.length - 1]! + line.length + 1);
  const index = random.below(logical.length - 1);
  const [own, following] = [logical[index]!, logical[index + 1]!];
  const endOf = (line: number): number => starts[line]! + lines[line]!.length;
  const deeperThan = (first: number): number => {
    let last = first;
    while (logical[last + 1] !== undefined && logical[last + 1]!.indent.length > own.indent.length) last++;
    return last;
  };
  if (kind === "line") {
    if (tokens[index]!.length < 4 || own.first !== own.last) return undefined;
    return { from: tokens[index]![1 + random.below(tokens[index]!.length - 2)]!, to: endOf(own.last) };
  }
  if (kind === "argument") {
    const [from, to] = [starts[own.first]!, endOf(own.last)];
    const opens = [...text.slice(from, to).matchAll(/\(/g)].map((match) => from + match.index + 1);
    if (opens.length === 0) return undefined;
    const at = random.pick(opens);
    let depth = 1;
    let end = at;
    for (; end < to && depth > 0; end++) {
      if ("([{".includes(text[end]!)) depth++;
      if (")]}".includes(text[end]!)) depth--;
    }
    return depth === 0 ? { from: at, to: end - 1 } : undefined;
  }
  if (kind === "body" && following.indent.length <= own.indent.length) return undefined;
  const first = kind === "body" ? following : own;
  const last = deeperThan(kind === "body" ? index + 1 : index);
  if (last - index > MOST_LINES) return undefined;
  return { from: starts[first.first]! + first.indent.length, to: endOf(logical[last]!.last) };
}

/** A model that follows `truth`, token by token, by the probabilities of another; see the head of this file. */
function following(model: Model, truth: readonly number[], prompt: number, by: "embedded" | "oracle"): Model {
  const ends = new Set(model.vocabulary.ends);
  const [end] = model.vocabulary.ends as [number];
  return {
    ...model,
    session: () => {
      const session = model.session();
      return {
        ...session,
        get length() {
          return session.length;
        },
        append: async (ids, signal) => {
          const row = await (await session.append(ids, signal)).read();
          const at = session.length - prompt;
          const wanted = at < truth.length ? truth[at]! : by === "oracle" && at === truth.length ? end : -1;
          if (wanted < 0) return logitsOf(row);
          let most = Number.NEGATIVE_INFINITY;
          row.forEach((logit, id) => {
            if (!ends.has(id) && logit > most) most = logit;
          });
          let total = 0;
          for (const logit of row) total += Math.exp(logit - most);
          row[wanted] = by === "oracle" ? most + Math.log(9 * total) : most + 1e-3;
          return logitsOf(row);
        },
      };
    },
  };
}

const oracle = await openOracle(found);
const language = python({ version: "3.13" });
const base = await loadModel(modelFolder, { threads: 1 });
const model = withFurtherEnds(base, middlePrompt(base, "", "").ends);
const window = { ...base, contextLength: TRAINED_WINDOW };
const random = randomFrom(seed);
const names = pythonFiles(values.files);
const began = performance.now();
const WAYS = ["model", "default", "line", "statement", "block"] as const;
const counts: Record<string, Record<string, number>> = {};
let tried = 0;
const result = (): object => ({ settings: { seed, python: oracle.exact, middles: tried }, counts });
const progress = createProgress(middles, 20, result, values.out);

function count(key: string, kind: Kind, text: string, middle: string): void {
  const its = (counts[key] ??= { middles: 0, found: 0, early: 0, late: 0 });
  its.middles!++;
  its[kind] ??= 0;
  if (text === middle) {
    its.found!++;
    its[kind]!++;
  } else if (text.length < middle.length) its.early!++;
  else its.late!++;
}

function gapOf(prefix: string, suffix: string): Gap | undefined {
  try {
    return fillMiddle(language, { prefix, suffix });
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

while (tried < middles && performance.now() - began < 1000 * seconds) {
  const source = await readSource(values.files, random.pick(names), 60_000, oracle);
  if (source === undefined || !/^[\n\x20-\x7e]*$/.test(source.text)) continue;
  const shape = await shapeOf(source.text, oracle);
  if (shape === undefined || shape.logical.length < 12) continue;
  const kind = KINDS[tried % KINDS.length]!;
  const place = middleOf(kind, source.text, shape, random);
  if (place === undefined) continue;
  const [prefix, middle, suffix] = [
    source.text.slice(0, place.from),
    source.text.slice(place.from, place.to),
    source.text.slice(place.to),
  ];
  if (middle.trim() === "" || middle.length > LONGEST) continue;
  const gap = gapOf(prefix, suffix);
  if (gap === undefined) continue;
  const prompt = middlePrompt(window, prefix, suffix, { reserve: 0, healing: "off" }).ids;
  const truth = model.encode(middle, "literal");
  tried++;
  for (const by of ["embedded", "oracle"] as const) {
    for (const way of WAYS) {
      const { text } = await complete({
        model: following(model, truth, prompt.length, by),
        prompt,
        monitor: gap,
        maxTokens: truth.length + FURTHER,
        stopping: "best-when-cut",
        stopAfter: stopRules(gap, way === "default" ? undefined : way),
      });
      count(`${by}, ${way}`, kind, text, middle);
    }
  }
  progress.step(tried);
}
oracle.close();
await base.dispose();
progress.end();
