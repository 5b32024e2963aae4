// A language server that knows as much as its parameter says: `{"capabilities": {}, "hover": TEXT, "diagnostics": [MESSAGE], "signature": LABEL, "overloads": COUNT, "dies": METHOD}`.
// Its diagnostics stand at the value of the probe.

const {
  capabilities = {},
  hover = "",
  diagnostics = [],
  signature,
  overloads = 1,
  dies,
} = JSON.parse(process.argv[2] ?? "{}");
const documents = new Map();
let input = Buffer.alloc(0);

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Where the probe stands in a text, as the protocol writes it. */
function probeIn(text) {
  const lines = text.slice(0, text.lastIndexOf("EspalierProbe")).split("\n");
  const start = { line: lines.length - 1, character: lines.at(-1).length };
  return { start, end: { ...start, character: start.character + "EspalierProbe".length } };
}

function receive({ id, method, params }) {
  const uri = params?.textDocument?.uri;
  if (method === dies) process.exit(9);
  if (method === "exit") process.exit(0);
  if (method === "textDocument/didOpen") documents.set(uri, params.textDocument.text);
  if (method === "textDocument/didChange") documents.set(uri, params.contentChanges[0].text);
  if (id === undefined) return;
  const results = {
    initialize: () => ({ capabilities }),
    shutdown: () => null,
    "textDocument/hover": () =>
      // A byte order mark inside a text is an error.
      documents.get(uri).includes("\uFEFF") ? null : { contents: { kind: "markdown", value: hover } },
    "textDocument/signatureHelp": () => ({
      signatures: Array.from({ length: overloads }, () => ({
        label: `f(${signature})`,
        parameters: [{ label: signature }],
      })),
    }),
    "textDocument/diagnostic": () => ({
      items: diagnostics.map((message) => ({ message, severity: 1, range: probeIn(documents.get(uri)) })),
    }),
    "textDocument/documentSymbol": () => [{ name: "odd" }, null, { name: 7, kind: 12 }],
  };
  const answer = results[method];
  if (answer === undefined) return send({ id, error: { code: -32601, message: "no such method" } });
  send({ id, result: answer() });
}

process.stdin.on("data", (chunk) => {
  input = Buffer.concat([input, chunk]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(input.subarray(0, end).toString())[1]);
    if (input.length < end + 4 + length) return;
    const body = input.subarray(end + 4, end + 4 + length).toString();
    input = input.subarray(end + 4 + length);
    receive(JSON.parse(body));
  }
});
process.stdin.on("end", () => process.exit(0));
