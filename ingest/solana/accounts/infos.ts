/** Validator infos that operators publish in accounts of the config program. */
import { base58 } from "@scure/base";
import type { VotersMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { addressAt, addressBytes } from "./address.ts";
import { type AccountsRequest, readAccounts } from "./stream.ts";
import { shortText } from "./text.ts";

/** The first key of an info account; it identifies the account's kind. */
const infoKey = "Va1idator1nfo111111111111111111111111111111";
const infoKeyBytes = base58.decode(infoKey);
/** One byte holds the number of keys, followed by each key and whether it has signed. */
const keyBytes = addressBytes + 1;
const identityOffset = 1 + keyBytes;
const keysMax = 127;

const request: AccountsRequest = {
  program: "Config1111111111111111111111111111111111111",
  filters: [{ memcmp: { offset: 1, bytes: infoKey } }],
};

/** As the operator wrote it, cut to the limits of messages. */
export type ValidatorInfo = Pick<
  VotersMessage["voters"][number],
  "name" | "website" | "details" | "icon_url"
>;
type InfoAccount = { address: string; identity: string; info: ValidatorInfo };

/** A bincode string: its length as an u64, then the text. */
function bincodeText(data: Buffer, offset: number): string | undefined {
  if (offset + 8 > data.length) return undefined;
  const length = data.readBigUInt64LE(offset);
  if (length > BigInt(data.length - offset - 8)) return undefined;
  return data.toString("utf8", offset + 8, offset + 8 + Number(length));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined for other configs, unsigned and malformed ones */
export function decodeInfo({ address, data }: Account): InfoAccount | undefined {
  const keys = data[0] ?? 0;
  const textOffset = 1 + keys * keyBytes;
  if (keys < 2 || keys > keysMax || data.length < textOffset) return undefined;
  if (!data.subarray(1, 1 + addressBytes).equals(infoKeyBytes)) return undefined;
  const isSigned = data[identityOffset + addressBytes] === 1;
  const text = bincodeText(data, textOffset);
  const said = text === undefined ? undefined : parsed(text);
  if (!isSigned || said === undefined) return undefined;
  return {
    address,
    identity: addressAt(data, identityOffset),
    info: {
      name: shortText(said.name, 1_000),
      website: shortText(said.website, 1_000),
      details: shortText(said.details, 2_000),
      icon_url: shortText(said.iconUrl, 1_000),
    },
  };
}

/**
 * Infos by identity. If an identity has several accounts, the one with the first address counts.
 * @param slot finalized: an earlier answer is rejected
 */
export async function readInfos(
  nodes: NodeSet,
  signal?: AbortSignal,
  { slot }: { slot?: number } = {},
): Promise<Map<string, ValidatorInfo>> {
  const slots = slot === undefined ? undefined : { first: slot };
  const accounts = await readAccounts(nodes, { ...request, slots }, decodeInfo, signal);
  accounts.sort((left, right) => (left.address < right.address ? 1 : -1));
  return new Map(accounts.map(({ identity, info }) => [identity, info]));
}
