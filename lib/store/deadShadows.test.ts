import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { createRetention, type RetentionRules } from "../../transform/frame/retention/retention.ts";
import { createLogger } from "../logger.ts";
import { migrate } from "../sql/migrate.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { createServerStore } from "./server.ts";
import { claimShadow, removeDeadShadows } from "./shadowClaim.ts";
import type { Store } from "./store.ts";

const log = createLogger("silent");
const rules = { chain: "x", family: "x", networks: async () => [] } as unknown as RetentionRules;

describe.each(["embedded", "server"] as const)("a shadow that a killed replay left: %s store", (kind) => {
  let path: string;
  let folder: string;
  let store: Store;
  let close: () => Promise<void>;
  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), "dead-shadow-"));
    folder = join(path, "sql");
    const front = kind === "server" ? await startClickhouseFront({ path: join(path, "data") }) : undefined;
    store =
      front === undefined
        ? createEmbeddedStore({ path: join(path, "data"), log })
        : createServerStore({ url: front.url, log });
    close = async () => {
      await store.close();
      await front?.close();
      rmSync(path, { recursive: true, force: true });
    };
    write(
      "tables/x/pay.sql",
      "create table if not exists pay (day UInt32, gone UInt8) engine = MergeTree order by day",
    );
    await migrate(store, { folder });
  });
  afterEach(() => close());

  const shadow = "default_replay_killed";
  /** As a replay leaves it whose last sign of life is so old. */
  async function leaveShadow(silentMinutes: number): Promise<void> {
    await store.command(`create database ${shadow}`);
    await store.command(`create table ${shadow}.pay as pay`);
    await store.command(
      `create materialized view ${shadow}.forward_pay to ${shadow}.pay as select * from pay`,
    );
    if (kind === "embedded") return;
    const beats = `${shadow}.heartbeat`;
    await store.command(`create table ${beats} (beat_at DateTime64(3)) engine = MergeTree order by tuple()`);
    await store.command(`insert into ${beats} select now64(3) - toIntervalMinute(${silentMinutes})`);
  }
  const shadows = () =>
    store.rows<{ name: string }>("select name from system.databases where name like '%_replay_%'");
  const dropColumn = () => {
    write("tables/x/pay.sql", "create table if not exists pay (day UInt32) engine = MergeTree order by day");
    write("migrations/0001_drop_pay.sql", "alter table pay drop column gone");
    return migrate(store, { folder });
  };

  it("is removed by the pass of retention, whether or not anything is due", async () => {
    await leaveShadow(10);
    await createRetention({ store, rules, keep: {}, log }).drop();
    expect(await shadows()).toEqual([]);
  });

  it("that a worker may not drop is left to migrations, and the pass goes on", async () => {
    await leaveShadow(10);
    const worker: Store = {
      ...store,
      command: async (sql, params) => {
        if (sql.startsWith("drop")) throw new Error("Not enough privileges");
        await store.command(sql, params);
      },
    };
    await createRetention({ store: worker, rules, keep: {}, log }).drop();
    expect(await shadows()).toHaveLength(1);
    await migrate(store, { folder });
    expect(await shadows()).toEqual([]);
  });

  it("is removed before a migration, which may drop columns that it reads", async () => {
    await leaveShadow(1);
    expect((await dropColumn()).migrations).toEqual(["0001_drop_pay"]);
    expect(await shadows()).toEqual([]);
  });

  it("stays while its owner lives, and migrations wait", async () => {
    const claim = await claimShadow({ live: store, cluster: undefined, log });
    expect(await removeDeadShadows({ live: store, cluster: undefined, log })).toBe(true);
    await expect(dropColumn()).rejects.toMatchObject({ code: "replay_under_way", retryable: true });
    expect(await shadows()).toHaveLength(1);
    await claim.release();
    expect((await dropColumn()).migrations).toEqual(["0001_drop_pay"]);
  });

  it("that was silent for less than five minutes is left alone by bystanders", async () => {
    await leaveShadow(2);
    await createRetention({ store, rules, keep: {}, log }).drop();
    expect(await shadows()).toHaveLength(kind === "server" ? 1 : 0);
  });
});
