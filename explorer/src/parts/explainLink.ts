/** Where the numbers of a day are explained: the page of who it is about, with `explain` in its address. */
import { hrefWith, type Query, query } from "../address.ts";
import type { ExplainedBy } from "../networks/describe.ts";

/**
 * @param number only what counts for it; undefined: everything
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

/** No record in particular: what leads back to all days. */
export const noRecord = (by: ExplainedBy) => mapped(by, () => undefined);
