/** Answers that several epochs share, asked for once: sync committees and the queue of consolidations. */
import { LRUCache } from "lru-cache";
import { SourceError } from "../../../lib/errors.ts";
import type { EpochMessage } from "../../../schemas/eth/events.ts";
import type { SharedFacts } from "../epoch.ts";
import { type EthChain, forkAt, isForkFrom } from "../spec.ts";
import type { PendingConsolidation } from "./api.ts";
import type { BeaconClient } from "./beacon.ts";

/** A cache of running and finished questions; a failed one is asked again. */
function createMemo<Value>(size: number): (key: number, ask: () => Promise<Value>) => Promise<Value> {
  const cache = new LRUCache<number, Promise<Value>>({ max: size });
  return (key, ask) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const asked = ask();
    cache.set(key, asked);
    asked.catch(() => cache.delete(key));
    return asked;
  };
}

export function createSharedFacts(client: BeaconClient, chain: EthChain): SharedFacts {
  const syncCommittees = createMemo<Uint32Array>(4);
  const queues = createMemo<PendingConsolidation[] | null>(32);
  const period = Number(chain.constants.EPOCHS_PER_SYNC_COMMITTEE_PERIOD ?? 256);

  function queueAt(epoch: number, signal: AbortSignal): Promise<PendingConsolidation[] | null> {
    if (!isForkFrom(forkAt(chain, epoch), "electra")) return Promise.resolve([]);
    return queues(epoch, () => client.pendingConsolidations(epoch * chain.slotsPerEpoch, signal));
  }

  /**
   * min(balance, effective balance) of the source before the transition, 0 when slashed
   * (consensus-specs, electra, process_pending_consolidations).
   */
  async function executed(
    entries: readonly PendingConsolidation[],
    slotBefore: number,
    signal: AbortSignal,
  ): Promise<NonNullable<EpochMessage["consolidations"]>> {
    const ids = entries.map((entry) => String(entry.source_index));
    const amounts = new Map<number, bigint>();
    for (const columns of await client.validatorsById(slotBefore, ids, signal)) {
      for (let row = 0; row < columns.count; row += 1) {
        const balance = columns.balanceGwei[row] ?? 0n;
        const effective = columns.effectiveBalanceGwei[row] ?? 0n;
        const moved = balance < effective ? balance : effective;
        amounts.set(columns.validatorIndex[row] ?? 0, columns.isSlashed[row] === 1 ? 0n : moved);
      }
    }
    return entries.map((entry) => {
      const amount = amounts.get(entry.source_index);
      if (amount === undefined) {
        throw new SourceError(
          `validator ${entry.source_index} is missing in the state at slot ${slotBefore}`,
          {
            code: "lying",
          },
        );
      }
      return {
        source_index: entry.source_index,
        target_index: entry.target_index,
        amount_gwei: String(amount),
      };
    });
  }

  return {
    syncCommittee: async (epoch, signal) => {
      if (!isForkFrom(forkAt(chain, epoch), "altair")) return null;
      return syncCommittees(Math.floor(epoch / period), () =>
        client.syncCommittee(epoch * chain.slotsPerEpoch, epoch, signal),
      );
    },
    consolidations: async (epoch, signal) => {
      if (epoch === 0) return [];
      const [before, after] = await Promise.all([queueAt(epoch - 1, signal), queueAt(epoch, signal)]);
      if (before === null || after === null) return null;
      const waiting = new Set(after.map((entry) => entry.source_index));
      const gone = before.filter((entry) => !waiting.has(entry.source_index));
      return gone.length === 0 ? [] : executed(gone, epoch * chain.slotsPerEpoch - 1, signal);
    },
  };
}
