/** Changes of the registry between epochs: the rows that differ from the remembered ones. */
import { SourceError } from "../../lib/errors.ts";
import type { BeaconClient, From } from "./api/beacon.ts";
import {
  activationQueue,
  activeIn,
  changeCandidates,
  hysteresisRule,
  isChanged,
  type RegistryMemory,
  slashedIn,
} from "./registry.ts";
import { copyRow, createRegistryColumns, type RegistryColumns } from "./registryColumns.ts";
import type { Balances } from "./scan/balances.ts";
import type { EthChain } from "./spec.ts";

/** The activation queue is requested in steps until a step has no change. */
const queueStep = 1024;

/** One epoch, and what is known before its changes are read. */
type ChangedEpoch = {
  epoch: number;
  /** The registry of the previous epoch. */
  memory: RegistryMemory;
  /** All balances at the epoch's first slot. */
  balances: From<Balances>;
  /** Validators that blocks have touched since the previous epoch's state. */
  touched: readonly string[];
};

/**
 * Reads the rows that differ from the previous epoch's, each once.
 * @throws SourceError `lying` if the balances or the rows contradict the registry
 */
type ChangeReader = (changedEpoch: ChangedEpoch, signal: AbortSignal) => AsyncGenerator<RegistryColumns>;

export function createChangeReader(client: BeaconClient, chain: EthChain): ChangeReader {
  function checkBalances({ epoch, memory, balances: { value, node } }: ChangedEpoch): void {
    const { count, gwei } = value;
    if (count === gwei.length && count >= memory.count) return;
    const error = new SourceError(
      `${node.name} answers with ${count} balances at epoch ${epoch}; there are at least ${Math.max(gwei.length, memory.count)} validators`,
      { code: "lying", meta: { node: node.name, epoch } },
    );
    client.report(node, error);
    throw error;
  }

  return async function* changedRows(changedEpoch, signal) {
    checkBalances(changedEpoch);
    const { epoch, memory, touched } = changedEpoch;
    const balances = changedEpoch.balances.value;
    const slot = epoch * chain.slotsPerEpoch;
    const done = new Set<number>();
    async function fetchChanged(ids: readonly string[]): Promise<RegistryColumns> {
      const changed = createRegistryColumns(ids.length);
      if (ids.length === 0) return changed;
      for (const columns of await client.validatorsById(slot, ids, signal))
        appendChanged(columns, changed, memory, done);
      return changed;
    }

    const candidates = new Set<string>(touched);
    const rule = hysteresisRule(chain.constants);
    for (const index of changeCandidates(memory, balances, epoch, rule)) candidates.add(String(index));
    yield await fetchChanged([...candidates]);
    checkNewValidators(memory, balances, done, slot);
    const queue = activationQueue(memory);
    for (let first = 0; first < queue.length; first += queueStep) {
      const changed = await fetchChanged(queue.slice(first, first + queueStep).map(String));
      if (changed.count === 0) break;
      yield changed;
    }
  };
}

/**
 * Appends the changed rows of an answer, and adds their validators to `done`. `to` has room for the requested ones.
 * @throws SourceError `lying` if there are more
 */
function appendChanged(
  from: RegistryColumns,
  to: RegistryColumns,
  memory: RegistryMemory,
  done: Set<number>,
): void {
  const requested = to.validatorIndex.length;
  for (let row = 0; row < from.count; row += 1) {
    const index = from.validatorIndex[row] ?? 0;
    if (done.has(index) || !isChanged(memory, from, row)) continue;
    if (to.count === requested) {
      throw new SourceError(`requested ${requested} validators, but the node returned more`, {
        code: "lying",
      });
    }
    done.add(index);
    copyRow(from, row, to);
  }
}

/** @throws SourceError `lying` if a validator beyond the memory has a balance, but no row */
function checkNewValidators(
  memory: RegistryMemory,
  { gwei }: Balances,
  done: ReadonlySet<number>,
  slot: number,
): void {
  for (let index = memory.count; index < gwei.length; index += 1) {
    if (done.has(index)) continue;
    throw new SourceError(
      `validator ${index} has a balance at slot ${slot}, but isn't in the registry there`,
      {
        code: "lying",
        meta: { slot },
      },
    );
  }
}

/** 1 for each validator that is active in an epoch, by the stored registry and the changes since. */
export function activeWith(
  memory: RegistryMemory,
  changes: readonly RegistryColumns[],
  epoch: number,
): Uint8Array {
  let highest = memory.count - 1;
  for (const { count, validatorIndex } of changes)
    for (let row = 0; row < count; row += 1) highest = Math.max(highest, validatorIndex[row] ?? 0);
  const active = new Uint8Array(highest + 1);
  active.set(activeIn(memory, epoch));
  for (const columns of changes) {
    for (let row = 0; row < columns.count; row += 1) {
      const isActive =
        Number(columns.activationEpoch[row]) <= epoch && epoch < Number(columns.exitEpoch[row]);
      active[columns.validatorIndex[row] ?? 0] = isActive ? 1 : 0;
    }
  }
  return active;
}

/** Validators that are slashed and not withdrawable in an epoch, by the stored registry and the changes since. */
export function slashedWith(
  memory: RegistryMemory,
  changes: readonly RegistryColumns[],
  epoch: number,
): number[] {
  const slashed = new Set(slashedIn(memory, epoch));
  for (const { count, validatorIndex, isSlashed, withdrawableEpoch } of changes)
    for (let row = 0; row < count; row += 1) {
      const isWaiting = isSlashed[row] === 1 && Number(withdrawableEpoch[row]) > epoch;
      if (isWaiting) slashed.add(validatorIndex[row] ?? 0);
    }
  return [...slashed].sort((left, right) => left - right);
}
