/** The network of chains: by genesis hash, else by the chains' own names. */

/** Genesis hashes of the chains of one network. */
const genesis = new Map<string, string>([
  ["0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f", "polkadot"],
  ["0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3", "polkadot"],
  ["0x67fa177a097bfa18f77ea95ab56e9bcdfeb0e5b8a40e46298bb93e16b6fc5008", "polkadot"],
  ["0x77afd6190f1554ad45fd0d31aee62aacc33c6db0ea801129acb813f913e0764f", "paseo"],
]);

/** The words that distinguish chains of one network. */
const roles = /\b(?:asset ?hub|people|relay ?chain|relay|statemint|chain)\b/g;

const unnamed = "genesis-";

/** Whether two chains can belong to one network. An unnamed chain may belong to any. */
export const isSameNetwork = (one: string, other: string): boolean =>
  one === other || one.startsWith(unnamed) || other.startsWith(unnamed);

/**
 * @param chainName the answer of `system_chain`, such as "Polkadot Asset Hub"
 * @param chosen by a setting
 */
export function networkOf(genesisHash: string, chainName: string, chosen: string | undefined): string {
  const words =
    chainName
      .toLowerCase()
      .replaceAll(roles, " ")
      .match(/[a-z0-9]+/g) ?? [];
  const own = words.join("-").slice(0, 32);
  return chosen ?? genesis.get(genesisHash) ?? (own === "" ? `${unnamed}${genesisHash.slice(2, 10)}` : own);
}
