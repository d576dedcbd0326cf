/**
 * What test/replayCosmos.test.ts asks of the first chain, of the others.
 * Fast counterpart: test/replayCosmos.test.ts
 */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { replayCosmosSuite } from "./support/replayCosmosSuite.ts";

describe.each(cosmosChains.slice(1))("replay of $id", replayCosmosSuite);
