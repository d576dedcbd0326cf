/** A peer's address: from its signed record (ENR), otherwise the one at which the node last saw it. */
import ipaddr from "ipaddr.js";
import type { ApiPeer } from "../api/api.ts";

/** The address in its shortest form, IPv4 extracted from IPv6; undefined if invalid. */
function normalized(text: string | undefined): string | undefined {
  if (text === undefined || !ipaddr.isValid(text)) return undefined;
  return ipaddr.process(text).toString();
}

/** Not private, loopback, link-local, carrier-grade NAT, a tunnel or reserved: a public internet address. */
export function isPublic(ip: string): boolean {
  return ipaddr.process(ip).range() === "unicast";
}

/** IPv4 and IPv6 of a signed record; none if it can't be read, or its signature is wrong. */
async function recordAddresses(enr: string): Promise<(string | undefined)[]> {
  // RLP and signatures take memory that only a listener of peers needs.
  const { decodeRecord } = await import("./record.ts");
  const record = decodeRecord(enr);
  return [record?.ip, record?.ip6];
}

/**
 * The first public address of the record, then of the connection; otherwise the first of any kind. A record may hold an
 * address inside a NAT, and not every node passes records on.
 * @returns "" if there is none
 */
export async function addressOf({ enr, last_seen_p2p_address: seen }: ApiPeer): Promise<string> {
  const [, connection] = /^\/ip[46]\/([^/]+)/.exec(seen) ?? [];
  const addresses = [...(enr === "" ? [] : await recordAddresses(enr)), connection]
    .map(normalized)
    .filter((ip) => ip !== undefined);
  return addresses.find(isPublic) ?? addresses[0] ?? "";
}
