/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { avalancheLaws } from "./support/avalancheLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

describe("avalanche", () => briefLawsSuite(avalancheLaws));
