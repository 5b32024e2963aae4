// `pnpm page`: bundles the page in examples/page and serves it on this machine, with the model of this repository.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundlePage, servePage } from "../test/support/page-server.js";

const folder = mkdtempSync(path.join(tmpdir(), "espalier-page-"));
await bundlePage(folder);
const server = await servePage(folder, { port: Number(process.env.PORT ?? 0) });
console.log(`The page is at ${server.address}/ (Ctrl+C ends it)`);
process.on("SIGINT", () => {
  void server.close().then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
});
