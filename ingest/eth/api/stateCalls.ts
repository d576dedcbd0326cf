/** Calls about states: committees, duties, the registry, queues. */
import type { z } from "zod";
import { type AppError, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { HttpResponse } from "../../node/http.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { createOptionalCalls, optionalRounds } from "../../node/optional.ts";
import type { RegistryColumns } from "../registryColumns.ts";
import { type Balances, createBalanceScanner } from "../scan/balances.ts";
import { type Committees, createCommitteeScanner } from "../scan/committees.ts";
import { createScoreScanner, type InactivityScores } from "../scan/inactivityScores.ts";
import { createValidatorScanner } from "../scan/validators.ts";
import type { EthChain } from "../spec.ts";
import { gibibyte, idsPerRequest, json, jsonBytesMax, optional, scan, throwPruned } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, From } from "./beacon.ts";

type StateCalls = Pick<
  BeaconClient,
  | "finalized"
  | "checkpoints"
  | "committees"
  | "proposerDuties"
  | "syncCommittee"
  | "validators"
  | "validatorsById"
  | "validatorsByStatus"
  | "balances"
  | "balancesOf"
  | "inactivityScores"
  | "pendingDeposits"
  | "pendingConsolidations"
>;

export function createStateCalls(context: {
  set: NodeSet;
  log: Logger;
  chain: () => EthChain | undefined;
}): StateCalls {
  const { set } = context;
  /** Calls that are not offered, as in `optional`, or not answered as documented. */
  const readable = createOptionalCalls({
    isRefused: ({ code }) => code === "malformed",
    warn: (call, error) => say(call, error, "an optional call failed; its data is unknown"),
  });
  const said = new Set<string>();
  function say(call: string, { meta, message: reason }: AppError, text: string): void {
    context.log.warn({ node: meta.node, call, reason }, text);
    said.add(call);
  }
  /** A call refused for one state may be answered for the next one: it is repeated, and logged once. */
  const optionalCall = <Value>(name: string, run: () => Promise<Value>) =>
    readable(name, () =>
      optional(run, (error) => {
        if (!said.has(name)) say(name, error, "an optional call was refused; its data is unknown");
      }),
    );

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

  /** The open answer of a state's registry: its body is read later, piece by piece. */
  function openValidators(slot: number, signal?: AbortSignal): Promise<From<HttpResponse>> {
    const path = `/eth/v1/beacon/states/${slot}/validators`;
    return set.call({
      path,
      signal,
      isBulk: true,
      bodyBytesMax: 4 * gibibyte,
      absent: throwPruned(slot, path),
      read: async (response, node) => ({ value: response, node }),
    });
  }

  async function* validators(
    slot: number,
    batchRows: number,
    signal?: AbortSignal,
    spare?: RegistryColumns[],
  ): AsyncGenerator<From<RegistryColumns>> {
    const { value: response, node } = await openValidators(slot, signal);
    const ready: RegistryColumns[] = [];
    const scanner = createValidatorScanner(batchRows, (columns) => ready.push(columns), spare);
    try {
      for await (const piece of response.stream()) {
        scanner.push(piece);
        for (const value of ready.splice(0)) yield { value, node };
      }
      scanner.end();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      const named = new SourceError(`${node.name}, registry at slot ${slot}: ${error.message}`, {
        code: error.code,
        cause: error,
        meta: { node: node.name, slot },
      });
      set.report(node, named);
      throw named;
    } finally {
      response.discard();
    }
    for (const value of ready) yield { value, node };
  }

  /** Validators that match a filter, in one request. */
  function selectValidators(
    slot: number,
    filter: { ids?: readonly string[]; statuses?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]> {
    const path = `/eth/v1/beacon/states/${slot}/validators`;
    return set.call({
      path,
      method: "POST",
      body: JSON.stringify(filter),
      signal,
      bodyBytesMax: jsonBytesMax,
      absent: throwPruned(slot, path),
      read: async (response) => {
        const batches: RegistryColumns[] = [];
        const scanner = createValidatorScanner(idsPerRequest, (batch) => batches.push(batch));
        return scan<RegistryColumns[]>({ ...scanner, result: () => batches }, response);
      },
    });
  }

  async function validatorsById(
    slot: number,
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]> {
    const all: RegistryColumns[] = [];
    for (let start = 0; start < ids.length; start += idsPerRequest)
      all.push(...(await selectValidators(slot, { ids: ids.slice(start, start + idsPerRequest) }, signal)));
    return all;
  }

  async function balances(slot: number, signal?: AbortSignal): Promise<From<Balances> | undefined> {
    const answer = await optionalCall("validator_balances", () =>
      set.call<From<Balances> | null>({
        path: `/eth/v1/beacon/states/${slot}/validator_balances`,
        signal,
        isBulk: true,
        bodyBytesMax: gibibyte,
        absent: () => null,
        read: async (response, node) => ({
          value: await scan<Balances>(createBalanceScanner(), response),
          node,
        }),
      }),
    );
    return answer ?? undefined;
  }

  /** A state's queue, if nodes offer it. */
  async function queue<Schema extends z.ZodType<{ data: unknown }>>(
    slot: number,
    name: string,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>["data"] | null> {
    const [call = name] = name.split("?");
    const answer = await optionalCall(call, () =>
      set.call<z.output<Schema> | null>({
        path: `/eth/v1/beacon/states/${slot}/${name}`,
        signal,
        bodyBytesMax: jsonBytesMax,
        rounds: optionalRounds,
        absent: () => null,
        read: (response) => json(schema, response),
      }),
    );
    return answer === null ? null : answer.data;
  }

  async function inactivityScores(slot: number, signal?: AbortSignal): Promise<InactivityScores | null> {
    try {
      return await set.call({
        path: `/eth/v2/debug/beacon/states/${slot}`,
        signal,
        headers: { accept: "application/octet-stream" },
        bodyBytesMax: 4 * gibibyte,
        read: async (response, node) => {
          const scanner = createScoreScanner(context.chain()?.constants ?? {});
          const isBinary = String(response.headers["content-type"]).startsWith("application/octet-stream");
          if (!isBinary || scanner === undefined)
            throw new SourceError(`${node.name} doesn't serve states in SSZ`, {
              code: "refused",
              retryable: false,
            });
          for await (const piece of response.stream()) {
            // The bytes after the scores are not read.
            if (scanner.push(piece)) break;
          }
          return scanner.result();
        },
      });
    } catch (error) {
      signal?.throwIfAborted();
      // Few nodes offer it, and refusals take any form: the records name what is missing then.
      if (error instanceof SourceError) return null;
      throw error;
    }
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
    validators,
    validatorsById,
    validatorsByStatus: (slot, statuses, signal) => selectValidators(slot, { statuses }, signal),
    balances,
    balancesOf: (slot, indices, signal) => {
      const ids = indices.map((index) => `id=${index}`).join("&");
      return queue(slot, `validator_balances?${ids}`, api.balancesAnswer, signal);
    },
    pendingDeposits: (slot, signal) => queue(slot, "pending_deposits", api.pendingDepositsAnswer, signal),
    pendingConsolidations: (slot, signal) =>
      queue(slot, "pending_consolidations", api.pendingConsolidationsAnswer, signal),
    inactivityScores,
  };
}
