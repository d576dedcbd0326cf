/** Calls about states that must exist: checkpoints, committees, duties. */
import type { z } from "zod";
import type { NodeSet } from "../../node/nodes.ts";
import { type Committees, createCommitteeScanner } from "../scan/committees.ts";
import type { EthChain } from "../spec.ts";
import { gibibyte, json, jsonBytesMax, optional, scan, throwPruned } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, From } from "./beacon.ts";

type StateCalls = Pick<
  BeaconClient,
  "checkpoints" | "finalized" | "committees" | "proposerDuties" | "syncCommittee"
>;

export function createStateCalls(context: {
  set: NodeSet;
  /** Known once a node has answered. */
  chain: () => EthChain | undefined;
}): StateCalls {
  const { set } = context;

  /** A JSON call about a state that must exist. */
  function ofState<Schema extends z.ZodType>(
    slot: number | string,
    path: string,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    return set.call({
      path,
      signal,
      bodyBytesMax: jsonBytesMax,
      absent: throwPruned(slot, path),
      read: (response) => json(schema, response),
    });
  }

  async function committees(slot: number, epoch: number, signal?: AbortSignal): Promise<From<Committees>> {
    const path = `/eth/v1/beacon/states/${slot}/committees?epoch=${epoch}`;
    return set.call({
      path,
      signal,
      isBulk: true,
      bodyBytesMax: gibibyte,
      absent: throwPruned(slot, path),
      read: async (response, node) => {
        return { value: await scan<Committees>(createCommitteeScanner(), response), node };
      },
    });
  }

  async function proposerDuties(
    epoch: number,
    firstSlot: number,
    signal?: AbortSignal,
  ): Promise<From<{ slot: number; validator_index: number }[]>> {
    for (const version of ["v2", "v1"]) {
      const duties = await optional(() =>
        set.call({
          path: `/eth/${version}/validator/duties/proposer/${epoch}`,
          signal,
          read: async (response, node) => ({
            value: (await json(api.proposerDutiesAnswer, response)).data,
            node,
          }),
        }),
      );
      if (duties !== null) return duties;
    }
    const path = `/eth/v1/beacon/states/${firstSlot}/proposer_lookahead`;
    return set.call({
      path,
      signal,
      absent: throwPruned(firstSlot, path),
      read: async (response, node) => {
        const { data } = await json(api.lookaheadAnswer, response);
        const slots = context.chain()?.slotsPerEpoch ?? 32;
        const value = data
          .slice(0, slots)
          .map((validator_index, offset) => ({ slot: firstSlot + offset, validator_index }));
        return { value, node };
      },
    });
  }

  async function syncCommittee(slot: number, epoch: number, signal?: AbortSignal): Promise<Uint32Array> {
    const path = `/eth/v1/beacon/states/${slot}/sync_committees?epoch=${epoch}`;
    return Uint32Array.from((await ofState(slot, path, api.syncCommitteeAnswer, signal)).data.validators);
  }

  const checkpoints: BeaconClient["checkpoints"] = async (stateId, signal) => {
    const path = `/eth/v1/beacon/states/${stateId}/finality_checkpoints`;
    const { data } = await ofState(stateId, path, api.finalityAnswer, signal);
    return { finalized: data.finalized, justified: data.current_justified };
  };

  return {
    checkpoints,
    finalized: async (stateId, signal) => (await checkpoints(stateId, signal)).finalized,
    committees,
    proposerDuties,
    syncCommittee,
  };
}
