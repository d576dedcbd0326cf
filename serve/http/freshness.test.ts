/** How long answers may be kept. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertDay, insertDays, insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { solanaRows } from "../../test/support/serveSolana.ts";
import { exampleVoteAccount } from "../solana/addresses.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
  await insertDays(fixture.store, { first: 0, last: 39, days: 3 });
  await insertDay(fixture.store, { validator_index: 7, day: 3, is_complete: 0, attestation_duty_count: 2 });
});
afterAll(() => fixture.close());

describe("freshness", () => {
  const cacheOf = async (path: string) => (await fixture.get(path)).headers.get("cache-control");

  it("lets complete days below a bound be kept for a day, all else for a minute", async () => {
    const path = "/v0/eth/validators/7/effectiveness";
    expect(await cacheOf(`${path}?from=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${path}?from=3`)).toBe("private, max-age=60");
    expect(await cacheOf(path)).toBe("private, max-age=60");
    expect(await cacheOf(`${path}?from=2&granularity=week`)).toBe("private, max-age=60");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=2")).toBe("private, max-age=86400");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=3")).toBe("private, max-age=60");
  });

  it("lets an answer whose bound has no record yet be kept for a minute, however complete the days before are", async () => {
    const proposals = "/v1/eth/validators/10/proposals";
    expect(await cacheOf(`${proposals}?toDay=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${proposals}?toDay=3`)).toBe("private, max-age=60");
    expect(await cacheOf(`${proposals}?toDate=2020-12-04`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${proposals}?toDate=2020-12-05`)).toBe("private, max-age=60");
    expect(await cacheOf(`${proposals}?toDay=2&limit=1`)).toBe("private, max-age=60");
    expect(await cacheOf("/v0/eth/validators/10/effectiveness?from=3")).toBe("private, max-age=60");
    const several = "/v0/eth/validators/effectiveness?indices=10&granularity=day";
    expect(await cacheOf(`${several}&from=2&to=1`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${several}&from=1&to=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${several}&from=1&to=3`)).toBe("private, max-age=60");
  });

  it("lets complete days that wait for a fact be kept for a minute, and names it", async () => {
    const rewards = "/v1/eth/validators/8/rewards?toDay=2";
    const days = "/v0/eth/validators/8/effectiveness?from=2";
    const waitingFor = async () => {
      const { results } = (await (await fixture.get(rewards)).json()) as {
        results: { day: number; waitsFor: string[]; isComplete: boolean }[];
      };
      return results.filter(({ isComplete }) => isComplete).flatMap(({ waitsFor }) => waitsFor);
    };
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=86400"));
    expect(await waitingFor()).toEqual([]);
    const day = { validator_index: 8, day: 1, slashing_penalty_gwei: -1 };
    await insertDay(fixture.store, { ...day, unknown_slashing_count: 1, version: 2 });
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=60"));
    expect(await waitingFor()).toEqual(["correlationPenalties"]);
    await insertDay(fixture.store, { ...day, unknown_slashing_count: 0, version: 3 });
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=86400"));
    expect(await waitingFor()).toEqual([]);
  });

  it("lets reconciliations that wait for a fact be kept for a minute", async () => {
    const path = "/v1/eth/validators/9/reconciliation?toDate=2020-12-03";
    await fixture.store.command(
      `insert into int_eth_day (network, day_type, day, date, start_epoch, end_epoch, is_complete, version)
      select 'mainnet', 'chain', number, toDate('2020-12-02') + number, number * 225, number * 225 + 224, 1, 1
      from numbers(2)`,
    );
    const insert = (version: number, missing: string) =>
      fixture.store.command(
        `insert into fct_eth_validator_reconciliation_daily (network, day_type, validator_index, day, start_epoch,
          end_epoch, residual_gwei, missing_inputs, version)
        select 'mainnet', 'chain', 9, 1, 225, 450, if({missing:String} = '', 0, null),
          if({missing:String} = '', [], [{missing:String}]), {version:UInt64}`,
        { version, missing },
      );
    await insert(1, "slashing_correlation");
    expect(await cacheOf(path)).toBe("private, max-age=60");
    await insert(2, "");
    expect(await cacheOf(path)).toBe("private, max-age=86400");
    // No node returns what was there before the upgrade.
    await insert(3, "electra_upgrade");
    expect(await cacheOf(path)).toBe("private, max-age=86400");
  });

  it("lets reconciliations of Solana be kept for a minute until stake accounts are read", async () => {
    const path = `/v1/solana/validators/${exampleVoteAccount}/reconciliation?toDate=2026-01-05`;
    await solanaRows.insert(fixture.store);
    expect(await cacheOf(path)).toBe("private, max-age=86400");
    await fixture.store.command(
      `insert into fct_solana_validator_reward_daily
      select * replace (null as staking_reward_lamports, null as commission_residual_lamports, 2 as version)
      from fct_solana_validator_reward_daily final
      where vote_account = {account:String} and day = '2026-01-04'`,
      { account: exampleVoteAccount },
    );
    expect(await cacheOf(path)).toBe("private, max-age=60");
  });
});
