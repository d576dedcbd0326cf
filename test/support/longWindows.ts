/**
 * More than 400 days of day records, with amounts as large as on the main networks and random to the last digit, of
 * subjects whose keys begin and end in zero bytes. The raw facts under them need not cover as many days.
 */
import { createRandom } from "../../fixtures/random.ts";
import type { Store } from "../../lib/store/store.ts";

export const dayCount = 450;
/** The newest complete day; an incomplete one follows it. */
export const newestDay = "2026-03-26";

const first = Date.parse(newestDay) - (dayCount - 1) * 86_400_000;
export const dayAt = (place: number) => new Date(first + place * 86_400_000).toISOString().slice(0, 10);

/** Bytes that begin with a zero, end with one, both, all but one, or none. */
export const edgeBytes = (length: number): Buffer[] => {
  const bytes = (...places: [number, number][]) => {
    const all = Buffer.alloc(length, 0x5a);
    for (const [place, value] of places) all[place] = value;
    return all;
  };
  const lone = Buffer.alloc(length);
  lone[Math.floor(length / 2)] = 1;
  return [
    bytes(),
    bytes([0, 0]),
    bytes([length - 1, 0]),
    bytes([length - 1, 0], [length - 2, 0], [0, 0]),
    lone,
  ];
};

/** Whole numbers up to a power of ten, random to the last digit. */
export function createAmounts(seed: string): (digits: number) => bigint {
  const random = createRandom(seed);
  return (digits) =>
    BigInt(
      `${1 + random.integer(9)}${Array.from({ length: digits - 1 }, () => random.integer(10)).join("")}`,
    );
}

export type LongDay = { place: number; day: string; isComplete: boolean; amounts: bigint[] };

/** Every subject's days: all of them, but for the last subject every third, as if it had been paid then alone. */
export function longDays(subjects: readonly string[], amountsOf: () => bigint[]): Map<string, LongDay[]> {
  const days = Array.from({ length: dayCount + 1 }, (_, place) => place);
  return new Map(
    subjects.map((subject, index) => [
      subject,
      days
        .filter((place) => index < subjects.length - 1 || place % 3 === 0)
        .map((place) => ({
          place,
          day: dayAt(place),
          isComplete: place < dayCount,
          amounts: amountsOf(),
        })),
    ]),
  );
}

/** Days of a window of this length that ends with the newest complete one. */
export const inWindow = (days: readonly LongDay[], length: number) =>
  days.filter(({ place, isComplete }) => isComplete && place >= dayCount - length);

/** Puts rows in: `columns` are expressions over `field`, the texts of a row. */
export async function insertFields(
  store: Store,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly (string | number | bigint | boolean)[])[],
): Promise<void> {
  await store.command(
    `insert into ${table} (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(", ")}
    from (select splitByChar('|', arrayJoin({rows:Array(String)})) as field)`,
    { rows: rows.map((row) => row.map((one) => (typeof one === "boolean" ? Number(one) : one)).join("|")) },
  );
}

/** A row for each subject's day, with the subject, the day, whether it is complete, and its amounts as fields 1 to 3, 4, … */
export const dayRows = (all: ReadonlyMap<string, readonly LongDay[]>) =>
  [...all].flatMap(([subject, days]) =>
    days.map(({ day, isComplete, amounts }) => [subject, day, isComplete, ...amounts]),
  );
