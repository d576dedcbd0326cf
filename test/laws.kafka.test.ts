/** The laws of every chain but Ethereum (test/ethLaws.kafka.long.test.ts) on one real Kafka. */
import { afterAll, beforeAll, describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { avalancheLaws } from "./support/avalancheLaws.ts";
import { cardanoLaws } from "./support/cardanoLaws.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import type { LawChain } from "./support/laws.ts";
import { lawsOnKafka } from "./support/lawsOnKafka.ts";
import { polkadotLaws } from "./support/polkadotLaws.ts";
import { polygonLaws } from "./support/polygonLaws.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";

const chains: readonly LawChain[] = [
  ...cosmosChains.slice(0, 1).map(cosmosLaws),
  solanaLaws(lawHistories["through its migration"]),
  polkadotLaws,
  cardanoLaws,
  avalancheLaws,
  eigenlayerLaws,
  polygonLaws,
];

let broker: KafkaBroker;
beforeAll(async () => {
  broker = await startKafka();
});
afterAll(() => broker.close());

describe.each(chains)("$family", (chain) => lawsOnKafka(chain, () => broker));
