/**
 * Every page of the explorer on the demo.
 * Fast counterpart: none, because all chains are generated and read before the first look; .ci/run has test/demoStill.long.test.ts
 */
import { afterAll, beforeAll, describe } from "vitest";
import { type Running, temporaryFolder } from "./support/cli.ts";
import { servedByDemo, startDemo } from "./support/demo.ts";
import { explorerSuite } from "./support/explorer/suite.ts";
import type { Served } from "./support/explorer/visits.ts";

const folder = temporaryFolder();
let demo: Running | undefined;
let served: Served;

beforeAll(async () => {
  demo = startDemo({ DATA_DIR: folder.path, SQL_PORT: "0" });
  served = await servedByDemo(demo);
});
afterAll(async () => {
  await demo?.stop("SIGINT");
  folder.remove();
});

describe("the demo's explorer as a whole", () => {
  explorerSuite(() => served, { isWhole: true });
});
