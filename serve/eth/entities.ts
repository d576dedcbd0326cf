/** Shared by the endpoints of Ethereum's entities: ids and windows. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { epochsPerDay } from "../../schemas/eth/calendar.ts";
import { choice } from "../../schemas/request.ts";
import type { Services } from "../services.ts";
import { calendarOf } from "./chain.ts";

/** Types in the order in which an id without a type is looked up. */
export const idTypes = [
  "pool",
  "nodeOperator",
  "poolShare",
  "depositAddress",
  "withdrawalAddress",
  "dvtNetwork",
  "dvtOperator",
] as const;

export const idType = choice(idTypes);

/** The entity in a path. */
export const entityId = z
  .string()
  .min(1)
  .max(200)
  .describe("Name of the entity, in its own case, or an address")
  .meta({ example: "Example Pool" });

export const optionalIdType = idType
  .optional()
  .describe("Type of the entity; default: the first of pool, nodeOperator, poolShare, … that has the name");

/** Which entities of a type. */
export const entityQuery = {
  poolType: choice(["all", "cex", "lst"]).default("all").describe("Pools of exchanges, or of liquid staking"),
  parentId: z.string().min(1).max(200).optional().describe("Only shares of this pool or node operator"),
};

/** The requested list of fct_eth_entity_rank. Kinds are of pools, parents of shares: no entity has both. */
function listOf(query: {
  poolType: string;
  parentId?: string | undefined;
  parentEntity?: string | undefined;
}): string {
  const parent = query.parentId ?? query.parentEntity;
  if (query.poolType === "all") return parent === undefined ? "all" : `of ${parent}`;
  return parent === undefined ? query.poolType : "none";
}

const address = /^0x[0-9a-f]{40}$/i;

/** An entity's id as it is stored: addresses in lower case. */
export const storedEntityId = (text: string) => (address.test(text) ? text.toLowerCase() : text);

/**
 * The requested entity.
 * @throws ApiError 404 that names it when there is none of the type
 */
export async function entityOf(
  services: Services,
  network: string,
  name: string,
  requestedType: (typeof idTypes)[number] | undefined,
): Promise<{ network: string; id: string; idType: string }> {
  const id = storedEntityId(name);
  const matches = await services.lookup<{ idType: string }>("lookup/eth/entity.sql", {
    network,
    id,
    idTypes: requestedType === undefined ? [...idTypes] : [requestedType],
  });
  const matchedType = idTypes.find((type) => matches.some((one) => one.idType === type));
  if (matchedType === undefined)
    throw new ApiError(404, `${requestedType ?? "Entity"} "${name}" was not found on ${network}`);
  return { network, id, idType: matchedType };
}

/** Where the page of a list of entities is read: what is older than its version is left of longer ones. */
export async function listValues(services: Services, network: string, query: Parameters<typeof listOf>[0]) {
  const [row] = await services.lookup<{ version: string }>("lookup/eth/entity_list_version.sql", { network });
  return { network, version: row?.version ?? "0", list: listOf(query) };
}

type ListPage = { limit: number; offset: number; sortOrder: "asc" | "desc" };

/** Ranks of a page of a list: by `desc` they are counted from the end of the list. @param list its values */
export async function listRanks(
  services: Services,
  list: QueryParams,
  { limit, offset, sortOrder }: ListPage,
): Promise<QueryParams> {
  if (sortOrder === "asc") return { from: offset, size: limit, sortOrder };
  const [row] = await services.lookup<{ total: number | string }>("lookup/eth/entity_list_size.sql", list);
  const end = Math.max(0, Number(row?.total ?? 0) - offset);
  const from = Math.max(0, end - limit);
  return { from, size: end - from, sortOrder };
}

/** The inputs of a forward-looking rate of return. */
export async function forwardValues(
  services: Services,
  network: string,
): Promise<{ baseRewardGwei: string | null; epochsPerDay: number }> {
  const calendar = await calendarOf(services, network);
  const [row] = await services.lookup<{ baseRewardGwei: string }>("lookup/eth/base_reward.sql", { network });
  return {
    baseRewardGwei: row?.baseRewardGwei ?? null,
    epochsPerDay: calendar === undefined ? 0 : epochsPerDay(calendar),
  };
}

/** The same with the network's rate of execution rewards in a window. */
export async function forwardValuesOf(services: Services, network: string, window: string) {
  const [whole] = await services.lookup<{ networkExecutionPercentage: number | null }>(
    "lookup/eth/network_execution_apr.sql",
    { network, window },
  );
  return {
    ...(await forwardValues(services, network)),
    networkExecutionPercentage: whole?.networkExecutionPercentage ?? null,
  };
}

/** The last complete day with stored records of entities; 0 when there is none. */
export async function lastEntityDay(
  services: Services,
  network: string,
  dayType: "chain" | "utc",
): Promise<number> {
  const values = { network, dayType };
  const [row] = await services.lookup<{ day: number }>("lookup/eth/last_complete_day.sql", values);
  return row?.day ?? 0;
}

/** The day whose mapping metadata shows: the last complete chain day. */
export const mappingDay = (services: Services, network: string) => lastEntityDay(services, network, "chain");

export const aprType = choice(["backward", "forward"])
  .default("backward")
  .describe("backward: the return earned; forward: the return expected now at the window's effectiveness");
