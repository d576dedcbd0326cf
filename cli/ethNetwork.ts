import { chainOf } from "../chains/index.ts";
import { splitName } from "../chains/networks.ts";
import { ConfigError } from "../lib/errors.ts";

const chain = "eth";

/** The Ethereum network that a name means. It may be one that nothing is ingested of yet. @throws ConfigError */
export function ethNetworkOf(name: string): string {
  if (name === chain) return chainOf({ chain }).mainNetwork;
  const { chain: named, network } = splitName(name);
  if ((named ?? chain) === chain && /^[a-z0-9][a-z0-9_-]*$/.test(network)) return network;
  throw new ConfigError(`"${name}" is no Ethereum network, such as eth/mainnet`, { code: "unknown_network" });
}
