/** The stages never import one another, and no file imports itself by way of others: the linter's rules are shown to bite. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";

/** [folder, import, whether it is allowed] */
const cases: [string, string, boolean][] = [
  ["ingest", "../serve/http/app.ts", false],
  ["ingest", "../transform/frame/worker.ts", false],
  ["ingest/eth", "../../serve/v0/eth/validators.ts", false],
  ["ingest", "../cli/process/context.ts", false],
  ["transform", "../ingest/listener/follow.ts", false],
  ["transform/eth", "../../serve/http/app.ts", false],
  ["serve", "../ingest/listener/follow.ts", false],
  ["serve/v1/eth", "../../../transform/frame/models.ts", false],
  ["schemas", "../ingest/listener/follow.ts", false],
  ["schemas/eth", "../../serve/http/app.ts", false],
  ["lib", "../schemas/common.ts", false],
  ["lib", "../serve/http/app.ts", false],
  ["serve", "../fixtures/random.ts", false],
  ["ingest", "../test/support/serve.ts", false],
  ["lib", "../bench/report.ts", false],
  ["cli", "../fixtures/random.ts", false],
  ["ingest", "../chains/index.ts", false],
  ["transform", "../chains/index.ts", false],
  ["serve", "../chains/index.ts", false],
  ["lib", "../chains/index.ts", false],
  ["explorer/src", "../../serve/access/tiers.ts", false],
  ["explorer/src", "../../schemas/common.ts", false],
  ["explorer/src", "../../lib/errors.ts", false],
  ["chains", "../cli/process/context.ts", false],
  ["verify", "../serve/http/app.ts", false],
  ["verify/eth", "../../transform/frame/models.ts", false],
  ["verify", "../chains/index.ts", false],
  ["ingest", "../verify/run.ts", false],
  ["transform", "../verify/run.ts", false],
  ["serve", "../verify/run.ts", false],
  ["verify", "../ingest/listener/session.ts", true],
  ["chains", "../ingest/listener/follow.ts", true],
  ["ingest", "../lib/bus/bus.ts", true],
  ["transform/eth", "../../schemas/eth/events.ts", true],
  ["serve", "../schemas/request.ts", true],
  ["schemas", "../lib/bus/bus.ts", true],
  ["cli", "../serve/http/app.ts", true],
];

/** A circle of two files, in which one import is of a type only. */
const circle = {
  [`ingest/circleProbe${process.pid}a.ts`]: `import type { B } from "./circleProbe${process.pid}b.ts";\nexport type A = B;\n`,
  [`ingest/circleProbe${process.pid}b.ts`]: `import type { A } from "./circleProbe${process.pid}a.ts";\nexport type B = A | 1;\n`,
};

const probeOf = (index: number) => `${cases[index]?.[0]}/boundaryProbe${process.pid}x${index}.ts`;
/** Files in which a rule has found something, by rule. */
const refusedFiles = new Map<string, Set<string>>();
const isRefused = (rule: string, path: string) => refusedFiles.get(`lint/${rule}`)?.has(path) === true;

type Diagnostic = { category: string; location: { path: string | { file: string } } };

// One run for all cases: the linter takes two seconds to load the project.
beforeAll(() => {
  const paths = [...cases.map((_, index) => probeOf(index)), ...Object.keys(circle)];
  try {
    for (const [path, text] of Object.entries(circle)) writeFileSync(join(projectRoot, path), text);
    for (const [index, [, from]] of cases.entries())
      writeFileSync(join(projectRoot, probeOf(index)), `export { x } from "${from}";\n`);
    const { stdout } = spawnSync("node_modules/.bin/biome", ["lint", "--reporter=json", ...paths], {
      cwd: projectRoot,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    for (const { category, location } of diagnostics) {
      const path = typeof location.path === "string" ? location.path : location.path.file;
      refusedFiles.set(category, (refusedFiles.get(category) ?? new Set()).add(path));
    }
  } finally {
    for (const path of paths) rmSync(join(projectRoot, path), { force: true });
  }
});

describe("an import", () => {
  it.each(cases.map(([folder, from, isAllowed], index) => ({ folder, from, isAllowed, index })))(
    "in $folder of $from: allowed $isAllowed",
    ({ isAllowed, index }) => {
      expect(isRefused("style/noRestrictedImports", probeOf(index))).toBe(!isAllowed);
    },
  );
});

it.each(Object.keys(circle))("a circle of imports is refused, also of types: %s", (path) => {
  expect(isRefused("suspicious/noImportCycles", path)).toBe(true);
});

describe("files", () => {
  // The OpenAPI types that `make client` generates are not for reading.
  const isMade = (path: string) => path.startsWith("client/dist/") || path === "client/src/openapi.ts";
  const sources = readdirSync(projectRoot, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/(^|\/)(node_modules|coverage|\.git)\//.test(path) && !isMade(path),
  );
  it("are short enough to read at once", () => {
    const long = sources
      .map((path) => ({ path, lines: readFileSync(join(projectRoot, path), "utf8").split("\n").length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  it("wait by a monotonic clock: the time of day is read only for ages of foreign dates, and for records", () => {
    const dated = ["eth/peers/watch", "listener/follow", "node/headAge", "node/http"].map(
      (path) => `ingest/${path}.ts`,
    );
    const timestamps = ["lib/bus/kafka/lag.ts"];
    const records = [
      ...[
        "cli/checkoutBundle",
        "cli/time",
        "cli/verbs/keys",
        "lib/outages",
        "lib/sql/recorded",
        "serve/eth/tags",
      ],
      ...["serve/access/auth", "serve/access/keyAdmin", "serve/access/keys", "serve/access/limits"],
      ...["serve/access/usage", "serve/v1/account/account"],
    ].map((path) => `${path}.ts`);
    const readers = sources
      .filter(
        (path) => /^(?:chains|cli|ingest|lib|serve|transform)\//.test(path) && !path.endsWith(".test.ts"),
      )
      .filter((path) => /\bDate\.now\b/.test(readFileSync(join(projectRoot, path), "utf8")));
    expect(readers.sort()).toEqual([...dated, ...records, ...timestamps].sort());
  });

  it("hold no address of the machine they were written on", () => {
    const naming = sources.filter((path) =>
      /["'`](?:\/work|\/root|\/home\/\w+)\//.test(readFileSync(join(projectRoot, path), "utf8")),
    );
    expect(naming).toEqual([]);
  });
});
