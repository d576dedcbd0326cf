/** What relays are called, here and in the API. */
import { ConfigError } from "../../../lib/errors.ts";
import { givenName, urlOf } from "../../../lib/nodeAddress.ts";

export type Relay = {
  name: string;
  /** May hold a user and a password. */
  url: string;
};

/** By host; what the original calls them. */
const names = new Map([
  ["boost-relay.flashbots.net", "flashbots"],
  ["relay.ultrasound.money", "ultra_sound_money"],
  ["bloxroute.regulated.blxrbdn.com", "bloxroute_regulated"],
  ["bloxroute.max-profit.blxrbdn.com", "bloxroute_maxprofit"],
  ["agnostic-relay.net", "agnostic"],
  ["aestus.live", "aestus"],
  ["mainnet.aestus.live", "aestus"],
  ["mainnet-relay.securerpc.com", "manifold"],
  ["relay.edennetwork.io", "edennetwork"],
]);

/** The name that the operator gives, else the relay's own, else host and port; never what stands beside them. */
export function relayName(address: string): string {
  const { host, hostname } = new URL(urlOf(address));
  return givenName(address) ?? names.get(hostname) ?? host;
}

/**
 * Relays by their addresses.
 * @param variable where the addresses come from, for messages
 * @throws ConfigError when two have one name, by which what they say is kept
 */
export function relaysOf(urls: readonly string[], variable: string): Relay[] {
  const relays = urls.map((url) => ({ name: relayName(url), url }));
  const twice = relays.find(({ name }, place) =>
    relays.some((other, at) => at < place && other.name === name),
  );
  if (twice === undefined) return relays;
  throw new ConfigError(`${variable} names the relay ${twice.name} twice: leave one address of it`, {
    code: "bad_relays",
  });
}
