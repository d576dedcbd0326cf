/** Each case is tested by a file of this folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { caseNames, describeCases } from "../../test/support/cases.ts";

describeCases("the cases of real answers", () => {
  it("are all tried", () => {
    const files = readdirSync(import.meta.dirname).map((file) => join(import.meta.dirname, file));
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(caseNames().filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });
});
