/** Families in the order of the pages, as people call them. */
export const familyTitles: Readonly<Record<string, string>> = {
  eth: "Ethereum",
  cosmos: "Celestia and Babylon",
  solana: "Solana",
  polkadot: "Polkadot",
  cardano: "Cardano",
  avalanche: "Avalanche",
  eigenlayer: "EigenLayer",
  polygon: "Polygon",
};
