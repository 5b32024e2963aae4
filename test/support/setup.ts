// Runs before every test file: all of fast-check's runs share the seed that the run printed.
import fc from "fast-check";
import { seed } from "./seed.js";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
