/** Pages of no network: an organization's account, the data dictionary, SQL. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Dictionary as Shown } from "../../../explorer/src/api/dictionaryTypes.ts";
import type { Dictionary } from "../../../lib/sql/dictionary.ts";
import type { Visitor } from "./browser.ts";
import { type Record_, readTable, recordsOf, type Value } from "./tables.ts";
import type { createVisits, Served } from "./visits.ts";

const storedAs = "validator-analytics-key";

/** How a cell shows a value of the account: times are cut to minutes, lists are joined. */
function cellOf(value: Value | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.map(String).join(", ");
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text;
}

const lists = {
  keys: [
    "name",
    "id",
    "member",
    "status",
    "tier",
    "scopes",
    "createdAt",
    "createdBy",
    "expiresAt",
    "revokedAt",
    "replacedBy",
    "lastUsedDate",
  ],
  changes: ["askedAt", "action", "state", "keyId", "replacedBy", "byKeyId"],
  tags: ["name", "chain", "network", "validators", "id", "createdAt", "updatedAt"],
  days: [
    "date",
    "keyId",
    "tier",
    "operation",
    "requests",
    "clientErrors",
    "serverErrors",
    "refused",
    "computeUnits",
  ],
} as const;

type Visits = ReturnType<typeof createVisits>;

export function accountPage(visitor: () => Visitor, served: () => Served, visits: Visits): void {
  const { visit, settled, receivedRecords, inspect, sourceCall } = visits;
  const place = (name: string) => `[data-account="${name}"]`;

  /** Every cell of a list is what the API returned to this page. */
  async function compareList(name: keyof typeof lists): Promise<Record_[]> {
    const { url } = await sourceCall(place(name));
    const records = await receivedRecords(url);
    const shown = await readTable(visitor().page, place(name));
    const fields = lists[name];
    expect(
      shown.map((cells) => cells.slice(0, fields.length)),
      name,
    ).toEqual(records.map((record) => fields.map((field) => cellOf(record[field]))));
    expect(records.length, name).toBeGreaterThan(0);
    return records;
  }

  it("an account is shown only with a key", async () => {
    await visit("/account");
    const { page } = visitor();
    await page.locator(place("without-key"), { hasText: "belongs to a key" }).waitFor();
    expect(await page.locator(`${place("without-key")} a`).getAttribute("href")).toContain("to=%2Faccount");
    await inspect("/account");
  });

  it("an account: its keys, sets and usage are those that the API returned, and charts add them up", async () => {
    const { page } = visitor();
    const { url, key } = served();
    const made = await fetch(`${url}/v1/eth/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "of the account", indices: [22] }),
    });
    expect(made.status).toBe(201);
    await page.evaluate(`sessionStorage.setItem("${storedAs}", ${JSON.stringify(key)})`);
    // Use is written down some seconds after it was.
    await expect
      .poll(async () => recordsOf(await visits.fetchJson("/v1/account/usage/daily")).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    await visit("/account?tables=usage.requests");
    await compareList("keys");
    await compareList("tags");
    const days = await compareList("days");

    // The chart's table, by another way: each day's records of each operation it names.
    const chart = '[data-chart="usage.requests"]';
    const heads = await page.locator(`${chart} thead th`).allTextContents();
    const sums = (await readTable(page, chart)).map((cells) => {
      const [day = "", ...numbers] = cells;
      return [day, numbers.reduce((sum, text) => sum + Number(text), 0)];
    });
    const expected = new Map<string, number>();
    for (const { date, requests } of days)
      expected.set(String(date), (expected.get(String(date)) ?? 0) + Number(requests));
    expect(sums).toEqual([...expected]);
    const [, first = ""] = heads;
    const ofFirst = days.filter(({ operation }) => operation === first.trim());
    expect(ofFirst.length).toBeGreaterThan(0);
    const [[, cell] = []] = await readTable(page, chart);
    const [newest] = days;
    const ofDay = ofFirst.filter(({ date }) => date === newest?.date);
    expect(Number(cell)).toBe(ofDay.reduce((sum, { requests }) => sum + Number(requests), 0));
    expect(await page.locator("[data-chart] canvas").count()).toBe(2);
    await inspect("/account");
  });

  it("makes, rotates and revokes a key, which is shown once", async () => {
    const { page } = visitor();
    const { url } = served();
    const statusOf = async (key: string) =>
      (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status;
    const secret = async () => (await page.locator(`${place("secret")} code`).textContent()) ?? "";
    const dialog = page.locator(place("dialog"));
    await page.locator("button", { hasText: "Create a key" }).click();
    await dialog.locator("input[name=name]").fill("by hand");
    await dialog.locator("input[name=member]").fill("Ada");
    expect(await visitor().accessibility()).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("button", { hasText: "Create a key" }).click();
    await dialog.locator("input[name=name]").fill("by hand");
    await dialog.locator("button[type=submit]").click();
    await page.locator(place("secret")).waitFor();
    await settled();
    const one = await secret();
    expect(await statusOf(one)).toBe(200);
    await page.locator("button[aria-label='Rotate by hand']").click();
    await dialog.locator("select").selectOption("0");
    await dialog.locator("button[type=submit]").click();
    await page.locator(`${place("secret")} code`, { hasNotText: one }).waitFor();
    await settled();
    const other = await secret();
    expect(await statusOf(other)).toBe(200);
    await page.locator("button[aria-label='Revoke by hand']").click();
    expect(await visitor().accessibility()).toEqual([]);
    await dialog.locator("button[type=submit]").click();
    await page.locator(place("secret")).waitFor({ state: "detached" });
    await settled();
    await visit("/account");
    const actions = (await compareList("changes")).map(({ action }) => action);
    expect(actions.slice(0, 3)).toEqual(["revoke", "rotate", "create"]);
    const made = (await compareList("keys")).slice(-2);
    expect(made.map(({ id, status }) => [id, status])).toEqual([
      [one.split("_")[1], "expired"],
      [other.split("_")[1], "revoked"],
    ]);
    expect(await page.content()).not.toContain(other);
    expect(visitor().complaints()).toEqual([]);
    await page.evaluate("sessionStorage.clear()");
  });
}

/** The page names the server's SQL port, and the sample call works as written; or the page says that the port is closed. */
async function checkPort({ page, answerFrom }: Visitor, { url, key }: Served): Promise<void> {
  const { sqlPort } = JSON.parse((await answerFrom(`${url}/explorer/config.json`)) ?? "null") as {
    sqlPort: number | null;
  };
  expect(await page.locator("[data-sql-port]").getAttribute("data-sql-port")).toBe(
    String(sqlPort ?? "closed"),
  );
  const curl = (await page.locator('[data-way="curl"] pre').textContent()) ?? "";
  expect(curl).toContain(`:${sqlPort ?? 8123}/`);
  if (sqlPort === null) return;
  const answer = execFileSync("bash", ["-c", `${curl} --silent --fail`], {
    env: { ...process.env, KEY: key },
    encoding: "utf8",
  });
  expect(recordsOf(JSON.parse(answer)).length).toBeGreaterThan(0);
}

export function dictionaryPages(visitor: () => Visitor, served: () => Served, visits: Visits): void {
  const { visit, inspect } = visits;
  // The page can't import the server's types: its assumptions are checked by the compiler here.
  const readDictionary = async () =>
    JSON.parse(
      (await visitor().answerFrom(`${served().url}/dictionary.json`)) ?? "null",
    ) as Dictionary satisfies Shown;
  const place = (name: string) => `[data-dictionary="${name}"]`;

  it("the dictionary has all tables, views, questions and functions, and finds them", async () => {
    const { page } = visitor();
    await visit("/");
    await page.locator(".foot a", { hasText: "data dictionary" }).click();
    await page.waitForURL(/\/dictionary$/);
    await page.locator(place("tables")).waitFor();
    const { tables, views, examples, functions } = await readDictionary();
    const namesIn = async (id: string) => (await readTable(page, place(id))).map(([name]) => name);
    expect(
      (await readTable(page, place("tables"))).map(([name, chain, , grain]) => [name, chain, grain]),
    ).toEqual(tables.map(({ name, view, chain, grain }) => [view ?? name, chain, grain]));
    expect(await namesIn("views")).toEqual(views.map(({ name }) => name));
    expect(await namesIn("questions")).toEqual(examples.map(({ question }) => question));
    expect(await page.locator(`${place("functions")} tbody tr`).count()).toBe(functions.length);
    await visits.glance("/dictionary");

    await page.keyboard.press("/");
    await page.keyboard.type("stake_auth");
    await page.waitForURL(/q=stake_auth/);
    const holds = ({ name, view, grain, columns }: Dictionary["tables"][number]) =>
      JSON.stringify([name, view, grain, columns.map((column) => [column.name, column.comment])]).includes(
        "stake_auth",
      );
    const matching = tables.filter(holds);
    expect(matching.length).toBeGreaterThan(1);
    expect(await namesIn("tables")).toEqual(matching.map(({ name, view }) => view ?? name));
    // Axe takes seconds for hundreds of similar rows.
    await inspect("/dictionary");
  });

  it("a table's columns and lineage lead from one table to the other", async () => {
    const { page } = visitor();
    const name = "fct_solana_authority_reward_daily";
    await visit(`/dictionary/tables/${name}`);
    const { tables, examples } = await readDictionary();
    const table = tables.find((one) => one.name === name);
    expect(table).toBeDefined();
    if (table === undefined) return;
    const cells = await readTable(page, place("columns"));
    expect(cells.map(([column, type, , comment]) => [column, type, comment])).toEqual(
      table.columns.map((column) => [
        `${column.name}${table.key.includes(column.name) ? "key" : ""}`,
        column.type,
        column.comment,
      ]),
    );
    for (const [column = "", , unit] of cells) if (/_lamports$/.test(column)) expect(unit).toBe("lamports");
    const linked = await page.locator(`${place("lineage")} .names a`).allTextContents();
    expect(linked).toEqual([
      ...table.reads,
      ...table.readBy.tables,
      ...table.readBy.views,
      ...table.readBy.examples,
    ]);
    for (const operation of table.readBy.operations)
      expect(await page.locator(`${place("lineage")} code`, { hasText: operation }).count()).toBeGreaterThan(
        0,
      );
    await inspect(`/dictionary/tables/${name}`);
    const [source = ""] = table.reads;
    await page
      .locator(`${place("lineage")} a`, { hasText: source })
      .first()
      .click();
    await page.locator("h1", { hasText: source }).waitFor();
    expect(await page.locator(`${place("lineage")} a`, { hasText: name }).count()).toBe(1);
    // Several chains have a question of this name.
    const questionName = "residuals";
    const chains = examples.filter(({ name: one }) => one === questionName).map(({ chain }) => chain);
    expect(chains.length).toBeGreaterThan(1);
    for (const example of examples.filter(({ name: one }) => one === questionName).slice(-2)) {
      const [read = ""] = example.reads;
      await visit(`/dictionary/tables/${read}`);
      const shown = page.locator(`[data-question="${example.chain}/${questionName}"]`);
      expect(await shown.locator("pre").textContent()).toBe(example.sql);
      await page.locator(`${place("lineage")} a`, { hasText: `${example.chain}/${questionName}` }).click();
      await page.locator("h1", { hasText: example.question }).waitFor();
      expect(await page.locator(".code pre").textContent()).toBe(example.sql);
    }
    await visit("/dictionary/tables/nothing");
    await page.locator("h1", { hasText: "doesn't exist" }).waitFor();
  });

  it("SQL: the ways to query, and the questions, which are copied as they are", async () => {
    const { page } = visitor();
    await visit("/sql");
    const { examples } = await readDictionary();
    expect(await page.locator("[data-way]").count()).toBe(6);
    await checkPort(visitor(), served());
    const questions = page.locator("[data-question]");
    expect(await questions.locator("summary .question-text").allTextContents()).toEqual(
      examples.map(({ question }) => question),
    );
    expect(await questions.locator("pre").allTextContents()).toEqual(examples.map(({ sql }) => sql));
    const last = examples.at(-1);
    const place = `[data-question="${last?.chain}/${last?.name}"]`;
    await page.locator(`${place} summary`).click();
    await page.locator(`${place} button`, { hasText: "Copy SQL" }).click();
    await page.locator(`${place} button`, { hasText: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(last?.sql);
    await inspect("/sql");
  });
}
