/** From a day in a table to its explanation: every cell is what the API returned to this page. */
import { expect } from "vitest";
import type { Kind } from "../../../explorer/src/networks/describe.ts";
import type { Visitor } from "./browser.ts";
import { expectedCell, parseAsText, type Record_, readTable } from "./tables.ts";
import type { createVisits } from "./visits.ts";

const decimal = (value: unknown) =>
  expectedCell({ value } as Record_, { field: "value", label: "", unit: { kind: "decimal" } });
const textOr = (value: unknown) => (value === null ? "–" : String(value));

type Explained = {
  numbers: { [name: string]: string | boolean | null }[];
  rows: (Record_ & { countsFor: { number: string; amount: string }[] })[];
};

const numberLine = ({
  name,
  value,
  unit,
  formula,
  source,
  isSum,
  isComplete,
}: Explained["numbers"][number]) => [
  name,
  decimal(value),
  unit,
  formula,
  `${isSum === true ? "sum of rows" : "of other numbers"}${isComplete === true ? "" : ", some missing"}`,
  source,
];

function countsLine({ countsFor }: Explained["rows"][number], chosen: string | undefined): string {
  const own = countsFor.find(({ number }) => number === chosen);
  if (own !== undefined) return decimal(own.amount);
  const texts = countsFor.map(({ number, amount }) => `${number} ${decimal(amount)}`);
  return texts.length > 1 ? `${texts.length} numbers${texts.join(", ")}` : (texts[0] ?? "–");
}

const rowLine = (row: Explained["rows"][number], chosen: string | undefined) => [
  String(row.kind).replaceAll("_", " "),
  `${row.heightKind} ${row.height}`,
  textOr(row.blockHash),
  textOr(row.transactionHash),
  textOr(row.expected),
  textOr(row.actual),
  decimal(row.amount),
  textOr(row.unit),
  countsLine(row, chosen),
  textOr(row.item),
];

/** Thousands are apart in some cells, and the parts of a list. */
const bare = (lines: readonly (readonly unknown[])[]) =>
  lines.map((cells) => cells.map((cell) => String(cell).replaceAll(",", "").replaceAll(/\s+/g, " ")));

/** For a subject's page whose tables are open. */
export async function checkExplained(
  visitor: Visitor,
  { explainedBy = {} }: Kind,
  { settled, sourceCall }: ReturnType<typeof createVisits>,
): Promise<void> {
  const { page } = visitor;
  const numbers = '[data-explained="numbers"]';
  const rows = '[data-explained="rows"]';

  /** Compares what is shown with what the API returned. */
  async function compare(chosen?: string): Promise<Explained> {
    await settled();
    await page.locator(`${numbers} tbody tr`).first().waitFor();
    const { url } = await sourceCall(rows);
    const answer = parseAsText((await visitor.answerFrom(url)) ?? "null") as unknown as Explained;
    expect(bare(await readTable(page, numbers)), url).toEqual(bare(answer.numbers.map(numberLine)));
    expect(bare(await readTable(page, rows)), url).toEqual(
      bare(answer.rows.map((row) => rowLine(row, chosen))),
    );
    const { searchParams } = new URL(url);
    expect(searchParams.get("number"), url).toBe(chosen ?? null);
    // It is about the record whose day was followed.
    const names = Object.keys(explainedBy);
    const { searchParams: shown } = new URL(page.url());
    expect(names.map((name) => searchParams.get(name))).toEqual(names.map((name) => shown.get(name)));
    expect(names.length === 0 || names.some((name) => shown.has(name)), page.url()).toBe(true);
    return answer;
  }

  const days = page.locator("[data-table] tbody td a");
  await days.nth(Math.floor((await days.count()) / 2)).click();
  await page.waitForURL(/[?&]explain=\d{4}-\d\d-\d\d/);
  const all = await compare();
  expect(all.numbers.length).toBeGreaterThan(1);
  expect(all.rows.length).toBeGreaterThan(0);
  // Only rows that count for one of them.
  const chosen = all.rows.flatMap(({ countsFor }) => countsFor)[0]?.number ?? "";
  await page.locator(`${numbers} tbody th a`).getByText(chosen, { exact: true }).click();
  await page.waitForURL(new RegExp(`[?&]number=${chosen}`));
  const some = await compare(chosen);
  expect(some.rows.length).toBeGreaterThan(0);
  expect(some.numbers.map(({ name }) => name)).toEqual(all.numbers.map(({ name }) => name));
}
