/**
 * Backups of ClickHouse servers, listed only when they were verified.
 * Fast counterpart: cli/backup/servers/servers.test.ts
 */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { createServerStore } from "../lib/store/server.ts";
import { killOnce } from "./support/backups.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { type ClickhouseFront, startClickhouseFront } from "./support/clickhouseFront.ts";

const made = temporaryFolder();
const folder = (name: string) => join(made.path, name);
const disk = folder("disk");
mkdirSync(disk, { recursive: true });
let front: ClickhouseFront;

afterAll(async () => {
  await front?.close();
  made.remove();
});

/** Empty servers, with the disk of the earlier ones. */
async function newServers(name: string): Promise<Record<string, string>> {
  front = await startClickhouseFront({ path: folder(name), backups: disk });
  return { CLICKHOUSE_URL: `${front.url}/validators`, BACKUP_DESTINATION: "disk:backups/validators" };
}

async function createDatabase(): Promise<void> {
  const store = createServerStore({ url: `${front.url}/system`, log: createLogger("silent") });
  await store.command("create database validators");
  await store.close();
}

async function run(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runVerb(args, settings);
  expect([args, code, stderr]).toEqual([args, 0, ""]);
  return stdout;
}

describe("backup with CLICKHOUSE_URL", () => {
  it("is listed as good only when it was seen to be; all of it is restored to servers that have seen nothing", async () => {
    const settings = await newServers("first");
    await createDatabase();
    await run(settings, "migrate");
    await run(settings, "keys", "create", "--name", "kept");
    const list = async (of: Record<string, string>) =>
      (JSON.parse(await run(of, "backup", "list", "--json")) as { name: string; state: string }[]).map(
        ({ name, state }) => [name.slice(9), state],
      );

    expect(await run(settings, "backup", "create")).toMatch(
      /^\d{8}-01 in disk:\S+: \d+ files, .*, complete\n$/,
    );
    const day = readdirSync(join(disk, "validators"))[0]?.slice(0, 8);
    for (const [index, delayMs] of [0, 40, 150].entries()) {
      const name = `${day}-0${index + 2}`;
      const where = { parent: join(disk, "validators"), prefix: name, delayMs };
      expect(await killOnce(["backup", "create", "--full"], settings, where)).toBe(true);
      const [, state] = (await list(settings)).at(-1) ?? [];
      // Killed after all had been done, it is good in earnest.
      if (state !== "begun") expect(existsSync(join(disk, "validators", name, "data/.backup"))).toBe(true);
    }
    await run(settings, "keys", "create", "--name", "later");
    expect(await run(settings, "backup", "create")).toContain("what has changed since");
    const listed = await list(settings);
    expect(listed.at(-1)).toEqual(["05", "good"]);
    expect((await run(settings, "backup", "verify")).trim()).toMatch(/is good: .* with \d{8}-01$/);
    const refused = await runVerb(["backup", "restore"], settings);
    expect([refused.code, refused.stderr]).toEqual([78, expect.stringContaining("--replace")]);
    await front.close();

    const others = await newServers("second");
    expect(await list(others)).toEqual(listed);
    expect(await run(others, "backup", "restore")).toContain("is restored to the database validators");
    await run(others, "migrate");
    const keys = await run(others, "keys", "list");
    expect([keys.includes("kept"), keys.includes("later")]).toEqual([true, true]);
    const needed = await runVerb(["backup", "remove", `${day}-01`], others);
    expect([needed.code, needed.stderr]).toEqual([78, expect.stringContaining("-05 is based on")]);
    expect(await run(others, "backup", "create", "--full", "--keep", "1")).toContain(
      "is listed no more; delete disk:",
    );
  });

  it("says which setting is missing without a destination", async () => {
    const { code, stderr } = await runVerb(["backup", "list"], { CLICKHOUSE_URL: "http://127.0.0.1:1/x" });
    expect([code, stderr]).toEqual([78, expect.stringContaining("BACKUP_DESTINATION says where")]);
    const spliced = await runVerb(["backup", "list"], { BACKUP_DESTINATION: "disk:a/b') settings x = ('" });
    expect([spliced.code, spliced.stderr]).toEqual([
      78,
      expect.stringContaining("BACKUP_DESTINATION: disk:<disk>"),
    ]);
  });
});
