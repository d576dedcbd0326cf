/** Lido's NodeOperatorsRegistry: the operators of its validators, as stored in the contract at one block. */
import { Contract } from "ethers";
import { ConfigError } from "../../../lib/errors.ts";
import { codeAnswer, type ExecutionClient, parsed, toQuantity } from "../../execution/client.ts";

/** On mainnet. */
export const lidoRegistryAddress = "0x55032650b14df07b85bF18A3a3eC8E0Af2e028d5";

const views = [
  "function getNodeOperatorsCount() view returns (uint256)",
  "function getNodeOperator(uint256 id, bool fullInfo) view returns (bool active, string name, address rewardAddress, uint64 vetted, uint64 exited, uint64 added, uint64 deposited)",
  "function getSigningKeys(uint256 id, uint256 offset, uint256 limit) view returns (bytes pubkeys, bytes signatures, bool[] used)",
];

/** Keys per call: 6 million gas, 180 KB. */
const keysAtOnce = 500;
/** Concurrent calls. */
const callsAtOnce = 8;
/** Hex digits of a public key. */
const keyDigits = 96;

export type NodeOperator = {
  id: number;
  /** As stored; it may be empty, and not unique. */
  name: string;
  /** Public keys with deposits. */
  keys: string[];
};

type Views = {
  getNodeOperatorsCount(at: { blockTag: number }): Promise<bigint>;
  getNodeOperator(
    id: number,
    fullInfo: boolean,
    at: { blockTag: number },
  ): Promise<{ name: string; deposited: bigint }>;
  getSigningKeys(
    id: number,
    offset: number,
    limit: number,
    at: { blockTag: number },
  ): Promise<{ pubkeys: string; used: boolean[] }>;
};

/** Results of calls, some at a time. */
async function inTurn<Item, Value>(
  items: readonly Item[],
  call: (item: Item) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let first = 0; first < items.length; first += callsAtOnce) {
    signal?.throwIfAborted();
    values.push(...(await Promise.all(items.slice(first, first + callsAtOnce).map(call))));
  }
  return values;
}

/**
 * Every operator with its keys in use.
 * @throws ConfigError if there is no contract at the address; SourceError, also for a contract of another kind
 */
export async function readLidoRegistry(
  client: ExecutionClient,
  { address, block }: { address: string; block: number },
  { onKeys, signal }: { onKeys: (done: number, total: number) => void; signal?: AbortSignal },
): Promise<NodeOperator[]> {
  const code = await client.request(
    [{ method: "eth_getCode", params: [address, toQuantity(block)] }],
    ([result]) => parsed(codeAnswer, "eth_getCode", result),
    signal,
  );
  if (code === "0x")
    throw new ConfigError(`There is no contract at ${address} in block ${block}`, { code: "no_contract" });
  return await client.use(async (provider) => {
    const registry = new Contract(address, views, provider) as unknown as Views;
    const at = { blockTag: block };
    const ids = Array.from({ length: Number(await registry.getNodeOperatorsCount(at)) }, (_, id) => id);
    const infos = await inTurn(ids, (id) => registry.getNodeOperator(id, true, at), signal);
    const operators = infos.map(({ name }, id): NodeOperator => ({ id, name, keys: [] }));
    const pages = infos.flatMap(({ deposited }, id) =>
      Array.from({ length: Math.ceil(Number(deposited) / keysAtOnce) }, (_, page) => ({
        id,
        offset: page * keysAtOnce,
        limit: Math.min(keysAtOnce, Number(deposited) - page * keysAtOnce),
      })),
    );
    const total = pages.reduce((sum, { limit }) => sum + limit, 0);
    let done = 0;
    await inTurn(
      pages,
      async ({ id, offset, limit }) => {
        const { pubkeys, used } = await registry.getSigningKeys(id, offset, limit, at);
        const keys = used.flatMap((isUsed, place) =>
          isUsed ? [`0x${pubkeys.slice(2 + place * keyDigits, 2 + (place + 1) * keyDigits)}`] : [],
        );
        operators[id]?.keys.push(...keys);
        done += limit;
        onKeys(done, total);
      },
      signal,
    );
    return operators;
  }, signal);
}
