/** What is known of networks by their number. */

type KnownNetwork = {
  name: string;
  /** Seconds of the time that genesis says: the chain's before any block moves it. */
  genesisTime: number | undefined;
  /** Seconds at which Helicon is, where the node doesn't tell; null: never. */
  heliconTime: number | null;
};

const known: Readonly<Record<number, Omit<KnownNetwork, "name"> & { name: string }>> = {
  1: {
    name: "mainnet",
    genesisTime: Date.UTC(2020, 8, 10) / 1000,
    heliconTime: Date.UTC(2026, 8, 22, 15) / 1000,
  },
  5: { name: "fuji", genesisTime: Date.UTC(2020, 8, 10) / 1000, heliconTime: null },
  12345: { name: "local", genesisTime: undefined, heliconTime: null },
};

export function networkOf(id: number): KnownNetwork {
  return known[id] ?? { name: `network-${id}`, genesisTime: undefined, heliconTime: null };
}
