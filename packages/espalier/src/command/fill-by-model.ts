// `espalier fill` with a model.

import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ScanOptions } from "@espalier/context";
import type { LexedLanguage } from "@espalier/gaps";
import type { Model } from "@espalier/model";
import { loadModel } from "@espalier/onnx-node";
import { fill } from "../fill.js";
import { type Repository, repository } from "../repository.js";
import { EXIT, Failure, usage } from "./failure.js";
import { type Around, type FillCommandOptions, limitsOf, type Result } from "./fill-request.js";
import { monitorNamed } from "./monitors.js";
import type { Output, Surroundings } from "./surroundings.js";

/** Returns what the model in `folder` writes. */
export async function byModel(
  folder: string,
  language: LexedLanguage | undefined,
  { prefix, suffix, named }: Around,
  options: FillCommandOptions,
  surroundings: Surroundings,
): Promise<Result> {
  const { maxTokens, temperature, lean, seed, family, context, contextTokens, stopAfter } = options;
  const repo = context === undefined ? undefined : repository(await folderAt(context));
  const shownPath = repo === undefined ? named : await pathIn(repo, named!);
  const signal = surroundings.interrupted();
  const { monitor: wanted, project } = options;
  const onWait = (line: string): void => {
    if (options.quiet !== true && options.json !== true) void surroundings.stderr.write(`${line}\n`);
  };
  const monitor =
    wanted === undefined ? undefined : await monitorNamed(wanted, { file: named!, project, signal, onWait });
  const model: Model = await loadModel(folder).catch(async (error: unknown) => {
    await monitor?.dispose();
    throw error;
  });
  try {
    const scan = await repo?.refresh({ signal, ...progressOn(surroundings.stderr, options) });
    const result = await fill({
      model,
      ...(language === undefined ? {} : { language }),
      ...(monitor === undefined ? {} : { monitors: [monitor] }),
      prefix,
      suffix,
      ...limitsOf(options),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      signal,
      sampling: temperature === undefined ? {} : { temperature },
      ...(lean === undefined ? {} : { lean }),
      ...(stopAfter === undefined ? {} : { stopAfter }),
      ...(seed === undefined ? {} : { seed }),
      prompting: {
        ...(family === undefined ? {} : { family }),
        ...(shownPath === undefined ? {} : { path: monitor === undefined ? shownPath : path.resolve(named!) }),
      },
      ...(repo === undefined ? {} : { context: repo }),
      ...(contextTokens === undefined ? {} : { contextOptions: { tokens: contextTokens } }),
    });
    const { text, accepted, finish, ids, policy, fallback, seed: used, promptTokens, timings, family: of } = result;
    const kept = { policy, ...(fallback && { fallback }), opaque: result.opaque };
    const shown = {
      ...(result.context === undefined ? {} : { context: result.context, scan: scan! }),
      ...(monitor === undefined ? {} : { monitors: result.monitors }),
      ...(monitor?.configurationErrors === undefined ? {} : { configurationErrors: monitor.configurationErrors }),
    };
    return {
      text,
      accepted,
      finish,
      tokens: ids.length,
      ...kept,
      seed: used,
      promptTokens,
      family: of,
      timings,
      ...shown,
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure(EXIT.interrupted, "interrupted", "interrupted", {});
  } finally {
    await model.dispose();
    await monitor?.dispose();
  }
}

/** Resolves links to the folder. Links to the file are resolved too, so that their paths can be compared. */
async function folderAt(named: string): Promise<string> {
  const found = await stat(named).catch(() => undefined);
  if (found?.isDirectory() !== true) throw usage(`--context ${named} is not a folder`);
  return realpath(named);
}

/** Shows progress at a terminal while a large repository is read. */
function progressOn(stderr: Output, { quiet, json }: FillCommandOptions): Pick<ScanOptions, "onProgress"> {
  if (stderr.isTTY !== true || quiet === true || json === true) return {};
  return {
    onProgress: ({ done, total }) =>
      void stderr.write(done < total ? `\rreading ${done} of ${total} files` : "\r\x1b[K"),
  };
}

/** Returns the path of the file in the repository, as in the index. */
async function pathIn({ pathOf, folder }: Repository, file: string): Promise<string> {
  const found = pathOf(await realpath(file));
  if (found === undefined) throw usage(`--file ${file} is not in the folder ${folder} of --context`);
  return found;
}
