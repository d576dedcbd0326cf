import { expect, it } from "vitest";
import { completeDayOf } from "./freshness.ts";

const day = (record: string, completeUntil: string | null) =>
  ({ record, unit: "day", until: "2026-03-09", completeUntil }) as const;

it("the newest day with all its records is the oldest of what each kind has complete", () => {
  const epochs = { record: "epochs", unit: "epoch", until: "5", completeUntil: "4" } as const;
  expect(completeDayOf([day("days", "2026-03-08"), epochs, day("entityDays", "2026-03-06")])).toBe(
    "2026-03-06",
  );
  expect(completeDayOf([day("days", "2026-03-08"), day("entityDays", null)])).toBeUndefined();
  expect(completeDayOf([epochs])).toBeUndefined();
});
