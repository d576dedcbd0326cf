/** Ethereum's networks, and the facts about them that most requests need. */
import { ApiError } from "../../lib/errors.ts";
import { type Calendar, epochsPerDay } from "../../schemas/eth/calendar.ts";
import type { ServedChain } from "../chain.ts";
import type { Services } from "../services.ts";

export const ethereum: ServedChain = {
  id: "eth",
  mainNetwork: "mainnet",
  networksSql: "lookup/eth/networks.sql",
  note: "Amounts on Ethereum are gwei unless a field says otherwise.",
};

/** Times of a network; undefined without data. */
export async function calendarOf(services: Services, network: string): Promise<Calendar | undefined> {
  const rows = await services.lookup<Record<keyof Calendar, string>>(ethereum.networksSql);
  const row = rows.find((candidate) => candidate.network === network);
  return (
    row && {
      network,
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

/** Whether data of execution nodes, and of relays, is stored for a network: as SQL values. */
export async function executionKnownOf(services: Services, network: string) {
  type Known = { isExecutionKnown: number; isRelayKnown: number };
  const [row] = await services.lookup<Known>("lookup/eth/execution_known.sql", { network });
  return row ?? { isExecutionKnown: 0, isRelayKnown: 0 };
}

/** Times of a network as SQL values. @throws ApiError 404 without data */
export async function timesOf(services: Services, network: string) {
  const calendar = await calendarOf(services, network);
  if (calendar === undefined) throw new ApiError(404, `Nothing of ${network} is here yet`);
  const { genesisTime, slotsPerEpoch, secondsPerSlot } = calendar;
  return { network, genesisTime, slotsPerEpoch, secondsPerSlot, epochsPerDay: epochsPerDay(calendar) };
}
