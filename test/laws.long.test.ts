/**
 * The laws of every chain one by one, with more seeds, and of the chains that the fast suites leave out; Ethereum's are in
 * test/ethLaws.long.test.ts.
 * Fast counterpart: test/avalancheLaws.test.ts, test/cardanoLaws.test.ts, test/cosmosLaws.test.ts, test/eigenlayerLaws.test.ts, test/laws.kafka.test.ts
 */
import { describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { avalancheLaws } from "./support/avalancheLaws.ts";
import { cardanoLaws } from "./support/cardanoLaws.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { lawsSuite } from "./support/lawsSuite.ts";
import { polkadotLaws } from "./support/polkadotLaws.ts";
import { polygonLaws } from "./support/polygonLaws.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";

describe.each(cosmosChains)("$id", (chain) => lawsSuite(cosmosLaws(chain)));

describe.each(Object.entries(lawHistories))("solana, %s", (_name, options) => lawsSuite(solanaLaws(options)));

describe.each([avalancheLaws, cardanoLaws, eigenlayerLaws, polkadotLaws, polygonLaws])("$family", (chain) =>
  lawsSuite(chain),
);
