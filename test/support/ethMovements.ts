/** Activations and exits, by entity and window, compared with the model. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type ModelKey, modelEntityDays } from "./ethModelEntities.ts";
import { modelExitLimit, modelMovements } from "./ethModelMovements.ts";
import type { TestWarehouse } from "./warehouse.ts";

type Row = Record<string, number | string>;

export async function expectMovements(
  warehouse: TestWarehouse & { network: string },
  chain: EthFixture,
  days: readonly ModelDay[],
  keys: readonly ModelKey[],
): Promise<void> {
  const complete = days.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const dates = new Map(complete.map(({ day, date }) => [day, date]));
  const history = { from: chain.options.startEpoch + 1, to: 52, epochsPerDay: 4 };
  const runQuery = (name: string, values: Record<string, string | number>) =>
    warehouse.store.rows<Row>(loadSql(`queries/v0/eth/${name}.sql`).text, {
      network: warehouse.network,
      ...values,
    });
  const entities = [
    { idType: "network", id: "" },
    ...new Map(
      [...modelEntityDays(chain, days, keys).values()]
        .filter(({ entity }) => entity !== "")
        .map(({ idType, entity }) => [`${idType}/${entity}`, { idType, id: entity }]),
    ).values(),
  ];
  let moved = 0;
  for (const { idType, id } of entities)
    for (const action of ["activation", "exit"] as const)
      for (const [window, length] of [
        ["1d", 1],
        ["7d", 7],
      ] as const) {
        const expected = modelMovements(chain, dates, keys, history, { idType, id, action, length });
        const [row] = await runQuery("operator_stake_movement", {
          id,
          idType,
          window,
          stakeAction: action,
          epochMinutes: 360,
        });
        const { avgEpochsToAction: epochsToAction = null } = row ?? {};
        expect({
          ...row,
          amountGwei: Number(row?.amountGwei),
          validatorCount: Number(row?.validatorCount),
          avgEpochsToAction: epochsToAction === null ? null : Number(epochsToAction),
        }).toEqual({
          timeWindow: window,
          id,
          idType,
          stakeAction: action,
          ...expected,
        });
        if (idType === "pool") moved += expected.validatorCount;
      }
  expect(moved).toBeGreaterThan(0);
  const count = (action: "activation" | "exit") =>
    modelMovements(chain, dates, keys, history, { idType: "network", id: "", action, length: 7 })
      .validatorCount;
  const [, capacity, , whole] = await runQuery("network_capacity", {});
  expect([capacity?.timeWindow, whole?.timeWindow]).toEqual(["7d", "all"]);
  expect(Number(capacity?.exitedValidators)).toBe(count("exit"));
  expect(Number(capacity?.activatedValidators)).toBe(count("activation"));
  const pools = await runQuery("network_capacity_pools", { window: "7d", stakeAction: "exit" });
  expect(pools.length).toBeGreaterThan(0);
  for (const { pool, validatorCount } of pools) {
    const query = { idType: "pool", id: String(pool), action: "exit", length: 7 } as const;
    expect(Number(validatorCount)).toBe(modelMovements(chain, dates, keys, history, query).validatorCount);
  }
}

/**
 * Exits of a network whose validators are merged into others, in each window.
 * @returns each window's epochs from decision to exit; null where none of its decisions is known
 */
export async function expectExits(
  warehouse: TestWarehouse & { network: string },
  chain: EthFixture,
  { epochsPerDay, ...range }: { from: number; to: number; epochsPerDay: number },
): Promise<(number | null)[]> {
  const days = Math.floor((range.to + 1) / epochsPerDay);
  const first = Math.ceil(range.from / epochsPerDay);
  const dates = new Map(Array.from({ length: days - first }, (_, place) => [first + place, ""]));
  const waits: (number | null)[] = [];
  for (const [window, length] of [
    ["1d", 1],
    ["7d", 7],
    ["all", 1_000],
  ] as const) {
    const values = { network: warehouse.network, id: "", idType: "network", stakeAction: "exit", window };
    const [row] = await warehouse.store.rows<Row>(
      loadSql("queries/v0/eth/operator_stake_movement.sql").text,
      { ...values, epochMinutes: 1 },
    );
    const expected = modelMovements(
      chain,
      dates,
      [],
      { ...range, epochsPerDay },
      { idType: "network", id: "", action: "exit", length },
    );
    const wait = row?.avgEpochsToAction ?? null;
    waits.push(wait === null ? null : Number(wait));
    expect([window, Number(row?.validatorCount), Number(row?.amountGwei), waits.at(-1)]).toEqual([
      window,
      expected.validatorCount,
      expected.amountGwei,
      expected.avgEpochsToAction,
    ]);
  }
  return waits;
}

/** Churn limits of whole days, by the rules of one fork, and how much of the exits' was used. */
export async function expectChurn(
  warehouse: TestWarehouse & { network: string },
  chain: EthFixture,
  days: readonly number[],
): Promise<void> {
  const { store, network } = warehouse;
  const limits = days.map((day) => ({
    day,
    exit_limit: String(
      modelExitLimit(
        chain,
        [0, 1, 2, 3].map((place) => day * 4 + place),
      ),
    ),
  }));
  expect(
    await store.rows(
      `select day, exit_limit from int_eth_churn_daily final
      where network = {network:String} and day_type = 'chain' and day in (select arrayJoin({days:Array(UInt32)}))
      order by day`,
      { network, days: [...days] },
    ),
  ).toEqual(limits);
  const sum = limits.reduce((total, { exit_limit }) => total + Number(exit_limit), 0);
  const capacity = await store.rows<Row>(loadSql("queries/v0/eth/network_capacity.sql").text, { network });
  const all = capacity.find(({ timeWindow }) => timeWindow === "all");
  for (const name of ["churnLimit", "activationChurnLimit", "exitChurnLimit"])
    expect(Number(all?.[name]), name).toBe(sum);
  const exited = Number(all?.exitedValidators);
  expect(exited).toBeGreaterThan(0);
  if (sum > 0) expect(all?.exitCapacityFilled).toBeCloseTo(exited / sum, 5);
}
