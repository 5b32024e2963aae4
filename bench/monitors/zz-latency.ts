import { typescriptAnalysis } from "@espalier/analysis-typescript";
import { readFileSync } from "node:fs";
const six = process.argv[2]!;
const { default: ts6 } = await import(six);
const ast = await import("/work/w41/packages/analysis-typescript/node_modules/typescript-7/dist/ast/index.js");
const sync0 = await import("/work/w41/packages/analysis-typescript/node_modules/typescript-7/dist/api/sync/api.js");
let api: any;
class API extends sync0.API { constructor(o: any) { super({ ...o, collectTiming: process.argv[4] === "t" }); api = this; } }
const sync = { ...sync0, API };
const path = process.argv[3]!; const text = readFileSync(path, "utf8");
const dots = [...text.matchAll(/\w\.(?=\w)/g)].map((m) => m.index! + 2);
for (const [name, ts] of [["6", ts6], ["7", { sync, ast }]] as const) {
  const a = typescriptAnalysis({ ts, project: path.replace(/\/src\/.*/, ""), watching: 3_600_000 } as any);
  const times: number[] = [];
  let t0 = performance.now(); await a.members!({ path, before: text.slice(0, dots[0]), after: text.slice(dots[0]).replace(/^\w+/, "") }); const first = performance.now() - t0;
  api?.resetTimingInfo?.();
  for (let i = 0; i < 60; i++) { const at = dots[(i * 7) % dots.length]!; t0 = performance.now(); await a.members!({ path, before: text.slice(0, at), after: text.slice(at).replace(/^\w+/, "") }); times.push(performance.now() - t0); }
  times.sort((x, y) => x - y);
  console.log(name, "first", first.toFixed(0), "p50", times[30]!.toFixed(1), "p95", times[57]!.toFixed(1));
  if (name === "7" && process.argv[4] === "t") { const i = api.getTimingInfo(); console.log(JSON.stringify(i, (k, v) => k === "recentRequests" || k === "recent" ? undefined : v).slice(0, 3500)); }
}
process.exit(0);
