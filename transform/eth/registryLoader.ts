/** Registries as of an epoch's first slot, from their recorded rows. */
import { elementAt } from "../../lib/elementAt.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { EpochRow } from "./announcements.ts";
import type { Registry } from "./rewards/facts.ts";
import { constant } from "./rewards/rules.ts";

function emptyRegistry(size: number): Registry {
  return {
    size,
    increments: new Uint16Array(size),
    isSlashed: new Uint8Array(size),
    activationEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    exitEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    withdrawableEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
  };
}

function copyRegistry(registry: Registry, size: number): Registry {
  const copy = emptyRegistry(size);
  for (const name of [
    "increments",
    "isSlashed",
    "activationEpoch",
    "exitEpoch",
    "withdrawableEpoch",
  ] as const) {
    copy[name].set(registry[name]);
  }
  return copy;
}

/** Registries as of an epoch's first slot: a full snapshot with the later changes applied in order. */
export type RegistryLoader = {
  /** The registries of consecutive epochs, in their order. */
  load(network: string, rows: readonly EpochRow[]): Promise<Registry[]>;
  /** Number of known validators of the network; 0 before anything was loaded. */
  size(network: string): number;
  /** Drops registries that rows at or after `epoch` could change. */
  invalidate(network: string, epoch: number): void;
};

type Known = { epoch: number; registry: Registry };
type Changes = { rows: number; columns: Record<string, Float64Array> };

/** The registry after the rows `from` to `to` of some changes. */
function apply(earlier: Registry | undefined, { columns }: Changes, from: number, to: number): Registry {
  if (earlier !== undefined && from === to) return earlier;
  const indices = columns.validator_index as Float64Array;
  let size = earlier?.size ?? 0;
  for (let i = from; i < to; i++) size = Math.max(size, (indices[i] as number) + 1);
  const registry = earlier === undefined ? emptyRegistry(size) : copyRegistry(earlier, size);
  const { increments, is_slashed, activation_epoch, exit_epoch, withdrawable_epoch } = columns as Record<
    string,
    Float64Array
  >;
  for (let i = from; i < to; i++) {
    const v = indices[i] as number;
    registry.increments[v] = increments?.[i] as number;
    registry.isSlashed[v] = is_slashed?.[i] as number;
    registry.activationEpoch[v] = activation_epoch?.[i] as number;
    registry.exitEpoch[v] = exit_epoch?.[i] as number;
    registry.withdrawableEpoch[v] = withdrawable_epoch?.[i] as number;
  }
  return registry;
}

/** A loader that caches the last two registries of each network, because epochs are requested in order. */
export function createRegistryLoader(store: Store): RegistryLoader {
  const cache = new Map<string, Known[]>();

  /** The rows of the epochs from..to, in the order in which they apply. */
  async function loadChanges(
    network: string,
    from: number,
    to: number,
    { spec }: EpochRow,
  ): Promise<Changes> {
    const { rows, columns } = await store.columns(internalSql("eth/registry"), {
      network,
      from,
      to,
      increment: constant(spec, "EFFECTIVE_BALANCE_INCREMENT"),
    });
    return { rows, columns: columns as Changes["columns"] };
  }

  /** The newest cached registry from which `row`'s can be derived. */
  function nearest(network: string, row: EpochRow): Known | undefined {
    return (cache.get(network) ?? [])
      .filter(({ epoch }) => epoch <= row.epoch && epoch >= row.registry_epoch)
      .sort((a, b) => b.epoch - a.epoch)[0];
  }

  return {
    load: async (network, rows) => {
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return [];
      let latest = nearest(network, first);
      const from = latest === undefined ? first.registry_epoch : latest.epoch + 1;
      const changes: Changes =
        from > last.epoch ? { rows: 0, columns: {} } : await loadChanges(network, from, last.epoch, first);
      const epochs = changes.columns.epoch;
      let read = 0;
      const registries = rows.map((row) => {
        // A snapshot replaces all earlier facts.
        let start = read;
        const isSnapshot = row.registry_epoch === row.epoch && latest?.epoch !== row.epoch;
        while (isSnapshot && start < changes.rows && (epochs?.[start] as number) < row.epoch) start += 1;
        let end = start;
        while (end < changes.rows && (epochs?.[end] as number) <= row.epoch) end += 1;
        const registry = apply(isSnapshot ? undefined : latest?.registry, changes, start, end);
        read = end;
        latest = { epoch: row.epoch, registry };
        return registry;
      });
      const loaded = rows.map(({ epoch }, i) => ({ epoch, registry: elementAt(registries, i) })).reverse();
      cache.set(network, [...loaded, ...(cache.get(network) ?? [])].slice(0, 2));
      return registries;
    },
    size: (network) => cache.get(network)?.[0]?.registry.size ?? 0,
    invalidate: (network, epoch) => {
      cache.set(
        network,
        (cache.get(network) ?? []).filter((entry) => entry.epoch < epoch),
      );
    },
  };
}
