/**
 * Invariants of any P-chain: amounts are conserved, and days begin and end at midnight.
 * Fast counterpart: test/avalancheTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAvalancheHistory } from "../fixtures/avalanche/history.ts";
import { createLedger, nodeText } from "../fixtures/avalanche/ledger.ts";
import { startAvalancheStub } from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";
import { someKey } from "../fixtures/avalanche/transactionParts.ts";
import { createTxMaker } from "../fixtures/avalanche/transactions.ts";
import type { ChainView } from "../fixtures/avalanche/view.ts";
import { createRandom } from "../fixtures/random.ts";
import { avalancheOptions, backfillAvalanche } from "./support/avalanche.ts";
import { getRecords, getValidatorRecords, modelAnswers, withoutOurs } from "./support/avalancheAnswers.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

async function served(view: ChainView): Promise<ServeFixture> {
  const fixture = await openServeFixture({ family: "avalanche" });
  const stub = await startAvalancheStub(view);
  await backfillAvalanche(fixture.store, avalancheOptions([stub.url]), { from: 0, to: view.head });
  await stub.close();
  return fixture;
}

describe("amounts", () => {
  const history = createAvalancheHistory({ seed: 8, days: 8 });
  const view = toView(history);
  let fixture: ServeFixture;

  beforeAll(async () => {
    fixture = await served(view);
  });
  afterAll(async () => await fixture.close());

  const count = async (condition: string) => {
    const [row] = await fixture.store.rows<{ count: string }>(
      `select count() as count from int_avalanche_stake final where ${condition}`,
    );
    return Number(row?.count);
  };

  it("add up: own part and fee are the reward, and no more is paid", async () => {
    expect(await count("1")).toBeGreaterThan(50);
    expect(await count("own_navax + fee_navax != reward_navax")).toBe(0);
    expect(await count("is_validator = 1 and fee_navax != 0")).toBe(0);
    expect(await count("paid_own_navax > own_navax")).toBe(0);
    expect(await count("paid_own_navax > 0 and paid_own_navax != own_navax")).toBe(0);
  });

  it("keep the fees of rewarded delegations with a validator that isn't rewarded", async () => {
    const aborted = "is_validator = 1 and is_committed = 0";
    expect(await count(aborted)).toBeGreaterThan(1);
    expect(await count(`${aborted} and paid_own_navax > 0`)).toBe(0);
    expect(await count(`${aborted} and paid_fee_navax > 0`)).toBeGreaterThan(0);
  });

  it("change the supply by the rewards of begun stakes less those of aborted ones", async () => {
    const [row] = await fixture.store.rows<{ change: string }>(
      `select toString(sum(toInt256(reward_navax)
        - if(is_committed = 0, reward_navax, 0))) as change
      from int_avalanche_stake final`,
    );
    expect(row?.change).toBe(String(view.supply(view.head) - view.supply(0)));
  });

  it("of a stake are those of its days, to the nAVAX", async () => {
    const [row] = await fixture.store.rows<{ parts: string; whole: string }>(
      `select
        (select toString(sum(potential_delegator_reward_navax + potential_validator_reward_navax
          + potential_fee_reward_navax)) from fct_avalanche_network_reward_daily final) as parts,
        (select toString(sum(reward_navax)) from int_avalanche_stake final
          where end_at <= (select toUnixTimestamp(max(day) + 1) from int_avalanche_day final)) as whole`,
    );
    const [open] = await fixture.store.rows<{ rest: string }>(
      `select toString(sum(reward_navax)) as rest from int_avalanche_stake final
      where end_at > (select toUnixTimestamp(max(day) + 1) from int_avalanche_day final)`,
    );
    const [parts, whole] = [BigInt(row?.parts ?? 0), BigInt(row?.whole ?? 0)];
    expect(parts).toBeGreaterThanOrEqual(whole);
    expect(parts).toBeLessThanOrEqual(whole + BigInt(open?.rest || "0"));
  });

  it("of the network are those of its validators", async () => {
    const sums = (table: string) =>
      fixture.store.rows(
        `select toString(day) as date, toString(sum(delegator_reward_navax)) as delegators,
          toString(sum(validator_reward_navax)) as validators, toString(sum(fee_reward_navax)) as fees,
          toString(sum(potential_validator_reward_navax)) as potential, min(is_complete) as complete
        from ${table} final group by day order by day`,
      );
    expect(await sums("fct_avalanche_network_reward_daily")).toEqual(
      await sums("fct_avalanche_validator_reward_daily"),
    );
  });
});

describe("midnight", () => {
  const day = 86_400;
  const begin = Date.UTC(2026, 9, 1) / 1000;
  const random = createRandom("avalanche midnight");
  const make = createTxMaker(random, 1);
  const supply = 460_000_000_000_000_000n;
  const ledger = createLedger({ supply, helicon: undefined, cortina: 0, time: begin });
  const node = Buffer.alloc(20, 5);
  const terms = { node, start: 0, end: begin + 3 * day, weight: 2_000_000_000_000n };
  const stake = {
    ...terms,
    nodeId: nodeText(node),
    isValidator: true,
    pubkey: someKey.toString("hex"),
    shares: 20_000,
    start: begin + day / 2,
    renewal: undefined,
  };
  ledger.genesis();
  ledger.standard(begin + 60, [{ tx: make.noise(34) }]);
  // This one is there to the end: a network always has validators.
  const lasting = { node: Buffer.alloc(20, 6), start: 0, end: begin + 14 * day, weight: 3_000_000_000_000n };
  const lastingStake = {
    ...stake,
    ...lasting,
    nodeId: nodeText(lasting.node),
    pubkey: null,
    start: stake.start,
  };
  ledger.standard(stake.start, [
    { tx: make.addPermissionless(terms, { shares: 20_000, pubkey: someKey }), stake },
    { tx: make.addPermissionless(lasting, { shares: 20_000, pubkey: null }), stake: lastingStake },
  ]);
  // Two days without a block, and an end at midnight sharp.
  const [validator] = ledger.active();
  ledger.reward(make.reward(Buffer.from(validator?.txId ?? "", "hex")), {
    stake: validator,
    isCommitted: true,
    at: begin + 3 * day,
  });
  ledger.standard(begin + 5 * day, [{ tx: make.noise(34) }]);
  const history = { networkId: 1, ledger, make, helicon: undefined, heads: ledger.blocks.length };

  it("ends a stake on the new day, and gives a day without blocks its part", async () => {
    const fixture = await served(toView(history));
    const validators = await getValidatorRecords(fixture, [stake.nodeId, lastingStake.nodeId]);
    const network = await getRecords(fixture, "network/rewards");
    await fixture.close();
    expect(validators.map(withoutOurs)).toEqual(modelAnswers(history).validators);
    expect(network.map(withoutOurs)).toEqual(modelAnswers(history).network);
    const records = validators.filter(({ nodeId }) => nodeId === stake.nodeId);
    // 2,000 AVAX for 2.5 days at 10 % and more: (720 - 460) / 460 of it, in days of a year.
    expect(records.map(({ day: date, validationStatus }) => [date, validationStatus])).toEqual([
      ["2026-10-01", "active"],
      ["2026-10-02", "active"],
      ["2026-10-03", "active"],
      ["2026-10-04", "inactive"],
    ]);
    expect(records.map(({ totalValidatorRewards }) => totalValidatorRewards)).toEqual([
      "0",
      "0",
      "0",
      "0.775331043",
    ]);
    expect(records.map(({ totalPotentialValidatorRewards }) => totalPotentialValidatorRewards)).toEqual([
      "0.155066208",
      "0.310132417",
      "0.310132418",
      "0",
    ]);
    expect(records.at(-1)?.validatorPubkey).toBe(`0x${someKey.toString("hex")}`);
    expect(network.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true, true, false]);
  });
});
