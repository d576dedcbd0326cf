/** What test/replayCosmos.test.ts asks of the first chain, of the others. */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { replayCosmosSuite } from "./support/replayCosmosSuite.ts";

describe.each(cosmosChains.slice(1))("replay of $id", replayCosmosSuite);
