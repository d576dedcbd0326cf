/** Contract calls at a block, and headers: several in a request, answered by one node. */
import { z } from "zod";
import { type AppError, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import {
  blockCall,
  blockNumber,
  type ExecutionClient,
  hashAnswer,
  parsed,
  quantity,
  type RpcCall,
  toQuantity,
} from "../execution/client.ts";
import { isBatchRefused } from "../execution/errors.ts";
import { callsMax } from "../execution/provider.ts";
import { createPortions, largeRequestRounds, type Portions } from "../node/portions.ts";

export type Header = { number: number; hash: string; time: number };

const headerAnswer = z.object({ number: blockNumber, hash: hashAnswer, timestamp: quantity }).nullable();

/** @throws SourceError `stale` if the node doesn't have the block, `lying` if it returns another one */
export function readHeader(result: unknown, wanted: number | string): Header {
  const header = parsed(headerAnswer, "eth_getBlockByNumber", result);
  if (header === null) throw new SourceError(`it has no block ${wanted}`, { code: "stale" });
  if (typeof wanted === "number" && header.number !== wanted)
    throw new SourceError(`its block ${wanted} is ${header.number}`, { code: "lying" });
  return { number: header.number, hash: header.hash, time: Number(header.timestamp) };
}

/** How many calls a client's nodes accept in one request. */
const batchesOf = new WeakMap<ExecutionClient, Portions>();

function batches(client: ExecutionClient): Portions {
  const portions = batchesOf.get(client) ?? createPortions(callsMax, isBatchRefused);
  batchesOf.set(client, portions);
  return portions;
}

/**
 * Results of calls in one request; split, down to single calls, if nodes refuse so many at once.
 * @param logsFrom the first block whose logs are requested
 * @param isLarge whether a single call may be too much, so that its caller makes it smaller
 */
export async function requestAll<Value>(
  client: ExecutionClient,
  calls: readonly RpcCall[],
  read: (results: readonly unknown[]) => Value,
  signal: AbortSignal,
  { isLarge = false, logsFrom }: { isLarge?: boolean; logsFrom?: number } = {},
): Promise<Value> {
  const { size, attempt } = batches(client);
  const triesOf = (rounds: number | undefined) => ({
    rounds: rounds ?? (isLarge ? largeRequestRounds : undefined),
    logsFrom,
  });
  if (calls.length <= size()) {
    // In one request: the results are compared before the next node is requested.
    const whole = await attempt(
      calls.length,
      (rounds) => client.request(calls, read, signal, triesOf(rounds)),
      signal,
    );
    if (whole !== undefined) return whole.value;
  }
  const results: unknown[] = [];
  while (results.length < calls.length) {
    const part = calls.slice(results.length, results.length + size());
    const run = (rounds: number | undefined) =>
      client.request(part, (values) => [...values], signal, triesOf(rounds));
    const answer = await attempt(part.length, run, signal);
    if (answer !== undefined) results.push(...answer.value);
  }
  return read(results);
}

/** Headers by their numbers. */
export async function readHeaders(
  client: ExecutionClient,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<Header[]> {
  return await requestAll(
    client,
    numbers.map(blockCall),
    (results) => numbers.map((number, i) => readHeader(results[i], number)),
    signal,
  );
}

export type ContractCall = { to: string; data: string };

const callsAtOnce = 50;
const wordsPattern = /^0x(?:[0-9a-f]{2})*$/i;

const ethCall = ({ to, data }: ContractCall, block: number): RpcCall => ({
  method: "eth_call",
  params: [{ to, data }, toQuantity(block)],
});

function textOf(result: unknown): string {
  if (typeof result === "string" && wordsPattern.test(result)) return result;
  throw new SourceError("eth_call: the answer is no bytes", { code: "bad_answer" });
}

/** Whether no node can answer: the contract reverts, or the state at that block is pruned. */
const isWithout = (error: unknown): error is AppError =>
  isErrorOfKind(error, "source") && (error.code === "refused" || error.code === "pruned");

type Caller = { client: ExecutionClient; signal: AbortSignal; onUnanswered?: (error: AppError) => void };

/** The returned bytes, undefined if a call reverts or the state is pruned. */
export async function callContracts(
  { client, signal, onUnanswered }: Caller,
  calls: readonly ContractCall[],
  block: number,
): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = [];
  const request = (part: readonly ContractCall[]) =>
    requestAll(
      client,
      part.map((call) => ethCall(call, block)),
      (results) => results.map(textOf),
      signal,
    );
  for (let start = 0; start < calls.length; start += callsAtOnce) {
    const part = calls.slice(start, start + callsAtOnce);
    try {
      answers.push(...(await request(part)));
    } catch (error) {
      signal.throwIfAborted();
      if (!isWithout(error)) throw error;
      for (const call of part)
        answers.push(
          await request([call]).then(
            ([answer]) => answer,
            (own: unknown) => {
              if (!isWithout(own)) throw own;
              if (own.meta.isHalted !== true) onUnanswered?.(own);
              return undefined;
            },
          ),
        );
    }
  }
  return answers;
}
