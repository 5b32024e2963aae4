// A protocol that no completion can violate. A media player takes its calls in a certain order only: nothing plays before a file is set and
// prepared, and what was started is stopped. The grammar says what a statement is, the typestate which call may come next, and the deny list
// what must not occur. Their product is decided: every text that it leaves can be finished, so each of these ends within its tokens.

import { deny, product, type Typestate, typestate } from "@espalier/monitor";
import { modelFolder } from "@espalier/tiny-fim";
import { check, complete, lark, loadModel } from "espalier";

const statements = lark(`
  start: (call ";" NEWLINE?)*
  call: "player." NAME "(" (TEXT | NUMBER)? ")"
  NAME: /[a-z_]{1,12}/
  TEXT: /"[a-z.]{0,12}"/
  NUMBER: /[0-9]{1,4}/
  NEWLINE: /\\n/
`);

const mediaPlayer: Typestate = {
  start: "idle",
  states: {
    idle: { set_file: "initialized", reset: "idle" },
    initialized: { prepare: "prepared", reset: "idle" },
    prepared: { start: "started", seek_to: "prepared", stop: "stopped", reset: "idle" },
    started: { stop: "stopped", pause: "paused", seek_to: "started", reset: "idle" },
    paused: { start: "started", seek_to: "paused", stop: "stopped", reset: "idle" },
    stopped: { prepare: "prepared", reset: "idle" },
  },
  final: ["idle", "stopped"],
};

const language = product(product(statements, typestate("player", mediaPlayer)), deny(["seek_to(0)"]));
const played = "player.set_file();player.prepare();player.start();player.stop();";
for (const text of [played, "player.start();", "player.reset();player.play();", "player.set_file();"]) {
  const { verdict, offset } = check(language, text);
  console.log(`${verdict === "dead" ? `dead at ${offset}` : verdict}`.padEnd(12), text);
}

const model = await loadModel(modelFolder, { threads: 1 });
const allowed = new Set(["idle", "stopped"]);
for (const seed of [1, 2, 3, 4]) {
  const prompt = 'player.set_file("a.ogg");\nplayer.prepare();\nplayer.start();\n';
  const { text } = await complete({ model, language, prompt, seed, maxTokens: 40, sampling: { temperature: 1.2 } });
  // The judge knows nothing of masks: it follows the table call by call.
  let state = mediaPlayer.start;
  for (const [, method] of text.matchAll(/(?<![a-z_])player\.([a-z_]+)\(/g))
    state = mediaPlayer.states[state]![method!]!;
  console.log(`${allowed.has(state) ? "keeps to it" : "VIOLATED"}  ${JSON.stringify(text)}`);
}
await model.dispose();
