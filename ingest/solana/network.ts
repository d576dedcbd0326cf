/** A Solana network's name, by its genesis hash. */
const names = new Map([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "mainnet"],
  ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY", "testnet"],
  ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", "devnet"],
]);

/** A network without a name is called by the beginning of its genesis hash. */
export function networkOf(genesisHash: string, chosen: string | undefined): string {
  return chosen ?? names.get(genesisHash) ?? `genesis-${genesisHash.slice(0, 8).toLowerCase()}`;
}
