/** Logs as nodes tell them: what is asked, and whether an answer can be true. Pure. */
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

type Told = Record<string, unknown>;

export type AskedLogs = { from: number; to: number; addresses: ReadonlySet<string>; lastHash: string };

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

function readLog(told: Told, asked: AskedLogs): Log {
  const block = numberOf(told.blockNumber);
  const address = String(told.address).toLowerCase();
  const isAsked =
    told.removed !== true && block >= asked.from && block <= asked.to && asked.addresses.has(address);
  if (!isAsked)
    throw new SourceError(
      `eth_getLogs: a log of ${address} in block ${block}, requested were blocks ${asked.from} to ${asked.to}`,
      { code: "lying" },
    );
  if (!Array.isArray(told.topics)) throw bad("a log without topics");
  return {
    address,
    topics: told.topics.map((topic) => textOf(topic, wordPattern)),
    data: textOf(told.data, dataPattern),
    block,
    logIndex: numberOf(told.logIndex),
    transaction: textOf(told.transactionHash, wordPattern),
  };
}

/**
 * The logs of an answer in the order of the chain.
 * @throws SourceError `bad_answer`, `lying` for a log that wasn't asked for, or of another block than the node has there
 */
export function readLogs(result: unknown, asked: AskedLogs): Log[] {
  if (!Array.isArray(result)) throw bad("the answer is no list");
  const hashes = new Map([[asked.to, asked.lastHash]]);
  const logs = result.map((told: Told) => {
    const log = readLog(told, asked);
    const hash = String(told.blockHash).toLowerCase();
    const known = hashes.get(log.block) ?? hash;
    if (known !== hash)
      throw new SourceError(`eth_getLogs: block ${log.block} is ${known}, and ${hash} in a log of it`, {
        code: "lying",
      });
    hashes.set(log.block, hash);
    return log;
  });
  return sortLogs(logs, ({ block }) => block);
}
