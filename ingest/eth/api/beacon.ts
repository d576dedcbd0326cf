/** What a beacon client offers: the calls of the Beacon API that the listener makes, in its own terms. */
import type { Logger } from "../../../lib/logger.ts";
import type { Fork } from "../../../schemas/eth/events.ts";
import type { createNodeSet, Node, NodeSet } from "../../node/nodes.ts";
import type { BlockJson, EnvelopeJson } from "../block.ts";
import type { RegistryColumns } from "../registryColumns.ts";
import type { Balances } from "../scan/balances.ts";
import type { Committees } from "../scan/committees.ts";
import type { InactivityScores } from "../scan/inactivityScores.ts";
import type { EthChain } from "../spec.ts";
import type { ApiPeer, AttestationReward, BlockRewards, PendingConsolidation, SyncReward } from "./api.ts";

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
  envelope(
    root: string,
    signal?: AbortSignal,
    except?: readonly Node[],
  ): Promise<From<EnvelopeJson | undefined>>;
  finalized(stateId: string | number, signal?: AbortSignal): Promise<Checkpoint>;
  checkpoints(stateId: string | number, signal?: AbortSignal): Promise<Checkpoints>;
  committees(slot: number, epoch: number, signal?: AbortSignal): Promise<From<Committees>>;
  proposerDuties(
    epoch: number,
    firstSlot: number,
    signal?: AbortSignal,
  ): Promise<From<{ slot: number; validator_index: number }[]>>;
  syncCommittee(slot: number, epoch: number, signal?: AbortSignal): Promise<Uint32Array>;
  /** The registry in blocks of `batchRows`, read as fast as the caller takes them; `spare` ones are filled again. */
  validators(
    slot: number,
    batchRows: number,
    signal?: AbortSignal,
    spare?: RegistryColumns[],
  ): AsyncGenerator<From<RegistryColumns>>;
  validatorsById(slot: number, ids: readonly string[], signal?: AbortSignal): Promise<RegistryColumns[]>;
  /** undefined: no node offers the call. */
  balances(slot: number, signal?: AbortSignal): Promise<From<Balances> | undefined>;
  /** Of up to 64 validators. null: no node tells. */
  balancesOf(
    slot: number,
    indices: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ index: number; balance: string }[] | null>;
  /** Scores above zero in a state since Altair. null: no node serves whole states. */
  inactivityScores(slot: number, signal?: AbortSignal): Promise<InactivityScores | null>;
  /** null: no node tells. */
  pendingDeposits(slot: number, signal?: AbortSignal): Promise<{ pubkey: string; amount: string }[] | null>;
  pendingConsolidations(slot: number, signal?: AbortSignal): Promise<PendingConsolidation[] | null>;
  attestationRewards(
    epoch: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<From<AttestationReward[]>>;
  /** Of a canonical block since Altair. */
  blockRewards(slot: number, signal?: AbortSignal): Promise<BlockRewards>;
  /** Of all members of the sync committee. */
  syncRewards(slot: number, signal?: AbortSignal): Promise<SyncReward[]>;
  /** Whom one node is connected to. null: it doesn't tell. */
  peers(node: Node, signal?: AbortSignal): Promise<ApiPeer[] | null>;
  /** Server-sent events of one node until it breaks off; a lost connection throws or ends. */
  events(signal: AbortSignal): AsyncGenerator<ChainEvent>;
};

export type Checkpoint = { epoch: number; root: string };
/** Of a state; `justified`: the current one, where the node says it. */
export type Checkpoints = { finalized: Checkpoint; justified: Checkpoint | undefined };

export type ChainEvent = { kind: "open" } | { kind: "head" | "block" | "finalized"; root: string };
