/**
 * Rewards by checkpoints, compared with the sums of generated contracts between two readings, from the nodes to the API.
 * Fast counterpart: test/polygonTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { dutiesOf } from "../fixtures/polygon/truth.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

type Row = { date: string; quantity: string; [field: string]: unknown };

const history = createPolygonHistory({ seed: 5 });
/** Last checkpoints of the parts that are read one after the other; the contracts are read once for each. */
const parts = [8, 16, 24];
let served: ServeFixture;
/** Blocks at which the contracts were read. */
const blocks: number[] = [];

beforeAll(async () => {
  served = await openServeFixture();
  const stub = await startPolygonStub(history);
  let from = 1;
  for (const to of parts) {
    const block = (history.checkpoints[to - 1]?.block ?? 0) + 20;
    const now = history.timeOf(block + stub.root.settings.finalityBlocks);
    Object.assign(stub.root.settings, { now });
    Object.assign(stub.heimdall.settings, { now });
    await backfillPolygon(served.store, polygonOptions(stub), { from, to });
    // The table keeps the newest rules only: which readings there were does not depend on when its parts are merged.
    await served.store.command("optimize table raw_polygon_rule final");
    blocks.push(block);
    from = to + 1;
  }
  await stub.close();
});
afterAll(() => served.close());

async function rowsOf(validator: number, quantity: string): Promise<Row[]> {
  const path = `/v1/polygon/validators/${validator}/reconciliation?limit=200`;
  const response = await served.get(path, { "x-service-network": history.network });
  const { results } = (await response.json()) as { results: Row[] };
  return results.filter((row) => row.quantity === quantity);
}

/** A validator's own rewards for checkpoints between the first two readings. */
function earnedBy(validator: number): { own: bigint; perShare: number } {
  const between = history.checkpoints.filter(
    ({ block }) => block > (blocks[0] ?? 0) && block <= (blocks[1] ?? 0),
  );
  let own = 0n;
  let perShare = 0;
  for (const duty of between.flatMap((one) => dutiesOf(one, undefined))) {
    if (duty.validator.id !== validator) continue;
    own += duty.earned.own + duty.earned.commission + duty.proposerReward;
    if (duty.validator.delegated > 0n)
      perShare += Number(duty.earned.delegators) / Number(duty.validator.delegated);
  }
  return { own, perShare };
}

describe("rewards of a validator", () => {
  it("equal the contract's sums, payments included, up to rounding", async () => {
    for (const id of [1, 2, 5]) {
      const [row, open] = await rowsOf(id, "validatorRewards");
      expect(row, String(id)).toMatchObject({ unit: "POL", reason: null, isComplete: true });
      expect(Number(row?.expected)).toBeCloseTo(Number(earnedBy(id).own) / 1e18, 6);
      expect(Number(row?.expected)).toBeGreaterThan(1_000);
      expect(Math.abs(Number(row?.residual)), String(id)).toBeLessThan(1e-14);
      expect(open).toMatchObject({ actual: null, residual: null, isComplete: false });
      expect(open?.reason).toBe("not all checkpoints since the contract was read before are here");
    }
  });

  it("include payments to some of them in between", async () => {
    const paid = await served.store.rows<{ validator: number }>(
      "select validator from fct_polygon_reward_reconciliation final where claimed_reward > 0 order by validator",
    );
    expect(paid).toEqual([{ validator: 1 }, { validator: 2 }]);
  });

  it("are unknown where the contract doesn't have them", async () => {
    const [restaked] = await rowsOf(3, "validatorRewards");
    expect(restaked).toMatchObject({ actual: null, residual: null, isComplete: true });
    expect(restaked?.reason).toBe("it restaked, which may take rewards without an event");
    const [left] = await rowsOf(4, "validatorRewards");
    expect(left?.reason).toBe("it has left: the contract adds its last rewards late");
  });
});

describe("rewards of delegators", () => {
  it("equal the ValidatorShare's sums for a share", async () => {
    for (const id of [1, 2, 3]) {
      const [row] = await rowsOf(id, "delegatorRewardPerStake");
      expect(row, String(id)).toMatchObject({ unit: "POL per POL", reason: null, isComplete: true });
      const { perShare } = earnedBy(id);
      expect(perShare).toBeGreaterThan(0);
      expect(Number(row?.expected) / perShare).toBeCloseTo(1, 9);
      expect(Math.abs(Number(row?.residual))).toBeLessThan(1e-20);
    }
  });
});
