/** The recorded Celestia block from node to API: every sum of its events, to the last digit. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadRecording, type Recording } from "../fixtures/cosmos/recording.ts";
import { type StubNode, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { decimalText } from "../fixtures/cosmos/view.ts";
import { cosmosChainOf } from "../schemas/cosmos/chains.ts";
import { blockEvents } from "../verify/cosmos/blockEvents.ts";
import { backfillCosmos, cosmosOptions, openCosmos } from "./support/cosmos.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { describeRecordings, recordingsIn } from "./support/sharedData.ts";
import { verifyRange } from "./support/verify.ts";

const celestia = cosmosChainOf("celestia");
const folder = recordingsIn("celestia/celenium");

describeRecordings("the recorded block", [folder], () => {
  let fixture: ServeFixture;
  let stub: StubNode;
  let recording: Recording;

  beforeAll(async () => {
    fixture = await openServeFixture({ family: "cosmos" });
    recording = loadRecording(celestia, folder);
    stub = await startCosmosStub(recording);
    const range = { from: recording.height, to: recording.height };
    await backfillCosmos(celestia, fixture.store, cosmosOptions([stub.url]), range);
  });
  afterAll(async () => {
    await stub.close();
    await fixture.close();
  });

  it("has the sums of its README", async () => {
    const [row] = await fixture.store.rows<Record<string, string>>(
      `select
        toString(delegation_reward) as rewards, toString(commission_reward) as commission,
        bonded_validator_count as validators, from_block, to_block, is_complete
      from fct_cosmos_network_reward_daily final`,
    );
    expect(row).toEqual({
      rewards: decimalText(recording.sums.rewards).replace(/0+$/, ""),
      commission: decimalText(recording.sums.commission).replace(/0+$/, ""),
      validators: recording.sums.validators,
      from_block: recording.height,
      to_block: recording.height,
      is_complete: 0,
    });
    expect(decimalText(recording.sums.rewards)).toMatch(/^5104563\.23999999/);
    expect(decimalText(recording.sums.commission)).toMatch(/^907610\.57/);
    // 2 % community tax on the minted amount and 339 utia of fees.
    const paid = (5_208_399n + 339n) * 10n ** 18n;
    const difference = (paid * 98n) / 100n - recording.sums.rewards;
    expect(difference >= 0n && difference < 10n ** 9n).toBe(true);
  });

  it("agrees with the node's block results", async () => {
    const { info, network } = await openCosmos(celestia, cosmosOptions([stub.url]));
    const about = { chain: celestia.id, family: "cosmos", network, store: fixture.store };
    const verification = { software: async () => [], kinds: [blockEvents(info)] };
    const range = { from: recording.height, to: recording.height };
    expect(await verifyRange(verification, about, range)).toEqual({
      compared: { block_events: 8 },
      differences: [],
      missing: [],
    });
  });

  /** Whole tokens of base units with 18 decimals: 24 decimals, as JSON writes them. */
  function tokens(value: bigint): string {
    const digits = value.toString().padStart(25, "0");
    return `${digits.slice(0, -24)}.${digits.slice(-24)}`.replace(/\.?0+$/, "");
  }

  it("is returned digit for digit by the API", async () => {
    const network = await (await fixture.get("/v1/celestia/network/rewards")).text();
    expect(network).toContain(`"totalDelegationRewards":${tokens(recording.sums.rewards)},`);
    expect(network).toContain(`"totalCommissionRewards":${tokens(recording.sums.commission)},`);
    expect(network).toContain('"day":"2025-12-10","fromBlockNumber":8880520,"toBlockNumber":8880520');
    for (const [validator, reward] of recording.rewards) {
      const text = await (await fixture.get(`/v1/celestia/validators/${validator}/rewards`)).text();
      const commission = recording.commission.get(validator) ?? 0n;
      expect(text).toContain(`"totalDelegationRewards":${tokens(reward)},`);
      expect(text).toContain(`"totalCommissionRewards":${tokens(commission)},`);
      expect(text).toContain(`"netDelegationRewards":${tokens(reward - commission)},`);
    }
  });

  it("has no rows in another range: 200 and an empty list", async () => {
    const [validator] = recording.rewards.keys();
    const path = `/v1/celestia/validators/${validator}/rewards`;
    const inside = await fixture.get(`${path}?fromDate=2025-12-10&toDate=2025-12-10`);
    expect(((await inside.json()) as { results: unknown[] }).results).toHaveLength(1);
    for (const range of ["fromDate=2025-12-11", "toDate=2025-12-09"]) {
      const response = await fixture.get(`${path}?${range}`);
      expect(response.status).toBe(200);
      expect(((await response.json()) as { results: unknown[] }).results).toEqual([]);
    }
  });
});
