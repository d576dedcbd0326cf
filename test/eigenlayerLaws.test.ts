/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

describe("eigenlayer", () => briefLawsSuite(eigenlayerLaws));
