/**
 * Yields over 450 days of day records, with amounts of real size: they don't overflow, and leave out unknown amounts.
 * Fast counterpart: test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announceNetwork } from "../transform/frame/networks.ts";
import { createAmounts, dayAt, dayCount, insertFields, type LongDay } from "./support/longWindows.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
});
afterAll(() => fixture.close());

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const common = { day: "toDate(field[2])", is_complete: "toUInt8(field[3])", version: "1" };

describe("yields of Solana's windows", () => {
  const amounts = createAmounts("solana");
  const accounts = ["one", "two", "three"];
  type Paid = LongDay & { stake: bigint };
  const days = Array.from({ length: dayCount }, (_, place) => place);
  const network = "'mainnet'";
  let paid: Map<string, Paid[]>;

  /** For the last validator no node reports its delegators' rewards, and for the last two days no tips and fees are settled. */
  const isInflationKnown = (account: string) => account !== "three";
  const areTipsKnown = (place: number) => place < dayCount - 2;

  beforeAll(async () => {
    const { store } = fixture;
    await announceNetwork(store, "solana", "mainnet");
    paid = new Map(
      accounts.map((account) => [
        account,
        days.map((place) => ({
          ...{ place, day: dayAt(place), isComplete: true, stake: amounts(17) },
          amounts: [amounts(14), amounts(13), amounts(12)],
        })),
      ]),
    );
    await insertFields(
      store,
      "fct_solana_validator_reward_daily",
      {
        ...{ network, vote_account: "field[1]", ...common },
        activated_stake_lamports: "toUInt64(field[4])",
        staking_reward_lamports: "if(field[8] = '1', toInt64(field[5]), null)",
        mev_reward_lamports: "if(field[9] = '1', toUInt64(field[6]), null)",
        delegator_fee_lamports: "if(field[9] = '1', toUInt64(field[7]), null)",
      },
      [...paid].flatMap(([account, own]) =>
        own.map(({ place, day: date, stake, amounts: all }) => [
          ...[account, date, true, stake, ...all],
          ...[isInflationKnown(account), areTipsKnown(place)],
        ]),
      ),
    );
    await insertFields(
      store,
      "fct_solana_network_performance_daily",
      { network, ...common, leader_slot_count: "432000", produced_count: "431999", voter_count: "3" },
      days.map((place) => ["", dayAt(place), true]),
    );
  });

  it.each([
    ["1d", 3],
    ["7d", 7],
    ["30d", 30],
    ["all", dayCount],
  ] as const)(
    "%s: inflation, tips and passed on fees over the days and validators with known amounts",
    async (name, length) => {
      const data = await fixture.fetchBody<{ timeWindow: string; delegatorApy: number | null }[]>(
        "/v0/solana/network/overview",
      );
      const own = days.filter((place) => place >= dayCount - length);
      /** By the year, of the means of days: each the pay of those of whom it is known, by their stake. */
      const yearly = (kind: 0 | 1 | 2, isKnown: (account: string, place: number) => boolean) => {
        const shares = own.flatMap((place) => {
          const knownAccounts = accounts.filter((account) => isKnown(account, place));
          const of = (value: (one: Paid) => bigint) =>
            sum(knownAccounts.map((account) => value(paid.get(account)?.[place] as Paid)));
          return knownAccounts.length === 0
            ? []
            : [(of((one) => one.amounts[kind] as bigint) * 10n ** 18n) / of(({ stake }) => stake)];
        });
        return (Number(sum(shares)) * 365) / (1e18 * shares.length);
      };
      const isSettled = (_: string, place: number) => areTipsKnown(place);
      const apy = yearly(0, isInflationKnown) + yearly(1, isSettled) + yearly(2, isSettled);
      const answered = data.find(({ timeWindow }) => timeWindow === name)?.delegatorApy;
      expect(answered).toBeCloseTo(apy, 12);
      expect(apy).toBeGreaterThan(0);
    },
  );
});
