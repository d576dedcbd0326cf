/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { lawHistories } from "./support/solanaLaws.ts";
import { solanaLawsSuite } from "./support/solanaLawsSuite.ts";

// The migration has all of before and after. More orders, and a history without it, are a step of the CI:
// test/solanaLaws.long.test.ts.
describe("through the migration", () => solanaLawsSuite(lawHistories["through its migration"], [1]));
