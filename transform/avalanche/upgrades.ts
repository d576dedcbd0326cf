/** Times of AvalancheGo upgrades that change the meaning of a stake's times and fees. */

/** Seconds. */
type Upgrades = {
  /** Fees of delegations to validators that started earlier are paid when the delegation ends. */
  cortina: number;
  /** Stakes of earlier blocks start when their transactions say. */
  durango: number;
};

/** By AvalancheGo's upgrade/upgrade.go; all other networks have had them since genesis. */
const upgradesByNetwork: Readonly<Record<string, Upgrades>> = {
  mainnet: {
    cortina: Date.UTC(2023, 3, 25, 15) / 1000,
    durango: Date.UTC(2024, 2, 6, 16) / 1000,
  },
  fuji: {
    cortina: Date.UTC(2023, 3, 6, 15) / 1000,
    durango: Date.UTC(2024, 1, 13, 16) / 1000,
  },
};

export const upgradesOf = (network: string): Upgrades =>
  upgradesByNetwork[network] ?? { cortina: 0, durango: 0 };
