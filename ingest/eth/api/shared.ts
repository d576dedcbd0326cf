/** Answers that several epochs share, requested once: sync committees and the queue of consolidations. */
import { LRUCache } from "lru-cache";
import { SourceError } from "../../../lib/errors.ts";
import { isPruned } from "../../listener/pruned.ts";
import type { Consolidations, SharedFacts } from "../epoch.ts";
import { type EthChain, forkAt, isForkFrom } from "../spec.ts";
import type { PendingConsolidation } from "./api.ts";
import type { BeaconClient } from "./beacon.ts";

type Balance = { gwei: bigint; effectiveGwei: bigint; isSlashed: boolean };

/** A cache of pending and finished requests; a failed one is repeated. */
function createMemo<Value>(size: number): (key: number, request: () => Promise<Value>) => Promise<Value> {
  const cache = new LRUCache<number, Promise<Value>>({ max: size });
  return (key, request) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const pending = request();
    cache.set(key, pending);
    pending.catch(() => cache.delete(key));
    return pending;
  };
}

/** Entries whose source is not in another queue. A validator is a source once: it is exiting from then on. */
function without(
  entries: readonly PendingConsolidation[],
  others: readonly PendingConsolidation[],
): PendingConsolidation[] {
  const sources = new Set(others.map((entry) => entry.source_index));
  return entries.filter((entry) => !sources.has(entry.source_index));
}

export function createSharedFacts(client: BeaconClient, chain: EthChain): SharedFacts {
  const syncCommittees = createMemo<Uint32Array>(4);
  const queues = createMemo<PendingConsolidation[] | null>(32);
  const period = Number(chain.constants.EPOCHS_PER_SYNC_COMMITTEE_PERIOD ?? 256);

  function queueAt(epoch: number, signal: AbortSignal): Promise<PendingConsolidation[] | null> {
    if (!isForkFrom(forkAt(chain, epoch), "electra")) return Promise.resolve([]);
    return queues(epoch, () => client.pendingConsolidations(epoch * chain.slotsPerEpoch, signal));
  }

  /** Validators' balances after a slot. @throws SourceError `lying` if one of them is missing */
  async function balancesAfter(
    slot: number,
    indices: readonly number[],
    signal: AbortSignal,
  ): Promise<(index: number) => Balance> {
    const balances = new Map<number, Balance>();
    for (const columns of await client.validatorsById(slot, [...new Set(indices)].map(String), signal))
      for (let row = 0; row < columns.count; row += 1)
        balances.set(columns.validatorIndex[row] ?? 0, {
          gwei: columns.balanceGwei[row] ?? 0n,
          effectiveGwei: columns.effectiveBalanceGwei[row] ?? 0n,
          isSlashed: columns.isSlashed[row] === 1,
        });
    return (index) => {
      const balance = balances.get(index);
      if (balance !== undefined) return balance;
      throw new SourceError(`validator ${index} is missing in the state at slot ${slot}`, { code: "lying" });
    };
  }

  /**
   * The entries executed in the transition after a slot: min(balance, effective balance) of the source, 0 if it is slashed
   * (consensus-specs, electra, process_pending_consolidations). A validator may hand on in a transition what it has
   * received in the same one.
   */
  async function executed(
    entries: readonly PendingConsolidation[],
    slotBefore: number,
    signal: AbortSignal,
  ): Promise<Consolidations> {
    const targets = entries.map((entry) => entry.target_index);
    const sources = entries.map((entry) => entry.source_index);
    const [before, after] = await Promise.all([
      balancesAfter(slotBefore, [...sources, ...targets], signal),
      balancesAfter(slotBefore + 1, targets, signal),
    ]);
    const moved = new Map<number, bigint>();
    const consolidations = entries.map(({ source_index, target_index }) => {
      const { gwei, effectiveGwei, isSlashed } = before(source_index);
      const balance = gwei + (moved.get(source_index) ?? 0n);
      const amount = isSlashed ? 0n : balance < effectiveGwei ? balance : effectiveGwei;
      moved.set(source_index, (moved.get(source_index) ?? 0n) - amount);
      moved.set(target_index, (moved.get(target_index) ?? 0n) + amount);
      return { source_index, target_index, amount_gwei: String(amount) };
    });
    const balances = entries.map(({ source_index, target_index }) => ({
      source_index,
      target_index,
      is_source_slashed: before(source_index).isSlashed ? (1 as const) : (0 as const),
      target_balance_before_gwei: String(before(target_index).gwei),
      target_balance_after_gwei: String(after(target_index).gwei),
      target_effective_balance_gwei: String(after(target_index).effectiveGwei),
    }));
    return { consolidations, consolidation_balances: balances };
  }

  return {
    syncCommittee: async (epoch, signal) => {
      if (!isForkFrom(forkAt(chain, epoch), "altair")) return null;
      return syncCommittees(Math.floor(epoch / period), () =>
        client.syncCommittee(epoch * chain.slotsPerEpoch, epoch, signal),
      );
    },
    consolidations: async (epoch, isFirst, signal) => {
      const none = { consolidations: [], consolidation_balances: [] };
      if (epoch === 0) return none;
      const [before, after] = await Promise.all([queueAt(epoch - 1, signal), queueAt(epoch, signal)]);
      if (after === null) return { consolidations: null };
      const queued = { pending_consolidations: isFirst || before === null ? after : without(after, before) };
      if (before === null) return { consolidations: null, ...queued };
      const gone = without(before, after);
      if (gone.length === 0) return { ...none, ...queued };
      try {
        return { ...(await executed(gone, epoch * chain.slotsPerEpoch - 1, signal)), ...queued };
      } catch (error) {
        // No node keeps the state before the transition: the moved amounts are unknown, and delay nothing.
        if (!isPruned(error)) throw error;
        return { consolidations: null, ...queued };
      }
    },
  };
}
