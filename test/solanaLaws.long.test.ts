/** What test/solanaLaws.test.ts asks of messages through the migration, of others without it. */
import { describe } from "vitest";
import { lawsSuite } from "./support/lawsSuite.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";

describe("before Alpenglow", () => lawsSuite(solanaLaws(lawHistories["before Alpenglow"]), [2]));
