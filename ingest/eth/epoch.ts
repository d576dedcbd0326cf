/** One epoch: everything that is requested for it, and its messages. */

import { SourceError } from "../../lib/errors.ts";
import { pack } from "../../lib/packed.ts";
import type { BlockMessage, CommitteeMessage, EpochMessage, EthMessage } from "../../schemas/eth/events.ts";
import type { NodeRewardsMessage } from "../../schemas/eth/nodeRewards.ts";
import type { PreparedUnit, Publish, UnitCalls } from "../listener/session.ts";
import type { BeaconClient, From, Header } from "./api/beacon.ts";
import { fetchDayBalance, fetchSlashedBalances, fetchSyncBalances } from "./balances.ts";
import { type EpochBlocks, fetchEpochBlocks } from "./blocks.ts";
import { toBusMessage } from "./busMessage.ts";
import { checkCommitteeCover, checkCommitteeShape, checkProposers } from "./check.ts";
import { decodeBlock, missedSlot, orphanedBlock } from "./decode.ts";
import { decodeCommittees, decodeInactivityScores, decodeRegistry, scoreRowsMax } from "./decodeState.ts";
import { type EpochSource, payloadsOf } from "./epochSource.ts";
import { fetchPendingDeposits, fetchStartingScores } from "./epochState.ts";
import type { RewardedEpoch } from "./nodeRewards.ts";
import type { RegistryFetch, RegistryRun } from "./registryRun.ts";
import type { Committees } from "./scan/committees.ts";
import type { InactivityScores } from "./scan/inactivityScores.ts";
import { type EthChain, forkAt } from "./spec.ts";
import { touchedBy } from "./touched.ts";

/** Consolidations executed in the transition into an epoch, with the balances around it, and those queued since. */
export type Consolidations = Pick<
  EpochMessage,
  "consolidations" | "consolidation_balances" | "pending_consolidations"
>;

/** Answers that several neighbouring epochs share. */
export type SharedFacts = {
  syncCommittee(epoch: number, signal: AbortSignal): Promise<Uint32Array | null>;
  /** @param isFirst whether the queue was never published before: then all of it is new */
  consolidations(epoch: number, isFirst: boolean, signal: AbortSignal): Promise<Consolidations>;
};

export type EpochFacts = {
  blocks: EpochBlocks;
  /** Undefined: the epoch has no block. */
  last: SlotAndRoot | undefined;
  committees: From<Committees>;
  duties: From<{ slot: number; validator_index: number }[]>;
  syncCommittee: Uint32Array | null;
  finalizedEpochAfter: number;
  consolidations: Consolidations;
  registry: RegistryFetch;
  /** Scores before the epoch's rewards, for the first epoch of a history; null: not needed, or no node returns its state. */
  inactivityScores: InactivityScores | null;
};

type SlotAndRoot = { slot: number; root: string };

/** State that a run carries from epoch to epoch. */
export type RunState = {
  /** Last canonical block handed over, or the cursor's; undefined before the first epoch. */
  last?: SlotAndRoot | undefined;
  /** Validators that the blocks of the epoch before touched. */
  touched: readonly string[];
};

export type EpochContext = {
  client: BeaconClient;
  chain: EthChain;
  shared: SharedFacts;
  /** Sources of an epoch's facts other than beacon nodes. */
  sources: readonly EpochSource[];
  registryRun: RegistryRun;
  state: RunState;
  role: EpochMessage["role"];
  epoch: number;
  isFirst: boolean;
  /** The first epoch that will be computed, with nothing known before it. */
  isHistoryStart: boolean;
  finalized: { epoch: number; root: string };
  /** Blocks of the epoch that were seen while it was the head. */
  seen: () => readonly Header[];
  /** The node's own rewards of the epoch before. @param own the input of this epoch's rewards */
  nodeRewards: (own: RewardedEpoch & { finalizedEpochAfter: number }) => Promise<NodeRewardsMessage[]>;
  /** Called when the bus has all of the epoch: it is not tried again in this run. */
  onPublished: () => void;
  /** Called after the commit, for head tracking. */
  onCommitted: (published: PublishedEpoch) => void;
};

export type PublishedEpoch = {
  blocks: BlockMessage[];
  committees: CommitteeMessage[];
  epoch: EpochMessage;
  /** The last canonical block up to the epoch's end. */
  last: SlotAndRoot | undefined;
};

/** All requests that do not depend on earlier epochs. */
export async function fetchEpoch(context: EpochContext, signal: AbortSignal): Promise<EpochFacts> {
  const { client, chain, epoch } = context;
  const firstSlot = epoch * chain.slotsPerEpoch;
  const [registry, committees, blocks, duties, syncCommittee, finalized, consolidations, scores] =
    await Promise.all([
      context.registryRun.fetch(epoch, context.isFirst, signal),
      client.committees(firstSlot, epoch, signal),
      fetchEpochBlocks({ client, chain, finalized: context.finalized }, epoch, signal),
      client.proposerDuties(epoch, firstSlot, signal),
      context.shared.syncCommittee(epoch, signal),
      client.finalized(firstSlot + chain.slotsPerEpoch, signal),
      context.shared.consolidations(epoch, context.isFirst, signal),
      fetchStartingScores(context, signal),
    ]);
  return {
    registry,
    committees,
    blocks,
    last: await lastBlock(context, blocks, signal),
    duties,
    syncCommittee,
    finalizedEpochAfter: finalized.epoch,
    consolidations,
    inactivityScores: scores,
  };
}

function blockMessages(context: EpochContext, blocks: EpochBlocks): BlockMessage[] {
  const { chain, epoch } = context;
  const bySlot = new Map(blocks.canonical.map((entry) => [entry.slot, entry]));
  const slotContext = (slot: number) => ({
    network: chain.network,
    epoch,
    slot,
    fork: forkAt(chain, epoch),
    finality: "final" as const,
    observedSlot: context.finalized.epoch * chain.slotsPerEpoch,
  });
  const messages: BlockMessage[] = [];
  for (let slot = epoch * chain.slotsPerEpoch; slot < (epoch + 1) * chain.slotsPerEpoch; slot += 1) {
    const entry = bySlot.get(slot);
    messages.push(
      entry === undefined
        ? missedSlot(slotContext(slot))
        : decodeBlock(slotContext(slot), entry.root, entry.block, entry.envelope),
    );
  }
  const roots = new Set(blocks.canonical.map((entry) => entry.root));
  const orphans = new Map([...blocks.orphans, ...context.seen()].map((orphan) => [orphan.root, orphan]));
  for (const orphan of orphans.values()) {
    if (!roots.has(orphan.root)) messages.push(orphanedBlock(slotContext(orphan.slot), orphan));
  }
  return messages;
}

function wrongAnswer(
  context: EpochContext,
  source: From<unknown>,
  what: string,
  problem: string,
): SourceError {
  const error = new SourceError(`${source.node.name}, ${what} of epoch ${context.epoch}: ${problem}`, {
    code: "lying",
    meta: { node: source.node.name, epoch: context.epoch },
  });
  context.client.report(source.node, error);
  return error;
}

/** The last block of the epoch; the one before it if the first epoch of a run has none. */
async function lastBlock(
  { client, state, isFirst }: EpochContext,
  { canonical, parentBlockRoot }: EpochBlocks,
  signal: AbortSignal,
): Promise<SlotAndRoot | undefined> {
  const last = canonical.at(-1);
  if (last !== undefined) return { slot: last.slot, root: last.root };
  if (!isFirst || state.last !== undefined) return undefined;
  const { value } = await client.header(parentBlockRoot, signal);
  return { slot: value?.slot ?? 0, root: parentBlockRoot };
}

export function prepareEpoch(
  context: EpochContext,
  facts: EpochFacts,
  fetchSignal: AbortSignal,
): PreparedUnit {
  const { chain, epoch, state } = context;
  const firstSlot = epoch * chain.slotsPerEpoch;
  const blocks = blockMessages(context, facts.blocks);
  const shape = checkCommitteeShape(facts.committees.value, firstSlot, chain.slotsPerEpoch);
  if (shape !== undefined) throw wrongAnswer(context, facts.committees, "committees", shape);
  const proposers = checkProposers(facts.duties.value, blocks, firstSlot, chain.slotsPerEpoch);
  if (proposers !== undefined) throw wrongAnswer(context, facts.duties, "proposer duties", proposers);

  const committees = decodeCommittees(
    chain.network,
    epoch,
    firstSlot,
    chain.slotsPerEpoch,
    facts.committees.value,
  );
  const { finalizedEpochAfter } = facts;
  const nodeRewards = context.nodeRewards({ blocks, committees, finalizedEpochAfter });
  nodeRewards.catch(() => undefined);
  const payloads = payloadsOf(epoch, blocks);
  const fetched = context.sources.map((source) => ({
    source,
    messages: source.fetch(payloads, fetchSignal),
  }));
  // The error is thrown when the messages are published.
  for (const { messages } of fetched) messages.catch(() => undefined);
  const firstBlock = facts.blocks.canonical.filter((entry) => entry.slot === firstSlot);

  async function publish(
    publishBatch: Publish,
    signal: AbortSignal,
    { confirm }: UnitCalls = {},
  ): Promise<() => void> {
    const send = (messages: readonly EthMessage[]) => publishBatch(messages.map(toBusMessage));
    const touched = [...state.touched, ...touchedBy(firstBlock, { withBalances: true })];
    const unit = context.registryRun.unit(epoch, facts.registry, touched, signal);
    const deposits = unit.kind === "snapshot" ? await fetchPendingDeposits(context, signal) : null;
    await confirm?.();
    const registry = await unit.publish((blocks) =>
      send(blocks.map((columns) => decodeRegistry(chain.network, epoch, unit.kind, columns))),
    );
    const { withdrawableEpoch, isActive } = registry;
    const syncBalances = await fetchSyncBalances(context, facts.syncCommittee, withdrawableEpoch, signal);
    const slashedBalances = await fetchSlashedBalances(context, blocks, registry, signal);
    const dayBalance = await fetchDayBalance(context, isActive, signal);
    const hasLaterRequests =
      syncBalances.length > 0 || slashedBalances.length > 0 || dayBalance !== undefined;
    if (facts.registry.kind !== "whole" || hasLaterRequests) await confirm?.();
    const cover = checkCommitteeCover(facts.committees.value, isActive);
    if (cover !== undefined) throw wrongAnswer(context, facts.committees, "committees", cover);

    await send(blocks);
    // Concurrently, so that slow sources do not add up.
    const lists = await Promise.all(
      fetched.map(async ({ source, messages }) => [...(await messages), ...(await source.late(signal))]),
    );
    for (const messages of lists) if (messages.length > 0) await send(messages);
    await send(committees);
    const rewards = await nodeRewards;
    if (rewards.length > 0) await send(rewards);
    if (deposits !== null && deposits.length > 0) await send(deposits);
    const scores = facts.inactivityScores;
    if (scores !== null) await send(decodeInactivityScores(chain.network, epoch, scores, scoreRowsMax));

    const message: EpochMessage = {
      type: "epoch",
      network: chain.network,
      epoch,
      observed_slot: context.finalized.epoch * chain.slotsPerEpoch,
      role: context.role,
      fork: forkAt(chain, epoch),
      genesis_time: String(chain.genesisTime),
      genesis_validators_root: chain.genesisValidatorsRoot,
      spec: chain.spec,
      proposer_duties: facts.duties.value,
      sync_committee: facts.syncCommittee === null ? null : pack(facts.syncCommittee),
      finalized_epoch_after: facts.finalizedEpochAfter,
      // For epoch 0 the genesis block, even if no node serves it as a block: votes are for it.
      parent_block_root: facts.blocks.parentBlockRoot,
      registry_epoch: registry.snapshotEpoch,
      registry_rows: registry.rows,
      pending_deposit_rows: deposits === null ? null : deposits.reduce((sum, part) => sum + part.count, 0),
      ...facts.consolidations,
      sync_balances: syncBalances,
      slashed_balances: slashedBalances,
      ...(dayBalance === undefined ? {} : { day_balance: dayBalance }),
      inactivity_score_rows: scores === null ? null : scores.validatorIndex.length,
    };
    await send([message]);
    registry.commit();
    const last = facts.last ?? state.last;
    state.last = last;
    state.touched = touchedBy(facts.blocks.canonical, { withBalances: false });
    context.onPublished();
    return () => context.onCommitted({ blocks, committees, epoch: message, last });
  }

  return {
    parent: { root: facts.blocks.parentBlockRoot },
    last: facts.last && { position: facts.last.slot, root: facts.last.root },
    publish,
  };
}
