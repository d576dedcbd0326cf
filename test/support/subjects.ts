/** Lists of subjects of any chain, and their summaries, against rows that the test knows: sorted and searched here by plain code. */
import { expect } from "vitest";
import { isNight, thinned } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

/** Numbers are text, as JSON has them. */
export type ExpectedSubject = {
  id: string;
  name: string | null;
  status: string | null;
  stake: string | null;
  commission: string | null;
  effectiveness: string | null;
  rewards: string | null;
  penalties: string | null;
  missedDuties: string | null;
  proposals: string | null;
  days: string | null;
  lastDay: string | null;
};

export type SubjectCase = {
  chain: string;
  kind: string;
  token: string;
  /** Every subject, by the requested window; the first window is sorted and searched, too. */
  windows: Readonly<Record<string, readonly ExpectedSubject[]>>;
  /** Other search terms that match a subject, by its id. */
  otherIds?: ReadonlyMap<string, string>;
  /** Whether ids are numbers. */
  isNumbered?: boolean;
  /** Another network than the chain's default. */
  network?: string;
  /** Digits of floats that count. Default: all. */
  digits?: number;
  /** So few that there is nothing to page through: only their windows are requested. */
  isBrief?: boolean;
};

/** An exact number as a whole one of 10^-40. */
function exact(text: string): bigint {
  const [, sign = "", whole = "0", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  const digits = BigInt(whole + fraction);
  const value = digits * 10n ** BigInt(40 - fraction.length + Number(power));
  return sign === "-" ? -value : value;
}

/** Every number of a body as text. */
const quoted = (text: string) =>
  JSON.parse(text.replace(/(":)(-?\d[\d.]*(?:e[+-]?\d+)?)(?=[,}])/g, '$1"$2"')) as {
    next: string | null;
    pages: string;
    results: Record<string, unknown>[];
  };

type SortKey = "stake" | "rewards" | "effectiveness" | "name" | "id";

function sorted(
  rows: readonly ExpectedSubject[],
  key: SortKey,
  order: "asc" | "desc",
  isNumbered: boolean,
): ExpectedSubject[] {
  const byText = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));
  const byId = (left: ExpectedSubject, right: ExpectedSubject) =>
    isNumbered ? Number(left.id) - Number(right.id) : byText(left.id, right.id);
  const compared = (left: ExpectedSubject, right: ExpectedSubject): number => {
    if (key === "id") return byId(left, right);
    const [one, other] = [left[key] as string, right[key] as string];
    if (key === "name") return byText(one.toLowerCase(), other.toLowerCase());
    return exact(one) < exact(other) ? -1 : exact(one) > exact(other) ? 1 : 0;
  };
  const sign = order === "asc" ? 1 : -1;
  const knownRows = rows.filter((row) => row[key] !== null);
  const unknown = rows.filter((row) => row[key] === null);
  return [
    ...knownRows.sort((left, right) => sign * compared(left, right) || byId(left, right)),
    ...unknown.sort(byId),
  ];
}

const sums = ["stake", "rewards", "penalties", "missedDuties", "proposals"] as const;

/** The decimal text of a sum; null when no value is known. */
function sumOf(texts: readonly (string | null)[]): string | null {
  const knownTexts = texts.filter((text) => text !== null);
  if (knownTexts.length === 0) return null;
  const total = knownTexts.reduce((sum, text) => sum + exact(text), 0n);
  const digits = (total < 0n ? -total : total).toString().padStart(41, "0");
  const text = `${digits.slice(0, -40)}.${digits.slice(-40)}`.replace(/\.?0+$/, "");
  return total < 0n ? `-${text}` : text;
}

/** The newest of some numbers or days; null when none is known. */
const highest = (texts: readonly (string | null)[]) =>
  texts.reduce<string | null>(
    (max, text) =>
      max === null || (text !== null && text.localeCompare(max, "en", { numeric: true }) > 0) ? text : max,
    null,
  );

/** Requests everything that a list offers (by day for a part of each kind), and compares it row by row. */
export async function checkSubjects(served: ServeFixture, checked: SubjectCase): Promise<void> {
  const { chain, kind, token, windows, otherIds, isNumbered = false, digits } = checked;
  const headers = checked.network === undefined ? {} : { "x-service-network": checked.network };

  async function answer(path: string): Promise<string> {
    const response = await served.get(path, headers);
    const text = await response.text();
    expect([path, response.status, response.status === 200 ? "" : text]).toEqual([path, 200, ""]);
    return text;
  }
  const fetchSubjects = async (query: Record<string, string>) =>
    quoted(await answer(`/v1/${chain}/subjects?${new URLSearchParams({ kind, ...query })}`));

  const rounded = (text: unknown) =>
    digits === undefined || typeof text !== "string" ? text : Number(text).toPrecision(digits);
  const full = (rows: readonly ExpectedSubject[]) =>
    rows.map((row) => ({ kind, token, ...row, effectiveness: rounded(row.effectiveness) }));
  async function expectRows(query: Record<string, string>, expected: readonly ExpectedSubject[]) {
    const { results } = await fetchSubjects({ limit: "200", ...query });
    const rows = results.map((row) => ({ ...row, effectiveness: rounded(row.effectiveness) }));
    expect({ query, rows }).toEqual({ query, rows: full(expected) });
  }

  const [[window, rows] = ["7d", []]] = Object.entries(windows);
  if (checked.isBrief !== true) expect(rows.length).toBeGreaterThan(3);
  for (const [name, those] of thinned(Object.entries(windows))) {
    await expectRows({ window: name }, sorted(those, "stake", "desc", isNumbered));
    const summary = quoted(
      `{"results":[${await answer(`/v1/${chain}/summary?${new URLSearchParams({ kind, window: name })}`)}]}`,
    ).results[0];
    const ratings = those.flatMap(({ effectiveness }) =>
      effectiveness === null ? [] : [Number(effectiveness)],
    );
    const statuses = [...new Set(those.flatMap(({ status }) => (status === null ? [] : [status])))].sort();
    const mean = ratings.reduce((sum, value) => sum + value, 0) / ratings.length;
    if (ratings.length === 0) expect(summary?.effectiveness).toBeNull();
    else expect(Number(summary?.effectiveness)).toBeCloseTo(mean, 9);
    expect(summary).toEqual({
      kind,
      token,
      subjects: String(those.length),
      statuses: statuses.map((status) => ({
        status,
        subjects: String(those.filter((row) => row.status === status).length),
      })),
      stakedSubjects: those.every(({ stake }) => stake === null)
        ? those.length === 0
          ? "0"
          : null
        : String(those.filter(({ stake }) => stake !== null && exact(stake) > 0n).length),
      ...Object.fromEntries(sums.map((field) => [field, sumOf(those.map((row) => row[field]))])),
      ...Object.fromEntries(
        sums.map((field) => [
          `unknown${field.slice(0, 1).toUpperCase()}${field.slice(1)}`,
          String(those.filter((row) => row[field] === null).length),
        ]),
      ),
      effectiveness: summary?.effectiveness,
      days: highest(those.map(({ days }) => days)),
      lastDay: highest(those.map(({ lastDay }) => lastDay)),
    });
  }

  if (checked.isBrief === true) return;

  // Pages: every row once, and the reported number of pages.
  const walked: Record<string, unknown>[] = [];
  const limit = Math.max(2, Math.ceil(rows.length / (isNight ? 4 : 2)));
  for (let offset = 0; offset < rows.length; offset += limit) {
    const { results, pages, next } = await fetchSubjects({
      window,
      sortBy: "id",
      limit: String(limit),
      offset: String(offset),
    });
    expect(pages).toBe(String(Math.ceil(rows.length / limit)));
    expect(next === null).toBe(offset + limit >= rows.length);
    walked.push(...results);
  }
  expect(walked.map(({ id }) => id)).toEqual(sorted(rows, "id", "asc", isNumbered).map(({ id }) => id));

  const orders = [
    ["rewards", "desc"],
    ["name", "asc"],
    ["effectiveness", "desc"],
    ["stake", "asc"],
    ["rewards", "asc"],
    ["name", "desc"],
    ["id", "desc"],
  ] as const;
  for (const [sortBy, sortOrder] of thinned(orders, 3))
    await expectRows({ window, sortBy, sortOrder }, sorted(rows, sortBy, sortOrder, isNumbered));

  const some = rows[Math.floor(rows.length / 2)] as ExpectedSubject;
  const name = rows.find((row) => row.name !== null)?.name ?? "no such name";
  const other = otherIds?.get(some.id);
  const searches = [
    some.id.slice(0, 12),
    name.toUpperCase(),
    ...(other === undefined ? [] : [other, other.slice(0, 20)]),
    "%",
    some.id,
    `${some.id}x`,
    [...name].slice(1, -1).join(""),
    "_",
    "\\",
    "'",
  ].filter((text) => text !== "");
  for (const search of thinned(searches, 3)) {
    const begins = (row: ExpectedSubject) =>
      row.id.startsWith(search) || (otherIds?.get(row.id) ?? "").startsWith(search);
    const matching = rows.filter(
      (row) => begins(row) || (row.name?.toLowerCase().includes(search.toLowerCase()) ?? false),
    );
    const isWhole = (row: ExpectedSubject) => row.id === search || otherIds?.get(row.id) === search;
    const ordered = sorted(matching, "stake", "desc", isNumbered);
    await expectRows({ window, search }, [
      ...ordered.filter(isWhole),
      ...ordered.filter((row) => !isWhole(row)),
    ]);
  }
  for (const status of thinned([...new Set(rows.map((row) => row.status))]))
    if (status !== null)
      await expectRows(
        { window, status },
        sorted(
          rows.filter((row) => row.status === status),
          "stake",
          "desc",
          isNumbered,
        ),
      );
}
