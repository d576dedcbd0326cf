/** One Substrate chain of a network: blocks, raw storage, and its runtimes' storage through @polkadot/api. */
import type { ApiPromise } from "@polkadot/api";
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { openApi, sourced } from "./provider.ts";
import { createRpc, type Rpc, type RpcOptions } from "./rpc.ts";

export type ChainIdentity = { name: string; genesisHash: string };

export type Block = { number: number; hash: string };

export type SubstrateChain = {
  identity(signal?: AbortSignal): Promise<ChainIdentity>;
  /** Name and version of each node: `Parity Polkadot/1.22.3-abc`. Nodes that don't report them are left out. */
  software(signal?: AbortSignal): Promise<string[]>;
  finalized(signal?: AbortSignal): Promise<Block>;
  /** @throws SourceError `stale` if no node has the block */
  hashAt(number: number, signal?: AbortSignal): Promise<string>;
  /** The same for several blocks. @throws SourceError `stale` if no node has all of them */
  hashesAt(numbers: readonly number[], signal?: AbortSignal): Promise<string[]>;
  /** The node's current hash at a height, final or not; undefined if no node has one. */
  findHash(number: number, signal?: AbortSignal): Promise<string | undefined>;
  /** The value under a key after a block. @throws SourceError `pruned` if the node has dropped it */
  storage(key: string, blockHash: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** The storage after a block, decoded by the runtime that executed it. @throws SourceError */
  at(blockHash: string): Promise<StateAt>;
  /** Answers contradicted each other: the node of the last one backs off. */
  blame(error: unknown): void;
};

/** The storage after a block. */
export type StateAt = {
  /** Hash of the block. */
  block: string;
  /** The runtime that executed the block. */
  runtime: Awaited<ReturnType<ApiPromise["at"]>>;
  /** Requests more of this state. @throws SourceError */
  request<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>>;
};

/** Runtimes cached by one ApiPromise: each takes some megabytes. */
const runtimesMax = 12;
/** Decimals of DOT: other tokens' amounts would be read in the wrong unit. */
const tokenDecimals = 10;

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const header = z.object({ number: z.string().regex(/^0x[0-9a-f]{1,8}$/) });
const properties = z.object({ tokenDecimals: z.unknown().optional() }).nullable();

function checked<Schema extends z.ZodType>(what: string, schema: Schema) {
  return (result: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(result);
    if (parsed.success) return parsed.data;
    throw new SourceError(`${what}: unknown answer, ${z.prettifyError(parsed.error)}`, {
      code: "bad_answer",
    });
  };
}

const blockHash = checked("chain_getBlockHash", hash);
const knownHash = (number: number) => (result: unknown) => {
  if (result === null)
    throw new SourceError(`the node has no block ${number} yet`, { code: "stale", meta: { number } });
  return blockHash(result);
};
const knownHashes = (numbers: readonly number[]) => (result: unknown) => {
  const hashes = checked("chain_getBlockHash", z.array(hash.nullable()).length(numbers.length))(result);
  return hashes.map((one, i) => knownHash(numbers[i] ?? 0)(one));
};
const storageValue = checked(
  "state_getStorage",
  z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/)
    .nullable(),
);

async function identify(request: Rpc["request"], signal?: AbortSignal): Promise<ChainIdentity> {
  const genesisHash = await request("chain_getBlockHash", [0], blockHash, signal);
  const name = await request("system_chain", [], checked("system_chain", z.string()), signal);
  return { name, genesisHash };
}

/** As the node names itself, and its version. */
async function softwareOf(request: Rpc["request"], signal?: AbortSignal): Promise<string> {
  const text = z.string().max(200);
  const name = await request("system_name", [], checked("system_name", text), signal);
  return `${name}/${await request("system_version", [], checked("system_version", text), signal)}`;
}

/** The decimals of the node's token; a node that reports none is accepted. */
async function decimalsOf(request: Rpc["request"]): Promise<unknown> {
  try {
    const said = await request("system_properties", [], checked("system_properties", properties));
    return Array.isArray(said?.tokenDecimals) ? (said.tokenDecimals[0] as unknown) : said?.tokenDecimals;
  } catch (error) {
    if (isErrorOfKind(error, "source") && error.code === "refused") return undefined;
    throw error;
  }
}

/** @throws SourceError `other_chain`: the node is never requested again */
async function checkUnit(request: Rpc["request"], node: string): Promise<void> {
  const decimals = await decimalsOf(request);
  if (decimals === undefined || decimals === null || decimals === tokenDecimals) return;
  throw new SourceError(`${node} is on a chain whose token has ${String(decimals)} decimals, not 10`, {
    code: "other_chain",
    retryable: false,
  });
}

/**
 * @param role the chain's name in messages: "Asset Hub", "relay chain"
 * @param openSignal aborts ApiPromise's requests
 */
export function createSubstrateChain(
  role: string,
  options: RpcOptions,
  openSignal: AbortSignal | undefined,
): SubstrateChain {
  /** The chain that all nodes must have: the first node's. */
  let pinned: ChainIdentity | undefined;
  const rpc = createRpc(options, async (request, node) => {
    const identity = await identify(request);
    if (pinned !== undefined && identity.genesisHash !== pinned.genesisHash)
      throw new SourceError(
        `${node} is on ${identity.name} (genesis ${identity.genesisHash}), not on the ${role} ${pinned.name} (${pinned.genesisHash})`,
        { code: "other_chain", retryable: false, meta: { node } },
      );
    await checkUnit(request, node);
    pinned ??= identity;
  });

  let opened: Promise<ApiPromise> | undefined;
  let runtimes = new Set<string>();

  function api(): Promise<ApiPromise> {
    if (runtimes.size >= runtimesMax) {
      runtimes = new Set();
      opened = undefined;
    }
    opened ??= openApi(rpc, openSignal).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function at(block: string): Promise<StateAt> {
    const open = await api();
    const runtime = await sourced(`the runtime of block ${block}`, () => open.at(block), openSignal);
    runtimes.add(String(runtime.runtimeVersion.specVersion));
    return {
      block,
      runtime,
      request: (method, params, schema) =>
        rpc.request(method, [...params, block], checked(method, schema), openSignal),
    };
  }

  return {
    identity: (signal) => identify(rpc.request, signal),
    software: (signal) => rpc.each((request) => softwareOf(request, signal)),
    finalized: async (signal) => {
      const headHash = await rpc.request("chain_getFinalizedHead", [], blockHash, signal);
      const { number } = await rpc.request(
        "chain_getHeader",
        [headHash],
        checked("chain_getHeader", header),
        signal,
      );
      return { number: Number(number), hash: headHash };
    },
    hashAt: (number, signal) => rpc.request("chain_getBlockHash", [number], knownHash(number), signal),
    hashesAt: (numbers, signal) => rpc.request("chain_getBlockHash", [numbers], knownHashes(numbers), signal),
    findHash: async (number, signal) => {
      const hashOrNull = checked("chain_getBlockHash", hash.nullable());
      return (await rpc.request("chain_getBlockHash", [number], hashOrNull, signal)) ?? undefined;
    },
    storage: async (key, block, signal) => {
      const value = await rpc.request("state_getStorage", [key, block], storageValue, signal);
      return value === null ? undefined : Buffer.from(value.slice(2), "hex");
    },
    at,
    blame: rpc.blame,
  };
}
