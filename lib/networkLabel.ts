/** A network of a chain. Names of networks are not unique across chains. */
export type NetworkReference = { chain: string; network: string };

/** What a network is called wherever all chains are seen: on the command line, in cursors. */
export function networkLabel({ chain, network }: NetworkReference): string {
  return `${chain}/${network}`;
}
