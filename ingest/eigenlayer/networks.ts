/** EigenLayer's contracts by their chain. */
import { ConfigError } from "../../lib/errors.ts";

export type Contracts = {
  delegationManager: string;
  strategyManager: string;
  eigenPodManager: string;
  rewardsCoordinator: string;
  allocationManager: string;
};

export type KnownNetwork = {
  name: string;
  /** First block with a log of these contracts. */
  firstBlock: number;
  contracts: Contracts;
};

/** The placeholder strategy of native ETH; it has no contract. */
export const nativeStrategy = "0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0";

/** By eth_chainId. */
const networksByChainId: Readonly<Record<string, KnownNetwork>> = {
  "1": {
    name: "mainnet",
    firstBlock: 17_445_563,
    contracts: {
      delegationManager: "0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a",
      strategyManager: "0x858646372cc42e1a627fce94aa7a7033e7cf075a",
      eigenPodManager: "0x91e677b07f7af907ec9a428aafa9fc14a0d3a338",
      rewardsCoordinator: "0x7750d328b314effa365a0402ccfd489b80b0adda",
      allocationManager: "0x948a420b8cc1d6bfd0b6087c2e7c344a2cd0bc39",
    },
  },
  "560048": {
    name: "hoodi",
    firstBlock: 165_000,
    contracts: {
      delegationManager: "0x867837a9722c512e0862d8c2e15b8be220e8b87d",
      strategyManager: "0xee45e76ddbedda2918b8c7e3035cd37eab3b5d41",
      eigenPodManager: "0xcd1442415fc5c29aa848a49d2e232720be07976c",
      rewardsCoordinator: "0x29e8572678e0c272350aa0b4b8f304e47ebcd5e7",
      allocationManager: "0x95a7431400f362f3647a69535c5666ca0133caa0",
    },
  },
};

/** @throws ConfigError for a chain without a known EigenLayer */
export function networkOf(chainId: bigint): KnownNetwork {
  const network = networksByChainId[String(chainId)];
  if (network !== undefined) return network;
  const chains = Object.entries(networksByChainId).map(([id, { name }]) => `${id} (${name})`);
  throw new ConfigError(
    `The execution node is on chain ${chainId}, where no contracts of EigenLayer are known; they are on ${chains.join(", ")}`,
    { code: "unknown_network" },
  );
}
