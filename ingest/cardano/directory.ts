/** The pools of a network with their registrations and names, read once per epoch of the node's head. */
import type { PoolMetadata } from "./api/answers.ts";
import type { CardanoClient } from "./api/client.ts";
import { createPoolRegistry, type PoolRegistry } from "./registrations.ts";

export type Directory = {
  registry: PoolRegistry;
  metadata: ReadonlyMap<string, PoolMetadata>;
};

type Epochs = {
  /** No earlier epoch will be requested. */
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
  let cached: { headEpoch: number; directory: Promise<Directory> } | undefined;
  return {
    at: (headEpoch: number, signal: AbortSignal): Promise<Directory> => {
      if (cached?.headEpoch !== headEpoch) {
        const directory = readDirectory(client, epochs, signal);
        cached = { headEpoch, directory };
        // After a failure the next caller reads it again.
        directory.catch(() => {
          if (cached?.directory === directory) cached = undefined;
        });
      }
      return cached.directory;
    },
    /** Drops a directory that contradicts the node's other answers: the next caller reads it again. */
    forget: () => {
      cached = undefined;
    },
  };
}
