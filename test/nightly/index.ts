/**
 * `make test-nightly`: every long suite, one after the other. It continues after failures, and resumes where it was stopped.
 *   --fresh          starts over
 *   --suite <name>   runs one
 *   --list           names all of them, each with its fast counterpart
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { scenarios } from "../chaos/scenarios.ts";
import { runNight } from "./night.ts";
import { sourcesOf } from "./state.ts";
import { listSuites } from "./suites.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    fresh: { type: "boolean", default: false },
    suite: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const suites = listSuites(root, {
  commit: sourcesOf(root),
  scenarios: scenarios.map(({ number }) => number),
});

if (values.list) {
  for (const { name, counterpart } of suites) process.stdout.write(`${name}: ${counterpart}\n`);
  process.exit();
}
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
const code = await runNight({
  root,
  folder: join(root, ".nightly"),
  suites,
  isFresh: values.fresh,
  only: values.suite,
  signal: stopping.signal,
  write: (text) => process.stdout.write(text),
});
process.exit(code);
