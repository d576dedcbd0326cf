/**
 * Properties that all declared endpoints share, in loops over the declarations. Meaning is tested next to the endpoints.
 * One warehouse and one process serve all of it: an engine takes seconds to start.
 */
import { afterAll, beforeAll } from "vitest";
import { describeAnswers } from "./endpoints/answers.ts";
import { describeChanges } from "./endpoints/changes.ts";
import { describeDocuments } from "./endpoints/documents.ts";
import { describeExamples } from "./endpoints/examples.ts";
import { describeFormats } from "./endpoints/formats.ts";
import { describeIsolation } from "./endpoints/isolation.ts";
import { describeRefusals } from "./endpoints/refusals.ts";
import { oneOfEachFormat } from "./endpoints/samples.ts";
import { openServedRows } from "./endpoints/served.ts";
import { describeSql } from "./endpoints/sql.ts";
import type { ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServedRows();
});
afterAll(() => fixture.close());

const fixtureOf = () => fixture;
describeDocuments(fixtureOf);
describeExamples();
describeSql(fixtureOf);
describeAnswers(fixtureOf);
// Of every operation: test/endpoints.long.test.ts.
describeFormats(fixtureOf, oneOfEachFormat);
describeRefusals(fixtureOf);
describeIsolation(fixtureOf);
describeChanges(fixtureOf);
