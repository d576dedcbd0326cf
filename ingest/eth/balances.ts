/** Balances of a few validators, and of all active ones at the end of a day. */
import { SourceError } from "../../lib/errors.ts";
import { isDayEnd } from "../../schemas/eth/calendar.ts";
import type { BlockMessage, EpochMessage } from "../../schemas/eth/events.ts";
import type { BeaconClient } from "./api/beacon.ts";
import type { EthChain } from "./spec.ts";

/** Nodes accept so many ids in a query (Beacon API). */
const idsMax = 64;

type Balance = { validator_index: number; slot: number; balance_gwei: string };

/** The epoch of the balances, and the node to request. */
export type BalanceSource = { client: BeaconClient; chain: EthChain; epoch: number };

/** Validators' balances after the first of these slots that a node has; none if no node has any. */
async function balancesAt(
  { client }: BalanceSource,
  slots: readonly number[],
  wanted: readonly number[],
  signal: AbortSignal,
): Promise<Balance[]> {
  const collected: Balance[] = [];
  for (let start = 0; start < wanted.length; start += idsMax) {
    const indices = wanted.slice(start, start + idsMax);
    for (const slot of slots) {
      const balances = slot < 0 ? null : await client.balancesOf(slot, indices, signal);
      if (balances === null) continue;
      for (const { index, balance } of balances)
        if (indices.includes(index)) collected.push({ validator_index: index, slot, balance_gwei: balance });
      break;
    }
  }
  return collected;
}

/**
 * The balances of members that are withdrawable in an epoch, who have little or nothing left, before its first block: from
 * the state of the slot before, or, if no node has that one, the state after that block.
 * @param withdrawableEpoch by validator index
 */
export async function fetchSyncBalances(
  source: BalanceSource,
  seats: Uint32Array | null,
  withdrawableEpoch: Float64Array,
  signal: AbortSignal,
): Promise<NonNullable<EpochMessage["sync_balances"]>> {
  const { chain, epoch } = source;
  const firstSlot = epoch * chain.slotsPerEpoch;
  const members = [...new Set(seats ?? [])];
  const wanted = members.filter((index) => (withdrawableEpoch[index] ?? 2 ** 64) <= epoch);
  return await balancesAt(source, [firstSlot - 1, firstSlot], wanted, signal);
}

/**
 * The balances of validators slashed in the epoch, before its first block, and of all slashed ones after its last block.
 * @param slashed validators slashed by the epoch's first slot and not yet withdrawable
 * @param withdrawableEpoch by validator index: evidence against a withdrawable validator has no effect
 */
export async function fetchSlashedBalances(
  source: BalanceSource,
  blocks: readonly BlockMessage[],
  { slashed, withdrawableEpoch }: { slashed: readonly number[]; withdrawableEpoch: Float64Array },
  signal: AbortSignal,
): Promise<NonNullable<EpochMessage["slashed_balances"]>> {
  const { chain, epoch } = source;
  const named = new Set(blocks.flatMap((block) => block.slashings.map((fact) => fact.validator_index)));
  const accused = [...named].filter((index) => (withdrawableEpoch[index] ?? 2 ** 64) > epoch);
  const firstSlot = epoch * chain.slotsPerEpoch;
  const lastSlot = firstSlot + chain.slotsPerEpoch - 1;
  return [
    ...(await balancesAt(source, [firstSlot - 1], accused, signal)),
    ...(await balancesAt(source, [lastSlot], [...new Set([...slashed, ...accused])], signal)),
  ];
}

/** Doubles hold every sum below 2^53 exactly, and no balance is above 2^52. */
const exactMax = 2 ** 52;

/**
 * The total balance of all validators active in the last epoch of a day, after its last block; undefined in other epochs,
 * and if no node has it.
 * @throws SourceError `lying` if the balance of an active validator is missing
 */
export async function fetchDayBalance(
  { client, chain, epoch }: BalanceSource,
  isActive: Uint8Array,
  signal: AbortSignal,
): Promise<EpochMessage["day_balance"]> {
  if (!isDayEnd(chain, epoch)) return undefined;
  const slot = (epoch + 1) * chain.slotsPerEpoch - 1;
  const balances = await client.balances(slot, signal);
  if (balances === undefined) return undefined;
  const { count, gwei } = balances.value;
  const { node } = balances;
  if (count !== gwei.length || count < isActive.length) {
    const problem = `${node.name} answers with ${count} balances at slot ${slot}; there are at least ${isActive.length} validators`;
    const error = new SourceError(problem, { code: "lying", meta: { node: node.name, slot } });
    client.report(node, error);
    throw error;
  }
  let [validators, whole, part] = [0, 0n, 0];
  for (let index = 0; index < isActive.length; index += 1) {
    if (isActive[index] !== 1) continue;
    validators += 1;
    part += gwei[index] as number;
    if (part < exactMax) continue;
    whole += BigInt(part);
    part = 0;
  }
  return { active_balance_gwei: String(whole + BigInt(part)), validator_count: validators };
}
