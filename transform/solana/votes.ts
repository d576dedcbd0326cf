/**
 * Votes of messages → columns of raw_solana_vote. They arrive as columns, a run of values for each account, and stay in
 * columns.
 */
import { unpack } from "../../lib/packed.ts";
import type { SlotsMessage } from "../../schemas/solana/events.ts";
import { bulkTable } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";

type VotesMessage = SlotsMessage & { votes: NonNullable<SlotsMessage["votes"]> };

/** End of the votes of each account. */
function endsOf(account: Uint16Array, accounts: number): BigUint64Array {
  const ends = new BigUint64Array(accounts);
  let row = 0;
  for (let place = 0; place < accounts; place += 1) {
    while (row < account.length && account[row] === place) row += 1;
    ends[place] = BigInt(row);
  }
  return ends;
}

function toTable(message: VotesMessage, versionOf: (slots: number) => bigint): TableColumns {
  const { network, slots, votes } = message;
  const rows = votes.accounts.length;
  const offsets = endsOf(unpack(Uint16Array, votes.account), rows);
  return bulkTable("raw_solana_vote", rows, {
    network,
    slot: slots[0]?.slot ?? 0,
    vote_account: votes.accounts,
    payer: votes.payers,
    root_slot: unpack(Uint32Array, votes.root),
    voted_slots: { kind: "array", offsets, values: unpack(Uint32Array, votes.slot) },
    latencies: { kind: "array", offsets, values: unpack(Uint16Array, votes.latency) },
    version: versionOf(slots.length),
  });
}

/** @param versionOf version of a row by the number of slots in its message */
export function voteTables(
  messages: readonly SlotsMessage[],
  versionOf: (slots: number) => bigint,
): TableColumns[] {
  return messages
    .filter((message): message is VotesMessage => message.votes !== null && message.votes.accounts.length > 0)
    .map((message) => toTable(message, versionOf));
}
