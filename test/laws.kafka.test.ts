/**
 * The laws of chains on one real Kafka: by day of the two chains whose laws take longest without it; at night of every
 * chain except Ethereum (test/ethLaws.kafka.long.test.ts).
 */
import { afterAll, beforeAll, describe } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { avalancheLaws } from "./support/avalancheLaws.ts";
import { cardanoLaws } from "./support/cardanoLaws.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import type { LawChain } from "./support/laws.ts";
import { lawsOnKafka } from "./support/lawsOnKafka.ts";
import { thinned } from "./support/nightCases.ts";
import { polkadotLaws } from "./support/polkadotLaws.ts";
import { polygonLaws } from "./support/polygonLaws.ts";
import { lawHistories, solanaLaws } from "./support/solanaLaws.ts";

const chains: readonly LawChain[] = [
  polkadotLaws,
  solanaLaws(lawHistories["through its migration"]),
  ...cosmosChains.slice(0, 1).map(cosmosLaws),
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

describe.each(thinned(chains, 2))("$family", (chain) => lawsOnKafka(chain, () => broker));
