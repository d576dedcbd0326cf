/** A network of a chain. Names of networks are not unique across chains. */
export type NetworkReference = { chain: string; network: string };

/** The name of a network where several chains are listed: on the command line, in cursors. */
export function networkLabel({ chain, network }: NetworkReference): string {
  return `${chain}/${network}`;
}
