/** A CometBFT chain's days rebuilt from the blocks in the warehouse. */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { replayCosmosSuite } from "./support/replayCosmosSuite.ts";

// The first chain has every record; the others are a step of the CI: test/replayCosmos.long.test.ts.
describe.each(cosmosChains.slice(0, 1))("replay of $id", replayCosmosSuite);
