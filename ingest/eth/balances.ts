/** Balances of a few validators, and of all active ones at the end of a day. */
import { SourceError } from "../../lib/errors.ts";
import { isDayEnd } from "../../schemas/eth/calendar.ts";
import type { BlockMessage, EpochMessage } from "../../schemas/eth/events.ts";
import type { BeaconClient } from "./api/beacon.ts";
import type { EthChain } from "./spec.ts";

/** Nodes take so many ids in a query (Beacon API). */
const idsMax = 64;

type Balance = { validator_index: number; slot: number; balance_gwei: string };

/** Which epoch balances are wanted of, and who is asked. */
export type BalanceSource = { client: BeaconClient; chain: EthChain; epoch: number };

/** Of validators, what they had after the first of these slots that a node tells; none where no node tells any. */
async function balancesAt(
  { client }: BalanceSource,
  slots: readonly number[],
  wanted: readonly number[],
  signal: AbortSignal,
): Promise<Balance[]> {
  const found: Balance[] = [];
  for (let start = 0; start < wanted.length; start += idsMax) {
    const indices = wanted.slice(start, start + idsMax);
    for (const slot of slots) {
      const balances = slot < 0 ? null : await client.balancesOf(slot, indices, signal);
      if (balances === null) continue;
      for (const { index, balance } of balances)
        if (indices.includes(index)) found.push({ validator_index: index, slot, balance_gwei: balance });
      break;
    }
  }
  return found;
}

/**
 * Of the members that are withdrawable in an epoch, which has few or none and whose balances may have nothing left to be
 * taken: what they had before its first block, as the state of the slot before tells; where no node has that one, what
 * that block left them.
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
 * What validators that the epoch's blocks slash had before its first block, and what they and those slashed before have
 * after its last one.
 * @param slashed who was slashed by the epoch's first slot and isn't withdrawable yet
 * @param withdrawableEpoch by validator index: of who is withdrawable already, evidence counts no more
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
 * What all validators that are active in the last epoch of a day have after its last block; undefined in other epochs,
 * and where no node tells.
 * @throws SourceError `lying` when a balance of an active validator is missing
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
