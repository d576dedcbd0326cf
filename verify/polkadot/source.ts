/** What comparisons with Polkadot's nodes share: states that still have an era, and refusals as missing figures. */
import type { StateAt } from "../../ingest/polkadot/api/chain.ts";
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import { readValue, type Uint } from "../../ingest/polkadot/storage.ts";
import { ss58Account } from "../../lib/ss58.ts";
import type { ReadContext } from "../figure.ts";
import { missingOn } from "../refusals.ts";

export const orMissing = missingOn(["pruned", "refused", "stale", "too_large", "server_error"]);

export type StoredEra = {
  /** The UTC day on which the era ended, if the day's records are there. */
  recorded_day: string | null;
  is_last_of_day: boolean;
};

/** What the warehouse has of an era. */
export async function storedEra(
  era: number,
  { rows }: ReadContext,
): Promise<StoredEra | { missing: string }> {
  const [row] = await rows<StoredEra>("polkadot/verify_era");
  return row ?? { missing: `the warehouse does not hold all of era ${era}` };
}

/**
 * A state in which the chain keeps an ended era: the newest final one, if possible, which no node has pruned and in which
 * the listener has not read it; else the state after the era's end.
 */
export async function stateKeeping(
  { eras }: PolkadotInfo,
  era: number,
  signal: AbortSignal,
): Promise<StateAt> {
  const assetHub = eras.chainOf("asset_hub");
  const newest = await assetHub.at((await assetHub.finalized(signal)).hash);
  const payout = await readValue<Uint>(newest, "staking", "erasValidatorReward", era);
  if (payout !== undefined) return newest;
  const { source, hash } = await eras.end(era, signal);
  return await eras.chainOf(source).at(hash);
}

/** Addresses of the warehouse have this prefix on every network. */
export const addressPrefix = 0;

/** An account's bytes. @throws RangeError if the text is no address of the warehouse */
export function accountOf(address: string): Uint8Array {
  const account = ss58Account(address, [addressPrefix]);
  if (account === undefined) throw new RangeError(`"${address}" is not an address`);
  return account;
}

/** A sample of the validators elected for an era. */
export async function sampleValidators({ rows }: ReadContext, size: number): Promise<string[]> {
  const sample = await rows<{ validator: string }>("polkadot/verify_validators", { size });
  return sample.map(({ validator }) => validator);
}

export const explainValidator = (validator: string, date: string): string =>
  `/v1/polkadot/validators/${validator}/explain?date=${date}`;
