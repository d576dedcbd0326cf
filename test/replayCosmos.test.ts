/** A CometBFT chain's days rebuilt from the blocks in the warehouse. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { babylon } from "../ingest/babylon/index.ts";
import { celestia } from "../ingest/celestia/index.ts";
import { cosmosHeightColumns } from "../transform/cosmos/heights.ts";
import { backfillCosmos, cosmosOptions } from "./support/cosmos.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openHouse, type ReplayHouse, replayIn, shadowsIn } from "./support/replay.ts";

describe.each([celestia, babylon])("replay of $id", (definition) => {
  const chain = definition.cosmos;
  let house: ReplayHouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const history = createCosmosHistory({
      chain,
      seed: 3,
      chainId: chain.mainNetwork,
      blocks: 50,
      validators: 4,
      secondsPerBlock: 5_000,
    });
    const stub = await startCosmosStub(history);
    house = await openHouse("embedded");
    const options = cosmosOptions([stub.url], { restUrls: [stub.url] });
    await backfillCosmos(definition, house.store, options, { from: 1, to: 50 });
    await stub.close();
    expected = await fingerprint(house.store);
  });
  afterAll(async () => {
    await house.close();
  });

  it("restores days with wrong rows, missing ones and too many", async () => {
    const { store } = house;
    const [days] = await store.rows<{ middle: string; next: string }>(
      `select toString(quantileExact(0.5)(day)) as middle, toString(addDays(quantileExact(0.5)(day), 1)) as next
      from int_cosmos_day final`,
    );
    const { middle = "", next = "" } = days ?? {};
    const dayTables = Object.entries(cosmosHeightColumns(chain)).flatMap(([table, column]) =>
      column === "day" ? [table] : [],
    );
    for (const table of dayTables) {
      await store.command(
        `insert into ${table} select * replace (version + 1000000 as version, addDays(day, 0) as day, 'other' as network)
        from ${table} final where day = {middle:Date}`,
        { middle },
      );
      await store.command(`delete from ${table} where day = {next:Date} and network != 'other'`, { next });
    }
    await store.command(
      `insert into fct_${chain.id}_validator_reward_daily select * replace (concat(validator, 'x') as validator)
      from fct_${chain.id}_validator_reward_daily final where day = {middle:Date}`,
      { middle },
    );
    const args = { network: chain.id, from: middle, to: next };
    const { tables } = await replayIn(house, args);
    expect(tables.map(({ name }) => name).sort()).toEqual([...dayTables].sort());
    expect(await shadowsIn(house)).toEqual([]);
    // Another network's rows are nobody's business here.
    for (const table of dayTables) await store.command(`delete from ${table} where network = 'other'`);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(house, args)).tables).toEqual([]);
  });
});
