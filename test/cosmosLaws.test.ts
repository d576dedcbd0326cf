/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

// The first chain has every record; the others are in the night: test/laws.long.test.ts.
describe.each(cosmosChains.slice(0, 1))("$id", (chain) => briefLawsSuite(cosmosLaws(chain)));
