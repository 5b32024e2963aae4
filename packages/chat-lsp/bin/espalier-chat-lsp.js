#!/usr/bin/env node
// Committed, so that it is there to be linked before the package is built.
import "../dist/cli.js";
