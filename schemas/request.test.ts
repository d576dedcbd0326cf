import { expect, it } from "vitest";
import { documentedDay, isoDate } from "./request.ts";

it("the documented expression of days takes the days that are taken, and no other", () => {
  const documented = new RegExp(documentedDay);
  for (let year = 1965; year <= 2155; year += 1)
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const text = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
        const time = Date.UTC(year, month - 1, day);
        const isThere = month > 0 && day > 0 && new Date(time).toISOString().startsWith(text);
        const isTaken = isThere && time >= 0 && time <= Date.UTC(2149, 5, 6);
        if (documented.test(text) !== isTaken) expect([text, documented.test(text)]).toEqual([text, isTaken]);
      }
  for (const text of ["1970-01-01", "2149-06-06", "2000-02-29"])
    expect(isoDate.safeParse(text).success).toBe(true);
  for (const text of ["1969-12-31", "2149-06-07", "2100-02-29"])
    expect(isoDate.safeParse(text).success).toBe(false);
});
