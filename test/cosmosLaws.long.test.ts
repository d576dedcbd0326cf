/**
 * What test/cosmosLaws.test.ts asks of the first chain, of the others.
 * Fast counterpart: test/cosmosLaws.test.ts
 */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { lawsSuite } from "./support/lawsSuite.ts";

describe.each(cosmosChains.slice(1))("$id", (chain) => lawsSuite(cosmosLaws(chain)));
