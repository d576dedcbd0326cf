/** Calls about states that nodes may not offer. Their data is unknown then. */
import type { z } from "zod";
import { type AppError, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { createOptionalCalls, optionalRounds } from "../../node/optional.ts";
import { type Balances, createBalanceScanner } from "../scan/balances.ts";
import { createScoreScanner, type InactivityScores } from "../scan/inactivityScores.ts";
import type { EthChain } from "../spec.ts";
import { gibibyte, json, jsonBytesMax, optional, scan } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, From } from "./beacon.ts";

type OptionalStateCalls = Pick<
  BeaconClient,
  "balances" | "balancesOf" | "pendingDeposits" | "pendingConsolidations" | "inactivityScores"
>;

export function createOptionalStateCalls(context: {
  set: NodeSet;
  log: Logger;
  /** Known once a node has answered. */
  chain: () => EthChain | undefined;
}): OptionalStateCalls {
  const { set } = context;
  /** Calls that are not offered, as in `optional`, or not answered as documented. */
  const readable = createOptionalCalls({
    isRefused: ({ code }) => code === "malformed",
    warn: (call, error) => warn(call, error, "an optional call failed; its data is unknown"),
  });
  const warned = new Set<string>();
  function warn(call: string, { meta, message: reason }: AppError, text: string): void {
    context.log.warn({ node: meta.node, call, reason }, text);
    warned.add(call);
  }
  /** A call refused for one state may be answered for the next one: it is repeated, and logged once. */
  const optionalCall = <Value>(name: string, run: () => Promise<Value>) =>
    readable(name, () =>
      optional(run, (error) => {
        if (!warned.has(name)) warn(name, error, "an optional call was refused; its data is unknown");
      }),
    );

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

  return {
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
