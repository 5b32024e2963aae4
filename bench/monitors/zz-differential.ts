import { writeFileSync } from "node:fs";
import { typescriptAnalysis } from "@espalier/analysis-typescript";
import ts from "typescript";
import { seeded } from "../seeded.js";
import { createJudge, sitesOf } from "./judge.js";

const [folder, count, seed, six, suffixed] = process.argv.slice(2);
const { default: ts6 } = await import(six!);
const ast = await import("/work/w41/packages/analysis-typescript/node_modules/typescript-7/dist/ast/index.js");
const sync = await import("/work/w41/packages/analysis-typescript/node_modules/typescript-7/dist/api/sync/api.js");
const configuration = `${folder}/tsconfig.json`;
const judge = createJudge(configuration);
const random = seeded(Number(seed));
const old = typescriptAnalysis({ ts: ts6, project: configuration, watching: 3_600_000 });
const now = typescriptAnalysis({ ts: { sync, ast }, project: configuration, watching: 3_600_000 });
const sites = sitesOf(judge).map((s) => ({ question: "members" as const, path: s.path, at: s.behind }));
const calls: { question: "signatures"; path: string; at: number }[] = [];
for (const file of judge.files) {
  const visit = (n: ts.Node): void => {
    if ((ts.isCallExpression(n) || ts.isNewExpression(n)) && n.arguments !== undefined)
      calls.push({ question: "signatures", path: file.fileName, at: n.arguments.pos });
    ts.forEachChild(n, visit);
  };
  visit(file);
}
const texts = new Map(judge.files.map((f) => [f.fileName, f.text]));
const kinds: Record<string, number> = {};
const reasons: Record<string, number> = {};
const times = { old: [] as number[], now: [] as number[] };
let differ = 0;
for (const all of [sites, calls] as const)
  for (let i = 0; i < Number(count) && all.length > 0; i++) {
    const site = all[Math.floor(random() * all.length)]!;
    const text = texts.get(site.path)!;
    const before = text.slice(0, site.at);
    const after =
      suffixed === "off"
        ? ""
        : site.question === "members"
          ? text.slice(site.at).replace(/^\s*[\p{ID_Continue}$#]+/u, "")
          : text.slice(site.at);
    const at = { path: site.path, before, after };
    let t = performance.now();
    const a: any = await old[site.question]!(at);
    times.old.push(performance.now() - t);
    t = performance.now();
    let b: any;
    try {
      b = await now[site.question]!(at);
    } catch (e) {
      console.log("THROWN", site.path, site.at, (e as Error).stack);
      continue;
    }
    times.now.push(performance.now() - t);
    const key = `${site.question} ${a.kind} ${b.kind}`;
    kinds[key] = (kinds[key] ?? 0) + 1;
    if (a.reason !== b.reason) reasons[`${a.reason} | ${b.reason}`] = (reasons[`${a.reason} | ${b.reason}`] ?? 0) + 1;
    const set = (x: any) => new Set((x.value ?? []).map((v: unknown) => JSON.stringify(v)));
    const [sa, sb] = [set(a), set(b)];
    if (a.kind !== b.kind || [...sa].some((v) => !sb.has(v)) || [...sb].some((v) => !sa.has(v))) {
      if (a.kind === "closed" && b.kind === "closed") differ++;
      if (differ < 40 || a.kind !== b.kind)
        console.log(
          JSON.stringify({
            q: site.question,
            path: site.path.slice(folder!.length),
            text: before.slice(-50),
            kinds: [a.kind, b.kind],
            reason: [a.reason, b.reason],
            only6: [...sa].filter((v) => !sb.has(v)).slice(0, 8),
            only7: [...sb].filter((v) => !sa.has(v)).slice(0, 8),
          }),
        );
    }
  }
const p = (l: number[], s: number) => l.sort((x, y) => x - y)[Math.floor(s * (l.length - 1))]!.toFixed(1);
console.log(
  JSON.stringify({
    folder,
    kinds,
    reasons,
    closedDiffer: differ,
    ms6: [p(times.old, 0.5), p(times.old, 0.95)],
    ms7: [p(times.now, 0.5), p(times.now, 0.95)],
  }),
);
(now as any).dispose?.();
process.exit(0);
