/** Constants and ratings of a network follow the newest epoch's spec. */
import { expect, it } from "vitest";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import type { EpochRow } from "./announcements.ts";
import { modelConstants } from "./modelConstants.ts";
import { createNetworks } from "./networks.ts";

const never = "18446744073709551615";

function announcement(epoch: number, bellatrixEpoch: string): EpochRow {
  return {
    epoch,
    role: "full",
    fork: "altair",
    spec: {
      SLOTS_PER_EPOCH: "8",
      SECONDS_PER_SLOT: "6",
      EPOCHS_PER_SLASHINGS_VECTOR: "64",
      ALTAIR_FORK_EPOCH: "0",
      BELLATRIX_FORK_EPOCH: bellatrixEpoch,
      GLOAS_FORK_EPOCH: bellatrixEpoch,
    },
    genesis_time: "1600000000",
    genesis_validators_root: `0x${"12".repeat(32)}`,
    sync_committee: [],
    finalized_epoch_after: 0,
    parent_block_root: "",
    registry_epoch: 0,
    registry_rows: 0,
    inactivity_score_rows: null,
  };
}

it("a fork that a later epoch's spec schedules is known without a restart, and no older epoch takes it back", async () => {
  const { store, close } = await openWarehouse();
  try {
    const networks = createNetworks(store);
    await networks.announce("upgraded", announcement(10, never));
    const held = networks.get("upgraded");
    expect(modelConstants(held).gloas_epoch).toBe(0xffff_ffff);
    await networks.announce("upgraded", announcement(11, "20"));
    await networks.announce("upgraded", announcement(9, never));
    for (const info of [held, networks.get("upgraded")]) {
      expect(modelConstants(info).gloas_epoch).toBe(20);
      expect(info.ratings.at(-1)).toMatchObject({ from: 20, version: "v3.0" });
    }
    const ratings = await store.rows(
      "select from_epoch, rating_version from dim_eth_rating_version final where network = 'upgraded' order by from_epoch",
    );
    expect(ratings).toEqual([
      { from_epoch: 0, rating_version: "v2.1" },
      { from_epoch: 20, rating_version: "v3.0" },
    ]);
  } finally {
    await close();
  }
});
