/** The recorded Celestia block through the whole house: every sum of its events, to the last digit. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRecording, type Recording } from "../fixtures/cosmos/recording.ts";
import { type StubNode, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { decimalText } from "../fixtures/cosmos/view.ts";
import { celestia } from "../ingest/celestia/index.ts";
import { celestiaChain } from "../schemas/cosmos/chains.ts";
import { backfillCosmos, cosmosOptions } from "./support/cosmos.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { sharedData } from "./support/sharedData.ts";

const folder = join(sharedData, "celestia/celenium");
const hasRecording = existsSync(folder);
if (!hasRecording) {
  const message = `No Celestia recording in ${folder}; set SHARED_DATA to the folder that holds it.`;
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`${message}\n`);
}

describe.runIf(hasRecording)("the recorded block", () => {
  let fixture: ServeFixture;
  let stub: StubNode;
  let recording: Recording;

  beforeAll(async () => {
    fixture = await openServeFixture();
    recording = loadRecording(celestiaChain, folder);
    stub = await startCosmosStub(recording);
    const range = { from: recording.height, to: recording.height };
    await backfillCosmos(celestia, fixture.store, cosmosOptions([stub.url]), range);
  });
  afterAll(async () => {
    await stub.close();
    await fixture.close();
  });

  it("has the sums of its readme", async () => {
    const [row] = await fixture.store.rows<Record<string, string>>(
      `select
        toString(delegation_reward_utia) as rewards, toString(commission_reward_utia) as commission,
        bonded_validator_count as validators, from_block, to_block, is_complete
      from fct_celestia_network_reward_daily final`,
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
    // 2 % community tax on what was minted and 339 utia of fees.
    const paid = (5_208_399n + 339n) * 10n ** 18n;
    const difference = (paid * 98n) / 100n - recording.sums.rewards;
    expect(difference >= 0n && difference < 10n ** 9n).toBe(true);
  });
});
