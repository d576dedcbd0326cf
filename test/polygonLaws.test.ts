/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { briefLawsSuite } from "./support/lawsSuite.ts";
import { polygonLaws } from "./support/polygonLaws.ts";

describe("polygon", () => briefLawsSuite(polygonLaws));
