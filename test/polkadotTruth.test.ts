/** A generated network from its nodes to the API against the reference model, to the last digit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf, type ModelEra } from "../fixtures/polkadot/model.ts";
import { toSs58 } from "../lib/ss58.ts";
import { expectExplained, expectFilters, sampledDays } from "./support/explain.ts";
import { atNight, thinned } from "./support/nightCases.ts";
import {
  allEras,
  backfillPolkadot,
  type PolkadotNetwork,
  polkadotOptions,
  startPolkadotNetwork,
} from "./support/polkadot.ts";
import {
  addressOf,
  erasByDay,
  networkRecords,
  recordsOf,
  validatorRecords,
} from "./support/polkadotTruth.ts";
import { expectPolkadotVerified } from "./support/polkadotVerify.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { inWindows, polkadotSubjects } from "./support/subjectDays.ts";
import { checkSubjects } from "./support/subjects.ts";

const cases = [
  { seed: 2, isOverSockets: true },
  { seed: 1, isOverSockets: false },
];

describe.each(thinned(cases))("history $seed, over WebSockets: $isOverSockets", ({ seed, isOverSockets }) => {
  let network: PolkadotNetwork;
  let served: ServeFixture;
  let days: string[];

  /** The first day has no era before it, and the last one none after it. */
  const isComplete = (day: string) => day !== days[0] && day !== days.at(-1);

  beforeAll(async () => {
    network = await startPolkadotNetwork(seed);
    days = [...erasByDay(network.history.eras).keys()];
    served = await openServeFixture({ family: "polkadot" });
    await backfillPolkadot(served.store, polkadotOptions(network, { isOverSockets }), allEras);
  });
  afterAll(async () => {
    await served.close();
    await network.close();
  });

  it("has a day without an era's end, and one with two", () => {
    expect(days).not.toContain("2025-11-05");
    expect(erasByDay(network.history.eras).get("2025-11-07")).toHaveLength(2);
  });

  it("returns every field of each validator", async () => {
    for (let index = 0; index < 7; index += 1) {
      const account = accountOf("validator", index);
      const expected = validatorRecords(network.history, network.history.eras, account, { isComplete });
      expect(expected.length).toBeGreaterThan(6);
      const response = await served.get(`/v1/polkadot/validators/${addressOf(account)}/rewards`);
      expect(await recordsOf(response)).toEqual(expected);
    }
  });

  atNight(
    "explains every number of validators' days by eras, each with the block that ended it",
    async () => {
      for (const index of thinned([0, 1, 2, 3, 4, 5, 6])) {
        const validator = addressOf(accountOf("validator", index));
        const path = `/v1/polkadot/validators/${validator}`;
        const { results } = await served.fetchBody<{ results: { day: string }[] }>(
          `${path}/rewards?limit=200`,
        );
        for (const { day } of thinned(sampledDays(results, 3, index).toReversed()))
          await expectExplained(served, `${path}/explain?date=${day}&limit=1000`);
        if (index === 0) await expectFilters(served, `${path}/explain?date=${results[1]?.day}`);
      }
    },
  );

  it("returns every field of the network", async () => {
    const response = await served.get("/v1/polkadot/network/rewards");
    expect(await recordsOf(response)).toEqual(networkRecords(network.history.eras, { isComplete }));
  });

  it("agrees with figures that nodes report themselves, and lists the ones that differ", () =>
    expectPolkadotVerified(served.store, network));

  it("lists validators as of the newest era, with the rewards of a window", async () => {
    const complete = days.filter(isComplete);
    const windows = inWindows((window) => polkadotSubjects(network.history, complete, window));
    await checkSubjects(served, { chain: "polkadot", kind: "validator", token: "DOT", windows });
  });

  it("accepts the general prefix and days, and refuses unknown accounts", async () => {
    const account = accountOf("validator", 0);
    const general = toSs58(42, Buffer.from(account.slice(2), "hex"));
    const query = "fromDate=2025-11-02&toDate=2025-11-04&sortOrder=desc";
    const records = await recordsOf(await served.get(`/v1/polkadot/validators/${general}/rewards?${query}`));
    expect(records.map(({ day }) => day)).toEqual(["2025-11-04", "2025-11-03", "2025-11-02"]);
    expect(records[0]?.stashAccountAddress).toBe(addressOf(account));
    const none = `/v1/polkadot/validators/${general}/rewards?fromDate=2025-11-05&toDate=2025-11-05`;
    expect(await recordsOf(await served.get(none))).toEqual([]);
    const nominator = addressOf(accountOf("nominator", 0));
    expect((await served.get(`/v1/polkadot/validators/${nominator}/rewards`)).status).toBe(404);
    const kusama = toSs58(2, Buffer.from(account.slice(2), "hex"));
    for (const wrong of [kusama, account, `${addressOf(account).slice(0, -1)}A`, "F7Hs"])
      expect((await served.get(`/v1/polkadot/validators/${wrong}/rewards`)).status, wrong).toBe(400);
  });

  it("keeps the laws of conservation", async () => {
    const [row] = await served.store.rows<{ [field: string]: string }>(
      `select
        -- Of clipped nominators the answers above say it.
        countIf(
          not is_clipped
          and (residual < -2 * validators or residual > validators + payout * validators / 1000000000)
        ) as wrong_payouts,
        countIf(incentives < 0) as wrong_incentives,
        count() as eras
      from (
        select
          toFloat64(payout_residual_planck) as residual, toFloat64(incentive_residual_planck) as incentives,
          toFloat64(payout_planck) as payout, raw.validator_count as validators,
          era in (select era from raw_polkadot_validator where paid_nominator_stake_planck is not null) as is_clipped
        from int_polkadot_network_era as made final
        inner join (select * from raw_polkadot_era final) as raw on raw.network = made.network and raw.era = made.era
      )`,
    );
    expect(row).toEqual({ wrong_payouts: "0", wrong_incentives: "0", eras: "8" });
    const sums = await served.store.rows<{ era: number; points: string; total: number }>(
      `select validator.era as era, sum(validator.point_count) as points, any(facts.point_total) as total
      from raw_polkadot_validator as validator final
      inner join (select * from raw_polkadot_era final) as facts on facts.era = validator.era
      group by era`,
    );
    for (const { points, total } of sums) expect(Number(points)).toBe(total);
    const stakes = await served.store.rows(
      `select validator.validator from raw_polkadot_validator as validator final
      left join (
        select era, validator, sum(stake_planck) as stake, count() as nominators
        from raw_polkadot_exposure final group by era, validator
      ) as exposed on exposed.era = validator.era and exposed.validator = validator.validator
      where validator.total_stake_planck != validator.own_stake_planck + exposed.stake
        or validator.nominator_count != exposed.nominators`,
    );
    expect(stakes).toEqual([]);
  });

  it("covers both incentive formulas, by the runtime that ended an era", async () => {
    const eras = network.history.eras.filter(({ budget }) => budget > 0n);
    const weighted = (era: ModelEra) => era.runtime === "weighted" && (era.weightedSince ?? 0) <= era.era;
    expect(eras.map(weighted)).toEqual([false, false, true, true]);
  });
});
