/** Logs in nodes' answers: what is requested, and whether an answer can be true. Pure. */
import { SourceError } from "../../lib/errors.ts";
import { type RpcCall, toQuantity } from "../execution/client.ts";
import { sortLogs } from "../execution/logOrder.ts";

export type Log = {
  address: string;
  topics: readonly string[];
  data: string;
  block: number;
  logIndex: number;
  transaction: string;
};

type RawLog = Record<string, unknown>;

export type LogsRequest = { from: number; to: number; addresses: ReadonlySet<string>; lastHash: string };

export const logsCall = (
  addresses: readonly string[],
  topics: readonly string[],
  { from, to }: { from: number; to: number },
): RpcCall => ({
  method: "eth_getLogs",
  params: [{ address: addresses, topics: [topics], fromBlock: toQuantity(from), toBlock: toQuantity(to) }],
});

const wordPattern = /^0x[0-9a-f]{64}$/;
const dataPattern = /^0x(?:[0-9a-f]{2})*$/;

function bad(problem: string): SourceError {
  return new SourceError(`eth_getLogs: ${problem}`, { code: "bad_answer" });
}

function numberOf(value: unknown): number {
  const number = typeof value === "string" && /^0x0*[0-9a-f]{1,8}$/i.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw bad(`${String(value)} is no number of a block or log`);
  return number;
}

function textOf(value: unknown, pattern: RegExp): string {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (!pattern.test(text)) throw bad(`${String(value).slice(0, 80)} is no word of a log`);
  return text;
}

function readLog(raw: RawLog, request: LogsRequest): Log {
  const block = numberOf(raw.blockNumber);
  const address = String(raw.address).toLowerCase();
  const isRequested =
    raw.removed !== true && block >= request.from && block <= request.to && request.addresses.has(address);
  if (!isRequested)
    throw new SourceError(
      `eth_getLogs: a log of ${address} in block ${block}, requested were blocks ${request.from} to ${request.to}`,
      { code: "lying" },
    );
  if (!Array.isArray(raw.topics)) throw bad("a log without topics");
  return {
    address,
    topics: raw.topics.map((topic) => textOf(topic, wordPattern)),
    data: textOf(raw.data, dataPattern),
    block,
    logIndex: numberOf(raw.logIndex),
    transaction: textOf(raw.transactionHash, wordPattern),
  };
}

/**
 * An answer's logs in chain order.
 * @throws SourceError `bad_answer`, or `lying` for an unrequested log, or one of another block than the node has there
 */
export function readLogs(result: unknown, request: LogsRequest): Log[] {
  if (!Array.isArray(result)) throw bad("the answer is no list");
  const hashes = new Map([[request.to, request.lastHash]]);
  const logs = result.map((raw: RawLog) => {
    const log = readLog(raw, request);
    const hash = String(raw.blockHash).toLowerCase();
    const knownHash = hashes.get(log.block) ?? hash;
    if (knownHash !== hash)
      throw new SourceError(`eth_getLogs: block ${log.block} is ${knownHash}, and ${hash} in a log of it`, {
        code: "lying",
      });
    hashes.set(log.block, hash);
    return log;
  });
  return sortLogs(logs, ({ block }) => block);
}
