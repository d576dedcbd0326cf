/**
 * The chain's payments, compared with the models' results from the same facts. Payments and answers of the arithmetic before
 * March 2023 are those of paritytech/substrate-api-sidecar: calc/src/test.rs, issue 1447 and its test of staking payouts.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf } from "../fixtures/polkadot/model.ts";
import { pack } from "../lib/packed.ts";
import type { PolkadotMessage } from "../schemas/polkadot/events.ts";
import { createPolkadotTransform } from "../transform/polkadot/transform.ts";
import { log, openTemporaryStore, type TestWarehouse } from "./support/warehouse.ts";

type Paid = {
  era: number;
  specVersion: number;
  who: "validator" | "nominator";
  pointTotal: number;
  payout: bigint;
  points: number;
  commission: number;
  stake: bigint;
  totalStake: bigint;
  amount: string;
};

const payments: readonly Paid[] = [
  // Events 16584606-230 and 16584521-1840 of Polkadot's relay chain.
  {
    era: 1150,
    specVersion: 9_430,
    who: "validator",
    pointTotal: 22_265_020,
    payout: 3_213_084_537_093_535n,
    points: 56_220,
    commission: 30_000_000,
    stake: 4_423_101_721_494n,
    totalStake: 20_509_805_345_780_557n,
    amount: "245091889606",
  },
  {
    era: 1150,
    specVersion: 9_430,
    who: "nominator",
    pointTotal: 22_265_020,
    payout: 3_213_084_537_093_535n,
    points: 74_280,
    commission: 20_000_000,
    stake: 4_669_514_624_960n,
    totalStake: 20_509_838_437_005_865n,
    amount: "2391688616",
  },
  // Event 19259255-60 of Kusama's.
  {
    era: 5529,
    specVersion: 9_430,
    who: "validator",
    pointTotal: 6_341_260,
    payout: 792_713_971_465_885n,
    points: 3_920,
    commission: 100_000_000,
    stake: 5_545_118_499_777n,
    totalStake: 9_676_879_871_438_978n,
    amount: "49256160022",
  },
  // By the older arithmetic, which is of the older runtimes.
  {
    era: 533,
    specVersion: 9_122,
    who: "nominator",
    pointTotal: 968_380,
    payout: 2_426_740_332_127_971n,
    points: 3_360,
    commission: 10_000_000,
    stake: 33_223_051_661_066_606n,
    totalStake: 33_223_251_661_066_606n,
    amount: "8335838960366",
  },
  {
    era: 533,
    specVersion: 9_122,
    who: "nominator",
    pointTotal: 968_380,
    payout: 2_426_740_332_127_971n,
    points: 4_440,
    commission: 10_000_000,
    stake: 33_223_051_661_066_606n,
    totalStake: 33_223_061_661_066_606n,
    amount: "11015277392614",
  },
  {
    era: 1463,
    specVersion: 9_370,
    who: "nominator",
    pointTotal: 31_468_160,
    payout: 3_861_854_409_796_879n,
    points: 105_400,
    commission: 50_000_000,
    stake: 25_956_323_565_534_164n,
    totalStake: 28_126_449_916_859_119n,
    amount: "11340102541795",
  },
];

const bytesOf = (account: string) => Buffer.from(account.slice(2), "hex");

/** One validator of an era, with all of its pages claimed. A nominator's stake is all that is not its own. */
function messagesOf(network: string, paid: Paid): PolkadotMessage[] {
  const { era, who, stake, totalStake } = paid;
  const validator = pack(bytesOf(accountOf("validator", 0)));
  const isNominator = who === "nominator";
  const own = isNominator ? totalStake - stake : stake;
  return [
    {
      type: "era",
      network,
      era,
      source: "relay",
      end_block: 1,
      end_hash: `0x${"a".repeat(64)}`,
      end_time: "2023-07-26T05:00:00.000Z",
      day: "2023-07-26",
      previous_day: "2023-07-25",
      next_day: "2023-07-27",
      spec_version: paid.specVersion,
      payout: String(paid.payout),
      point_total: paid.pointTotal,
      incentive_budget: null,
      incentive_weight_sum: null,
      weighted_point_sum: null,
      weighted_since_era: null,
      exposure_count: 1,
      validators: {
        account: validator,
        point_count: pack(Uint32Array.of(paid.points)),
        commission: pack(Uint32Array.of(paid.commission)),
        nominator_count: pack(Uint32Array.of(1)),
        page_count: pack(Uint32Array.of(1)),
        total_stake: [String(totalStake)],
        own_stake: [String(own)],
        incentive_weight: [null],
      },
    },
    {
      type: "exposures",
      network,
      era,
      validators: validator,
      validator: pack(Uint16Array.of(0)),
      page: pack(Uint16Array.of(0)),
      nominator: pack(bytesOf(accountOf("nominator", 0))),
      stake: [String(totalStake - own)],
    },
    { type: "claims", network, era, read_era: era + 1, validator, page: pack(Uint32Array.of(0)) },
    {
      type: "payouts",
      network,
      era,
      read_era: era + 1,
      source: "relay",
      validator,
      page: pack(Uint32Array.of(0)),
      block: pack(Uint32Array.of(16_584_606)),
      block_hash: pack(new Uint8Array(32).fill(7)),
      extrinsic: [2],
      validator_amount: [isNominator ? "0" : paid.amount],
      incentive: ["0"],
      nominator_amount: [isNominator ? paid.amount : "0"],
      nominator_count: pack(Uint32Array.of(Number(isNominator))),
    },
  ];
}

describe("payments of real chains", () => {
  let warehouse: TestWarehouse;
  beforeAll(async () => {
    warehouse = await openTemporaryStore({ family: "polkadot" });
    const transform = createPolkadotTransform({ store: warehouse.store, log });
    for (const [place, paid] of payments.entries()) {
      const messages = messagesOf(`paid-${place}`, paid);
      await transform.write(messages);
      await transform.compute(messages);
    }
  });
  afterAll(async () => await warehouse.close());

  it.each(payments.map((paid, place) => ({ ...paid, place })))(
    "are those of era $era to a $who: $amount planck",
    async ({ place, who, amount }) => {
      const sql =
        who === "validator"
          ? `select toString(commission_planck + own_planck) as amount from int_polkadot_validator_era final
            where network = {network:String}`
          : `select toString(claimed_delegator_planck) as amount from fct_polkadot_claim_era final
            where network = {network:String}`;
      const rows = await warehouse.store.rows(sql, { network: `paid-${place}` });
      expect(rows).toEqual([{ amount }]);
    },
  );

  it.each(payments.map((paid, place) => ({ ...paid, place })))(
    "of era $era to a $who equal the claimed page by the rules: $amount planck",
    async ({ place, who }) => {
      const column = who === "validator" ? "validator_planck" : "delegator_planck";
      const rows = await warehouse.store.rows(
        `select toString(paid_${column}) as paid, claimed_${column} = paid_${column} as is_same
        from fct_polkadot_claim_era final where network = {network:String}`,
        { network: `paid-${place}` },
      );
      expect(rows).toEqual([{ paid: payments[place]?.amount, is_same: 1 }]);
    },
  );
});
