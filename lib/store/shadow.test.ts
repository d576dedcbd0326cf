import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { createServerStore } from "./server.ts";
import { cloneTables, differingTables, type ShadowTable, swapTables } from "./shadow.ts";
import { claimShadow } from "./shadowClaim.ts";

const log = createLogger("silent");

describe.each([
  // Rows of small tables are copied, those of large ones shared and deleted.
  { kind: "embedded", rows: 10 },
  { kind: "embedded", rows: 200_000 },
  { kind: "server", rows: 200_000 },
] as const)("shadow: $kind store, $rows rows", ({ kind, rows }) => {
  it("takes a table's place under a view that reads it, and leaves nothing over", async () => {
    const path = mkdtempSync(join(tmpdir(), "shadow-"));
    const front = kind === "server" ? await startClickhouseFront({ path }) : undefined;
    const store =
      front === undefined ? createEmbeddedStore({ path, log }) : createServerStore({ url: front.url, log });
    try {
      await store.command(
        "create table pay (network String, day UInt32, amount UInt64) engine = ReplacingMergeTree partition by network order by (day, amount)",
      );
      await store.command("insert into pay select 'a', number, 1 from numbers({rows:UInt32})", { rows });
      await store.command("create or replace function demoTwice as (value) -> value * 2");
      await store.command(
        "create or replace view view_pay as select demoTwice(sum(amount)) as total from pay where network = {network:String}",
      );
      const total = () => store.text("select total from view_pay(network = 'a')");
      const claim = await claimShadow({ live: store, cluster: undefined, log });
      const without = { sql: "network = {network:String} and day >= 5", params: { network: "a" } };
      const tables: ShadowTable[] = [{ name: "pay", without, forward: "others" }];
      await cloneTables(claim.deps, tables, AbortSignal.timeout(60_000));
      const pay = { name: "pay", filter: { sql: "day != {day:UInt32}", params: { day: 99 } } };
      const kept = { name: "pay", filter: { sql: "day < {day:UInt32}", params: { day: 5 } } };
      expect(await differingTables(claim.deps, [kept])).toEqual([]);
      expect(await differingTables(claim.deps, [pay])).toEqual(["pay"]);
      // Goes to both: it isn't in the range that is left out.
      await store.command("insert into pay values ('a', 1, 100)");
      expect(await total()).toBe(`{"total":${2 * rows + 200}}\n`);
      await swapTables(claim.deps, tables);
      expect(await total()).toBe('{"total":210}\n');
      await claim.release();
      expect(await total()).toBe('{"total":210}\n');
      expect(await store.rows("select name from system.databases where name like '%_replay_%'")).toEqual([]);
      expect(await store.rows("show tables")).toEqual([{ name: "pay" }, { name: "view_pay" }]);
    } finally {
      await store.close();
      await front?.close();
      rmSync(path, { recursive: true, force: true });
    }
  }, 120_000);
});
