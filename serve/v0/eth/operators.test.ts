import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertNetwork } from "../../../test/support/serveEth.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
  // The last place is of a list of before, which was longer.
  await fixture.store.command(
    `insert into fct_eth_entity_rank
      (network, id_type, time_window, list, rank, entity, list_size, validator_count, active_balance_gwei, version)
    select 'mainnet', row.1, '1d', row.2, row.3, row.4, row.5, 1, 1, row.6
    from (
      select arrayJoin([
        ('network', 'all', 0, '', 1, 9), ('pool', 'all', 0, 'Big', 2, 9), ('pool', 'all', 1, 'Small', 2, 9),
        ('pool', 'all', 2, 'Gone', 3, 8), ('pool', 'cex', 0, 'Small', 1, 9),
        ('poolShare', 'all', 0, 'A - Big', 2, 9), ('poolShare', 'all', 1, 'Module', 2, 9),
        ('poolShare', 'of Big', 0, 'A - Big', 1, 9), ('poolShare', 'of A', 0, 'A - Big', 1, 9)
      ]) as row
    )`,
  );
});
afterAll(() => fixture.close());

it("GET /v0/eth/operators/{operator_id}/apr of one that earned more than 252,695 ETH", async () => {
  await fixture.store.command(
    `insert into fct_eth_entity_performance_daily (network, day_type, id_type, entity, day, row_count, version)
    values ('mainnet', 'chain', 'pool', 'Whale', 100, 1, 1)`,
  );
  await fixture.store.command(
    `insert into fct_eth_entity_window
      (network, id_type, entity, time_window, last_day, day_count, is_listed, validator_count, apr_validator_count, apr_day_count,
      apr_earnings_gwei, apr_balance_sum_gwei, version)
    select 'mainnet', 'pool', 'Whale', 'all', 100, 90, 1, 300000, 300000, 90, 300000000000000, 3650000000000000000, 1`,
  );
  const answer = await fixture.get("/v0/eth/operators/Whale/apr?idType=pool&window=all");
  expect([answer.status, await answer.json()]).toMatchObject([200, { percentageConsensus: 3 }]);
});

it.each([
  ["idType=pool", ["Big", "Small"]],
  ["idType=pool&poolType=cex", ["Small"]],
  ["idType=pool&poolType=lst", []],
  ["idType=pool&parentId=Big", []],
  ["idType=poolShare", ["A - Big", "Module"]],
  ["idType=poolShare&parentId=Big", ["A - Big"]],
  ["idType=poolShare&parentEntity=A", ["A - Big"]],
  ["idType=poolShare&parentId=Big&poolType=cex", []],
  ["idType=poolShare&poolType=cex", []],
])("GET /v0/eth/operators?%s", async (query, expected) => {
  const names: string[] = [];
  for (let next: string | null = `/v0/eth/operators?window=1d&size=1&${query}`; next !== null; ) {
    const page = (await (await fixture.get(next)).json()) as {
      total: number;
      data: { id: string }[];
      next: string | null;
    };
    expect(page.total).toBe(expected.length);
    names.push(...page.data.map(({ id }) => id));
    next = page.next;
  }
  expect(names).toEqual(expected);
});
