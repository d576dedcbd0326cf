/** The registry along a run of epochs: full snapshots when due, exact changes between them. */
import pMap from "p-map";
import { SourceError } from "../../lib/errors.ts";
import { isDayStart } from "../../schemas/eth/calendar.ts";
import type { BeaconClient, From } from "./api/beacon.ts";
import { activeIn, createRegistryMemory, type RegistryMemory, remember, slashedIn } from "./registry.ts";
import { activeWith, createChangeReader, slashedWith } from "./registryChanges.ts";
import { type RegistryColumns, split } from "./registryColumns.ts";
import type { Balances } from "./scan/balances.ts";
import type { EthChain } from "./spec.ts";

/** A message with this many rows stays below 1 MB. */
export const registryRowsMax = 4096;
/** Blocks that are sent, and so written, together: 32 MB of messages, as many as a worker reads at once. */
export const blocksAtOnce = 48;
/** Groups of blocks in flight while the next one is read. */
const groupsUnderWay = 3;
/** Networks up to this size get a full snapshot in every epoch. */
const smallRegistryDefault = 20_000;

/** The registry as published so far by the run; one object, updated with each epoch. */
type KnownRegistry = { memory: RegistryMemory; snapshotEpoch: number };

/** Prefetched, independent of earlier epochs. `stream`: read in its turn, because it is too large to hold. */
export type RegistryFetch =
  | { kind: "stream" }
  | { kind: "whole"; batches: RegistryColumns[] }
  | { kind: "balances"; balances: From<Balances>; known: KnownRegistry };

/** Sends some blocks of rows. Blocks are refilled as soon as it returns, before it resolves. */
type SendBlocks = (blocks: readonly RegistryColumns[]) => Promise<void>;

/** One epoch's registry while it is prepared. */
type RegistryUnit = {
  kind: "snapshot" | "changes";
  /** Sends its rows, some blocks at a time. */
  publish(send: SendBlocks): Promise<PublishedRegistry>;
};

type PublishedRegistry = {
  rows: number;
  /** 1 for each validator that is active in the epoch. */
  isActive: Uint8Array;
  /** Validators that are slashed and not withdrawable yet. */
  slashed: number[];
  /** By validator index; set at least for validators that were withdrawable by the previous epoch. */
  withdrawableEpoch: Float64Array;
  /** Epoch of the last full snapshot. */
  snapshotEpoch: number;
  /** Stores the epoch: the next one is compared with it. */
  commit(): void;
};

export type RegistryRun = {
  fetch(epoch: number, isFirst: boolean, signal: AbortSignal): Promise<RegistryFetch>;
  /** Of the epoch after the last committed one. `touched`: validators that blocks have touched since its state. */
  unit(epoch: number, fetched: RegistryFetch, touched: readonly string[], signal: AbortSignal): RegistryUnit;
};

export function createRegistryRun(
  client: BeaconClient,
  chain: EthChain,
  smallRegistry: number = smallRegistryDefault,
): RegistryRun {
  const changedRows = createChangeReader(client, chain);
  let published: KnownRegistry | undefined;
  let announce: (first: KnownRegistry) => void = () => undefined;
  /** Resolves once the first epoch of the run is published: prefetching waits for it. */
  const firstKnown = new Promise<KnownRegistry>((resolve) => {
    announce = resolve;
  });

  async function fetch(epoch: number, isFirst: boolean, signal: AbortSignal): Promise<RegistryFetch> {
    if (isFirst) return { kind: "stream" };
    const before = await firstKnown;
    const slot = epoch * chain.slotsPerEpoch;
    if (before.memory.count <= smallRegistry) {
      const batches: RegistryColumns[] = [];
      for await (const { value } of client.validators(slot, registryRowsMax, signal)) batches.push(value);
      return { kind: "whole", batches };
    }
    if (isDayStart(chain, epoch)) return { kind: "stream" };
    const balances = await client.balances(slot, signal);
    return balances === undefined ? { kind: "stream" } : { kind: "balances", balances, known: before };
  }

  function snapshotUnit(
    epoch: number,
    source: AsyncIterable<RegistryColumns> | Iterable<RegistryColumns>,
    spare: RegistryColumns[],
  ): RegistryUnit {
    return {
      kind: "snapshot",
      publish: async (send) => {
        const memory = createRegistryMemory(published?.memory.count);
        const rows = await sendSnapshot(epoch, { memory, source, spare, send });
        return {
          rows,
          isActive: activeIn(memory, epoch),
          slashed: slashedIn(memory, epoch),
          withdrawableEpoch: memory.withdrawableEpoch,
          snapshotEpoch: epoch,
          commit: () => {
            published = Object.assign(published ?? {}, { memory, snapshotEpoch: epoch });
            announce(published);
          },
        };
      },
    };
  }

  function changesUnit(
    epoch: number,
    before: KnownRegistry,
    balances: From<Balances>,
    touched: readonly string[],
    signal: AbortSignal,
  ): RegistryUnit {
    return {
      kind: "changes",
      publish: async (send) => {
        const { memory, snapshotEpoch } = before;
        const batches: RegistryColumns[] = [];
        let rows = 0;
        for await (const columns of changedRows({ epoch, memory, balances, touched }, signal)) {
          batches.push(columns);
          rows += columns.count;
          await send([...split(columns, registryRowsMax)]);
        }
        return {
          rows,
          isActive: activeWith(memory, batches, epoch),
          slashed: slashedWith(memory, batches, epoch),
          withdrawableEpoch: memory.withdrawableEpoch,
          snapshotEpoch,
          commit: () => {
            for (const columns of batches) remember(memory, columns);
          },
        };
      },
    };
  }

  return {
    fetch,
    unit: (epoch, fetched, touched, signal) => {
      if (fetched.kind === "balances")
        return changesUnit(epoch, fetched.known, fetched.balances, touched, signal);
      if (fetched.kind === "whole") return snapshotUnit(epoch, fetched.batches, []);
      const spare: RegistryColumns[] = [];
      async function* streamed(): AsyncGenerator<RegistryColumns> {
        const slot = epoch * chain.slotsPerEpoch;
        for await (const { value } of client.validators(slot, registryRowsMax, signal, spare)) yield value;
      }
      return snapshotUnit(epoch, streamed(), spare);
    },
  };
}

/**
 * Sends all rows of a full snapshot and remembers them; sent blocks become spare ones.
 * @returns the number of rows
 * @throws SourceError `lying` for implausible, missing or duplicate rows
 */
async function sendSnapshot(
  epoch: number,
  snapshot: {
    memory: RegistryMemory;
    source: AsyncIterable<RegistryColumns> | Iterable<RegistryColumns>;
    spare: RegistryColumns[];
    send: SendBlocks;
  },
): Promise<number> {
  const { memory, source, spare, send } = snapshot;
  let rows = 0;
  await pMap(
    inGroups(source, blocksAtOnce),
    async (blocks) => {
      for (const columns of blocks) {
        const problem = remember(memory, columns);
        if (problem !== undefined)
          throw new SourceError(`registry of epoch ${epoch}: ${problem}`, { code: "lying" });
        rows += columns.count;
      }
      const sent = send(blocks);
      spare.push(...blocks);
      await sent;
    },
    { concurrency: groupsUnderWay },
  );
  // Indices are dense: a count other than the highest index's means missing or duplicate rows.
  if (rows !== memory.count || rows === 0) {
    throw new SourceError(
      `registry of epoch ${epoch} has ${rows} validators, but the highest index is ${memory.count - 1}`,
      { code: "lying", meta: { epoch } },
    );
  }
  return rows;
}

async function* inGroups<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of source) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
