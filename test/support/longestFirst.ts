/** Files that take minutes begin first, so that no worker waits for them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = [
  "/cases/evm.test.ts",
  "/cases/cosmos.test.ts",
  "/endpoints.test.ts",
  "/replay.test.ts",
  "/replay.long.test.ts",
  "/cliStart.test.ts",
  "/cli.test.ts",
  "/ethEntities.test.ts",
  "/ethLaws.test.ts",
  "/ethTruth.test.ts",
  "/ethApi.test.ts",
  "/ethBlocks.test.ts",
  "/polkadotNodes.test.ts",
  "/eigenlayerNodes.test.ts",
  "/cosmosMigration.long.test.ts",
  "/ethIsolation.long.test.ts",
];

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
