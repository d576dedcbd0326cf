/** Links to the explanation of a day's numbers: the subject's page with `explain` in its URL. */
import { hrefWith, type Query, query } from "../address.ts";
import type { ExplainedBy } from "../networks/describe.ts";

/**
 * @param number only rows that count for it; undefined: all rows
 * @param by which of the day's records it is about
 */
export const explainAddress = (day: string | undefined, number?: string, by: Query = {}) =>
  hrefWith({ explain: day, number, offset: undefined, ...by });

/** The day to explain, from the page's URL; the API decides whether it exists. */
export const explainedDay = () => query.value.get("explain") || undefined;

const mapped = (by: ExplainedBy, toValue: (name: string, field: string) => string | undefined) =>
  Object.fromEntries(Object.entries(by).map(([name, field]) => [name, toValue(name, field)]));

/** Which of the day's records to explain, from the page's URL. */
export const requestedRecord = (by: ExplainedBy) => mapped(by, (name) => query.value.get(name) || undefined);

/** Which one a record is. */
export const recordOf = (by: ExplainedBy, fieldOf: (field: string) => unknown) =>
  mapped(by, (_, field) => {
    const value = fieldOf(field);
    return value === undefined || value === null ? undefined : String(value);
  });

/** No record: the link back to all days. */
export const noRecord = (by: ExplainedBy) => mapped(by, () => undefined);
