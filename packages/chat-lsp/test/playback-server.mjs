// A language server that plays a recorded session: `node playback-server.mjs SESSION LOG [DIES-AFTER]`. It writes what its server wrote once as many messages of
// the editor have come as came then, in pieces of odd sizes, and keeps all bytes that it gets in the file LOG. It ends after `exit`, or with 7 in the middle of
// the message after DIES-AFTER messages of the editor.

import { readFileSync, writeFileSync } from "node:fs";

const [, , session, log, diesAfter = "Infinity"] = process.argv;
const recorded = JSON.parse(readFileSync(session, "utf8"));
let [at, input, messages] = [0, Buffer.alloc(0), 0];
const got = [];

function play() {
  for (; at < recorded.length && recorded[at].from === "server"; at++) {
    const bytes = Buffer.from(recorded[at].raw, "base64");
    if (messages >= Number(diesAfter)) {
      process.stdout.write(bytes.subarray(0, 30), () => process.exit(7));
      at = recorded.length;
      return;
    }
    for (let from = 0, size = 1; from < bytes.length; from += size, size = (size * 7 + 3) % 701)
      process.stdout.write(bytes.subarray(from, from + size));
  }
}

process.stdin.on("data", (chunk) => {
  got.push(chunk);
  input = Buffer.concat([input, chunk]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: *(\d+)/i.exec(input.subarray(0, end).toString())[1]);
    if (input.length < end + 4 + length) return;
    const { method } = JSON.parse(input.subarray(end + 4, end + 4 + length).toString());
    input = input.subarray(end + 4 + length);
    messages++;
    at++;
    play();
    if (method === "exit") process.exit(0);
  }
});
process.on("exit", () => writeFileSync(log, Buffer.concat(got)));
play();
