/** Votes of a run of blocks → the slots that each account voted for, by first landing. Pure. */
import { pack } from "../../lib/packed.ts";
import type { VotesFact } from "../../schemas/solana/events.ts";
import { lateSlots } from "../../schemas/solana/slots.ts";
import type { AccountVote } from "./decode/json.ts";

/** Slots before the run whose votes may still land, as bits for each account; older ones are kept one by one. */
const lookBack = lateSlots;
const latencyMax = 65_535;

export type VotesOfBlock = { slot: number; votes: readonly AccountVote[] };

type Landings = {
  slots: number[];
  latencies: number[];
  root: number;
  payer: string;
  seen: Uint8Array;
  old: Set<number>;
};

/** Records a vote's slots that haven't landed before: a tower repeats its slots. */
function land(own: Landings, vote: AccountVote, block: number, base: number): void {
  if (vote.root !== undefined && vote.root < block) own.root = Math.max(own.root, vote.root);
  own.payer = vote.payer;
  const { seen, old, slots, latencies } = own;
  for (const slot of vote.slots) {
    // A vote for a slot without a block yet is invalid.
    if (slot >= block) continue;
    const place = slot - base;
    if (place >= 0) {
      const [byte, bit] = [place >> 3, 1 << (place & 7)];
      if (((seen[byte] as number) & bit) !== 0) continue;
      seen[byte] = (seen[byte] as number) | bit;
    } else {
      if (old.has(slot)) continue;
      old.add(slot);
    }
    slots.push(slot);
    latencies.push(Math.min(block - slot, latencyMax));
  }
}

/** @param blocks in ascending order */
export function firstLandings(blocks: readonly VotesOfBlock[]): VotesFact {
  const first = blocks[0]?.slot ?? 0;
  const last = blocks.at(-1)?.slot ?? 0;
  const base = first - lookBack;
  const bytes = (last - base + 8) >> 3;
  const byAccount = new Map<string, Landings>();
  for (const { slot: block, votes } of blocks) {
    for (const vote of votes) {
      let own = byAccount.get(vote.account);
      if (own === undefined) {
        own = { slots: [], latencies: [], root: 0, payer: "", seen: new Uint8Array(bytes), old: new Set() };
        byAccount.set(vote.account, own);
      }
      land(own, vote, block, base);
    }
  }
  const accounts = [...byAccount.keys()].sort();
  const landings = accounts.map((account) => byAccount.get(account) as Landings);
  const count = landings.reduce((sum, { slots }) => sum + slots.length, 0);
  const [account, slot, latency] = [new Uint16Array(count), new Uint32Array(count), new Uint16Array(count)];
  let row = 0;
  landings.forEach(({ slots, latencies }, place) => {
    account.fill(place, row, row + slots.length);
    slot.set(slots, row);
    latency.set(latencies, row);
    row += slots.length;
  });
  return {
    accounts,
    payers: landings.map(({ payer }) => payer),
    root: pack(Uint32Array.from(landings, ({ root }) => root)),
    account: pack(account),
    slot: pack(slot),
    latency: pack(latency),
  };
}
