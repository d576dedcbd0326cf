/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { cardanoLaws } from "./support/cardanoLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

describe("cardano", () => briefLawsSuite(cardanoLaws));
