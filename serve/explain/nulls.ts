/** Why a number of an explanation is null: a fact is unknown, or the number does not apply. */

/** Columns of a row as JSON. Numbers never pass through JavaScript. */
export type Values = ReadonlyMap<string, string>;

export type NullReason = { reason: string; isUnknown: boolean };
export type WhyNull = (values: Values) => NullReason;

const textOf = (values: Values, name: string) => values.get(name) ?? "null";
const said = (reason: string, isUnknown: boolean): NullReason => ({ reason, isUnknown });

/** A fact is missing: which one. */
export const unknown =
  (reason: string): WhyNull =>
  () =>
    said(reason, true);

/** Nothing is missing; the meaning of null. */
export const nothing =
  (reason: string): WhyNull =>
  () =>
    said(reason, false);

/** Not applicable where another number is 0; otherwise part of it is unknown. */
export const shareOf =
  (name: string): WhyNull =>
  (values) => {
    const whole = textOf(values, name);
    return whole === "0"
      ? said(`${name} is 0`, false)
      : said(whole === "null" ? `${name} is unknown` : `a part of ${name} is unknown`, true);
  };

/** Null for the same reason as another number; otherwise `why` decides. */
export const asIs =
  (name: string, why: WhyNull, ifNull: WhyNull): WhyNull =>
  (values) =>
    (textOf(values, name) === "null" ? ifNull : why)(values);

/** Decided by a column of `valuesSql`: whether the day has such data. */
export const where =
  (column: string, why: WhyNull, otherwise: WhyNull): WhyNull =>
  (values) =>
    (["1", "true"].includes(textOf(values, column)) ? why : otherwise)(values);

/** Names with one reason. */
export const forAll = (names: readonly string[], why: WhyNull): Record<string, WhyNull> =>
  Object.fromEntries(names.map((name) => [name, why]));

export const otherwiseUnknown = unknown("not all facts that it is computed from are known");
