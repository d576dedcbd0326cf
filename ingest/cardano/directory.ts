/** The pools of a network with their registrations and names: read once for each epoch of the node's head. */
import type { PoolMetadata } from "./api/answers.ts";
import type { CardanoClient } from "./api/client.ts";
import { createPoolRegistry, type PoolRegistry } from "./registrations.ts";

export type Directory = {
  registry: PoolRegistry;
  metadata: ReadonlyMap<string, PoolMetadata>;
};

async function readDirectory(
  client: CardanoClient,
  firstEpoch: number,
  signal: AbortSignal,
): Promise<Directory> {
  const [listed, updates] = await Promise.all([client.pools(signal), client.poolUpdates(signal)]);
  // Whoever retired long before the asked epochs needs no name.
  const named = listed.filter(({ retiring_epoch }) => (retiring_epoch ?? firstEpoch) + 3 >= firstEpoch);
  const metadata = await client.metadata(
    named.map(({ pool_id_bech32 }) => pool_id_bech32),
    signal,
  );
  return {
    registry: createPoolRegistry(listed, updates),
    metadata: new Map(metadata.map((one) => [one.pool_id_bech32, one])),
  };
}

/** @param firstEpoch below which nothing will be asked */
export function createDirectories(client: CardanoClient, firstEpoch: number) {
  let known: { headEpoch: number; directory: Promise<Directory> } | undefined;
  return {
    at: (headEpoch: number, signal: AbortSignal): Promise<Directory> => {
      if (known?.headEpoch !== headEpoch) {
        const directory = readDirectory(client, firstEpoch, signal);
        known = { headEpoch, directory };
        // What failed is asked for again.
        directory.catch(() => {
          if (known?.directory === directory) known = undefined;
        });
      }
      return known.directory;
    },
  };
}
