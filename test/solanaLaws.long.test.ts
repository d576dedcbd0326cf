/** What test/solanaLaws.test.ts asks of messages through the migration, of others without it. */
import { describe } from "vitest";
import { lawHistories } from "./support/solanaLaws.ts";
import { solanaLawsSuite } from "./support/solanaLawsSuite.ts";

describe("before Alpenglow", () => solanaLawsSuite(lawHistories["before Alpenglow"], [2]));
