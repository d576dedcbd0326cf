/** The interface of a beacon client: the listener's calls of the Beacon API, in the listener's types. */
import type { Logger } from "../../../lib/logger.ts";
import type { Fork } from "../../../schemas/eth/events.ts";
import type { createNodeSet, Node, NodeSet } from "../../node/nodes.ts";
import type { BlockJson, EnvelopeJson } from "../block.ts";
import type { RegistryColumns } from "../registryColumns.ts";
import type { Balances } from "../scan/balances.ts";
import type { Committees } from "../scan/committees.ts";
import type { InactivityScores } from "../scan/inactivityScores.ts";
import type { EthChain } from "../spec.ts";
import type {
  ApiPeer,
  AttestationReward,
  AttesterDuty,
  BlockRewards,
  PendingConsolidation,
  SyncDuty,
  SyncReward,
} from "./api.ts";

export type Header = {
  root: string;
  canonical: boolean;
  slot: number;
  proposerIndex: number;
  parentRoot: string;
};

/** An answer and its node, so that a wrong answer found later can be attributed. */
export type From<Value> = { value: Value; node: Node };

export type BeaconClientOptions = {
  urls: readonly string[];
  networkName?: string | undefined;
  requestsPerSecond: number;
  /** An older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  log: Logger;
  nodeOptions?: Partial<Parameters<typeof createNodeSet>[0]>;
};

export type BeaconClient = {
  readonly nodes: NodeSet["nodes"];
  report: NodeSet["report"];
  /** From the first node that answers; every other node must agree with it. */
  chain(signal?: AbortSignal): Promise<EthChain>;
  /** The head's header. @throws SourceError `stale` if it is too old. */
  head(signal?: AbortSignal, options?: { isFollowing: boolean }): Promise<Header>;
  /** undefined: the node has no such block. */
  header(
    id: string | number,
    signal?: AbortSignal,
    except?: readonly Node[],
  ): Promise<From<Header | undefined>>;
  /** All headers of a slot that the node remembers, including orphaned ones. Empty if nodes do not answer. */
  headersAt(slot: number, signal?: AbortSignal): Promise<Header[]>;
  block(
    id: string | number,
    fork: Fork,
    signal?: AbortSignal,
    except?: readonly Node[],
  ): Promise<From<BlockJson | undefined>>;
  /** Gloas: the revealed payload; undefined if the node has none. */
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
  /** The registry in blocks of `batchRows`, read at the caller's pace; `spare` blocks are refilled. */
  validators(
    slot: number,
    batchRows: number,
    signal?: AbortSignal,
    spare?: RegistryColumns[],
  ): AsyncGenerator<From<RegistryColumns>>;
  validatorsById(slot: number, ids: readonly string[], signal?: AbortSignal): Promise<RegistryColumns[]>;
  /** Validators of some statuses of the Beacon API, such as `pending_queued`. */
  validatorsByStatus(
    slot: number,
    statuses: readonly string[],
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]>;
  /** undefined: no node offers the call. */
  balances(slot: number, signal?: AbortSignal): Promise<From<Balances> | undefined>;
  /** Balances of up to 64 validators. null: no node serves them. */
  balancesOf(
    slot: number,
    indices: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ index: number; balance: string }[] | null>;
  /** Scores above zero in a state since Altair. null: no node serves whole states. */
  inactivityScores(slot: number, signal?: AbortSignal): Promise<InactivityScores | null>;
  /** null: no node serves the queue. */
  pendingDeposits(slot: number, signal?: AbortSignal): Promise<{ pubkey: string; amount: string }[] | null>;
  pendingConsolidations(slot: number, signal?: AbortSignal): Promise<PendingConsolidation[] | null>;
  attestationRewards(
    epoch: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<From<AttestationReward[]>>;
  /** For a canonical block since Altair. */
  blockRewards(slot: number, signal?: AbortSignal): Promise<BlockRewards>;
  /** Of all members of the sync committee. */
  syncRewards(slot: number, signal?: AbortSignal): Promise<SyncReward[]>;
  /** Attestation duties of some validators: the committee of each, and its place there. */
  attesterDuties(epoch: number, ids: readonly number[], signal?: AbortSignal): Promise<AttesterDuty[]>;
  /** Seats of some validators in the sync committee of an epoch. */
  syncDuties(epoch: number, ids: readonly number[], signal?: AbortSignal): Promise<SyncDuty[]>;
  /** Whether the node has seen some validators in an epoch. Most nodes answer for the current and the last one only. */
  liveness(
    epoch: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<{ index: number; is_live: boolean }[]>;
  /** Name and version as one node writes them: `Lighthouse/v8.0.0-1a2b3c4/x86_64-linux`. */
  version(node: Node, signal?: AbortSignal): Promise<string>;
  /** The peers of one node. null: it doesn't report them. */
  peers(node: Node, signal?: AbortSignal): Promise<ApiPeer[] | null>;
  /** Server-sent events of one node until it breaks off; a lost connection throws or ends. */
  events(signal: AbortSignal): AsyncGenerator<ChainEvent>;
};

export type Checkpoint = { epoch: number; root: string };
/** A state's checkpoints; `justified`: the current one, if the node reports it. */
export type Checkpoints = { finalized: Checkpoint; justified: Checkpoint | undefined };

export type ChainEvent = { kind: "open" } | { kind: "head" | "block" | "finalized"; root: string };
