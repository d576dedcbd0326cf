/** Laws of the pipeline: in any order and with any repetition of messages, the tables are the same. */
import { describe } from "vitest";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

describe("eigenlayer", () => briefLawsSuite(eigenlayerLaws));
