/** Typed Beacon API calls over a set of nodes. Answers are validated here; what they mean is decided by the callers. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { HttpResponse } from "../../lib/http.ts";
import type { Logger } from "../../lib/logger.ts";
import { type Fork, forks } from "../../schemas/eth/events.ts";
import { type Call, createNodeSet, type Node, type NodeSet } from "../nodes.ts";
import { readEvents } from "../serverSentEvents.ts";
import * as api from "./api.ts";
import { type BlockJson, blockAnswer, type EnvelopeJson, envelopeAnswer } from "./block.ts";
import {
  type Balances,
  type Committees,
  createBalanceScanner,
  createCommitteeScanner,
  createValidatorScanner,
  type RegistryColumns,
  type Scanner,
} from "./scan.ts";
import { chainMismatch, describeChain, type EthChain } from "./spec.ts";
import { deserializeBlock } from "./ssz.ts";

export type Header = {
  root: string;
  canonical: boolean;
  slot: number;
  proposerIndex: number;
  parentRoot: string;
};

/** An answer and the node that gave it, so that a lie found later can be laid at its door. */
export type From<Value> = { value: Value; node: Node };

export type BeaconClientOptions = {
  urls: readonly string[];
  networkName?: string | undefined;
  /** What an earlier run pinned: a node of another chain is refused. */
  pinned?: { genesisTime: number; genesisValidatorsRoot: string } | undefined;
  requestsPerSecond: number;
  /** A head that is older is an error while following; 0 = off. */
  maxHeadAgeS: number;
  log: Logger;
  nodeOptions?: Partial<Parameters<typeof createNodeSet>[0]>;
};

export type BeaconClient = {
  readonly nodes: NodeSet["nodes"];
  report: NodeSet["report"];
  /** Learned from the first node that answers; every other node must agree with it. */
  chain(signal?: AbortSignal): Promise<EthChain>;
  /** The head's header. @throws SourceError `stale` when it is too old. */
  head(signal?: AbortSignal, options?: { isFollowing: boolean }): Promise<Header>;
  /** undefined: the node has no such block. */
  header(
    id: string | number,
    signal?: AbortSignal,
    except?: readonly Node[],
  ): Promise<From<Header | undefined>>;
  /** All headers of a slot that the node remembers, orphaned ones too. Nodes may not answer: then empty. */
  headersAt(slot: number, signal?: AbortSignal): Promise<Header[]>;
  block(
    id: string | number,
    fork: Fork,
    signal?: AbortSignal,
    except?: readonly Node[],
  ): Promise<From<BlockJson | undefined>>;
  /** Gloas: the revealed payload; undefined when the node has none. */
  envelope(root: string, signal?: AbortSignal): Promise<EnvelopeJson | undefined>;
  finalized(stateId: string | number, signal?: AbortSignal): Promise<{ epoch: number; root: string }>;
  committees(slot: number, epoch: number, signal?: AbortSignal): Promise<From<Committees>>;
  proposerDuties(
    epoch: number,
    firstSlot: number,
    signal?: AbortSignal,
  ): Promise<From<{ slot: number; validator_index: number }[]>>;
  syncCommittee(slot: number, epoch: number, signal?: AbortSignal): Promise<Uint32Array>;
  /** The registry in blocks of `batchRows`, read as fast as the caller takes them. */
  validators(slot: number, batchRows: number, signal?: AbortSignal): AsyncGenerator<From<RegistryColumns>>;
  validatorsById(slot: number, ids: readonly string[], signal?: AbortSignal): Promise<RegistryColumns[]>;
  /** undefined: no node offers the call. */
  balances(slot: number, signal?: AbortSignal): Promise<From<Balances> | undefined>;
  /** null: no node tells. */
  pendingDeposits(slot: number, signal?: AbortSignal): Promise<{ pubkey: string; amount: string }[] | null>;
  pendingConsolidations(slot: number, signal?: AbortSignal): Promise<api.PendingConsolidation[] | null>;
  attestationRewards(
    epoch: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<From<api.AttestationReward[]>>;
  /** Server-sent events of one node until it breaks off; a lost connection throws or ends. */
  events(signal: AbortSignal): AsyncGenerator<ChainEvent>;
};

export type ChainEvent = { kind: "open" } | { kind: "head" | "block" | "finalized"; root: string };

const gibibyte = 1_073_741_824;
const jsonBytesMax = 134_217_728;
/** Statuses with which nodes say that they don't offer a call. */
const unsupported = [400, 404, 405, 406, 415, 501];
const idsPerRequest = 4096;

function validated<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SourceError("the answer is not JSON", { code: "malformed", cause: error });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error).split("\n").slice(0, 4).join(" ").slice(0, 400);
    throw new SourceError(`the answer has another shape than documented: ${problem}`, { code: "malformed" });
  }
  return parsed.data;
}

async function json<Schema extends z.ZodType>(
  schema: Schema,
  response: HttpResponse,
): Promise<z.output<Schema>> {
  return validated(schema, (await response.bytes()).toString("utf8"));
}

async function scan<Result>(
  scanner: Scanner & { result: () => Result },
  response: HttpResponse,
): Promise<Result> {
  for await (const piece of response.stream()) scanner.push(piece);
  scanner.end();
  return scanner.result();
}

function toHeader(data: z.infer<typeof api.headerAnswer>["data"]): Header {
  const { message } = data.header;
  return {
    root: data.root,
    canonical: data.canonical,
    slot: message.slot,
    proposerIndex: message.proposer_index,
    parentRoot: message.parent_root,
  };
}

async function readChain(
  request: <Value>(call: Call<Value>) => Promise<Value>,
  networkName: string | undefined,
): Promise<EthChain> {
  const genesis = await request({
    path: "/eth/v1/beacon/genesis",
    read: (response) => json(api.genesisAnswer, response),
  });
  const spec = await request({
    path: "/eth/v1/config/spec",
    read: (response) => json(api.specAnswer, response),
  });
  return describeChain(spec.data, genesis.data, networkName);
}

/** A state that must exist was answered with 404: the node doesn't keep it. */
function prunedState(node: Node, slot: number, path: string): SourceError {
  return new SourceError(
    `${node.name} doesn't have the state at slot ${slot} (404 to ${path}): pruned; needs an archive node`,
    { code: "pruned", retryable: false, meta: { node: node.name, slot } },
  );
}

export function createBeaconClient(options: BeaconClientOptions): BeaconClient {
  const { log, pinned } = options;
  let known: EthChain | undefined;
  let sszBroken = false;

  const set = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const chain = await readChain(request, options.networkName);
      const mismatch = known === undefined ? pinnedMismatch(chain) : chainMismatch(known, chain);
      if (mismatch !== undefined) {
        throw new SourceError(`${node.name} is on another chain: ${mismatch}`, {
          code: "other_chain",
          retryable: false,
          meta: { node: node.name },
        });
      }
      known ??= chain;
    },
  });

  function pinnedMismatch(chain: EthChain): string | undefined {
    if (pinned === undefined) return undefined;
    if (chain.genesisValidatorsRoot !== pinned.genesisValidatorsRoot)
      return `genesis_validators_root ${chain.genesisValidatorsRoot}, but ${chain.network} was started with ${pinned.genesisValidatorsRoot}`;
    if (chain.genesisTime !== pinned.genesisTime)
      return `genesis time ${chain.genesisTime}, but ${chain.network} was started with ${pinned.genesisTime}`;
    return undefined;
  }

  async function chain(signal?: AbortSignal): Promise<EthChain> {
    await set.call({
      path: "/eth/v1/beacon/genesis",
      signal,
      read: (response) => json(api.genesisAnswer, response),
    });
    if (known === undefined) throw new SourceError("no node has described its chain", { code: "no_node" });
    return known;
  }

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
      statuses: [404],
      read: async (response, node) => {
        if (response.status === 404) throw prunedState(node, Number(slot), path);
        return json(schema, response);
      },
    });
  }

  /** null when every node refuses: an optional call. */
  async function optional<Value>(run: () => Promise<Value>): Promise<Value | null> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof SourceError && unsupported.includes(Number(error.meta.status))) return null;
      throw error;
    }
  }

  async function head(signal?: AbortSignal, { isFollowing } = { isFollowing: true }): Promise<Header> {
    const described = known ?? (await chain(signal));
    return set.call({
      path: "/eth/v1/beacon/headers/head",
      signal,
      read: async (response, node) => {
        const header = toHeader((await json(api.headerAnswer, response)).data);
        const ageS = Date.now() / 1000 - described.genesisTime - header.slot * described.secondsPerSlot;
        if (isFollowing && options.maxHeadAgeS > 0 && ageS > options.maxHeadAgeS) {
          throw new SourceError(
            `${node.name} is stale: its head, slot ${header.slot}, is ${Math.round(ageS)} s old (ETH_MAX_HEAD_AGE_S is ${options.maxHeadAgeS})`,
            { code: "stale", meta: { node: node.name, slot: header.slot } },
          );
        }
        return header;
      },
    });
  }

  function header(
    id: string | number,
    signal?: AbortSignal,
    except: readonly Node[] = [],
  ): Promise<From<Header | undefined>> {
    return set.call(
      {
        path: `/eth/v1/beacon/headers/${id}`,
        signal,
        statuses: [404],
        read: async (response, node) => {
          if (response.status === 404) {
            await response.bytes();
            return { value: undefined, node };
          }
          const value = toHeader((await json(api.headerAnswer, response)).data);
          checkIdentity(id, value.slot, value.root);
          return { value, node };
        },
      },
      { except },
    );
  }

  async function headersAt(slot: number, signal?: AbortSignal): Promise<Header[]> {
    const answer = await optional(() =>
      set.call({
        path: `/eth/v1/beacon/headers?slot=${slot}`,
        signal,
        statuses: [404],
        read: async (response) => {
          if (response.status !== 404) return (await json(api.headersAnswer, response)).data.map(toHeader);
          await response.bytes();
          return [];
        },
      }),
    );
    return (answer ?? []).filter((found) => found.slot === slot);
  }

  async function readBlock(response: HttpResponse, fork: Fork): Promise<BlockJson> {
    const body = await response.bytes();
    const type = response.headers["content-type"] ?? "";
    if (type.startsWith("application/octet-stream")) {
      const version = String(response.headers["eth-consensus-version"] ?? fork).toLowerCase();
      return deserializeBlock(version, body);
    }
    return validated(blockAnswer, body.toString("utf8")).data.message;
  }

  function block(
    id: string | number,
    fork: Fork,
    signal?: AbortSignal,
    except: readonly Node[] = [],
  ): Promise<From<BlockJson | undefined>> {
    const path = `/eth/v2/beacon/blocks/${id}`;
    // The binary form depends on the preset, and Gloas' is not settled.
    const wantsSsz =
      !sszBroken && known?.presetBase === "mainnet" && forks.indexOf(fork) < forks.indexOf("gloas");
    return set.call(
      {
        path,
        signal,
        statuses: [404],
        headers: wantsSsz ? { accept: "application/octet-stream;q=1,application/json;q=0.9" } : {},
        read: async (response, node) => {
          if (response.status === 404) {
            await response.bytes();
            return { value: undefined, node };
          }
          try {
            const value = await readBlock(response, fork);
            checkIdentity(id, value.slot, undefined);
            return { value, node };
          } catch (error) {
            if (wantsSsz && error instanceof SourceError && error.code === "bad_ssz") {
              sszBroken = true;
              log.warn({ node: node.name, reason: error.message }, "SSZ unreadable, JSON from now on");
            }
            throw error;
          }
        },
      },
      { except },
    );
  }

  async function envelope(root: string, signal?: AbortSignal): Promise<EnvelopeJson | undefined> {
    const answer = await optional(() =>
      set.call({
        path: `/eth/v1/beacon/execution_payload_envelopes/${root}`,
        signal,
        read: async (response) => (await json(envelopeAnswer, response)).data.message,
      }),
    );
    return answer ?? undefined;
  }

  async function committees(slot: number, epoch: number, signal?: AbortSignal): Promise<From<Committees>> {
    const path = `/eth/v1/beacon/states/${slot}/committees?epoch=${epoch}`;
    return set.call({
      path,
      signal,
      bodyBytesMax: gibibyte,
      statuses: [404],
      read: async (response, node) => {
        if (response.status === 404) throw prunedState(node, slot, path);
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
      statuses: [404],
      read: async (response, node) => {
        if (response.status === 404) throw prunedState(node, firstSlot, path);
        const { data } = await json(api.lookaheadAnswer, response);
        const slots = known?.slotsPerEpoch ?? 32;
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
      bodyBytesMax: 4 * gibibyte,
      statuses: [404],
      read: async (response, node) => {
        if (response.status === 404) throw prunedState(node, slot, path);
        return { value: response, node };
      },
    });
  }

  async function* validators(
    slot: number,
    batchRows: number,
    signal?: AbortSignal,
  ): AsyncGenerator<From<RegistryColumns>> {
    const { value: response, node } = await openValidators(slot, signal);
    const ready: RegistryColumns[] = [];
    const scanner = createValidatorScanner(batchRows, (columns) => ready.push(columns));
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

  async function validatorsById(
    slot: number,
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]> {
    const path = `/eth/v1/beacon/states/${slot}/validators`;
    const found: RegistryColumns[] = [];
    for (let start = 0; start < ids.length; start += idsPerRequest) {
      const columns = await set.call({
        path,
        method: "POST",
        body: JSON.stringify({ ids: ids.slice(start, start + idsPerRequest) }),
        signal,
        bodyBytesMax: jsonBytesMax,
        statuses: [404],
        read: async (response, node) => {
          if (response.status === 404) throw prunedState(node, slot, path);
          const batches: RegistryColumns[] = [];
          const scanner = createValidatorScanner(idsPerRequest, (batch) => batches.push(batch));
          return scan<RegistryColumns[]>({ ...scanner, result: () => batches }, response);
        },
      });
      found.push(...columns);
    }
    return found;
  }

  async function balances(slot: number, signal?: AbortSignal): Promise<From<Balances> | undefined> {
    const answer = await optional(() =>
      set.call({
        path: `/eth/v1/beacon/states/${slot}/validator_balances`,
        signal,
        bodyBytesMax: gibibyte,
        read: async (response, node) => ({
          value: await scan<Balances>(createBalanceScanner(), response),
          node,
        }),
      }),
    );
    return answer ?? undefined;
  }

  async function queue<Schema extends z.ZodType<{ data: unknown }>>(
    slot: number,
    name: string,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>["data"] | null> {
    const answer = await optional(() =>
      set.call({
        path: `/eth/v1/beacon/states/${slot}/${name}`,
        signal,
        bodyBytesMax: jsonBytesMax,
        read: (response) => json(schema, response),
      }),
    );
    return answer === null ? null : answer.data;
  }

  async function attestationRewards(
    epoch: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<From<api.AttestationReward[]>> {
    return set.call({
      path: `/eth/v1/beacon/rewards/attestations/${epoch}`,
      method: "POST",
      body: JSON.stringify(ids.map(String)),
      signal,
      bodyBytesMax: 4 * jsonBytesMax,
      read: async (response, node) => ({
        value: (await json(api.attestationRewardsAnswer, response)).data.total_rewards,
        node,
      }),
    });
  }

  async function* events(signal: AbortSignal): AsyncGenerator<ChainEvent> {
    const { value: response, node } = await set.call({
      path: "/eth/v1/events?topics=head,block,chain_reorg,finalized_checkpoint",
      headers: { accept: "text/event-stream", "accept-encoding": "identity" },
      signal,
      bodyBytesMax: Number.POSITIVE_INFINITY,
      // Some slots are empty; several in a row mean that the stream is dead.
      idleTimeoutMs: (known?.secondsPerSlot ?? 12) * 8000,
      read: async (opened, from) => ({ value: opened, node: from }),
    });
    log.debug({ node: node.name }, "event stream opened");
    try {
      yield { kind: "open" };
      for await (const { event, data } of readEvents(response.stream())) {
        const parsed = parseEvent(event, data);
        if (parsed !== undefined) yield parsed;
      }
    } finally {
      response.discard();
    }
  }

  return {
    nodes: set.nodes,
    report: set.report,
    chain,
    head,
    header,
    headersAt,
    block,
    envelope,
    finalized: async (stateId, signal) => {
      const path = `/eth/v1/beacon/states/${stateId}/finality_checkpoints`;
      return (await ofState(stateId, path, api.finalityAnswer, signal)).data.finalized;
    },
    committees,
    proposerDuties,
    syncCommittee,
    validators,
    validatorsById,
    balances,
    pendingDeposits: (slot, signal) => queue(slot, "pending_deposits", api.pendingDepositsAnswer, signal),
    pendingConsolidations: (slot, signal) =>
      queue(slot, "pending_consolidations", api.pendingConsolidationsAnswer, signal),
    attestationRewards,
    events,
  };
}

/** An event that is not understood is passed over: the next head tells everything again. */
function parseEvent(event: string, data: string): ChainEvent | undefined {
  try {
    if (event === "head" || event === "block")
      return { kind: event, root: validated(api.headEvent, data).block };
    if (event === "chain_reorg")
      return { kind: "head", root: validated(api.reorgEvent, data).new_head_block };
    if (event === "finalized_checkpoint")
      return { kind: "finalized", root: validated(api.finalizedEvent, data).block };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  return undefined;
}

/** A node that answers for another block than asked lies. */
function checkIdentity(id: string | number, slot: number, root: string | undefined): void {
  const isOtherSlot = typeof id === "number" && slot !== id;
  const isOtherRoot = typeof id === "string" && id.startsWith("0x") && root !== undefined && root !== id;
  if (isOtherSlot || isOtherRoot) {
    throw new SourceError(`asked for block ${id}, it answered with slot ${slot}, root ${root ?? "unknown"}`, {
      code: "lying",
    });
  }
}
