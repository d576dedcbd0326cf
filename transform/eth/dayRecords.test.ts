/** Days of rows put in by hand: what no generated chain holds. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import { log, type TestWarehouse } from "../../test/support/warehouse.ts";
import { createDayRecords } from "./dayRecords.ts";
import type { NetworkInfo } from "./networks.ts";
import { ratingVersions } from "./rewards/rules.ts";
import { createSpans } from "./spans.ts";

const spec = { EPOCHS_PER_SLASHINGS_VECTOR: "8192", ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
const info: NetworkInfo = {
  network: "n",
  spec,
  calendar: { network: "n", genesisTime: 0, slotsPerEpoch: 32, secondsPerSlot: 12 },
  ratings: ratingVersions("n", spec),
  genesisValidatorsRoot: "",
};
const day = { dayType: "chain", day: 0, date: "1970-01-02", firstEpoch: 0, lastEpoch: 224 } as const;

describe("a day of epochs in which nobody had a duty", () => {
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    warehouse = await openWarehouse();
    const { store } = warehouse;
    await store.command(
      "insert into int_eth_epoch (network, epoch, version) select 'n', number, 1 from numbers(3)",
    );
    await store.command(
      "insert into fct_eth_slashing (network, validator_index, slot, epoch, kind, penalty_gwei, version) values ('n', 7, 40, 1, 'proposer', 5, 1)",
    );
    await store.command(
      `insert into fct_eth_proposal_slot (network, slot, epoch, validator_index, status, sync_reward_gwei, version)
      values ('n', 70, 2, 8, 'proposed', 9, 1), ('n', 71, 2, 7, 'missed', 0, 1)`,
    );
    await createDayRecords({ store, spans: createSpans(store), log }).write(info, day);
  });
  afterAll(() => warehouse.close());

  it("has a row for whoever was slashed or proposed", async () => {
    const rows = await warehouse.store.rows(
      `select validator_index, attestation_duty_count, proposer_duty_count, slashes_received_count,
        toInt32(slashing_penalty_gwei) as slashing_penalty_gwei,
        toInt32(proposer_sync_reward_gwei) as proposer_sync_reward_gwei, attester_effectiveness, validator_effectiveness
      from fct_eth_validator_performance_daily final where network = 'n' order by validator_index`,
    );
    const none = { attestation_duty_count: 0, proposer_duty_count: 1, attester_effectiveness: null };
    expect(rows).toEqual([
      {
        ...none,
        validator_index: 7,
        slashes_received_count: 1,
        slashing_penalty_gwei: -5,
        proposer_sync_reward_gwei: 0,
        validator_effectiveness: 0,
      },
      {
        ...none,
        validator_index: 8,
        slashes_received_count: 0,
        slashing_penalty_gwei: 0,
        proposer_sync_reward_gwei: 9,
        validator_effectiveness: 100,
      },
    ]);
  });
});
