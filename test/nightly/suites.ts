/** Everything that runs at night, the fastest first: the checks of every change, then the long suites, a command each. */
import { join } from "node:path";
import { leadsTo, listTests } from "../support/projects.ts";
import { counterpartOf } from "./counterparts.ts";
import type { Suite } from "./suite.ts";

const vitest = "node_modules/.bin/vitest";
/** Files that have fewer cases by day have all of them: test/support/nightCases.ts. */
const allCases = { NIGHT: "1" };
/** Further seeds of property tests; `make test` has one, which is always the same. */
const seedCount = 3;
/** Those that take a minute at most: at night they show that they still run. */
const cheapBenches = ["verb", "store-bytes", "store-insert", "compression", "eth-duties"];

const everyChange: readonly Suite[] = [
  {
    name: "check",
    command: ["make", "check"],
    counterpart: "itself: every change runs it",
    limitMinutes: 15,
  },
  {
    name: "coverage",
    command: ["make", "test", "COVERAGE=1"],
    env: allCases,
    counterpart: "the same tests in `make test`, fewer and without counting lines",
    limitMinutes: 90,
  },
  {
    name: "kafka",
    command: ["make", "test-kafka", "COVERAGE=1"],
    env: allCases,
    counterpart: "lib/bus/bus.test.ts: the same suite on the bus in memory",
    limitMinutes: 60,
  },
  {
    name: "node24",
    command: ["make", "test-node24"],
    counterpart: "the same tests in `make test`, on Node 20",
    limitMinutes: 30,
  },
];

/** Minutes that a file of these may take; any other an hour. */
const longLimits: Readonly<Record<string, number>> = {
  "test/demoHour.long.test.ts": 90,
  // A run of a test file for each promise that is broken.
  "test/promises.long.test.ts": 180,
};

function longSuites(root: string): Suite[] {
  return listTests(root).long.map((path) => ({
    name: path.replace(/\.test\.ts$/, ""),
    command: [vitest, "run", "--project", "long", path],
    env: allCases,
    counterpart: counterpartOf(join(root, path)).text,
    limitMinutes: longLimits[path] ?? 60,
  }));
}

/** Files of `make test` that have more cases at night: test/support/nightCases.ts. */
function fullSuites(root: string): Suite[] {
  return listTests(root)
    .fast.filter((path) => leadsTo(join(root, path), (text) => /from "[./\w]*\/nightCases\.ts"/.test(text)))
    .map((path) => ({
      name: path.replace(/\.test\.ts$/, "-full"),
      command: [vitest, "run", "--project", "fast", path],
      env: allCases,
      counterpart: "the same file in `make test`, with fewer cases",
      limitMinutes: 30,
    }));
}

/** @param scenarios numbers of the scenarios of `npm run chaos` */
function chaosSuites(scenarios: readonly number[]): Suite[] {
  return scenarios.map((number) => ({
    name: `chaos-${number}`,
    command: ["npm", "run", "--silent", "chaos", "--", "--scenario", String(number)],
    counterpart: "test/outages.test.ts; test/chaos/ci.chaos.test.ts with small numbers",
    limitMinutes: 120,
  }));
}

/** Property tests again, with seeds that are the commit's: a night that is resumed goes on with them. */
function seedSuites(commit: string): Suite[] {
  const first = Number.parseInt(commit.slice(0, 7), 16) || 2;
  return Array.from({ length: seedCount }, (_, index) => ({
    name: `seed-${index + 1}`,
    command: [vitest, "related", "--run", "--project", "fast", "test/support/properties.ts"],
    env: { PROPERTY_SEED: String(first + index) },
    counterpart: "the same tests in `make test`, with seed 1",
    limitMinutes: 60,
  }));
}

const benchSuites: readonly Suite[] = cheapBenches.map((name) => ({
  name: `bench-${name}`,
  command: ["npm", "run", "--silent", "bench", "--", name],
  env: { BENCH_RUNS: "1" },
  counterpart: "none, because figures are no tests",
  limitMinutes: 20,
}));

export function listSuites(
  root: string,
  { commit, scenarios }: { commit: string; scenarios: readonly number[] },
): Suite[] {
  return [
    ...everyChange,
    ...longSuites(root),
    ...fullSuites(root),
    ...chaosSuites(scenarios),
    ...seedSuites(commit),
    ...benchSuites,
  ];
}
