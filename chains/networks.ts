/** What an operator calls a network: `eth/mainnet`, or its own name or its chain's where that means only one. */
import { ConfigError } from "../lib/errors.ts";
import { type NetworkReference, networkLabel } from "../lib/networkLabel.ts";

/** A network that a name may mean; `isMain`: the chain's own name means it. */
export type Candidate = NetworkReference & { isMain: boolean };

/** The chain that a name says, where it says one, and the network's name. */
export function splitName(name: string): { chain?: string; network: string } {
  const slash = name.indexOf("/");
  return slash < 0 ? { network: name } : { chain: name.slice(0, slash), network: name.slice(slash + 1) };
}

function only<Match extends Candidate>(name: string, matches: readonly Match[]): Match | undefined {
  if (matches.length <= 1) return matches[0];
  throw new ConfigError(`"${name}" may be ${matches.map(networkLabel).join(" or ")}: name the chain, too`, {
    code: "ambiguous_network",
  });
}

/**
 * The candidate that a name means: `<chain>/<network>`, a network's name, or a chain's (its main network, or the only
 * one).
 * @returns undefined when it means none
 * @throws ConfigError `ambiguous_network` that names those it may mean
 */
export function findNetwork<Match extends Candidate>(
  name: string,
  candidates: readonly Match[],
): Match | undefined {
  const { chain, network } = splitName(name);
  const named = candidates.filter(
    (one) => one.network === network && (chain === undefined || one.chain === chain),
  );
  if (named.length > 0 || chain !== undefined) return only(name, named);
  const ofChain = candidates.filter((one) => one.chain === name);
  return ofChain.find(({ isMain }) => isMain) ?? only(name, ofChain);
}
