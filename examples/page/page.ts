// A page in which a model writes JSON of a schema, or a text of a grammar. This one script has two parts: in the page it shows what happens; in a worker it
// generates. The model runs in a further worker, so masks are computed while it does, and the page never waits.
// The example is one HTML file and one script, so this file is long.
//
// What every visitor needs is imported from `…/page`. The rest is downloaded when it is needed: keywords of JSON Schema
// that few schemas have (`loadSchema`), masks that few languages need (`loadMasker`), and grammars (`import("espalier")`).

import { BudgetError, generate } from "@espalier/decode/page";
import { createPartialJson, loadSchema, readSchema, SchemaError } from "@espalier/json-schema/page";
import type { Model } from "@espalier/model";
import type { Monitor } from "@espalier/monitor";
import { loadModel } from "@espalier/onnx-web";
import { buildTrie, loadMasker, type Masker } from "@espalier/trie/page";

type Kind = "schema" | "lark" | "regex";

/** What the page asks the worker for. */
type Request =
  | {
      readonly kind: "generate";
      readonly what: Kind;
      readonly source: string;
      readonly prompt: string;
      readonly seed: number;
      readonly maxTokens: number;
      /** The clock (`Date.now`) at the click. */
      readonly asked: number;
    }
  | { readonly kind: "prepare"; readonly what: Kind; readonly source: string }
  | { readonly kind: "stop" }
  /** Ends the loading of the model. */
  | { readonly kind: "cancel" };

/** What the worker tells the page. */
type News =
  | {
      readonly kind: "loading";
      readonly stage: "files" | "model" | "opening" | "ready";
      readonly path: string;
      readonly share: number;
    }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "notices"; readonly notices: readonly string[] }
  | { readonly kind: "text"; readonly text: string; readonly value?: unknown }
  | {
      readonly kind: "done";
      readonly tokens: number;
      /** The time from the click to the first step: rules, masks, and what was under way. */
      readonly preparing: number;
      readonly writing: number;
      /** The share of the writing that was spent outside of the model. */
      readonly outside: number;
    }
  | { readonly kind: "stopped" }
  | { readonly kind: "problem"; readonly message: string };

/** The tokens of a rehearsal, and what masks are prepared for. */
const MAX_TOKENS = 96;
const WRITING = { sampling: { temperature: 0.8 }, masks: "eager" } as const;
const REHEARSALS = 16;
/** How often the page hears of new text: a screen shows no more, and each message takes time from the next token. */
const EVERY_MS = 16;

/** A language, its masks, and what is to be said about the rules: misspelt keywords, for example. */
interface Compiled {
  readonly language: Monitor<number>;
  readonly masker: Masker<number>;
  readonly notices: readonly string[];
}

async function compile(what: Kind, source: string, trie: Parameters<typeof loadMasker>[0]): Promise<Compiled> {
  const { language, notices } = what === "schema" ? await compiledSchema(source) : await compiledGrammar(what, source);
  return { language, masker: await loadMasker(trie, language), notices };
}

async function compiledSchema(source: string): Promise<Omit<Compiled, "masker">> {
  const { schema, notices } = readSchema(schemaOf(source), { objects: "closed" });
  const loaded = await loadSchema(schema, { whitespace: { kind: "flexible", limit: 1 } });
  return {
    language: loaded.language,
    notices: [...notices, ...loaded.notices].map(
      ({ pointer, message, hint }) => `${pointer}: ${message}. ${sentence(hint)}`,
    ),
  };
}

async function compiledGrammar(what: "lark" | "regex", source: string): Promise<Omit<Compiled, "masker">> {
  const { lark, nestedSchemas, regex } = await import("espalier");
  if (what === "lark") return { language: lark(source, { extensions: nestedSchemas() }), notices: [] };
  const isLiteral = /^\/.+\/[a-z]*$/s.test(source);
  return { language: regex(source), notices: isLiteral ? [SLASHES] : [] };
}

const SLASHES =
  "The text has these slashes, too, and any letters after them. If they are not part of it, leave them out. For letters of both cases, write [aA].";

function schemaOf(source: string): object | boolean {
  const schema: unknown = JSON.parse(source);
  if (typeof schema === "boolean" || (typeof schema === "object" && schema !== null && !Array.isArray(schema)))
    return schema;
  throw new TypeError('A schema is a JSON object, such as {"type": "string"}.');
}

/** A hint may be a question. */
const sentence = (hint: string): string => (hint.endsWith("?") ? hint : `${hint}.`);

/** An error in the words of the page's fields. */
function messageOf(error: unknown): string {
  if (error instanceof BudgetError && error.code === "budget-too-small")
    return error.limitedBy === "context"
      ? `The prompt leaves the model ${error.available} tokens, and the shortest known text takes up to ${error.needed}. Shorten the prompt.`
      : `${error.available} tokens may be too few: the shortest known text takes up to ${error.needed}. Raise "Tokens, at most".`;
  if (error instanceof SyntaxError && error.message.includes("JSON"))
    return `The schema is not JSON: ${error.message}.`;
  if (!(error instanceof Error)) return String(error);
  if (error.name === "NotationError" && error.message.startsWith("there is no rule `start`"))
    return "There is no rule `start`. The text of a grammar is what its rule `start` stands for.";
  const issue = error instanceof SchemaError ? error.issues[0] : undefined;
  if (issue?.code === "unresolved-reference")
    return `${issue.pointer}: ${issue.message}. This page fetches no other schemas. Write them into "$defs" of this one.`;
  // What `import()` throws has no code, and other words in each browser.
  if (error.name === "TypeError" && /import|module/i.test(error.message))
    return "A part of the program could not be downloaded. Look at the connection, and generate again.";
  return error.message;
}

// In the worker.

/**
 * Makes the masks along a random text of the language, so that the first text that is asked for finds most of its masks ready. Then
 * writes texts for random logits, so that the browser has compiled what chooses tokens.
 */
async function prepare(model: Model, { masker }: Compiled): Promise<void> {
  makeMasks(masker, model);
  const rehearsal = withRandomLogits(model);
  for (let seed = 0; seed < REHEARSALS; seed++) {
    const events = generate({ model: rehearsal, masker, prompt: "a", maxTokens: MAX_TOKENS, seed, ...WRITING });
    for await (const _ of events);
  }
}

/** A model with the same tokens that answers at once. */
function withRandomLogits(model: Model): Model {
  const size = model.logitsSize;
  const session = () => ({
    length: 0,
    append: async () => ({ size, read: async () => Float32Array.from({ length: size }, () => 8 * Math.random()) }),
    checkpoint: () => ({ length: 0 }),
    restore() {},
    dispose() {},
  });
  return {
    vocabulary: model.vocabulary,
    logitsSize: size,
    contextLength: undefined,
    encode: (text, how) => model.encode(text, how),
    session,
    dispose: async () => {},
  };
}

function makeMasks(masker: Masker<number>, { vocabulary }: Model): void {
  const { monitor } = masker;
  let state: number | undefined = monitor.start;
  for (let left = MAX_TOKENS; left > 0 && state !== undefined; left--) {
    const ids = masker.maskWithin(state, left).mask.ids();
    const id = ids[Math.floor(Math.random() * ids.length)];
    // Also inside of tokens, which a model may spell in other ways.
    for (const byte of (id === undefined ? undefined : vocabulary.bytes(id)) ?? []) {
      if (state === undefined) return;
      masker.mask(state);
      state = monitor.step(state, byte);
    }
    if (id === undefined) return;
  }
}

function serve(scope: DedicatedWorkerGlobalScope): void {
  const tell = (news: News): void => scope.postMessage(news);
  let running: AbortController | undefined;
  const trying = new AbortController();
  const loading = loadModel("/models/tiny-fim", {
    where: "worker",
    wasmPaths: new URL("/runtime/", scope.location.href).href,
    signal: trying.signal,
    onProgress: ({ stage, path, bytes, totalBytes = bytes }) =>
      tell({ kind: "loading", stage, path, share: totalBytes === 0 ? 0 : bytes / totalBytes }),
  });
  const trie = loading.then(({ vocabulary }) => buildTrie(vocabulary));
  trie.then(
    () => tell({ kind: "ready" }),
    (error: unknown) => tell({ kind: "failed", message: messageOf(error) }),
  );

  /** The rules that were compiled last. What their masks have worked out for one text serves the next. */
  let made: { readonly key: string; readonly compiled: Promise<Compiled> } | undefined;
  const kept = async (what: Kind, source: string): Promise<Compiled> => {
    const key = `${what} ${source}`;
    if (made?.key !== key) made = { key, compiled: trie.then((its) => compile(what, source, its)) };
    const { compiled } = made;
    // What has failed for want of a connection may succeed later.
    compiled.catch(() => {
      if (made?.compiled === compiled) made = undefined;
    });
    return compiled;
  };

  async function write(
    model: Model,
    request: Extract<Request, { kind: "generate" }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { what, source, prompt, seed, maxTokens, asked } = request;
    const json = what === "schema" ? createPartialJson() : undefined;
    const { masker, notices } = await kept(what, source);
    tell({ kind: "notices", notices });
    let unsent = "";
    let sent = performance.now();
    const send = (): void => {
      tell({ kind: "text", text: unsent, ...(json && { value: json.value }) });
      unsent = "";
      sent = performance.now();
    };
    for await (const event of generate({
      model,
      masker,
      prompt,
      maxTokens,
      seed,
      signal,
      ...WRITING,
    })) {
      // The languages of this page never take text back.
      if (event.kind === "rewind") continue;
      json?.push(event.text);
      unsent += event.text;
      if (event.kind === "finish") json?.end();
      if (event.kind === "finish" || (unsent !== "" && performance.now() - sent >= EVERY_MS)) send();
      if (event.kind !== "finish") continue;
      const { ids, timings } = event.result;
      const outside = timings.totalMs === 0 ? 0 : 1 - timings.modelMs / timings.totalMs;
      const writing = timings.totalMs;
      tell({
        kind: "done",
        tokens: ids.length,
        preparing: Math.max(0, Date.now() - asked - writing),
        writing,
        outside,
      });
    }
  }

  scope.onmessage = async ({ data }: MessageEvent<Request>) => {
    if (data.kind === "stop") return running?.abort();
    if (data.kind === "cancel") return trying.abort(new Error("You have cancelled the download."));
    if (data.kind === "prepare") {
      // What is wrong is told when a text is asked for.
      const prepared = async (): Promise<void> => prepare(await loading, await kept(data.what, data.source));
      return prepared().catch(() => {});
    }
    running = new AbortController();
    const { signal } = running;
    try {
      await write(await loading, data, signal);
    } catch (error) {
      if (signal.aborted) tell({ kind: "stopped" });
      else tell({ kind: "problem", message: messageOf(error) });
    }
  };
}

// In the page.

/** Seconds without news of the loading after which the page says what it waits for. */
const PATIENCE_S = 5;

interface Example {
  readonly label: string;
  readonly source: string;
  readonly hint: string;
}

const EXAMPLES: Readonly<Record<Kind, Example>> = {
  schema: {
    label: "The schema that the JSON must match",
    hint: "Try another maximum for the port, or another list of tags, and generate again.",
    source: JSON.stringify(
      {
        type: "object",
        properties: {
          host: { type: "string", format: "hostname" },
          port: { type: "integer", minimum: 1, maximum: 65535 },
          tags: { type: "array", items: { enum: ["web", "mail", "files"] }, maxItems: 3 },
        },
        required: ["host", "port", "tags"],
      },
      undefined,
      2,
    ),
  },
  lark: {
    label: "The grammar of the text",
    hint: "Names in lower case are rules, names in upper case are regular expressions. The text is what start stands for.",
    source: 'start: "Server(host=" HOST ", port=" PORT ")"\nHOST: /"[a-z.]{1,16}"/\nPORT: /[1-9][0-9]{1,3}/\n',
  },
  regex: {
    label: "The regular expression that the whole text must match",
    hint: "Write it without slashes around it. Try [a-z]{3,12}, or a list of words: (yes|no|maybe).",
    source: "(left|right) [0-9]{1,3}( degrees)?",
  },
};

function show(): void {
  const by = <Element extends HTMLElement>(id: string): Element => document.getElementById(id) as Element;
  const [kind, language, prompt, seed, most] = [
    by<HTMLSelectElement>("kind"),
    by<HTMLTextAreaElement>("language"),
    by<HTMLInputElement>("prompt"),
    by<HTMLInputElement>("seed"),
    by<HTMLInputElement>("most"),
  ];
  const [start, another, stop, cancel, status, loading] = [
    by<HTMLButtonElement>("generate"),
    by<HTMLButtonElement>("another"),
    by<HTMLButtonElement>("stop"),
    by<HTMLButtonElement>("cancel"),
    by("status"),
    by<HTMLProgressElement>("loading"),
  ];
  const worker = new Worker(new URL("./page.js", import.meta.url), { type: "module" });
  const ask = (request: Request): void => worker.postMessage(request);
  const working = (works: boolean): void => {
    start.disabled = another.disabled = kind.disabled = works;
    stop.disabled = !works;
  };
  const idle = (message: string): void => {
    status.textContent = message;
    working(false);
  };
  /** What the loading waits for, and since when. */
  let awaited = "the page's own program";
  let since = performance.now();
  const waiting = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1000);
    if (seconds < PATIENCE_S) return;
    cancel.hidden = false;
    status.textContent = `Still waiting for ${awaited}: nothing has come for ${seconds} s.`;
  }, 1000);
  /** The model is loaded, or never will be. */
  const settled = (): void => {
    clearInterval(waiting);
    loading.hidden = cancel.hidden = true;
  };
  /** Tells why no text can be written, now or later: the buttons remain disabled. */
  const giveUp = (message: string, problem: string): void => {
    settled();
    status.textContent = message;
    by("problem").textContent = problem;
    start.disabled = another.disabled = stop.disabled = kind.disabled = true;
  };
  /** Lets the worker make the language and its first masks before a text is asked for. */
  const prepare = (): void => ask({ kind: "prepare", what: kind.value as Kind, source: language.value });
  /** What stands in the text box of each kind: what was typed there last, or else its example. */
  const typed = new Map<string, string>();
  language.oninput = () => typed.set(kind.value, language.value);
  const clear = (): void => {
    for (const id of ["before", "text", "value", "notices", "problem"]) by(id).textContent = "";
  };
  const fillIn = (): void => {
    const { label, source, hint } = EXAMPLES[kind.value as Kind];
    language.value = typed.get(kind.value) ?? source;
    by("language-label").textContent = label;
    by("hint").textContent = hint;
    by("values").hidden = kind.value !== "schema";
    prepare();
  };
  kind.onchange = () => {
    clear();
    if (!start.disabled) status.textContent = "Ready.";
    fillIn();
  };
  language.onchange = prepare;
  fillIn();
  by<HTMLFormElement>("form").onsubmit = (event) => {
    event.preventDefault();
    clear();
    by("before").textContent = prompt.value;
    status.textContent = "Writing…";
    // On a small screen, the text begins below the fold.
    if (by("text-title").getBoundingClientRect().bottom > innerHeight) start.scrollIntoView();
    working(true);
    ask({
      kind: "generate",
      what: kind.value as Kind,
      source: language.value,
      prompt: prompt.value,
      seed: Number(seed.value),
      maxTokens: Number(most.value),
      asked: Date.now(),
    });
  };
  another.onclick = () => {
    seed.value = String((Number(seed.value) + 1) % 1_000_000);
    by<HTMLFormElement>("form").requestSubmit();
  };
  stop.onclick = () => ask({ kind: "stop" });
  cancel.onclick = () => ask({ kind: "cancel" });
  worker.onerror = () =>
    giveUp(
      "This page cannot work here. Reload it to try again.",
      "Its worker cannot start or has failed. The browser or a policy of the server (worker-src) may forbid workers.",
    );
  worker.onmessage = ({ data }: MessageEvent<News>) => {
    switch (data.kind) {
      case "loading":
        since = performance.now();
        awaited = data.stage === "opening" ? "the model to open" : `${data.path} of the model`;
        cancel.hidden = true;
        status.textContent = "Loading the model…";
        if (data.stage === "model") loading.value = data.share;
        return;
      case "ready":
        settled();
        idle("Ready.");
        return;
      case "failed":
        giveUp("The model could not be loaded. Reload the page to try again.", data.message);
        return;
      case "text":
        by("text").append(data.text);
        if (data.value !== undefined) by("value").textContent = JSON.stringify(data.value, undefined, 2);
        return;
      case "notices":
        by("notices").textContent = data.notices.join("\n");
        return;
      case "done":
        idle(
          data.tokens === 0
            ? "A valid text: the empty one."
            : `A valid text: ${data.tokens} ${data.tokens === 1 ? "token" : "tokens"} in ${data.writing.toFixed(0)} ms, after ${data.preparing.toFixed(0)} ms of preparation. The model took ${(100 * (1 - data.outside)).toFixed(1)} % of the writing, the rules most of the rest.`,
        );
        return;
      case "stopped":
        idle("Stopped. What stands here is the beginning of a valid text.");
        return;
      case "problem":
        by("problem").textContent = data.message;
        idle("Nothing was written.");
    }
  };
}

if (typeof document === "undefined") serve(globalThis as unknown as DedicatedWorkerGlobalScope);
else show();
