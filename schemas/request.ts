/**
 * Parameters of requests: the texts of a query string or path become numbers, days and lists here. Every schema
 * takes a string (or a list of strings) from the URL, refuses every other spelling of the same value,
 * and documents itself by its output.
 */
import { z } from "zod";
import { intervalSlots } from "./solana/slots.ts";

const uint32Max = 4_294_967_295;

/** A whole number in plain decimal digits: no sign, blank, exponent, hex or leading zero. */
export function wholeNumber(minimum = 0, maximum = uint32Max) {
  return z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,15})$/, "Input should be a whole number in decimal digits")
    .transform(Number)
    .pipe(
      z
        .number()
        .int()
        .min(minimum, `Input should be greater than or equal to ${minimum}`)
        .max(maximum, `Input should be less than or equal to ${maximum}`),
    );
}

const [monthsOf31, monthsOf30, february] = [
  "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])",
  "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)",
  "02-(?:0[1-9]|1\\d|2[0-8])",
];
const leapYears = "19(?:7[26]|8[048]|9[26])|20(?:[02468][048]|[13579][26])|21(?:0[48]|[13][26]|[24][048])";

/** The days of `isoDate` as one expression, for the documentation: it shows clients which dates are refused. */
export const documentedDay = [
  `^(?:(?:19[7-9]\\d|20\\d\\d|21[0-3]\\d|214[0-8])-(?:${monthsOf31}|${monthsOf30}|${february})`,
  `(?:${leapYears})-02-29`,
  `2149-(?:0[135]-(?:0[1-9]|[12]\\d|3[01])|04-(?:0[1-9]|[12]\\d|30)|${february}|06-0[1-6]))$`,
].join("|");

/** A day that exists, as YYYY-MM-DD; the range is that of the warehouse's Date type. */
export const isoDate = z.iso
  .date("Input should be a date that exists, as YYYY-MM-DD")
  .refine(
    (text) => text >= "1970-01-01" && text <= "2149-06-06",
    "Input should lie between 1970-01-01 and 2149-06-06",
  )
  .meta({ pattern: documentedDay });

/** The same in the output of what may be a day or something else. */
const dayText = z.string().meta({ format: "date", pattern: documentedDay });

/** true or false, spelt so. */
export const flag = z
  .enum(["true", "false"], "Input should be true or false")
  .transform((text) => text === "true")
  .pipe(z.boolean());

/** `from` and `to` of Ethereum v0: the number of a chain day, or a date. */
export const dayOrDate = z
  .string()
  .transform((text, context) => {
    const parsed = text.includes("-") ? isoDate.safeParse(text) : wholeNumber().safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: "custom",
      message:
        "Input should be the number of a chain day (whole, 0 or more) or a date that exists, as YYYY-MM-DD",
    });
    return z.NEVER;
  })
  .pipe(z.union([z.number().int().min(0).max(uint32Max), dayText]));

/** A parameter that may be repeated; one value alone is a list of one. */
export function listOf<Item extends z.ZodType>(item: Item, maximum = 1_000) {
  return z.array(item).max(maximum, `At most ${maximum} values are allowed`);
}

/** One value of a closed set; what is wrong is answered with the members. */
export function choice<const Members extends readonly [string, ...string[]]>(members: Members) {
  return z.enum(members, `Input should be one of: ${members.join(", ")}`);
}

/** Hourly records ended on 2024-07-24: a request for them gets this reason, not only the list of the other members. */
const hourlyEnded = "Hourly records ended on 2024-07-24";
export function choiceWithoutHour<const Members extends readonly [string, ...string[]]>(members: Members) {
  return z.enum(members, {
    error: (issue) =>
      issue.input === "hour"
        ? `${hourlyEnded}; use one of: ${members.join(", ")}`
        : `Input should be one of: ${members.join(", ")}`,
  });
}

export const granularity = choiceWithoutHour(["day", "week", "month", "quarter", "year", "all"]).describe(
  "Period of a record. Periods consist of days; weeks are ISO weeks, which begin on Monday",
);
export const filterType = choiceWithoutHour(["day", "datetime"]).describe(
  "Kind of `from` and `to`; either value accepts both a chain day and a date",
);
export const sortOrder = choice(["asc", "desc"]).describe("Sort direction");

/** Records on a page of JSON, and of a list that is sent line by line (CSV, NDJSON), at most. */
export const pageRecordsMax = 200;
export const streamedRecordsMax = 100_000;

/** Records on a page. */
export const pageSize = (fallback: number, minimum = 1) =>
  wholeNumber(minimum, pageRecordsMax).default(fallback).describe("Records on a page");

/** The paging of v1 lists. */
export const paging = {
  limit: wholeNumber(1, pageRecordsMax).default(10).describe("Records on a page"),
  offset: wholeNumber().default(0).describe("Records to skip"),
};

export const limitPaging = {
  ...paging,
  sortOrder: sortOrder.default("asc"),
};

/** Of lists that have an order of their own, such as the most stake first. */
export const orderedPaging = {
  ...paging,
  sortOrder: sortOrder.default("asc").describe("asc: order of the list; desc: reverse order"),
};

/** Both ends belong to the range. */
export const dayRange = {
  fromDate: isoDate.optional().describe("First date, inclusive"),
  toDate: isoDate.optional().describe("Last date, inclusive"),
  fromDay: wholeNumber().optional().describe("Number of the first day, inclusive"),
  toDay: wholeNumber().optional().describe("Number of the last day, inclusive"),
};

/** Fields of the record to return; all if not given. */
export function include(row: z.ZodObject) {
  const names = Object.keys(row.shape);
  return listOf(z.enum(names as [string, ...string[]], "Input should be the name of a field of the record"))
    .optional()
    .describe("Return only these fields of the record");
}

/** Number of days in a summary. */
export const timeWindow = choice(["1d", "7d", "30d", "all"]);

/** Movements of stake. */
export const stakeAction = choice(["activation", "exit"])
  .default("activation")
  .describe(
    "activation: validators that became active; exit: validators that exited, other than by consolidation",
  );

export const solanaGranularity = choiceWithoutHour(["day", "3k"]).describe(
  "Period of a record: a UTC day, or an interval of 3,000 slots",
);

export const polygonGranularity = choiceWithoutHour(["checkpoint", "day"]).describe(
  "Period of a record: a checkpoint, or a UTC day",
);

/** The first slot of an interval, which names the interval. */
export const intervalSlot = wholeNumber().pipe(
  z
    .number()
    .int()
    .min(0)
    .max(uint32Max)
    .multipleOf(
      intervalSlots,
      `Input should be a multiple of ${intervalSlots}, the first slot of an interval`,
    ),
);

/** `from` of Solana v0: a UTC day, or an interval of slots. */
export const dayOrSlot = z
  .string()
  .transform((text, context) => {
    const parsed = text.includes("-") ? isoDate.safeParse(text) : intervalSlot.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: "custom",
      message: `Input should be a date that exists, as YYYY-MM-DD, or a slot that is a multiple of ${intervalSlots}`,
    });
    return z.NEVER;
  })
  .pipe(z.union([z.number().int().min(0).max(uint32Max).multipleOf(intervalSlots), dayText]));
