/** The registry along a run of epochs: full snapshots where they are due, exact changes between them. */
import { SourceError } from "../../lib/errors.ts";
import { isDayStart } from "../../schemas/eth/calendar.ts";
import type { BeaconClient, From } from "./api/beacon.ts";
import type { CanonicalBlock } from "./blocks.ts";
import {
  activationQueue,
  activeIn,
  changeCandidates,
  createRegistryMemory,
  hysteresisRule,
  isChanged,
  type RegistryMemory,
  remember,
} from "./registry.ts";
import { type Balances, createRegistryColumns, type RegistryColumns } from "./scan.ts";
import type { EthChain } from "./spec.ts";

/** A message of this many rows stays below 1 MB. */
export const registryRowsMax = 4096;
/** Networks up to this size get a full snapshot in every epoch. */
const smallRegistryDefault = 20_000;
/** The activation queue is asked for in steps until a step has no change. */
const queueStep = 1024;

/** Fetched ahead, without knowledge of the epochs before. `stream`: read when its turn comes, it is too large to hold. */
export type RegistryFetch =
  | { kind: "stream" }
  | { kind: "whole"; batches: RegistryColumns[] }
  | { kind: "balances"; balances: From<Balances> };

/** One epoch's registry in the making. `memory` is only taken over by `commit`. */
type RegistryUnit = {
  kind: "snapshot" | "changes";
  batches(): AsyncGenerator<RegistryColumns>;
  /** After `batches` has ended. */
  rows(): number;
  isActive(): Uint8Array;
  snapshotEpoch(): number;
  commit(): void;
};

export type RegistryRun = {
  fetch(epoch: number, isFirst: boolean, signal: AbortSignal): Promise<RegistryFetch>;
  unit(
    epoch: number,
    fetched: RegistryFetch,
    touched: () => readonly string[],
    signal: AbortSignal,
  ): RegistryUnit;
};

/**
 * Validators whose status fields a block's operations may change: indices, or public keys where the block names those.
 * `withBalances`: also those whose balance it moves by more than rewards do.
 */
export function touchedBy(
  blocks: readonly CanonicalBlock[],
  { withBalances }: { withBalances: boolean },
): string[] {
  const ids = new Set<string>();
  for (const { block, envelope } of blocks) {
    const { body } = block;
    if (withBalances) ids.add(String(block.proposer_index));
    for (const slashing of body.proposer_slashings)
      ids.add(String(slashing.signed_header_1.message.proposer_index));
    for (const slashing of body.attester_slashings) {
      const second = new Set(slashing.attestation_2.attesting_indices);
      for (const index of slashing.attestation_1.attesting_indices)
        if (second.has(index)) ids.add(String(index));
    }
    for (const exit of body.voluntary_exits) {
      if (Number(exit.message.validator_index) <= 4_294_967_295) ids.add(exit.message.validator_index);
    }
    for (const deposit of body.deposits) ids.add(deposit.data.pubkey);
    for (const change of body.bls_to_execution_changes ?? []) ids.add(String(change.message.validator_index));
    const payload = body.execution_payload ?? envelope?.payload;
    for (const withdrawal of payload?.withdrawals ?? []) {
      if (withBalances && withdrawal.validator_index <= 4_294_967_295)
        ids.add(String(withdrawal.validator_index));
    }
    for (const requests of [
      body.execution_requests,
      body.parent_execution_requests,
      envelope?.execution_requests,
    ]) {
      for (const request of requests?.withdrawals ?? []) ids.add(request.validator_pubkey);
      for (const request of requests?.consolidations ?? []) {
        ids.add(request.source_pubkey);
        ids.add(request.target_pubkey);
      }
    }
  }
  return [...ids];
}

function copyRow(from: RegistryColumns, row: number, to: RegistryColumns): void {
  const at = to.count;
  to.validatorIndex[at] = from.validatorIndex[row] ?? 0;
  to.balanceGwei[at] = from.balanceGwei[row] ?? 0n;
  to.effectiveBalanceGwei[at] = from.effectiveBalanceGwei[row] ?? 0n;
  to.isSlashed[at] = from.isSlashed[row] ?? 0;
  to.activationEligibilityEpoch[at] = from.activationEligibilityEpoch[row] ?? 0n;
  to.activationEpoch[at] = from.activationEpoch[row] ?? 0n;
  to.exitEpoch[at] = from.exitEpoch[row] ?? 0n;
  to.withdrawableEpoch[at] = from.withdrawableEpoch[row] ?? 0n;
  to.pubkey.set(from.pubkey.subarray(row * 48, row * 48 + 48), at * 48);
  to.withdrawalCredentials.set(from.withdrawalCredentials.subarray(row * 32, row * 32 + 32), at * 32);
  to.count += 1;
}

export function createRegistryRun(
  client: BeaconClient,
  chain: EthChain,
  smallRegistry: number = smallRegistryDefault,
): RegistryRun {
  const rule = hysteresisRule(chain.constants);
  let memory: RegistryMemory | undefined;
  let snapshotEpoch = -1;
  let announceSize: (size: number) => void = () => undefined;
  /** Known once the first epoch of the run is published: what is fetched ahead waits for it. */
  const firstSize = new Promise<number>((resolve) => {
    announceSize = resolve;
  });

  async function fetch(epoch: number, isFirst: boolean, signal: AbortSignal): Promise<RegistryFetch> {
    if (isFirst) return { kind: "stream" };
    const size = memory?.count ?? (await firstSize);
    const slot = epoch * chain.slotsPerEpoch;
    if (size <= smallRegistry) {
      const batches: RegistryColumns[] = [];
      for await (const { value } of client.validators(slot, registryRowsMax, signal)) batches.push(value);
      return { kind: "whole", batches };
    }
    if (isDayStart(chain, epoch)) return { kind: "stream" };
    const balances = await client.balances(slot, signal);
    return balances === undefined ? { kind: "stream" } : { kind: "balances", balances };
  }

  function snapshotUnit(
    epoch: number,
    source: () => AsyncIterable<RegistryColumns> | Iterable<RegistryColumns>,
  ): RegistryUnit {
    let next = createRegistryMemory(memory?.count);
    let rows = 0;
    async function* batches(): AsyncGenerator<RegistryColumns> {
      next = createRegistryMemory(memory?.count);
      rows = 0;
      for await (const columns of source()) {
        const problem = remember(next, columns);
        if (problem !== undefined)
          throw new SourceError(`registry of epoch ${epoch}: ${problem}`, { code: "lying" });
        rows += columns.count;
        yield columns;
      }
      // Indices are dense: as many rows as the highest index says, or some are missing or doubled.
      if (rows !== next.count || rows === 0) {
        throw new SourceError(
          `registry of epoch ${epoch} has ${rows} validators, but the highest index is ${next.count - 1}`,
          { code: "lying", meta: { epoch } },
        );
      }
    }
    return {
      kind: "snapshot",
      batches,
      rows: () => rows,
      isActive: () => activeIn(next, epoch),
      snapshotEpoch: () => epoch,
      commit: () => {
        memory = next;
        snapshotEpoch = epoch;
        announceSize(next.count);
      },
    };
  }

  async function* changedRows(
    epoch: number,
    known: RegistryMemory,
    balances: Balances,
    touched: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<RegistryColumns> {
    const slot = epoch * chain.slotsPerEpoch;
    const asked = new Set<string>(touched);
    for (const index of changeCandidates(known, balances, epoch, rule)) asked.add(String(index));
    const done = new Set<number>();
    async function ask(ids: readonly string[]): Promise<RegistryColumns> {
      const changed = createRegistryColumns(ids.length);
      if (ids.length === 0) return changed;
      for (const columns of await client.validatorsById(slot, ids, signal)) {
        for (let row = 0; row < columns.count; row += 1) {
          const index = columns.validatorIndex[row] ?? 0;
          if (done.has(index) || !isChanged(known, columns, row)) continue;
          if (changed.count === ids.length) {
            throw new SourceError(`asked for ${ids.length} validators, nodes answer with more`, {
              code: "lying",
            });
          }
          done.add(index);
          copyRow(columns, row, changed);
        }
      }
      return changed;
    }
    yield await ask([...asked]);
    for (let index = known.count; index < balances.gwei.length; index += 1) {
      if (done.has(index)) continue;
      throw new SourceError(
        `validator ${index} has a balance at slot ${slot}, but isn't in the registry there`,
        {
          code: "lying",
          meta: { slot },
        },
      );
    }
    const queue = activationQueue(known);
    for (let first = 0; first < queue.length; first += queueStep) {
      const changed = await ask(queue.slice(first, first + queueStep).map(String));
      if (changed.count === 0) break;
      yield changed;
    }
  }

  function changesUnit(
    epoch: number,
    known: RegistryMemory,
    balances: From<Balances>,
    touched: () => readonly string[],
    signal: AbortSignal,
  ): RegistryUnit {
    let found: RegistryColumns[] = [];
    let rows = 0;
    async function* batches(): AsyncGenerator<RegistryColumns> {
      found = [];
      rows = 0;
      const { count, gwei } = balances.value;
      if (count !== gwei.length || count < known.count) {
        const error = new SourceError(
          `${balances.node.name} answers with ${count} balances at epoch ${epoch}; there are at least ${Math.max(gwei.length, known.count)} validators`,
          { code: "lying", meta: { node: balances.node.name, epoch } },
        );
        client.report(balances.node, error);
        throw error;
      }
      for await (const columns of changedRows(epoch, known, balances.value, touched(), signal)) {
        found.push(columns);
        rows += columns.count;
        for (const part of split(columns)) yield part;
      }
    }
    /** Changes are few and harmless to take over twice, so they go straight into the memory. */
    function apply(): RegistryMemory {
      for (const columns of found) remember(known, columns);
      return known;
    }
    return {
      kind: "changes",
      batches,
      rows: () => rows,
      isActive: () => {
        const active = activeIn(known, epoch);
        const added = found.flatMap((columns) => [...columns.validatorIndex.subarray(0, columns.count)]);
        const highest = added.reduce((most, index) => Math.max(most, index), known.count - 1);
        const all = new Uint8Array(highest + 1);
        all.set(active);
        for (const columns of found) {
          for (let row = 0; row < columns.count; row += 1) {
            const isActive =
              Number(columns.activationEpoch[row]) <= epoch && epoch < Number(columns.exitEpoch[row]);
            all[columns.validatorIndex[row] ?? 0] = isActive ? 1 : 0;
          }
        }
        return all;
      },
      snapshotEpoch: () => snapshotEpoch,
      commit: () => {
        apply();
      },
    };
  }

  return {
    fetch,
    unit: (epoch, fetched, touched, signal) => {
      if (fetched.kind === "balances" && memory !== undefined)
        return changesUnit(epoch, memory, fetched.balances, touched, signal);
      if (fetched.kind === "whole") return snapshotUnit(epoch, () => fetched.batches);
      async function* streamed(): AsyncGenerator<RegistryColumns> {
        const slot = epoch * chain.slotsPerEpoch;
        for await (const { value } of client.validators(slot, registryRowsMax, signal)) yield value;
      }
      return snapshotUnit(epoch, streamed);
    },
  };
}

/** Blocks of at most `registryRowsMax` rows. */
function* split(columns: RegistryColumns): Generator<RegistryColumns> {
  if (columns.count === 0) return;
  if (columns.count <= registryRowsMax) {
    yield columns;
    return;
  }
  for (let first = 0; first < columns.count; first += registryRowsMax) {
    const last = Math.min(columns.count, first + registryRowsMax);
    const part = createRegistryColumns(last - first);
    for (let row = first; row < last; row += 1) copyRow(columns, row, part);
    yield part;
  }
}
