// A language server that does what its parameter says, faults included: `node scripted-server.mjs '{"fault":"never"}'`. Without a fault it lists the
// members of `box.` (open, close, é), of `many.` (50,000), of `loose.` (one, without an error for invented names), of `vague.` (two, the same for whatever
// is called on it, without an error), and nothing elsewhere. With `hovers` it says over a name whether that is invented, and what is known of its receiver; `{"hovers": "silent"}`: nothing of use. With `calls` it shows the signatures
// of `pair(` (two arguments), of `many(` (one or more), and of `either(` (none, or two); it reports other counts for `pair`, fewer for `many`, and none for `either`.
// With `cases` it lists the constants `A` and `B` after `case `, and reports an invented name after `enum case `; `{"cases": "malformed"}`: one that is no
// name; `{"cases": "none"}`: none. With `instead` it writes these messages in place of the answer to a question, and with `also` before the answer: an object
// is a message, in which the text `$id` stands for the number of the question; a text is written as it is. `{"ending": "silent"}`: it does not answer `shutdown`.

import { spawn } from "node:child_process";
import { appendFileSync, closeSync, existsSync, writeFileSync } from "node:fs";

const {
  fault,
  pids,
  once,
  delay = 0,
  encoding = "utf-16",
  hovers,
  calls,
  cases,
  code = "no-member",
  gate,
  publishes,
  instead,
  also = [],
  ending,
} = JSON.parse(process.argv[2] ?? "{}");
if (pids !== undefined) appendFileSync(pids, `${process.pid}\n`);
if (fault === "stubborn") {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  appendFileSync(pids, `${child.pid}\n`);
  setInterval(() => {}, 1000);
}
if (fault === "stderr") setInterval(() => process.stderr.write("x".repeat(65_536)), 1).unref();

const documents = new Map();
let [asked, nextId, firstText, refused] = [0, 1000, undefined, 0];
const waiting = new Map();
/** Resolves when the probe has been answered. */
const probed = {};
probed.promise = new Promise((resolve) => {
  probed.answer = resolve;
});

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}
/** The same with one byte that is no UTF-8 in place of `?`. */
function sendBroken(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  body[body.indexOf("?")] = 0xff;
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}
const answer = (id, result) => send({ id, result });
const ask = (method, params) =>
  new Promise((resolve) => {
    waiting.set(++nextId, resolve);
    send({ id: nextId, method, params });
  });

/** The offset of a place, in the encoding that was agreed upon. */
function offsetOf(text, { line, character }) {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const before = lines.slice(0, line).join("");
  const rest = lines[line] ?? "";
  return (
    before.length + (encoding === "utf-8" ? Buffer.from(rest).subarray(0, character).toString().length : character)
  );
}

/** What it says over a name: after `dead` the code is never reached. Diagnostics of a text with `# off` say nothing. There is no answer in a text with `# mute`. */
function hover(text = "", { position }) {
  const at = offsetOf(text, position);
  const from = /\w*$/.exec(text.slice(0, at)).index;
  const [name] = /^\w*/.exec(text.slice(from));
  if (hovers === "silent" || name === "") return null;
  if (calls !== undefined && name === "kind") return { contents: resultHover(text.slice(0, from)) };
  if (!name.startsWith("inventedName")) return { contents: `${/\bdead\b/.test(text) ? "dead " : ""}${name}` };
  const receiver = receiverBefore(text, from);
  return { contents: { kind: "plaintext", value: receiver === "loose" ? `some ${name}` : `no ${name}` } };
}

const MEMBERS = {
  box: ["open", "close", "é"],
  many: Array.from({ length: 50_000 }, (_, at) => `m${at}`),
  loose: ["one"],
  vague: ["one", "two"],
};
const receiverBefore = (text, offset) => /([a-z]+)\.$/.exec(text.slice(0, offset))?.[1] ?? '""';

const SIGNATURES = {
  pair: ["(a, b)"],
  many: ["(a, *rest)"],
  either: ["()", "(a, b)"],
};

function signatures(text, { position }) {
  const [, name] = /([a-z]+)\($/.exec(text.slice(0, offsetOf(text, position))) ?? [];
  const labels = SIGNATURES[name];
  if (labels === undefined) return null;
  if (calls === "malformed") return { signatures: [{ label: 7 }] };
  if (calls === "nowhere") return { signatures: [{ label: labels[0], parameters: [{ label: [3, -1] }] }] };
  const parameters = (label) => label.slice(1, -1).split(", ").filter(Boolean);
  return {
    signatures: labels.map((label) => ({ label, parameters: parameters(label).map((each) => ({ label: each })) })),
  };
}

/** What a hover tells of the result before a dot: the name of the function if its call is right. */
function resultHover(before) {
  const [call, name] = /([a-z]+)\([^()]*\)\.$/.exec(before) ?? [];
  return call === undefined || wrongCalls(call).length > 0 ? "unknown" : `result of ${name}`;
}

/** Calls with a wrong number of arguments, to their closing parenthesis. With the fault `lenient`, there are none once the gate exists. */
function wrongCalls(text) {
  if (fault === "lenient" && existsSync(gate)) return [];
  return [...text.matchAll(/(pair|many)\(([^()]*)\)/g)]
    .filter(([, name, given]) => {
      const count = given.split(",").filter((each) => each.trim() !== "").length;
      return name === "pair" ? count !== 2 : count < 1;
    })
    .map(({ index, 0: call }) => {
      const line = text.slice(0, index).split("\n").length - 1;
      const character = index - (text.lastIndexOf("\n", index - 1) + 1);
      const range = { start: { line, character }, end: { line, character: character + call.length } };
      return { range, code: "wrong-count", severity: 1, message: "another number of arguments" };
    });
}

const CONSTANTS = { right: ["A", "B"], malformed: ["A", "a b"], none: [] };

function completions(text, { position }) {
  const offset = offsetOf(text, position);
  if (cases !== undefined && text.slice(0, offset).endsWith("case "))
    return [...CONSTANTS[cases].map((label) => ({ label, kind: 20 })), { label: "other", kind: 6 }];
  const isResult = text.slice(0, offset).endsWith(").");
  const called = /vague\.\w+\([^()]*\)\.$/.test(text.slice(0, offset)) ? "vague" : undefined;
  const labels =
    MEMBERS[called ?? receiverBefore(text, offset)] ?? (fault === "no-probe" || isResult ? [] : ["length"]);
  const items = labels.map((label) => ({ label, kind: 5 }));
  if (fault === "malformed")
    return {
      isIncomplete: false,
      items: [
        null,
        7,
        { kind: 5 },
        { label: "x", textEdit: { newText: 3 } },
        { label: "y", textEdit: { newText: "y", range: { start: 0 } } },
        ...items,
      ],
    };
  if (fault === "nonsense" && asked > 0) return { items: "many" };
  if (fault === "truncated") return { isIncomplete: true, items };
  return { isIncomplete: false, items };
}

function diagnostics(text) {
  if (hovers !== undefined && pids !== undefined) appendFileSync(`${pids}.diagnostics`, ".");
  if (/# off|\bdead\b/.test(text)) return { kind: "full", items: [] };
  const items = [...text.matchAll(/([a-z]+)\.(inventedName\w*)/g), ...text.matchAll(/(enum case) (inventedName\w*)/g)]
    .filter(([, receiver]) => receiver !== "loose" && receiver !== "vague")
    .map((match) => {
      const before = text.slice(0, match.index + match[1].length + 1);
      const line = before.split(/\r\n|\n|\r/).length - 1;
      const column = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
      const character = encoding === "utf-8" ? Buffer.byteLength(column) : column.length;
      const range = { start: { line, character }, end: { line, character: character + match[2].length } };
      return { range, code, severity: 1, message: `"${match[2]}" is no member` };
    });
  const all = calls === undefined ? items : [...items, ...wrongCalls(text)];
  return { kind: "full", items: fault === "malformed-reports" ? [...malformedReports(), ...all] : all };
}

const malformedReports = () => [
  ...[null, 7, "no", [], {}, { code, message: "no range" }, { code: null, message: {} }],
  ...[null, 7, {}, [], { start: 7 }, { start: null, end: {} }, { start: { line: -1, character: 0.5 } }].flatMap(
    (range) => [code, "wrong-count"].map((code) => ({ range, code, severity: 1, message: "inventedName" })),
  ),
];

/** Reports of a text, with some characters of its URI escaped, as a server that is not asked for them publishes them; with the reports of another text before where it tells no versions. */
function publish({ uri, version }, text) {
  const spelled = uri.replace(/[()+]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const told = (items, version) =>
    send({
      method: "textDocument/publishDiagnostics",
      params: { uri: spelled, diagnostics: items, ...(version && { version }) },
    });
  if (publishes === "versioned") {
    told(diagnostics(`${text} box.inventedNameOld`).items, version - 1);
    setTimeout(() => told(diagnostics(text).items, version), delay);
  }
  if (publishes === "plain") {
    told(diagnostics(text.replace(/inventedName\w*/, "inventedNameOld")).items);
    setTimeout(() => told(diagnostics(text).items), delay);
  }
}

const registrations = () => [
  { id: "c", method: "textDocument/completion" },
  ...(fault === "no-diagnostics" ? [] : [{ id: "p", method: "textDocument/diagnostic" }]),
];
const hits = () => fault !== undefined && (once === undefined || !existsSync(once));
const isProbe = (uri) => uri.endsWith("probe.box");

/** Writes messages about the question `id`. */
function writeAll(messages, id) {
  for (const each of messages)
    if (typeof each === "string") process.stdout.write(each);
    else send(JSON.parse(JSON.stringify(each).replaceAll('"$id"', JSON.stringify(id))));
}

async function probe(id, params) {
  if (fault === "mute-probe") return;
  if (fault === "ends-slowly") {
    writeFileSync(gate, "");
    await new Promise((resolve) => setTimeout(resolve, 50));
    probed.answer();
  }
  if (fault === "refuses" && refused++ < 3) return send({ id, error: { code: -32801, message: "content modified" } });
  return answer(id, completions(documents.get(params.textDocument.uri), params));
}

async function completion(id, params) {
  const { uri } = params.textDocument;
  const text = documents.get(uri) ?? "";
  if (isProbe(uri)) return probe(id, params);
  asked++;
  writeAll(also, id);
  if (instead !== undefined) return writeAll(instead, id);
  firstText ??= text;
  if (hits()) {
    if (fault === "never") return;
    if (fault === "crash") {
      if (once !== undefined) writeFileSync(once, "");
      process.stdout.write("Content-Length: 100\r\n\r\n{");
      process.exit(3);
    }
    if (fault === "flood") {
      const log = (more) => {
        for (let at = 0; at < 64; at++)
          send({ method: "window/logMessage", params: { type: 3, message: "x".repeat(65_536) } });
        process.stdout.write("", () => setImmediate(more, more));
      };
      return log(log);
    }
    if (fault === "closes-output") {
      process.stdout.on("error", () => {});
      return closeSync(1);
    }
    if (fault === "closes-input") {
      process.stdin.destroy();
      return void setInterval(() => {}, 1_000);
    }
    if (fault === "garbage") return void process.stdout.write("this is no message\r\n\r\n{}{}{}");
    if (fault === "bad-json") return void process.stdout.write('Content-Length: 9\r\n\r\n{"id": 1,');
    if (fault === "no-utf-8") return sendBroken({ id, result: [{ label: "open" }, { label: "clo?se" }] });
    if (fault === "error") return send({ id, error: { code: -32603, message: "internal" } });
    if (fault === "capabilities" && asked === 1) {
      await ask("client/unregisterCapability", { unregisterations: [{ id: "c", method: "textDocument/completion" }] });
      const opening = setInterval(() => {
        if (!existsSync(gate)) return;
        clearInterval(opening);
        void ask("client/registerCapability", { registrations: [{ id: "d", method: "textDocument/completion" }] });
      }, 10);
    }
    if (fault === "asks") {
      const configuration = await ask("workspace/configuration", {
        items: [{ section: "box" }, { section: "nothing" }],
      });
      const folders = await ask("workspace/workspaceFolders");
      const unknown = await ask("window/somethingNew", {});
      const right =
        JSON.stringify(configuration.result) === '[{"size":3},null]' &&
        folders.result.length === 1 &&
        unknown.error.code === -32601;
      if (!right) return send({ id, error: { code: -32603, message: "the client answered wrongly" } });
    }
  }
  // The members of a text that is no longer the document's.
  setTimeout(
    () => answer(id, completions(fault === "old" ? firstText : text, params)),
    fault === "late" && hits() ? 400 : delay,
  );
}

async function receive({ id, method, params, result, error }) {
  if (method === undefined) return waiting.get(id)?.({ result, error });
  switch (method) {
    case "initialize":
      if (fault === "mute") return;
      if (fault === "other-protocol") return answer(id, { version: 4 });
      if (fault === "early") await ask("client/registerCapability", { registrations: registrations() });
      if (fault === "nulls") {
        const names = ["textDocumentSync", "positionEncoding", "completionProvider", "hoverProvider"];
        const capabilities = Object.fromEntries(names.map((name) => [name, null]));
        return answer(id, { capabilities: { ...capabilities, diagnosticProvider: {} }, serverInfo: null });
      }
      if (fault === "long-name")
        return answer(id, { capabilities: {}, serverInfo: { name: "scripted", version: "1".repeat(5_000) } });
      if (fault === "other-encoding") return answer(id, { capabilities: { positionEncoding: "utf-7" } });
      return answer(id, {
        capabilities: {
          textDocumentSync: fault === "whole" ? 1 : 2,
          positionEncoding: encoding,
          diagnosticProvider: fault === "no-diagnostics" ? undefined : {},
          hoverProvider: hovers !== undefined,
          signatureHelpProvider: calls === undefined ? undefined : {},
        },
        serverInfo: { name: "scripted", version: "1" },
      });
    case "initialized":
    case "workspace/didChangeConfiguration":
      if (fault === "not-ready" || fault === "early" || (fault === "unconfigured") === (method === "initialized"))
        return;
      await ask("client/registerCapability", { registrations: registrations() });
      return;
    case "textDocument/didOpen":
      documents.set(params.textDocument.uri, params.textDocument.text);
      publish(params.textDocument, params.textDocument.text);
      return;
    case "textDocument/didChange": {
      let text = documents.get(params.textDocument.uri);
      for (const { range, text: by } of params.contentChanges)
        text =
          range === undefined
            ? by
            : text.slice(0, offsetOf(text, range.start)) + by + text.slice(offsetOf(text, range.end));
      documents.set(params.textDocument.uri, text);
      publish(params.textDocument, text);
      return;
    }
    case "textDocument/didClose":
      documents.delete(params.textDocument.uri);
      return;
    case "textDocument/completion":
      return completion(id, params);
    case "textDocument/hover":
      if (fault === "refuses") return send({ id, error: { code: -32802, message: "server cancelled" } });
      if (documents.get(params.textDocument.uri)?.includes("# mute")) return;
      return answer(id, hover(documents.get(params.textDocument.uri), params));
    case "textDocument/signatureHelp":
      return answer(id, signatures(documents.get(params.textDocument.uri), params));
    case "textDocument/diagnostic":
      if (fault === "refuses" && isProbe(params.textDocument.uri))
        return send({ id, error: { code: -32802, message: "server cancelled" } });
      if (fault === "never" && hits() && !isProbe(params.textDocument.uri)) return;
      return answer(id, diagnostics(fault === "old" ? (firstText ?? "") : documents.get(params.textDocument.uri)));
    case "shutdown":
      if (fault === "ends-slowly") {
        await probed.promise;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return fault === "stubborn" || ending === "silent" ? undefined : answer(id, null);
    case "exit":
      if (fault !== "stubborn") process.exit(0);
      return;
    default:
      if (id !== undefined) send({ id, error: { code: -32601, message: "no such method" } });
  }
}

let input = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  input = Buffer.concat([input, chunk]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(input.subarray(0, end).toString())[1]);
    if (input.length < end + 4 + length) return;
    const message = JSON.parse(input.subarray(end + 4, end + 4 + length).toString());
    input = input.subarray(end + 4 + length);
    void receive(message);
  }
});
process.stdin.on("end", () => {
  if (fault !== "stubborn") process.exit(0);
});
