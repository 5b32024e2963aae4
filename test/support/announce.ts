// Runs once per test run, before all test files: says what is needed to repeat the run.
import { seed } from "./seed.js";

export function setup(): void {
  console.log(`Node ${process.version}, seed ${seed} (repeat with ESPALIER_SEED=${seed})`);
}
