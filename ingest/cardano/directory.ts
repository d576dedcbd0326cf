/** The pools of a network with their registrations and names: read once for each epoch of the node's head. */
import type { PoolMetadata } from "./api/answers.ts";
import type { CardanoClient } from "./api/client.ts";
import { createPoolRegistry, type PoolRegistry } from "./registrations.ts";

export type Directory = {
  registry: PoolRegistry;
  metadata: ReadonlyMap<string, PoolMetadata>;
};

type Epochs = {
  /** Below which nothing will be requested. */
  firstEpoch: number;
  /** First second of an epoch. */
  startOf: (epoch: number) => number;
};

async function readDirectory(
  client: CardanoClient,
  { firstEpoch, startOf }: Epochs,
  signal: AbortSignal,
): Promise<Directory> {
  const [listed, updates] = await Promise.all([client.pools(signal), client.poolUpdates(signal)]);
  const registry = createPoolRegistry(listed, updates, startOf);
  // A pool that retired long before the requested epochs needs no name.
  const named = listed.filter(({ pool_id_bech32 }) => registry.isNeededSince(pool_id_bech32, firstEpoch));
  const metadata = await client.metadata(
    named.map(({ pool_id_bech32 }) => pool_id_bech32),
    signal,
  );
  return {
    registry,
    metadata: new Map(metadata.map((one) => [one.pool_id_bech32, one])),
  };
}

export function createDirectories(client: CardanoClient, epochs: Epochs) {
  let known: { headEpoch: number; directory: Promise<Directory> } | undefined;
  return {
    at: (headEpoch: number, signal: AbortSignal): Promise<Directory> => {
      if (known?.headEpoch !== headEpoch) {
        const directory = readDirectory(client, epochs, signal);
        known = { headEpoch, directory };
        // What failed is asked for again.
        directory.catch(() => {
          if (known?.directory === directory) known = undefined;
        });
      }
      return known.directory;
    },
    /** What it says does not fit what else the node says: the next caller reads it again. */
    forget: () => {
      known = undefined;
    },
  };
}
