/**
 * What every declared endpoint has in common, in loops over the declarations. Meaning is tested beside the endpoints.
 * One warehouse and one process serve all of it: an engine takes seconds to start.
 */
import { afterAll, beforeAll } from "vitest";
import { describeAnswers } from "./endpoints/answers.ts";
import { rowsByChain } from "./endpoints/asked.ts";
import { describeChanges } from "./endpoints/changes.ts";
import { describeDocuments } from "./endpoints/documents.ts";
import { describeExamples } from "./endpoints/examples.ts";
import { describeIsolation } from "./endpoints/isolation.ts";
import { describeRefusals } from "./endpoints/refusals.ts";
import { describeSql } from "./endpoints/sql.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  // Nothing changes while these tests run, so what the server looks up may stay.
  fixture = await openServeFixture({ factsTtlMs: 600_000, keyTtlMs: 600_000 });
  for (const rows of rowsByChain.values()) await rows.insert(fixture.store);
});
afterAll(() => fixture.close());

const fixtureOf = () => fixture;
describeDocuments(fixtureOf);
describeExamples();
describeSql(fixtureOf);
describeAnswers(fixtureOf);
describeRefusals(fixtureOf);
describeIsolation(fixtureOf);
describeChanges(fixtureOf);
