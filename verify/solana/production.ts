/** Leaders and their blocks as nodes count them: getBlockProduction by epoch, getSlotLeaders by slot. */
import { readBlockProduction, readSlotLeader } from "../../ingest/solana/api/reports.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import type { Kind, NodeFigures, ReadContext } from "../figure.ts";
import { orMissing } from "./lacks.ts";

type StoredSlots = { first_slot: number; last_slot: number; slot_count: number; leaderless_count: number };

/**
 * Slots that each identity led, and blocks that it produced, in the stored part of an epoch. Agave (rpc/src/rpc.rs,
 * get_block_production, 4.4) takes leaders from its schedule and blocks from the SlotHistory sysvar, which holds the last
 * 1,048,576 slots: the current and the previous epoch, at most. The warehouse counts blocks that it has read, and skipped
 * slots by the parents of later blocks.
 */
export function blockProduction({ client, epochs }: SolanaInfo): Kind {
  const slotsOf = (epoch: number) => ({
    epoch_from: epoch === 0 ? 0 : epochs.lastSlotOf(epoch - 1) + 1,
    epoch_to: epochs.lastSlotOf(epoch),
  });

  async function read(epoch: number, { signal, rows }: ReadContext): Promise<NodeFigures> {
    const [stored] = await rows<StoredSlots>("solana/verify_produced_slots", slotsOf(epoch));
    if (stored === undefined || stored.slot_count === 0)
      return { missing: `the warehouse holds no slot of epoch ${epoch}` };
    const { first_slot: firstSlot, last_slot: lastSlot } = stored;
    if (stored.slot_count !== lastSlot - firstSlot + 1)
      return { missing: `the warehouse lacks some of the slots ${firstSlot} to ${lastSlot}` };
    if (stored.leaderless_count > 0)
      return {
        missing: `no node reported the leaders of ${stored.leaderless_count} slots when they were read`,
      };
    const production = await readBlockProduction(client.nodes, { firstSlot, lastSlot }, signal);
    return {
      figures: production.flatMap(({ identity, leaderSlots, blocksProduced }) => [
        { subject: identity, item: "leader_slot_count", value: String(leaderSlots) },
        { subject: identity, item: "produced_block_count", value: String(blocksProduced) },
      ]),
    };
  }

  return {
    name: "block_production",
    title: "leader slots and produced blocks",
    source: "getBlockProduction",
    unit: "epoch",
    pointsOf: async ({ from, to }) => epochs.rangesOf(from, to).map(({ epoch }) => epoch),
    read: (epoch, context) => orMissing(() => read(epoch, context)),
    own: { sql: "solana/verify_block_production", values: slotsOf },
    explain: ({ subject }, date) => `/v1/solana/validators/${subject}/explain?date=${date}&kind=leader_slot`,
  };
}

/**
 * The leader of a slot by getSlotLeaders (Agave: rpc/src/rpc.rs, get_slot_leaders). The warehouse assigns leaders to slots
 * from the whole schedule, whose places count from the first slot of the epoch.
 */
export function slotLeaders({ client }: SolanaInfo): Kind {
  return {
    name: "slot_leader",
    title: "leaders of slots",
    source: "getSlotLeaders",
    read: (slot, { signal }) =>
      orMissing(async () => ({
        figures: [{ subject: "", item: "leader", value: await readSlotLeader(client.nodes, slot, signal) }],
      })),
    own: { sql: "solana/verify_slot_leader" },
  };
}
