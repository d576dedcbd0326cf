/** Registries as of an epoch's first slot, from the rows that were recorded of them. */
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
  load(network: string, row: EpochRow): Promise<Registry>;
  /** Forgets what rows at or after `epoch` could change. */
  invalidate(network: string, epoch: number): void;
};

/** A loader that keeps the last two registries of each network, because epochs are asked for in order. */
export function createRegistryLoader(store: Store): RegistryLoader {
  const cache = new Map<string, { epoch: number; registry: Registry }[]>();

  async function apply(
    network: string,
    row: EpochRow,
    from: number,
    known: Registry | undefined,
  ): Promise<Registry> {
    const block = await store.columns(internalSql("eth/registry"), {
      network,
      from,
      to: row.epoch,
      increment: constant(row.spec, "EFFECTIVE_BALANCE_INCREMENT"),
    });
    const indices = block.columns.validator_index as Uint32Array;
    let size = known?.size ?? 0;
    for (let i = 0; i < block.rows; i++) size = Math.max(size, (indices[i] as number) + 1);
    if (known !== undefined && block.rows === 0) return known;
    const registry = known === undefined ? emptyRegistry(size) : copyRegistry(known, size);
    const source = block.columns as Record<string, Float64Array>;
    for (let i = 0; i < block.rows; i++) {
      const v = indices[i] as number;
      registry.increments[v] = (source.increments as Float64Array)[i] as number;
      registry.isSlashed[v] = (source.is_slashed as Float64Array)[i] as number;
      registry.activationEpoch[v] = (source.activation_epoch as Float64Array)[i] as number;
      registry.exitEpoch[v] = (source.exit_epoch as Float64Array)[i] as number;
      registry.withdrawableEpoch[v] = (source.withdrawable_epoch as Float64Array)[i] as number;
    }
    return registry;
  }

  return {
    load: async (network, row) => {
      const kept = cache.get(network) ?? [];
      const best = kept
        .filter((entry) => entry.epoch <= row.epoch && entry.epoch >= row.registry_epoch)
        .sort((a, b) => b.epoch - a.epoch)[0];
      if (best?.epoch === row.epoch) return best.registry;
      const registry = await apply(
        network,
        row,
        best === undefined ? row.registry_epoch : best.epoch + 1,
        best?.registry,
      );
      cache.set(network, [{ epoch: row.epoch, registry }, ...kept].slice(0, 2));
      return registry;
    },
    invalidate: (network, epoch) => {
      cache.set(
        network,
        (cache.get(network) ?? []).filter((entry) => entry.epoch < epoch),
      );
    },
  };
}
