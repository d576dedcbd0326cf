/** Reads the logs of a run of final blocks, piece by piece where nodes refuse to tell of all at once. */
import { blockCall, type ExecutionClient } from "../execution/client.ts";
import { isRangeRefused } from "../execution/errors.ts";
import { askAll, type Header, readHeader } from "./calls.ts";
import { type BlockRun, type DayEnd, dayOfBlock, dayOfTime, findDayEnds } from "./days.ts";
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
  const { logs, begin, last } = await askAll(
    client,
    [logsCall(addresses, decoder.topics, run), blockCall(to), blockCall(first)],
    ([told, end, start]) => {
      // That the node has the last block shows that it doesn't lag behind.
      const lastHeader = readHeader(end, to);
      const asked = { ...run, addresses: new Set(addresses), lastHash: lastHeader.hash };
      const found: Log[] = readLogs(told, asked);
      return { logs: found, last: lastHeader, begin: readHeader(start, first) };
    },
    signal,
  );
  const ends = await findDayEnds(client, [begin, last], signal);
  const dates = { ends, firstDay: dayOfTime(begin.time) };
  const facts = decoder.decode(logs.map((log) => ({ log, day: dayOfBlock(dates, log.block) })));
  const before = from === 0 ? undefined : begin;
  return { run, facts, logCount: logs.length, before, last, ...dates };
}

/** The pieces of a run, in order. @throws SourceError */
export async function readWindow(deps: WindowDeps, run: BlockRun, signal: AbortSignal): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const left = [run];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to } = next;
    try {
      pieces.push(await readPiece(deps, next, signal));
    } catch (error) {
      if (from === to || !isRangeRefused(error)) throw error;
      signal.throwIfAborted();
      deps.onRefused?.(next);
      const middle = Math.floor((from + to) / 2);
      left.push({ from: middle + 1, to }, { from, to: middle });
    }
  }
  return pieces;
}
