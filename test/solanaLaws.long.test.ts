/**
 * Laws of the pipeline: in any order and with any repetition of messages, the tables are the same.
 * Fast counterpart: test/laws.kafka.test.ts
 */
import { describe } from "vitest";
import { briefLawsSuite } from "./support/lawsSuite.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";

// The migration covers both consensus protocols.
describe("through the migration", () => briefLawsSuite(solanaLaws(lawHistories["through its migration"])));
