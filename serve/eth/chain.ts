/** Ethereum's networks, and what is asked of them for most requests. */
import type { ServedChain } from "../chain.ts";
import type { Services } from "../services.ts";

export const ethereum: ServedChain = {
  id: "eth",
  mainNetwork: "mainnet",
  networksSql: "lookup/eth/networks.sql",
  note: "Amounts on Ethereum are gwei unless a field says otherwise.",
};

type NetworkFacts = {
  /** Seconds since 1970 of slot 0. */
  genesisTime: number;
  slotsPerEpoch: number;
  secondsPerSlot: number;
};

/** The constants of a network; undefined when there is nothing of it. */
export async function networkFacts(services: Services, network: string): Promise<NetworkFacts | undefined> {
  const rows = await services.lookup<{ network: string } & Record<keyof NetworkFacts, string>>(
    ethereum.networksSql,
  );
  const row = rows.find((known) => known.network === network);
  return (
    row && {
      genesisTime: Number(row.genesisTime),
      slotsPerEpoch: Number(row.slotsPerEpoch),
      secondsPerSlot: Number(row.secondsPerSlot),
    }
  );
}

/** Number of the latest day with records; 0 when there are none. */
export async function lastDay(
  services: Services,
  network: string,
  dayType: "chain" | "utc",
): Promise<number> {
  const values = { network, dayType };
  const [row] = await services.lookup<{ lastDay: number | string }>("lookup/eth/last_day.sql", values);
  return Number(row?.lastDay ?? 0);
}
