/** Networks of Polygon PoS, by Bor's chain id, and where their root chains begin to matter. */

type Network = {
  name: string;
  /** eth_chainId of the root chain; undefined: the first answering node's. */
  rootChainId: bigint | undefined;
  /** No contract of the network is older than this block of the root chain. */
  firstBlock: number;
};

const networks = new Map<string, Network>([
  ["137", { name: "mainnet", rootChainId: 1n, firstBlock: 10_000_000 }],
  ["80002", { name: "amoy", rootChainId: 11_155_111n, firstBlock: 4_000_000 }],
]);

/** A network without a name is called by its number. */
export function networkOf(borChainId: string): Network {
  return networks.get(borChainId) ?? { name: `bor-${borChainId}`, rootChainId: undefined, firstBlock: 0 };
}
