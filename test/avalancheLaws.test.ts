/** Laws of the pipeline: in any order and with any repetition of messages, the tables are the same. */
import { describe } from "vitest";
import { avalancheLaws } from "./support/avalancheLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

describe("avalanche", () => briefLawsSuite(avalancheLaws));
