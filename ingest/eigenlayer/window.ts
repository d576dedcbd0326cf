/** Reads the logs of a run of final blocks, in pieces if nodes refuse all at once. */

import { dayOfSeconds } from "../../lib/days.ts";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { blockCall, type ExecutionClient } from "../execution/client.ts";
import { isRangeRefused } from "../execution/errors.ts";
import { type Header, readHeader, requestAll } from "./calls.ts";
import { type BlockRun, type DayEnd, dayOfBlock, findDayEnds } from "./days.ts";
import type { LogDecoder } from "./decode.ts";
import type { Facts } from "./facts.ts";
import { type Log, logsCall, readLogs } from "./logs.ts";

export type Piece = {
  run: BlockRun;
  facts: Facts;
  logCount: number;
  /** The block before the run; undefined before the chain's first one. */
  before: Header | undefined;
  last: Header;
  /** Days that end with a block from the one before the run to the one before its last. */
  ends: DayEnd[];
  firstDay: number;
};

export type WindowDeps = {
  client: ExecutionClient;
  decoder: LogDecoder;
  /** In lower case. */
  addresses: readonly string[];
  onRefused?: (run: BlockRun) => void;
};

async function readPiece(deps: WindowDeps, run: BlockRun, signal: AbortSignal): Promise<Piece> {
  const { client, decoder, addresses } = deps;
  const { from, to } = run;
  const first = Math.max(0, from - 1);
  const { logs, begin, last } = await requestAll(
    client,
    [logsCall(addresses, decoder.topics, run), blockCall(to), blockCall(first)],
    ([rawLogs, end, start]) => {
      // A node that has the last block does not lag.
      const lastHeader = readHeader(end, to);
      const request = { ...run, addresses: new Set(addresses), lastHash: lastHeader.hash };
      const sorted: Log[] = readLogs(rawLogs, request);
      return { logs: sorted, last: lastHeader, begin: readHeader(start, first) };
    },
    signal,
    { isLarge: from < to, logsFrom: from },
  );
  const ends = await findDayEnds(client, [begin, last], signal);
  const dates = { ends, firstDay: dayOfSeconds(begin.time) };
  const facts = decoder.decode(logs.map((log) => ({ log, day: dayOfBlock(dates, log.block) })));
  const before = from === 0 ? undefined : begin;
  return { run, facts, logCount: logs.length, before, last, ...dates };
}

/** The first block whose logs nodes keep, by bisection. */
async function firstKept(deps: WindowDeps, { from, to }: BlockRun, signal: AbortSignal): Promise<number> {
  const has = async (block: number): Promise<boolean> => {
    const call = logsCall(deps.addresses, deps.decoder.topics, { from: block, to: block });
    return await deps.client
      .request([call], () => true, signal, { logsFrom: block })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (isErrorOfKind(error, "source") && error.code === "pruned") return false;
        throw error;
      });
  };
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @throws SourceError that names the first block with logs */
async function explainPruned(
  deps: WindowDeps,
  { from }: BlockRun,
  { error, signal }: { error: SourceError; signal: AbortSignal },
): Promise<never> {
  const final = await deps.client.block("finalized", signal);
  const first = await firstKept(deps, { from, to: final?.number ?? from }, signal);
  throw new SourceError(
    `the node is pruned: it has no logs before block ${first}, and all from the contracts' first one are needed. ` +
      `Use another node. It returned: ${error.message}`,
    { code: "pruned", retryable: false, meta: { lowest: first }, cause: error },
  );
}

/** @throws SourceError `inconsistent` when two pieces of a run are of two chains */
function checkFollows({ before }: Piece, previous: Piece | undefined): void {
  if (previous === undefined || before === undefined || before.hash === previous.last.hash) return;
  throw new SourceError(
    `block ${before.number} is ${before.hash}, but ${previous.last.hash} was read before: the node's chain has changed`,
    { code: "inconsistent" },
  );
}

/** The pieces of a run, in order. @throws SourceError */
export async function readWindow(deps: WindowDeps, run: BlockRun, signal: AbortSignal): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const left = [run];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to } = next;
    try {
      const piece = await readPiece(deps, next, signal);
      checkFollows(piece, pieces.at(-1));
      pieces.push(piece);
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "pruned")
        await explainPruned(deps, next, { error, signal });
      if (from === to || !isRangeRefused(error)) throw error;
      signal.throwIfAborted();
      deps.onRefused?.(next);
      const middle = Math.floor((from + to) / 2);
      left.push({ from: middle + 1, to }, { from, to: middle });
    }
  }
  return pieces;
}
