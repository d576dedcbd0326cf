/** Files that take minutes begin first, so that no worker waits for them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = [
  "/replay.test.ts",
  "/ethLaws.test.ts",
  "/ethFollow.test.ts",
  "/ethTruth.test.ts",
  "/ethBadInput.test.ts",
];

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
