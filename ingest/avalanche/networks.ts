/** Known networks, by number. */

type KnownNetwork = {
  name: string;
  /** The chain's time in genesis, in seconds, before any block moves it. */
  genesisTime: number | undefined;
  /** Helicon's activation, in seconds, if the node doesn't report it; null: never. */
  heliconTime: number | null;
};

const networksById: Readonly<Record<number, Omit<KnownNetwork, "name"> & { name: string }>> = {
  1: {
    name: "mainnet",
    genesisTime: Date.UTC(2020, 8, 10) / 1000,
    heliconTime: Date.UTC(2026, 8, 22, 15) / 1000,
  },
  5: { name: "fuji", genesisTime: Date.UTC(2020, 8, 10) / 1000, heliconTime: null },
  12345: { name: "local", genesisTime: undefined, heliconTime: null },
};

export function networkOf(id: number): KnownNetwork {
  return networksById[id] ?? { name: `network-${id}`, genesisTime: undefined, heliconTime: null };
}
