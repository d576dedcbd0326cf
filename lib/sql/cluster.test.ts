import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "../store/embedded.ts";
import { toClusterStatement } from "./cluster.ts";
import { listSql, loadSql } from "./file.ts";
import { grantStatements } from "./grants.ts";
import { statementsOf } from "./migrate.ts";
import { listPlainViews } from "./plainViews.ts";

const root = mkdtempSync(join(tmpdir(), "cluster-"));
const store = createEmbeddedStore({ path: join(root, "warehouse"), log: createLogger("silent") });

afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

describe("statements for a cluster", () => {
  it.each(listSql("tables"))("replicates %s", async (path) => {
    const statement = toClusterStatement(loadSql(path).text, "analytics");
    expect(statement).toMatch(/^create table if not exists \w+ on cluster 'analytics' \(/);
    expect(statement).toMatch(/engine = Replicated\w*MergeTree/);
    const tree = await store.text(`explain ast ${statement}`);
    expect(tree).toContain("CreateQuery");
    expect(tree).toContain("Replicated");
  });

  it.each([...listSql("views"), ...listSql("functions")])("carries out %s everywhere", async (path) => {
    const statement = toClusterStatement(loadSql(path).text, "analytics");
    expect(statement).toMatch(/^create or replace (view|function) \w+ on cluster 'analytics' as\b/);
    expect(await store.text(`explain ast ${statement}`)).toMatch(/Create(SQLFunction)?Query/);
  });

  it.each(listPlainViews())("carries out the view $name everywhere", async ({ text }) => {
    const statement = toClusterStatement(text, "analytics");
    expect(statement).toMatch(/^create or replace view \w+ on cluster 'analytics' \(\n/);
    expect(await store.text(`explain ast ${statement}`)).toContain("CreateQuery");
  });

  it.each(["drop view if exists `view_x`", "drop function if exists `vaX`"])("%s", async (statement) => {
    expect(toClusterStatement(statement, "c")).toBe(`${statement} on cluster 'c'`);
    expect(await store.text(`explain ast ${toClusterStatement(statement, "c")}`)).toContain("Drop");
  });

  it("changes alter and leaves insert alone", () => {
    expect(toClusterStatement("alter table t add column a UInt8", "c")).toBe(
      "alter table t on cluster 'c' add column a UInt8",
    );
    expect(toClusterStatement("insert into t select 1", "c")).toBe("insert into t select 1");
  });

  it("drops several tables everywhere", () => {
    expect(toClusterStatement("drop table if exists a,\n  b , c sync", "c")).toBe(
      "drop table if exists a,\n  b , c on cluster 'c' sync",
    );
  });

  it.each(listSql("migrations"))(
    "has %s change tables everywhere, and replicate what it creates",
    async (path) => {
      for (const text of statementsOf(loadSql(path).text)) {
        const statement = toClusterStatement(text, "analytics");
        expect(/ on cluster 'analytics'/.test(statement)).toBe(!/^(insert|select) /.test(text));
        expect(/engine = Replicated\w*MergeTree/.test(statement)).toBe(text.startsWith("create table "));
        await expect(store.text(`explain ast ${statement}`)).resolves.not.toBe("");
      }
    },
  );
});

describe("grants", () => {
  it.each(grantStatements({ isCluster: true }))("the engine understands %.60s", async (statement) => {
    // A role of the embedded engine would go nowhere: it is only parsed.
    await expect(store.text(`explain ast ${statement}`)).resolves.toMatch(/Create|Grant/i);
  });
});
