/** What test/cosmosLaws.test.ts asks of the first chain, of the others. */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { cosmosLawsSuite } from "./support/cosmosLawsSuite.ts";

describe.each(cosmosChains.slice(1))("$id", cosmosLawsSuite);
