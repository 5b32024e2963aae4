// A grammar is a program, and can be wrong. The laws try it on random texts: can all that is left open be finished, do masks leave
// exactly the tokens that fit, and does a judge of your own agree about what belongs?

import { checkMembership, checkMonitor } from "@espalier/laws";
import { lark } from "espalier";

// Who decides what is a time of day: nothing but arithmetic.
const isTime = (text: Uint8Array): boolean => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(String.fromCharCode(...text)) ?? [];
  return hours !== undefined && Number(hours) < 24 && Number(minutes) < 60;
};

const first = lark('start: HOUR ":" MINUTE\nHOUR: /[0-2][0-9]/\nMINUTE: /[0-5][0-9]/');
const second = lark('start: HOUR ":" MINUTE\nHOUR: /[01][0-9]|2[0-3]/\nMINUTE: /[0-5][0-9]/');

for (const [name, language] of Object.entries({ first, second })) {
  const { states, completions } = checkMonitor(language, { seed: 1 });
  console.log(`${name} grammar: ${completions} of ${states} states can be finished`);
  try {
    const { members, refused } = checkMembership(language, isTime, { seed: 1, runs: 300 });
    console.log(`  agrees with the judge on ${members} members and ${refused} others`);
  } catch (error) {
    console.log(`  ${(error as Error).message.split("\n")[0]}`);
  }
}
