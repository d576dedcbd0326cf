/** Where a peer says it is: its signed record (ENR), else the address at which the node last saw it. */
import ipaddr from "ipaddr.js";
import type { ApiPeer } from "../api/api.ts";

/** The address in its shortest form, IPv4 in IPv6 taken out; undefined when it is none. */
function normalized(text: string | undefined): string | undefined {
  if (text === undefined || !ipaddr.isValid(text)) return undefined;
  return ipaddr.process(text).toString();
}

/** Not private, loopback, link-local, carrier-grade NAT, a tunnel or reserved: somebody's on the internet. */
export function isPublic(ip: string): boolean {
  return ipaddr.process(ip).range() === "unicast";
}

/** IPv4 and IPv6 of a signed record; none where it can't be read, or its signature is wrong. */
async function recordAddresses(enr: string): Promise<(string | undefined)[]> {
  // RLP and signatures take memory that only a listener of peers needs.
  const { decodeRecord } = await import("./record.ts");
  const record = decodeRecord(enr);
  return [record?.ip, record?.ip6];
}

/**
 * The first public address of the record, then of the connection; else the first of any kind. A record may hold the
 * address behind a router, and not every node passes records on.
 * @returns "" when there is none
 */
export async function addressOf({ enr, last_seen_p2p_address: seen }: ApiPeer): Promise<string> {
  const [, connection] = /^\/ip[46]\/([^/]+)/.exec(seen) ?? [];
  const found = [...(enr === "" ? [] : await recordAddresses(enr)), connection]
    .map(normalized)
    .filter((ip) => ip !== undefined);
  return found.find(isPublic) ?? found[0] ?? "";
}
