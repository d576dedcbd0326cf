/** Query fields of Polygon: windows, days, checkpoints; and how v0 pages go back in time. */
import { z } from "zod";
import { isoDate, polygonGranularity, timeWindow, wholeNumber } from "../../schemas/request.ts";
import type { Cursor } from "../endpoint.ts";

/** `window` of summaries and lists; it is required, so it has an example. */
export const windowField = timeWindow
  .describe("UTC days up to the last complete one")
  .meta({ example: "7d" });

export const granularityField = polygonGranularity.default("checkpoint");

/** A checkpoint's number or a UTC day. */
export const checkpointOrDay = z
  .string()
  .transform((text, context) => {
    const parsed = text.includes("-") ? isoDate.safeParse(text) : wholeNumber().safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: "custom",
      message:
        "Input should be the number of a checkpoint (whole, 0 or more) or a date that exists, as YYYY-MM-DD",
    });
    return z.NEVER;
  })
  .pipe(z.union([z.number().int().min(0).max(4_294_967_295), z.string().meta({ format: "date" })]));

/** Pages of records of days go on with the day before the last one, those of checkpoints with the checkpoint before. */
export const byDay: Cursor = { field: "from", after: { columns: ["fromDate"], step: -1 } };
export const byCheckpoint: Cursor = { field: "from", after: { columns: ["fromCheckpoint"], step: -1 } };

/** `from` as values of the SQL: one of them, or both, null. */
export function newestOf(from: string | number | undefined) {
  return {
    dayMax: typeof from === "string" ? from : null,
    checkpointMax: typeof from === "number" ? from : null,
  };
}

/** `to` likewise. */
export function oldestOf(to: string | number | undefined) {
  return {
    dayMin: typeof to === "string" ? to : null,
    checkpointMin: typeof to === "number" ? to : null,
  };
}

/** What opens `from` again for the total. */
export const fromOpened = newestOf(undefined);

/** Checkpoints after which health is judged again (PIP-4). */
export const healthCheckpoints = 700;

const daysOfWindow = { "1d": 1, "7d": 7, "30d": 30, all: null } as const;

/** A window as values of the SQL. */
export function windowOf(window: keyof typeof daysOfWindow) {
  return { timeWindow: window, windowDays: daysOfWindow[window] };
}
