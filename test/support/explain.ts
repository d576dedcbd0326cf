/** Holds for every explanation of any chain: rows add up to numbers, numbers appear where they say, blocks exist. */
import { expect } from "vitest";
import { thinned } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

type CountsFor = { number: string; amount: string };
export type ExplainedRow = {
  kind: string;
  table: string;
  heightKind: string;
  height: string;
  blockHash: string | null;
  transactionHash: string | null;
  item: string;
  expected: string | null;
  actual: string | null;
  amount: string | null;
  unit: string | null;
  countsFor: CountsFor[];
};
type ExplainedNumber = {
  name: string;
  value: string | null;
  unit: string;
  formula: string;
  source: string;
  table: string;
  column: string;
  key: string;
  isSum: boolean;
  isComplete: boolean;
  reason: string | null;
};
export type Explanation = {
  next: string | null;
  isComplete: boolean;
  isDayComplete: boolean;
  reason: string | null;
  numbers: ExplainedNumber[];
  rows: ExplainedRow[];
};

/** Numbers as text: sums of them are exact. */
export function withTextNumbers<Body = Explanation>(text: string): Body {
  return JSON.parse(text.replace(/((?<!\\)":)(-?\d[\d.e+-]*)(?=[,}\]])/g, '$1"$2"')) as Body;
}

/** All pages of an explanation as one. */
export async function readExplanation(
  fixture: ServeFixture,
  path: string,
  network?: string,
): Promise<Explanation> {
  const headers: Record<string, string> = network === undefined ? {} : { "x-service-network": network };
  const read = async (address: string) => {
    const response = await fixture.get(address, headers);
    const text = await response.text();
    expect([address, response.status, response.status === 200 ? "" : text]).toEqual([address, 200, ""]);
    return withTextNumbers(text);
  };
  const whole = await read(path);
  for (let next = whole.next; next !== null; ) {
    const page = await read(next);
    expect(page.numbers).toEqual(whole.numbers);
    whole.rows.push(...page.rows);
    next = page.next;
  }
  return whole;
}

const scale = 30;

/** A decimal number as an integer of 30 decimals. */
function exact(text: string): bigint {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  expect(whole, text).not.toBe("");
  return BigInt(`${sign}${whole}${part.padEnd(scale, "0")}`);
}

/** A number's text without insignificant zeros: 1.50 is 1.5. */
const plain = (text: string | null | undefined) =>
  text?.replace(/^(-?\d+\.\d*?)0+$/, "$1").replace(/\.$/, "") ?? null;

/** The statement of docs/explain.md returns each number unchanged, null where it is null. */
export async function expectHeld(fixture: ServeFixture, numbers: readonly ExplainedNumber[]): Promise<void> {
  const byRow = new Map<string, ExplainedNumber[]>();
  for (const number of numbers) {
    const row = `${number.table} final where ${number.key}`;
    byRow.set(row, [...(byRow.get(row) ?? []), number]);
  }
  for (const [row, held] of byRow) {
    const rows = await fixture.store.rows<Record<string, string | null>>(
      `select ${held.map(({ column, name }) => `toString(${column}) as "held ${name}"`).join(", ")} from ${row}`,
    );
    if (rows.length === 0 && held.every(({ value }) => value === null)) continue;
    expect([row, rows.length]).toEqual([row, 1]);
    expect([row, ...held.map(({ name }) => [name, plain(rows[0]?.[`held ${name}`])])]).toEqual([
      row,
      ...held.map(({ name, value }) => [name, plain(value)]),
    ]);
  }
}

/** Null numbers have a reason, and the explanation names the unknown ones. */
function expectReasons(
  path: string,
  { numbers, isComplete, reason }: Explanation,
  areFactsHere: boolean,
): void {
  const knownNumbers = numbers.filter(({ value }) => value !== null);
  if (areFactsHere)
    for (const one of knownNumbers)
      expect([path, one.name, one.isComplete, one.reason]).toEqual([path, one.name, true, null]);
  for (const one of numbers.filter(({ value }) => value === null)) {
    expect([path, one.name, one.reason ?? ""]).not.toEqual([path, one.name, ""]);
    if (!one.isComplete) expect([path, reason]).toEqual([path, expect.stringContaining(one.name)]);
  }
  const isWhole = areFactsHere && numbers.every((one) => one.isComplete);
  expect([path, isComplete, reason === null]).toEqual([path, isWhole, isWhole]);
}

/**
 * @param path of the explanation, with its query
 * @param hashOf the block's hash at a height, by the model; undefined where it knows none
 */
export async function expectExplained(
  fixture: ServeFixture,
  path: string,
  options: {
    hashOf?: (row: ExplainedRow) => string | null | undefined;
    isComplete?: boolean;
    /** Default: the main one. */
    network?: string;
  } = {},
): Promise<Explanation> {
  const explanation = await readExplanation(fixture, path, options.network);
  const { numbers, rows } = explanation;
  expectReasons(path, explanation, options.isComplete ?? true);
  const names = new Set(numbers.map(({ name }) => name));
  const sums = new Map<string, bigint>();
  for (const { countsFor } of rows)
    for (const { number, amount } of countsFor) {
      expect(names, `${path}: ${number}`).toContain(number);
      sums.set(number, (sums.get(number) ?? 0n) + exact(amount));
    }
  const summed = numbers.filter(({ isSum, isComplete, value }) => isSum && isComplete && value !== null);
  expect([path, ...summed.map(({ name }) => [name, sums.get(name) ?? 0n])]).toEqual([
    path,
    ...summed.map(({ name, value }) => [name, exact(value ?? "")]),
  ]);
  for (const { name, value } of numbers)
    if (value === null) expect([name, sums.get(name)]).toEqual([name, undefined]);
  await expectHeld(fixture, numbers);
  for (const row of rows) {
    const hash = options.hashOf?.(row);
    if (hash !== undefined)
      expect([path, row.kind, row.height, row.blockHash]).toEqual([path, row.kind, row.height, hash]);
  }
  return explanation;
}

/**
 * A sample of a subject's days: the first, the last, and every `oneIn`-th between them. The subject's place shifts the
 * sample, so that neighbouring subjects cover every day.
 */
export function sampledDays<Day>(days: readonly Day[], oneIn: number, place: number): Day[] {
  const last = days.length - 1;
  return days.filter((_, index) => index === 0 || index === last || (index + place) % oneIn === 0);
}

/** Filters answer those rows of the whole that they name, and pages the same ones. */
export async function expectFilters(fixture: ServeFixture, path: string): Promise<void> {
  const whole = await readExplanation(fixture, `${path}&limit=1000`);
  const third = Math.ceil(whole.rows.length / 3);
  expect((await readExplanation(fixture, `${path}&limit=${third}`)).rows).toEqual(whole.rows);
  const kinds = new Set(whole.rows.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(1);
  for (const kind of thinned([...kinds], 2)) {
    const { rows } = await readExplanation(fixture, `${path}&kind=${kind}&limit=1000`);
    expect(rows).toEqual(whole.rows.filter((row) => row.kind === kind));
  }
  for (const { name } of thinned(whole.numbers, 2)) {
    const { rows } = await readExplanation(fixture, `${path}&number=${name}&limit=1000`);
    expect(rows).toEqual(
      whole.rows.filter(({ countsFor }) => countsFor.some(({ number }) => number === name)),
    );
  }
}
