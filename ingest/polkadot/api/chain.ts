/** One Substrate chain of a network: blocks, raw storage, and what its runtimes' storage says through @polkadot/api. */
import type { ApiPromise } from "@polkadot/api";
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { openApi, sourced } from "./provider.ts";
import { createRpc, type Rpc, type RpcOptions } from "./rpc.ts";

export type ChainIdentity = { name: string; genesisHash: string };

export type Block = { number: number; hash: string };

export type SubstrateChain = {
  identity(signal?: AbortSignal): Promise<ChainIdentity>;
  finalized(signal?: AbortSignal): Promise<Block>;
  /** @throws SourceError `stale` when no node knows a block there */
  hashAt(number: number, signal?: AbortSignal): Promise<string>;
  /** The same of several. @throws SourceError `stale` when no node knows all of them */
  hashesAt(numbers: readonly number[], signal?: AbortSignal): Promise<string[]>;
  /** Whatever stands there now; undefined when no node has one. */
  findHash(number: number, signal?: AbortSignal): Promise<string | undefined>;
  /** What is stored under a key after a block. @throws SourceError `pruned` when the node has dropped it */
  storage(key: string, blockHash: string, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** What storage holds after a block, by the runtime that ran it. @throws SourceError */
  at(blockHash: string): Promise<StateAt>;
  /** Answers turned out to contradict one another: whoever gave the last one rests. */
  blame(error: unknown): void;
};

/** The storage after a block. */
export type StateAt = {
  /** Hash of the block. */
  block: string;
  /** What the runtime that ran the block makes of it. */
  runtime: Awaited<ReturnType<ApiPromise["at"]>>;
  /** Asks for more of it. @throws SourceError */
  ask<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>>;
};

/** Runtimes that one ApiPromise remembers: each has some megabytes. */
const runtimesMax = 12;
/** Decimals of DOT: amounts of other tokens would be read by the wrong unit. */
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
  const found = checked("chain_getBlockHash", z.array(hash.nullable()).length(numbers.length))(result);
  return found.map((one, i) => knownHash(numbers[i] ?? 0)(one));
};
const storageValue = checked(
  "state_getStorage",
  z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/)
    .nullable(),
);

async function identify(ask: Rpc["ask"], signal?: AbortSignal): Promise<ChainIdentity> {
  const genesisHash = await ask("chain_getBlockHash", [0], blockHash, signal);
  const name = await ask("system_chain", [], checked("system_chain", z.string()), signal);
  return { name, genesisHash };
}

/** What the node says of its token; a node that says nothing is believed. */
async function decimalsOf(ask: Rpc["ask"]): Promise<unknown> {
  try {
    const said = await ask("system_properties", [], checked("system_properties", properties));
    return Array.isArray(said?.tokenDecimals) ? (said.tokenDecimals[0] as unknown) : said?.tokenDecimals;
  } catch (error) {
    if (isErrorOfKind(error, "source") && error.code === "refused") return undefined;
    throw error;
  }
}

/** @throws SourceError `other_chain`: the node is never asked again */
async function checkUnit(ask: Rpc["ask"], node: string): Promise<void> {
  const decimals = await decimalsOf(ask);
  if (decimals === undefined || decimals === null || decimals === tokenDecimals) return;
  throw new SourceError(`${node} is on a chain whose token has ${String(decimals)} decimals, not 10`, {
    code: "other_chain",
    retryable: false,
  });
}

/**
 * @param role as messages name the chain: "Asset Hub", "relay chain"
 * @param openSignal ends what ApiPromise asks for
 */
export function createSubstrateChain(
  role: string,
  options: RpcOptions,
  openSignal: AbortSignal | undefined,
): SubstrateChain {
  /** Of all nodes: as the first one says. */
  let pinned: ChainIdentity | undefined;
  const rpc = createRpc(options, async (ask, node) => {
    const found = await identify(ask);
    if (pinned !== undefined && found.genesisHash !== pinned.genesisHash)
      throw new SourceError(
        `${node} is on ${found.name} (genesis ${found.genesisHash}), not on the ${role} ${pinned.name} (${pinned.genesisHash})`,
        { code: "other_chain", retryable: false, meta: { node } },
      );
    await checkUnit(ask, node);
    pinned ??= found;
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
      ask: (method, params, schema) =>
        rpc.ask(method, [...params, block], checked(method, schema), openSignal),
    };
  }

  return {
    identity: (signal) => identify(rpc.ask, signal),
    finalized: async (signal) => {
      const found = await rpc.ask("chain_getFinalizedHead", [], blockHash, signal);
      const { number } = await rpc.ask(
        "chain_getHeader",
        [found],
        checked("chain_getHeader", header),
        signal,
      );
      return { number: Number(number), hash: found };
    },
    hashAt: (number, signal) => rpc.ask("chain_getBlockHash", [number], knownHash(number), signal),
    hashesAt: (numbers, signal) => rpc.ask("chain_getBlockHash", [numbers], knownHashes(numbers), signal),
    findHash: async (number, signal) => {
      const found = checked("chain_getBlockHash", hash.nullable());
      return (await rpc.ask("chain_getBlockHash", [number], found, signal)) ?? undefined;
    },
    storage: async (key, block, signal) => {
      const found = await rpc.ask("state_getStorage", [key, block], storageValue, signal);
      return found === null ? undefined : Buffer.from(found.slice(2), "hex");
    },
    at,
    blame: rpc.blame,
  };
}
