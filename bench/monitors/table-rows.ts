// The rows of the table of the monitor of TypeScript, from the results of its parts (`table.ts`).

/** What happened in one project at the places of one question. */
export interface Entry {
  readonly project: string;
  readonly subject: string;
  readonly round: number;
  readonly vocabulary: string;
  readonly commit: string;
  readonly questionMs: { readonly count: number; readonly median: number; readonly p95: number };
  readonly tally: Readonly<Record<string, unknown>>;
}

/** The fields of the tallies that count texts by random logits which the compiler reports, and texts as written that are masked. */
const WRONG = ["wrongNames", "wrongCounts", "wrongTexts", "wrongObjects"];
const MASKED = ["maskedNames", "maskedCalls", "maskedTexts", "maskedObjects"];
/** Fields whose counts are by error or by reason. */
const PROGRAM = "programErrors";
const REASONS = "reasons";

function sum(entries: readonly Entry[], fields: readonly string[]): number {
  let total = 0;
  for (const { tally } of entries) for (const field of fields) total += Number(tally[field] ?? 0);
  return total;
}

/** The sums of counts by name, of all entries, largest first. */
function byName(entries: readonly Entry[], field: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { tally } of entries)
    for (const [name, count] of Object.entries((tally[field] ?? {}) as Record<string, number>))
      counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const share = (part: number, of: number): string => (of === 0 ? "–" : `${Math.round((10_000 * part) / of) / 100} %`);
const ratio = (part: number, of: number): string => (of === 0 ? "–" : String(Math.round((100 * part) / of) / 100));

function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}

/** One line of judged places. */
function judgedLine(name: string, subject: string, its: readonly Entry[]): readonly string[] {
  const medians = its.map(({ questionMs }) => questionMs.median);
  // Arguments and objects are written at every closed place.
  const judged =
    sum(its, ["judged"]) +
    sum(
      its.filter(({ tally }) => tally.judged === undefined),
      ["closed"],
    );
  const slowest = its.map(({ questionMs }) => questionMs.p95);
  return [
    ...[name, subject],
    ...[sum(its, ["asked"]), sum(its, ["closed"]), judged, sum(its, WRONG), sum(its, MASKED)].map(String),
    `${sum(its, ["controlsReported"])} of ${sum(its, ["controls"])}`,
    sum(its, ["definite"]) === 0 ? "–" : `${sum(its, ["unconstrained"])} of ${sum(its, ["definite"])}`,
    `${Math.min(...medians)}–${Math.max(...medians)}; ${Math.max(...slowest)}`,
  ];
}

/** The table of the holes in which code was written along; empty if there were none. */
function holesTable(projects: readonly string[], holes: readonly Entry[]): string {
  if (holes.length === 0) return "";
  const line = (name: string, its: readonly Entry[]): readonly string[] => [
    ...[
      name,
      ...[
        "holes",
        "tokens",
        "asked",
        "closed",
        "maskedTokens",
        "maskedWrongTokens",
        "crossingHoles",
        "maskedInCrossing",
      ].map((field) => String(sum(its, [field]))),
    ],
    byName(its, "maskedBy")
      .map(([by, count]) => `${count} × ${by}`)
      .join("; "),
  ];
  return markdown(
    [
      "project",
      "holes",
      "tokens",
      "questions",
      "closed",
      "tokens masked",
      "masked, and reported",
      "holes across brackets",
      "masked there",
      "masked by",
    ],
    [
      ...projects.map((project) =>
        line(
          project,
          holes.filter((entry) => entry.project === project),
        ),
      ),
      line("**all**", holes),
    ],
  );
}

/** The table, as Markdown: judged places by project and question, triggers by project, holes, errors of whole programs, and why definite types are left open. */
export function tableOf(entries: readonly Entry[]): string {
  const projects = [...new Set(entries.map(({ project }) => project))];
  const judged = entries.filter(({ subject }) => subject !== "fires" && subject !== "holes");
  const holes = entries.filter(({ subject }) => subject === "holes");
  const fires = entries.filter(({ subject }) => subject === "fires");
  const subjects = [...new Set(judged.map(({ subject }) => subject))];
  const lines: (readonly string[])[] = [];
  for (const subject of subjects) {
    for (const project of projects) {
      const its = judged.filter((entry) => entry.subject === subject && entry.project === project);
      if (its.length > 0) lines.push(judgedLine(project, subject, its));
    }
    lines.push(
      judgedLine(
        "**all**",
        subject,
        judged.filter((entry) => entry.subject === subject),
      ),
    );
  }
  if (judged.length > 0) lines.push(judgedLine("**all**", "all", judged));
  const firesLine = (name: string, its: readonly Entry[]): readonly string[] => [
    name,
    `${sum(its, ["fired"])} of ${sum(its, ["dereferences"])}`,
    share(sum(its, ["fired"]), sum(its, ["dereferences"])),
    String(sum(its, ["elsewhere"])),
    ratio(sum(its, ["members"]), sum(its, ["written"])),
    ratio(sum(its, ["questions"]), sum(its, ["written"])),
    String(sum(its, ["written"])),
  ];
  const definite = sum(judged, ["definite"]);
  const left = byName(judged, REASONS).filter(([reason]) => reason.startsWith("definite: "));
  const commits = [...new Set(entries.map(({ commit }) => commit))].join(", ");
  return [
    `commit ${commits}; ${Math.max(0, ...entries.map(({ round }) => round + 1))} rounds`,
    markdown(
      [
        ...[
          "project",
          "question",
          "asked",
          "closed",
          "text judged",
          "wrong at the site",
          "written but masked",
          "controls reported",
        ],
        ...["definite left open", "ms of a question: medians; highest p95"],
      ],
      lines,
    ),
    markdown(
      [
        ...["project", "triggers fired of dereferences", "share", "questions elsewhere"],
        ...["questions about members for each dereference", "all questions", "dereferences generated"],
      ],
      [
        ...projects.map((project) =>
          firesLine(
            project,
            fires.filter((entry) => entry.project === project),
          ),
        ),
        firesLine("**all**", fires),
      ],
    ),
    holesTable(projects, holes),
    `Left open although the compiler has a definite type: ${sum(judged, ["unconstrained"])} of ${definite} (${share(sum(judged, ["unconstrained"]), definite)}), and ${sum(judged, ["byIndex"])} by a string index.`,
    ...left.map(([reason, count]) => `- ${count} × ${reason.replace("definite: ", "")}`),
    `Whole programs with a drawn name: ${sum(judged, ["programs"])}; errors that they have more:`,
    ...byName(judged, PROGRAM).map(([error, count]) => `- ${count} × ${error}`),
    "Examples of what failed:",
    ...[...judged, ...holes].flatMap(({ tally }) =>
      ((tally.examples ?? []) as readonly string[]).map((each) => `- ${each}`),
    ),
  ].join("\n\n");
}
