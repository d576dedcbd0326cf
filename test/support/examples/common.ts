/** Questions about every chain. */
import { type ExampleCase, into } from "./example.ts";

const since = (day: string) => {
  const days = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  return String(days(new Date().toISOString().slice(0, 10)) - days(day));
};

export const commonExamples: Readonly<Record<string, ExampleCase>> = {
  freshness: {
    rows: [
      into("int_eth_day", "day_type, day, date, is_complete", "'mainnet', 'utc', 3, '2026-03-03', 1"),
      into(
        "fct_eth_entity_performance_daily",
        "day_type, id_type, day, date, is_complete",
        "'mainnet', 'utc', 'network', 1, '2026-03-01', 1",
        "'mainnet', 'utc', 'network', 2, '2026-03-02', 1",
        "'mainnet', 'utc', 'network', 3, '2026-03-03', 0",
        "'mainnet', 'chain', 'network', 9, '2026-03-09', 1",
      ),
      into("dim_cosmos_network", "chain, version", "'bbn-1', 'babylon', 2"),
      into("int_cosmos_day", "day, is_complete", "'bbn-1', '2026-03-05', 1"),
      into("fct_solana_network_performance_daily", "day, is_complete", "'mainnet', '2026-02-01', 1"),
      into("fct_polkadot_network_reward_daily", "day, is_complete", "'polkadot', '2026-03-06', 1"),
      into("fct_cardano_network_reward_daily", "day, is_complete", "'mainnet', '2026-02-20', 1"),
      into("fct_avalanche_network_reward_daily", "day, is_complete", "'mainnet', '2026-03-07', 1"),
      into("int_eigenlayer_day", "day", "'mainnet', '2026-03-08'"),
      into("fct_polygon_validator_daily", "validator, day, is_complete", "'mainnet', 1, '2026-03-09', 1"),
    ],
    answer: [
      ["solana", "mainnet", "2026-02-01"],
      ["cardano", "mainnet", "2026-02-20"],
      ["eth", "mainnet", "2026-03-02"],
      ["babylon", "bbn-1", "2026-03-05"],
      ["polkadot", "polkadot", "2026-03-06"],
      ["avalanche", "mainnet", "2026-03-07"],
      ["eigenlayer", "mainnet", "2026-03-08"],
      ["polygon", "mainnet", "2026-03-09"],
    ].map(([chain, network, day = ""]) => ({ chain, network, last_complete_day: day, days_ago: since(day) })),
  },
};
