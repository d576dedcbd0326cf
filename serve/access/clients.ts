/**
 * Identifies clients before they have shown a key: by the address of the connection, or by the address that trusted
 * proxies forward. These headers are ignored when anyone else sends them.
 */
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

export type Client = {
  /** The identity for counting requests: an IPv4 address, or the /64 of an IPv6 one. Undefined without a connection. */
  address: string | undefined;
  /** Whether X-Forwarded-Host and X-Forwarded-Proto are trusted. */
  isBehindProxy: boolean;
};

/** Proxies add some 20 characters each. */
const forwardedCharactersMax = 1_024;

function parseAddress(text: string | undefined): Address | undefined {
  if (text === undefined || text.length > 64 || !ipaddr.isValid(text)) return undefined;
  // IPv4 over a socket of both kinds is ::ffff:1.2.3.4.
  return ipaddr.process(text);
}

/** An address, or a range as 10.0.0.0/8. @throws RangeError when it is neither */
function parseRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  if (address === undefined) throw new RangeError(`${text} is no address and no range such as 10.0.0.0/8`);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** The owner of a /64 has all of its addresses. */
function nameOf(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}

/** @param trustedProxies addresses and ranges of proxies whose X-Forwarded-For names the client */
export function createClients(trustedProxies: readonly string[]) {
  const ranges = trustedProxies.map(parseRange);
  const isTrusted = (address: Address) =>
    ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

  /**
   * @param peer address of the connection
   * @param forwardedFor the header X-Forwarded-For: each proxy appends its own client, so only the last entries are reliable
   */
  return (peer: string | undefined, forwardedFor: string | null): Client => {
    let client = parseAddress(peer);
    if (client === undefined) return { address: undefined, isBehindProxy: false };
    if (!isTrusted(client)) return { address: nameOf(client), isBehindProxy: false };
    const hops = (forwardedFor ?? "").slice(-forwardedCharactersMax).split(",");
    for (let place = hops.length - 1; place >= 0 && isTrusted(client); place -= 1) {
      const before = parseAddress(hops[place]?.trim());
      if (before === undefined) break;
      client = before;
    }
    return { address: nameOf(client), isBehindProxy: true };
  };
}
