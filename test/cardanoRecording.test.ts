/** Answers of real instances: Koios' own examples of every call, and pools' rewards from Blockfrost. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import * as answers from "../ingest/cardano/api/answers.ts";
import { parseExactJson } from "../ingest/cardano/api/json.ts";
import { poolHashOf, poolIdOf } from "../schemas/cardano/poolId.ts";
import { rational, shareReward } from "../transform/cardano/ledger.ts";
import { describeRecordings, recordingsIn } from "./support/sharedData.ts";

const koios = recordingsIn("cardano/koios/koiosapi-mainnet.yaml");
const blockfrost = recordingsIn("cardano/blockfrost");

type Schema = { $ref?: string; items?: Schema; properties?: Record<string, Schema>; example?: unknown };

/** The row of a call that its examples make, with integers of any size as they were written. */
function exampleOf(api: unknown, name: string): string {
  const resolve = ({ $ref, ...schema }: Schema): Schema => {
    if ($ref === undefined) return schema;
    const target = $ref
      .split("/")
      .slice(1)
      .reduce((at, part) => (at as Record<string, unknown>)[part], api);
    return resolve(target as Schema);
  };
  const build = (schema: Schema): unknown => {
    const { items, properties, example } = resolve(schema);
    if (properties !== undefined)
      return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, build(value)]));
    if (example !== undefined) return example;
    return items === undefined ? null : [build(items)];
  };
  const row = build({ $ref: `#/components/schemas/${name}` });
  return JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `#${value}#` : value)).replaceAll(
    /"#(\d+)#"/g,
    "$1",
  );
}

const calls: [string, z.ZodType][] = [
  ["tip", answers.tipAnswer],
  ["genesis", answers.genesisAnswer],
  ["totals", answers.totalsAnswer],
  ["epoch_info", answers.epochInfoAnswer],
  ["epoch_params", answers.epochParamsAnswer],
  ["blocks", answers.blockAnswer],
  ["pool_list", answers.poolListAnswer],
  ["pool_updates", answers.poolUpdateAnswer],
  ["pool_metadata", answers.poolMetadataAnswer],
  ["pool_info", answers.poolMetadataAnswer],
  ["pool_delegators_history", answers.delegatorAnswer],
];

describeRecordings("Koios", [koios], () => {
  const api = parse(readFileSync(koios, "utf8"), { intAsBigInt: true });

  it.each(calls)("%s is read as in its examples", (name, schema) => {
    const rows = z.array(schema).parse(parseExactJson(exampleOf(api, name)));
    expect(rows.length).toBeGreaterThan(0);
  });

  it("keeps amounts beyond 2^53 that are not in quotes", () => {
    const [totals] = z.array(answers.totalsAnswer).parse(parseExactJson(exampleOf(api, "totals")));
    expect(totals?.reserves).toBe("11771504387608670");
  });
});

type Recorded<Response> = { response: Response }[];
const recorded = <Response>(name: string) =>
  JSON.parse(readFileSync(join(blockfrost, name), "utf8")) as Recorded<Response>;

describeRecordings("Blockfrost", [blockfrost], () => {
  it("has the fees of a pool without owners as the leader's reward", () => {
    type Row = { epoch: number; rewards: string; fees: string };
    const rows = recorded<Row[]>("pools_pool-id-history.json").map(({ response }) => response);
    /** A pool of 4.9 %, and two that keep all. */
    const margins = ["0.049", "1", "1"];
    let checked = 0;
    rows.forEach((own, place) => {
      for (const { epoch, rewards, fees } of own) {
        const share = {
          stake: 1n,
          ownerStake: 0n,
          margin: rational(margins[place] ?? "0"),
          fixedCost: 340_000_000n,
        };
        const { leader } = shareReward(BigInt(rewards), share);
        expect(leader, `${place}, epoch ${epoch}`).toBe(BigInt(fees));
        checked += 1;
      }
    });
    expect(checked).toBe(111);
  });

  it("names pools in both forms", () => {
    type Pool = { pool_id?: string; hex?: string };
    const pools = recorded<Pool>("pools_pool-id.json").flatMap(({ response: { pool_id, hex } }) =>
      pool_id === undefined || hex === undefined ? [] : [{ pool_id, hex }],
    );
    expect(pools.length).toBeGreaterThan(0);
    for (const { pool_id, hex } of pools) {
      expect(poolHashOf(pool_id)).toBe(hex);
      expect(poolIdOf(hex)).toBe(pool_id);
    }
  });
});
