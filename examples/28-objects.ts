// A table of states for every object of a program, not for one name: objects get second names, are given away, and go through loops. The
// grammar's lexemes say what happens, `objectStates` follows it, and what breaks the table on some path is refused.

import { type ObjectState, objectStates, type TypestateEvent } from "@espalier/monitor";
import { overLexemes } from "@espalier/syntax";
import { check, lark } from "espalier";

const program = lark(`
  start: (LET NAME IS (NEW | NAME) END | NAME DOT METHOD END | GIVE NAME END | WHILE start CLOSE)*
  LET: "let "
  GIVE: "give "
  WHILE: "while on { "
  NAME: /[a-z]/
  IS: " = "
  NEW: "new Player()"
  DOT: "."
  METHOD: /[a-z]{1,8}\\(\\)/
  END: "; "
  CLOSE: "} "
`);
const states = { idle: { play: "playing" }, playing: { stop: "idle" } };
const players = objectStates({ start: "idle", states, final: ["idle"] });
/** What happens at the end of a lexeme, after those of its statement. */
function eventOf([first, name = "", , value = ""]: readonly string[], lexeme: string): TypestateEvent | undefined {
  if (lexeme === "METHOD") return { kind: "call", name: first!, method: value.slice(0, -2) };
  if (lexeme === "WHILE") return { kind: "open", body: "loop" };
  if (lexeme === "CLOSE") return { kind: "close" };
  if (lexeme !== "END" || first!.length === 1) return undefined;
  if (first === "give ") return { kind: "escape", name };
  return { kind: "declare", name, value: value.startsWith("new") ? "fresh" : { name: value } };
}
const guided = overLexemes<{ readonly objects: ObjectState; readonly words: readonly string[] }>(program, {
  start: { objects: players.start, words: [] },
  lexeme({ objects, words }, { terminal, text }) {
    const read = terminal === "METHOD" ? [words[0]!, "", "", text] : [...words, text];
    const event = eventOf(read, terminal);
    const after = event === undefined ? objects : players.step(objects, event);
    return after && { objects: after, words: /END|WHILE|CLOSE/.test(terminal) ? [] : read };
  },
  accepts: ({ objects }) => players.accepts(objects),
  key: ({ objects, words }) => `${players.key(objects)} ${words.join(" ")}`,
});
for (const text of ["let b = a; a.play(); b.stop(); ", "a.play(); ", "a.play(); give a; ", "while on { a.play(); } "]) {
  const { verdict, offset } = check(guided, `let a = new Player(); ${text}`);
  console.log(`${verdict === "dead" ? `dead at ${offset}` : verdict}`.padEnd(12), text);
}
