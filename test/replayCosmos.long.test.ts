/**
 * The days of CometBFT chains rebuilt from the blocks in the warehouse, and from a recording.
 * Fast counterpart: test/replay.test.ts
 */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { replayCosmosSuite } from "./support/replayCosmosSuite.ts";

describe.each(cosmosChains)("replay of $id", replayCosmosSuite);
