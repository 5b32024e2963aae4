// Runs once per test run, before all test files: says what is needed to repeat the run.
export function setup(): void {
  const { ESPALIER_SEED = "", ESPALIER_TESTS = "" } = process.env;
  const seeds =
    ESPALIER_SEED === "" ? "fixed seeds (ESPALIER_SEED=N draws other cases)" : `ESPALIER_SEED=${ESPALIER_SEED}`;
  console.log(`Node ${process.version}, ${seeds}${ESPALIER_TESTS === "" ? "" : `, ESPALIER_TESTS=${ESPALIER_TESTS}`}`);
}
