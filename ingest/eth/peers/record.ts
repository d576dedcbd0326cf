/** Ethereum Node Records (EIP-778): what a node announces of itself, signed by its own key. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { decodeRlp, encodeRlp, getBytes, hexlify, toUtf8Bytes } from "ethers/utils";
import ipaddr from "ipaddr.js";

/** A record's text is `enr:` and base64url without padding; the record itself has 300 bytes at most. */
const textPattern = /^enr:([A-Za-z0-9_-]{1,400})$/;
const bytesMax = 300;

/** Addresses as text; undefined where the record has none. */
type NodeRecord = { ip: string | undefined; ip6: string | undefined };

const hexOfText = (text: string) => hexlify(toUtf8Bytes(text));

/** Key and value pairs after signature and sequence number; undefined where the list has another form. */
function pairsOf(content: readonly unknown[]): ReadonlyMap<string, string> | undefined {
  const items = content.slice(1);
  if (items.length % 2 !== 0) return undefined;
  // A value may be a list (`snap`, `opstack`), which no caller reads.
  return new Map(
    items.flatMap((key, place) => {
      const value = items[place + 1];
      const isPair = place % 2 === 0 && typeof key === "string" && typeof value === "string";
      return isPair ? [[key, value] as const] : [];
    }),
  );
}

/** @throws Error for a value that is no address */
function addressAt(pairs: ReadonlyMap<string, string>, name: "ip" | "ip6"): string | undefined {
  const value = pairs.get(hexOfText(name));
  return value === undefined ? undefined : ipaddr.fromByteArray([...getBytes(value)]).toString();
}

/**
 * Decodes a record and verifies its signature by the identity scheme `v4`.
 * @param text as in `enr` of /eth/v1/node/peers
 * @returns undefined for a text that is no record, an unknown identity scheme or a wrong signature
 */
export function decodeRecord(text: string): NodeRecord | undefined {
  const [, encoded] = textPattern.exec(text) ?? [];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, "base64url");
  if (bytes.length > bytesMax) return undefined;
  try {
    const list = decodeRlp(bytes);
    if (!Array.isArray(list) || typeof list[0] !== "string") return undefined;
    const [signature, ...content] = list;
    const pairs = pairsOf(content);
    const key = pairs?.get(hexOfText("secp256k1"));
    if (pairs?.get(hexOfText("id")) !== hexOfText("v4") || key === undefined) return undefined;
    const digest = keccak_256(getBytes(encodeRlp(content)));
    if (!secp256k1.verify(getBytes(signature), digest, getBytes(key), { prehash: false })) return undefined;
    return { ip: addressAt(pairs, "ip"), ip6: addressAt(pairs, "ip6") };
  } catch {
    return undefined;
  }
}
