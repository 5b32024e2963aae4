// A language server that answers `initialize` with what its first parameter says, and afterwards writes back all bytes that it reads.

const [, , result = '{"capabilities":{}}'] = process.argv;
let input = Buffer.alloc(0);
let isInitialised = false;
process.stdin.on("data", (chunk) => {
  if (isInitialised) return process.stdout.write(chunk);
  input = Buffer.concat([input, chunk]);
  const end = input.indexOf("\r\n\r\n");
  if (end < 0) return;
  const whole = end + 4 + Number(/Content-Length: (\d+)/.exec(input.subarray(0, end).toString())[1]);
  if (input.length < whole) return;
  const { id } = JSON.parse(input.subarray(end + 4, whole).toString());
  const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  process.stdout.write(input.subarray(whole));
  isInitialised = true;
});
