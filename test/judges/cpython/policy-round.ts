// Some random cuts of texts that CPython accepts, each filled in several ways by one of the policies.
import type { Oracle } from "./oracle.js";
import { checkPolicy, type KeptPolicy, type PolicyTally, type Violation } from "./policies.js";
import type { Random } from "./random.js";
import { isAccepted, snippets } from "./snippets.js";
import { soup } from "./soup.js";
import type { Subject } from "./subject.js";
import { type Cut, insertions, randomCut } from "./texts.js";

export interface PolicyGround {
  readonly subject: Subject;
  readonly oracle: Oracle;
  readonly tally: PolicyTally;
}

const TEXTS = 30;
const FILLS = 12;
/** Longer ones say the same more slowly. */
const MOST_CHARACTERS = 300;
/** A declared encoding changes what `tokenize` reads, and a carriage return its offsets. */
const UNFIT = /coding[:=]|\r/;

export async function policyRound({ subject, oracle, tally }: PolicyGround, random: Random): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const text of await texts(oracle, random)) {
    const cut: Cut = random.chance(0.5) ? randomCut(text, random) : random.pick(insertions(text));
    const policy = random.pick<KeptPolicy>(["noSwallow", "noSwallow", "boundaryOnly"]);
    found.push(...(await checkPolicy(subject, oracle, cut, policy, FILLS, random, tally)));
  }
  return found;
}

/** Snippets, several in a row among them, and soup that happens to be Python. */
async function texts(oracle: Oracle, random: Random): Promise<string[]> {
  const all = snippets().filter((snippet) => isAccepted(snippet, oracle.version) === true);
  const drawn = (): string => random.pick(all).text;
  const several = Array.from({ length: TEXTS }, () =>
    random.chance(0.5) ? drawn() : `${drawn().replace(/\n?$/, "\n")}${drawn()}`,
  );
  const soups = Array.from({ length: 4 * TEXTS }, () => soup(random).text);
  const verdicts = await oracle.parse([...several, ...soups]);
  return [...several, ...soups].filter(
    (text, i) => verdicts[i]?.kind === "accept" && text.length <= MOST_CHARACTERS && !UNFIT.test(text),
  );
}
