/** The first of schemathesis' phases: every example of the document, with all checks. */
import { expect, it } from "vitest";
import { runSchemathesis } from "./support/schemathesis.ts";

it("schemathesis finds nothing in the document's examples, and warns of nothing", async () => {
  const { code, output } = await runSchemathesis(["--phases", "examples", "--generation-deterministic"]);
  expect(code, output).toBe(0);
});
