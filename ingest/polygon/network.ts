/** Networks of Polygon PoS, by the chain id of Bor, and where their root chains begin to matter. */
import { ConfigError } from "../../lib/errors.ts";

type KnownNetwork = {
  borChainId: string;
  name: string;
  /** eth_chainId of the root chain. */
  rootChainId: bigint;
  /** No contract of the network is older than this block of the root chain. */
  firstBlock: number;
};

const networks: readonly KnownNetwork[] = [
  { borChainId: "137", name: "mainnet", rootChainId: 1n, firstBlock: 10_000_000 },
  { borChainId: "80002", name: "amoy", rootChainId: 11_155_111n, firstBlock: 4_000_000 },
];

/** @throws ConfigError for a network whose root chain nobody knows */
export function networkOf(borChainId: string): KnownNetwork {
  const found = networks.find((network) => network.borChainId === borChainId);
  if (found !== undefined) return found;
  throw new ConfigError(
    `Heimdall is of Bor chain ${borChainId}; known are ${networks.map((one) => one.borChainId).join(" and ")}`,
    { code: "unknown_network" },
  );
}
