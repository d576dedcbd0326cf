/** Generated networks from Koios to the API against the reference model, every field of every record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CardanoHistory, createCardanoHistory } from "../fixtures/cardano/model.ts";
import { dayEpochs } from "../fixtures/cardano/options.ts";
import type { ModelPool } from "../fixtures/cardano/pools.ts";
import { type StubNode, startCardanoStub } from "../fixtures/cardano/stubNode.ts";
import { expectedDays } from "../fixtures/cardano/truth.ts";
import { epochsOfDay } from "../ingest/cardano/range.ts";
import { backfillCardano, cardanoOptions, openCardano } from "./support/cardano.ts";
import { expectPoolsExplained } from "./support/cardanoExplain.ts";
import { answers, expectedAnswers, networkName } from "./support/cardanoTruth.ts";
import { expectCardanoVerified } from "./support/cardanoVerify.ts";
import { thinned } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { cardanoSubjects, inWindows } from "./support/subjectDays.ts";
import { checkSubjects } from "./support/subjects.ts";

const cases = [
  {
    name: "mainnet, epochs of five days from 21:44:51 on",
    options: { seed: 1, epochs: 7, postpones: true },
  },
  { name: "preprod, epochs of a day from midnight on", options: { seed: 2, epochs: 8, ...dayEpochs } },
];

describe.each(thinned(cases))("$name", ({ options }) => {
  let history: CardanoHistory;
  let stub: StubNode;
  let fixture: ServeFixture;
  let range: { from: number; to: number };

  beforeAll(async () => {
    history = createCardanoHistory(options);
    // The head is in the last but one.
    stub = await startCardanoStub(history, { now: history.start(history.last) - 1, isExtended: true });
    fixture = await openServeFixture({ family: "cardano" });
    range = { from: history.first, to: history.last - 2 };
    await backfillCardano(fixture.store, cardanoOptions([stub.url]), range);
  });
  afterAll(async () => {
    await stub.close();
    await fixture.close();
  });

  it("answers every field of every pool and of the network, null where it isn't known yet", async () => {
    const expected = expectedAnswers(history, range, history.last - 1);
    const answered = await answers(fixture, history);
    for (const { key } of history.pools) expect(answered.pools[key], key).toEqual(expected.pools[key]);
    expect(answered.network).toEqual(expected.network);
    const earned = expected.network.map(({ totalEarnedValidatorRewards }) => totalEarnedValidatorRewards);
    expect(earned).toContain("null");
    expect(earned.some((value) => value !== "null" && value !== "0")).toBe(true);
    // For the last epoch, too, it is known that a pool without blocks earned nothing.
    const idle = expected.pools["zero blocks"] ?? [];
    expect(idle.map((record) => record.totalEarnedValidatorRewards)).toEqual(idle.map(() => "0"));
  });

  it("fills unknown values when a later run reports them", async () => {
    stub.settings.now = history.end;
    range.to = history.last - 1;
    await backfillCardano(fixture.store, cardanoOptions([stub.url]), { from: range.to - 1, to: range.to });
    expect(await answers(fixture, history)).toEqual(expectedAnswers(history, range));
  });

  it("agrees with figures that Koios reports itself, and lists the ones that differ", () =>
    expectCardanoVerified(fixture.store, stub, history));

  it("lists pools as of the newest epoch, with the rewards of a window", async () => {
    const days = expectedDays(history, range, history.last);
    await checkSubjects(fixture, {
      chain: "cardano",
      kind: "pool",
      token: "ADA",
      windows: inWindows((window) => cardanoSubjects(history, days, range.to, window)),
      otherIds: new Map(history.pools.map(({ id, hash }) => [id, hash])),
      network: networkName(history),
    });
  });

  it("explains every number of pools' days by blocks and payouts", async () => {
    // Every day of every pool: test/cardanoExplain.long.test.ts.
    const isOdd = ({ retiringEpoch, registrations }: ModelPool) =>
      retiringEpoch !== null || registrations.length > 1;
    await expectPoolsExplained(fixture, history, (pool) => (isOdd(pool) ? 4 : 9));
  });

  it("has the same records by a pool's hash, and names both", async () => {
    const headers = { "x-service-network": networkName(history) };
    for (const { id, hash } of history.pools.slice(0, 3)) {
      const [byId, byHash] = [id, hash].map((name) =>
        fixture
          .get(`/v1/cardano/validators/${name}/rewards?sortOrder=desc`, headers)
          .then((answer) => answer.json()),
      );
      const list = (await byId) as { results: { poolId: string; poolHashId: string }[] };
      expect(list.results[0]).toMatchObject({ poolId: id, poolHashId: hash });
      expect(((await byHash) as typeof list).results).toEqual(list.results);
    }
  });

  it("has every day of a range of dates", async () => {
    const { calendar } = (await openCardano(cardanoOptions([stub.url]))).info;
    const { network } = await answers(fixture, history);
    const days = network.map(({ day = "" }) => day).slice(1, -1);
    for (const day of days) {
      const { from, to } = epochsOfDay(calendar(), day);
      const whole = expectedAnswers(history, { from, to }).network;
      expect(whole.map((record) => record.day)).toContain(day);
    }
  });

  it("conserves the amounts that the ledger pays", async () => {
    const rows = await fixture.store.rows<Record<string, string>>(
      `select epoch, pool, block_count, toString(pool_reward) as reward, toString(leader_reward + member_reward) as paid,
        toString(unpaid_reward) as unpaid, toString(reward_residual) as residual
      from fct_cardano_pool_reward_epoch final where leader_reward is not null order by epoch, pool`,
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(new Set(rows.map(({ residual }) => residual))).toEqual(new Set(["0"]));
    expect(rows.some(({ unpaid }) => unpaid !== "0")).toBe(true);
    for (const { epoch, pool, reward, paid, unpaid, block_count } of rows) {
      const own = history.epoch(Number(epoch))?.pools.find((one) => one.pool.id === pool);
      expect(BigInt(reward ?? 0)).toBe(own?.share?.reward);
      expect(Number(block_count)).toBe(own?.blocks.length);
      const rest = BigInt(reward ?? 0) - BigInt(paid ?? 0) - BigInt(unpaid ?? 0);
      expect(rest >= 0n && rest <= BigInt(own?.delegators.length ?? 0) + 1n).toBe(true);
    }
    for (const epoch of new Set(rows.map((row) => Number(row.epoch)))) {
      const own = rows.filter((row) => Number(row.epoch) === epoch);
      const handedOut = own.reduce((sum, { reward }) => sum + BigInt(reward ?? 0), 0n);
      expect(handedOut).toBeLessThanOrEqual(history.epoch(epoch)?.pot ?? 0n);
      expect(own.reduce((sum, row) => sum + Number(row.block_count), 0)).toBe(history.options.blocksPerEpoch);
    }
  });

  it("pays on its day the rewards of two epochs before", async () => {
    const rows = await fixture.store.rows<Record<string, string>>(
      `select toString(day) as day, toString(realized_member_reward + realized_leader_reward) as realized
      from fct_cardano_network_reward_daily final where realized_leader_reward > 0 order by day`,
    );
    const paid = new Map(
      history.epochs.map((epoch) => [
        new Date(history.start(epoch.epoch + 2) * 1000).toISOString().slice(0, 10),
        epoch.rewards.reduce((sum, { amount }) => sum + amount, 0n).toString(),
      ]),
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { day = "", realized } of rows) expect(realized, day).toBe(paid.get(day));
  });
});

it("distinguishes a missing reward from one of an account that was not registered", async () => {
  const history = createCardanoHistory({ seed: 3, epochs: 5, ...dayEpochs });
  const unregistered = history.pools.find(({ key }) => key === "unregistered") as ModelPool;
  const plain = history.pools.find(({ key }) => key === "plain") as ModelPool;
  const hidden = plain.delegators.find(
    ({ account }) => !plain.registrations.some(({ owners }) => owners.includes(account)),
  );
  const stub = await startCardanoStub(history, { hiddenAccounts: new Set([hidden?.account ?? ""]) });
  const fixture = await openServeFixture({ family: "cardano" });
  try {
    const range = { from: history.first, to: history.last - 2 };
    await backfillCardano(fixture.store, cardanoOptions([stub.url]), range);
    const rows = await fixture.store.rows<Record<string, string | null>>(
      `select epoch, pool, toString(unpaid_reward) as unpaid, toString(reward_residual) as residual
      from fct_cardano_pool_reward_epoch final where pool_reward is not null and leader_reward is not null`,
    );
    expect(rows.some(({ pool }) => pool === plain.id)).toBe(true);
    for (const { epoch, pool, unpaid, residual } of rows) {
      const lost = (history.epoch(Number(epoch))?.rewards ?? [])
        .filter((one) => one.pool === pool && one.account === hidden?.account)
        .reduce((sum, { amount }) => sum + amount, 0n);
      expect([pool, residual]).toEqual([pool, String(-lost)]);
      expect([pool, unpaid === "0"]).toEqual([pool, pool !== unregistered.id]);
    }
  } finally {
    await stub.close();
    await fixture.close();
  }
});
