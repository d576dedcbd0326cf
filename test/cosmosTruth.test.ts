/** Generated networks from node to warehouse against the reference model, to the last digit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CosmosHistory, createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { type StubNode, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import type { Store } from "../lib/store/store.ts";
import { type CosmosChain, cosmosChains } from "../schemas/cosmos/chains.ts";
import { backfillCosmos, cosmosOptions } from "./support/cosmos.ts";
import {
  expectedDelegators,
  expectedNetwork,
  expectedRewards,
  expectedValidators,
  expectTransactions,
  readRewards,
  sorted,
  trimmed,
  validatorAccounts,
} from "./support/cosmosTruth.ts";
import { expectVerified } from "./support/cosmosVerify.ts";
import { expectExplained, expectFilters } from "./support/explain.ts";
import { thinned } from "./support/nightCases.ts";
import { type ServeFixture, serveStore } from "./support/serve.ts";
import { checkSubjects } from "./support/subjects.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const caseOf = (chain: CosmosChain, encoding: "plain" | "base64") => ({
  ...{ chain, encoding },
  chainId: encoding === "plain" ? chain.mainNetwork : chain.testNetwork,
});
const [first, ...others] = cosmosChains as readonly [CosmosChain, ...CosmosChain[]];
const each = [
  caseOf(first, "plain"),
  ...others.map((chain) => caseOf(chain, "base64")),
  caseOf(first, "base64"),
  ...others.map((chain) => caseOf(chain, "plain")),
];
/** By day each chain once, and each encoding. */
const cases = thinned(each, cosmosChains.length);

describe.each(cases)("$chainId, events in $encoding", ({ chain, chainId, encoding }) => {
  let history: CosmosHistory;
  let stub: StubNode;
  let store: Store;
  let close: () => Promise<void>;
  let fixture: ServeFixture;

  beforeAll(async () => {
    history = createCosmosHistory({
      chain,
      seed: encoding === "plain" ? 1 : 2,
      chainId,
      blocks: 60,
      validators: 5,
      secondsPerBlock: 4_000,
    });
    stub = await startCosmosStub(history, { encoding });
    ({ store, close } = await openTemporaryStore({ family: "cosmos" }));
    const options = cosmosOptions([stub.url], { restUrls: [stub.url] });
    await backfillCosmos(chain, store, options, { from: 1, to: history.head });
    fixture = await serveStore(store);
  });
  afterAll(async () => {
    await fixture.close();
    await stub.close();
    await close();
  });

  it("has every validator's rewards and commission of every day", async () => {
    expect(history.days.length).toBeGreaterThanOrEqual(3);
    expect(sorted(await readRewards(store))).toEqual(sorted(expectedRewards(history)));
  });

  it("marks whole days as complete, and the last one as incomplete", async () => {
    const rows = await store.rows<{ day: string; is_complete: number }>(
      "select toString(day) as day, is_complete from int_cosmos_day final order by day",
    );
    const last = history.days.length - 1;
    expect(rows).toEqual(history.days.map(({ day }, i) => ({ day, is_complete: i < last ? 1 : 0 })));
  });

  it("sums the network over its validators, with the active set at the last block", async () => {
    const rows = await store.rows<Record<string, string | number>>(
      `select toString(day) as day, from_block, to_block, bonded_validator_count as bonded,
        toString(delegation_reward) as reward, toString(commission_reward) as commission,
        toString(avg_commission_rate) as rate
      from fct_cosmos_network_reward_daily final order by day`,
    );
    expect(rows).toEqual(expectedNetwork(history));
  });

  it("names validators and reads rates from the state after the last block", async () => {
    const rows = await store.rows<Record<string, string>>(
      `select validator, toString(day) as day, moniker, consensus_pubkey as key, toString(commission_rate) as rate
      from fct_cosmos_validator_reward_daily final`,
    );
    for (const row of rows) {
      const day = history.days.find((candidate) => candidate.day === row.day);
      const state = history
        .state(day?.toBlock ?? 0)
        ?.validators.find(({ validator }) => validator === row.validator);
      expect(row).toMatchObject({
        moniker: state?.moniker,
        key: Buffer.from(state?.key ?? []).toString("base64"),
        rate: trimmed(state?.rate ?? 0n),
      });
    }
  });

  it("has residuals against the second source only where withdrawals drop fractions", async () => {
    const rows = await store.rows<Record<string, string>>(
      `select toString(day) as day, validator, toString(reward_residual) as reward,
        toString(commission_residual) as commission
      from fct_cosmos_validator_reward_daily final order by day`,
    );
    const first = history.days[0]?.day;
    const dropped = (day: string | undefined, validator = "") =>
      history.days.find((one) => one.day === day)?.droppedRewards.get(validator) ?? 0n;
    for (const { day, validator, reward, commission } of rows) {
      // Nothing is known before the first block.
      const expectedDay = [day, trimmed(-dropped(day, validator)), "0"];
      expect([day, reward, commission]).toEqual(day === first ? [day, null, null] : expectedDay);
    }
    expect(rows.some(({ day, validator }) => day !== first && dropped(day, validator) > 0n)).toBe(true);
  });

  it("conserves payments: rewards and the community's part", () => {
    const paid = history.days.reduce(
      (sum, { rewards }) => sum + [...rewards.values()].reduce((a, b) => a + b, 0n),
      0n,
    );
    expect(paid + history.totals.community).toBe(history.totals.paidIn);
  });

  it("has a second pair of events for direct payments, absent where it rounds to zero", async () => {
    const rows = await store.rows<{ pairs: string }>(
      `select count() as pairs from raw_cosmos_event final where kind in ('rewards', 'commission') group by height, validator`,
    );
    const doubled = rows.filter(({ pairs }) => Number(pairs) === 4).length;
    expect(doubled > 0).toBe(chain.paysValidatorsDirectly);
    expect(rows.every(({ pairs }) => [2, 4].includes(Number(pairs)))).toBe(true);
  });

  it("has the stake of validators and delegators at the last block", async () => {
    if (!chain.readsDelegations) {
      for (const table of [
        "raw_cosmos_delegation",
        "fct_cosmos_validator_state_daily",
        "fct_cosmos_delegator_state_daily",
      ])
        expect(await store.rows(`select 1 from ${table} limit 1`)).toEqual([]);
      return;
    }
    const validators = await store.rows<Record<string, string | number>>(
      `select toString(day) as day, validator, toString(active_stake) as stake, delegator_count as delegators
      from fct_cosmos_validator_state_daily final order by day, validator`,
    );
    const delegators = await store.rows<Record<string, string>>(
      `select toString(day) as day, delegator, validator, toString(active_stake) as stake
      from fct_cosmos_delegator_state_daily final order by day, delegator, validator`,
    );
    const key = (row: Record<string, unknown>) => `${row.day}/${row.delegator ?? ""}/${row.validator}`;
    const ordered = <Row extends Record<string, unknown>>(rows: Row[]) =>
      rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    const expected = history.days.map(({ day, toBlock }) => ({ day, state: history.state(toBlock) }));
    expect(validators).toEqual(
      ordered(
        expected.flatMap(({ day, state }) =>
          (state?.validators ?? []).map(({ validator, tokens }) => ({
            day,
            validator,
            stake: tokens.toString(),
            delegators: state?.delegations.filter((delegation) => delegation.validator === validator).length,
          })),
        ),
      ),
    );
    expect(delegators).toEqual(
      ordered(
        expected.flatMap(({ day, state }) =>
          (state?.delegations ?? []).map(({ delegator, validator, amount }) => ({
            day,
            delegator,
            validator,
            stake: amount.toString(),
          })),
        ),
      ),
    );
  });

  it("ignores other denominations in sums and keeps them as text", async () => {
    const [row] = await store.rows<{ others: string }>(
      "select count() as others from raw_cosmos_event final where other_amounts like '%ibc/%'",
    );
    expect(Number(row?.others)).toBeGreaterThan(0);
  });

  it("takes withdrawals from transactions that succeeded and messages that ran, for their validator", async () => {
    const rows = await store.rows<Record<string, string>>(
      `select toString(day) as day, validator, toString(withdrawn_reward) as reward, toString(withdrawn_commission) as commission
      from int_cosmos_validator_daily final where withdrawn_reward > 0 or withdrawn_commission > 0 order by day, validator`,
    );
    const expected = history.days.flatMap(({ day, withdrawnRewards, withdrawnCommission }) =>
      [...new Set([...withdrawnRewards.keys(), ...withdrawnCommission.keys()])].map((validator) => ({
        day,
        validator,
        reward: trimmed(withdrawnRewards.get(validator) ?? 0n),
        commission: trimmed(withdrawnCommission.get(validator) ?? 0n),
      })),
    );
    const some = expected.filter(({ reward, commission }) => reward !== "0" || commission !== "0");
    expect(rows).toEqual(sorted(some));
    expect(some.some(({ commission }) => commission !== "0")).toBe(true);
  });

  // The sources of records don't depend on the encoding.
  if (encoding === "plain")
    describe("explanations", () => {
      const pathOf = (validator: string, more: string) => `/v1/${chain.id}/validators/${validator}/${more}`;

      it("end at blocks whose events and states add up to every number of every validator's day", async () => {
        // By day one validator's second day: the first one has no day before it.
        for (const { day, rewards } of thinned([...history.days.slice(1), ...history.days.slice(0, 1)]))
          for (const validator of thinned([...rewards.keys()])) {
            await expectExplained(fixture, pathOf(validator, `explain?date=${day}&limit=1000`), {
              hashOf: ({ height }) => history.block(Number(height))?.hash ?? null,
            });
          }
      });

      it("name the transactions of withdrawals, and none of the block's own events", async () => {
        await expectTransactions(fixture, history, pathOf);
      });

      it("are filtered by kind and number, and paged", async () => {
        const [validator] = [...(history.days[1]?.rewards.keys() ?? [])];
        await expectFilters(fixture, pathOf(validator ?? "", `explain?date=${history.days[1]?.day}`));
      });

      it("exist for days with a record", async () => {
        const [validator = ""] = [...(history.days[1]?.rewards.keys() ?? [])];
        expect((await fixture.get(pathOf(validator, "explain?date=2020-01-01"))).status).toBe(404);
      });

      it("reconcile every day but the first, also days with withdrawals only", async () => {
        let loneDays = 0;
        for (const validator of history.days[1]?.rewards.keys() ?? []) {
          const { results } = await fixture.fetchBody<{ results: Record<string, unknown>[] }>(
            pathOf(validator, "reconciliation?limit=200"),
          );
          const days = history.days.filter((day) =>
            [day.rewards, day.withdrawnRewards, day.withdrawnCommission].some((sums) => sums.has(validator)),
          );
          loneDays += days.filter(({ rewards }) => !rewards.has(validator)).length;
          // In whole tokens as JSON numbers: what withdrawals drop is far below what one holds exactly.
          const dropped = (day: (typeof days)[number]) =>
            -Number(day.droppedRewards.get(validator) ?? 0n) / 10 ** (18 + chain.token.decimals);
          expect(results.map(({ date, quantity }) => [date, quantity])).toEqual(
            days.flatMap(({ day }) => ["commission", "rewards"].map((quantity) => [day, quantity])),
          );
          for (const { date, quantity, residual } of results) {
            const day = days.find((one) => one.day === date);
            if (day === undefined || day === history.days[0]) expect(residual).toBeNull();
            else expect(residual).toBeCloseTo(quantity === "rewards" ? dropped(day) : 0, 15);
          }
        }
        expect(loneDays).toBeGreaterThan(0);
      });
    });

  it("agrees with the figures that the node reports itself", async () => {
    await expectVerified({ history, stub, store, served: fixture });
  });

  it("lists validators and delegators as of the newest state, with the rewards of a window", async () => {
    const served = await serveStore(store);
    const common = { chain: chain.id, token: chain.token.symbol };
    const windows = Object.fromEntries(
      (["7d", "1d", "all"] as const).map((window) => [window, expectedValidators(history, window)]),
    );
    const accounts = validatorAccounts(history);
    await checkSubjects(served, { ...common, kind: "validator", windows, otherIds: accounts });
    if (chain.readsDelegations)
      await checkSubjects(served, {
        ...common,
        kind: "delegator",
        windows: { "7d": expectedDelegators(history) },
      });
    await served.close();
  });
});
