import { z } from "zod";
import { capacity, poolCapacity, stakeMovement } from "../../../schemas/eth/movementRecords.ts";
import { stakeAction, timeWindow } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, timesOf } from "../../eth/chain.ts";
import { entityId, entityOf, optionalIdType } from "../../eth/entities.ts";

/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };
const window = timeWindow
  .default("1d")
  .describe("Chain days that end with the last complete one, limited to those stored");

const operatorStakeMovement = defineEndpoint({
  operation: "operatorStakeMovement",
  method: "get",
  path: "/v0/eth/operators/{operator_id}/stakeMovement",
  tag: "Ethereum operators (v0)",
  chain,
  summary: "Validators of an entity that became active, or left",
  description: "One record. A validator counts for its entity of that day.",
  kind: "array",
  params: z.object({ operator_id: entityId }),
  query: z.object({ idType: optionalIdType, stakeAction, window }),
  aliases: { id_type: "idType", stake_action: "stakeAction" },
  answer: { row: stakeMovement, sql: "v0/eth/operator_stake_movement.sql" },
  prepare: async ({ params, query, network }, services) => {
    const { slotsPerEpoch, secondsPerSlot } = await timesOf(services, network);
    const values = {
      ...(await entityOf(services, network, params.operator_id, query.idType)),
      epochMinutes: (slotsPerEpoch * secondsPerSlot) / 60,
      stakeAction: query.stakeAction,
      window: query.window,
    };
    return { values };
  },
  weight,
});

const networkCapacity = defineEndpoint({
  operation: "networkCapacity",
  method: "get",
  path: "/v0/eth/network/capacity",
  tag: "Ethereum network (v0)",
  chain,
  summary: "How much of the activation and exit churn was used, by time window",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: capacity, sql: "v0/eth/network_capacity.sql" },
  prepare: async ({ network }) => ({ values: { network } }),
  weight,
});

const networkPoolCapacity = defineEndpoint({
  operation: "networkPoolCapacity",
  method: "get",
  path: "/v0/eth/network/capacity/pool",
  tag: "Ethereum network (v0)",
  chain,
  summary: "Each pool's part of the activation or exit churn, largest first",
  kind: "array",
  params: z.object({}),
  query: z.object({ window, stakeAction }),
  aliases: { stake_action: "stakeAction" },
  answer: { row: poolCapacity, sql: "v0/eth/network_capacity_pools.sql" },
  prepare: async ({ query, network }) => ({ values: { ...query, network } }),
  weight,
});

export const movementEndpoints = [operatorStakeMovement, networkCapacity, networkPoolCapacity];
