/** Names of relays, here and in the API. */
import { ConfigError } from "../../../lib/errors.ts";
import { givenName, urlOf } from "../../../lib/nodeAddress.ts";

export type Relay = {
  name: string;
  /** May hold a user and a password. */
  url: string;
};

/** By host, as the original names them. */
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

/** The operator's name for the relay, else the relay's own, else host and port; never its credentials. */
export function relayName(address: string): string {
  const { host, hostname } = new URL(urlOf(address));
  return givenName(address) ?? names.get(hostname) ?? host;
}

/**
 * Relays by their addresses.
 * @param variable the setting of the addresses, for messages
 * @throws ConfigError if two relays have the same name, which is the key of their records
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
