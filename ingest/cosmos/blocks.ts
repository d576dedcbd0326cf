/** Several blocks → one message of columns. Pure. */
import { pack } from "../../lib/packed.ts";
import {
  type BlockFact,
  type BlocksMessage,
  eventKinds,
  eventSections,
} from "../../schemas/cosmos/events.ts";
import type { BlockRewards } from "./decode.ts";
import type { BlockHeader } from "./header.ts";

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** A block's own facts, with the days of its neighbours if known. */
export function toBlockFact(
  header: BlockHeader,
  before: BlockHeader | undefined,
  next: BlockHeader | undefined,
): BlockFact {
  return {
    height: header.height,
    hash: header.hash,
    time: header.time.toISOString(),
    day: dayOf(header.time),
    previous_day: before === undefined ? null : dayOf(before.time),
    next_day: next === undefined ? null : dayOf(next.time),
  };
}

export function toBlocksMessage(
  network: string,
  blocks: readonly ({ fact: BlockFact } & BlockRewards)[],
): BlocksMessage {
  const places = new Map<string, number>();
  const count = blocks.reduce((sum, { events }) => sum + events.length, 0);
  const height = new Uint32Array(count);
  const section = new Uint8Array(count);
  const transactionIndex = new Uint32Array(count);
  const eventIndex = new Uint32Array(count);
  const kind = new Uint8Array(count);
  const validator = new Uint16Array(count);
  const amount: string[] = [];
  const otherAmounts: [number, string][] = [];
  const hashes: [number, string][] = [];
  let row = 0;
  for (const { fact, events, transactionHashes } of blocks) {
    for (const event of events) {
      let place = places.get(event.validator);
      if (place === undefined) {
        place = places.size;
        places.set(event.validator, place);
      }
      height[row] = fact.height;
      section[row] = eventSections.indexOf(event.section);
      transactionIndex[row] = event.transactionIndex;
      eventIndex[row] = event.eventIndex;
      kind[row] = eventKinds.indexOf(event.kind);
      validator[row] = place;
      amount.push(event.amount);
      const hash = event.section === "transaction" ? transactionHashes?.[event.transactionIndex] : undefined;
      if (hash !== undefined) hashes.push([row, hash]);
      if (event.otherAmounts !== "") otherAmounts.push([row, event.otherAmounts]);
      row += 1;
    }
  }
  return {
    type: "blocks",
    network,
    blocks: blocks.map(({ fact }) => fact),
    validators: [...places.keys()],
    events: {
      height: pack(height),
      section: pack(section),
      transaction_index: pack(transactionIndex),
      event_index: pack(eventIndex),
      kind: pack(kind),
      validator: pack(validator),
      amount,
      other_amounts: otherAmounts,
      transaction_hashes: hashes,
    },
  };
}
