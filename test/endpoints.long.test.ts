/**
 * The checks that test/endpoints.test.ts does for one operation of each format, for all operations.
 * Fast counterpart: test/endpoints.test.ts
 */
import { afterAll, beforeAll } from "vitest";
import { describeFormats } from "./endpoints/formats.ts";
import { rowsEndpoints } from "./endpoints/samples.ts";
import { openServedRows } from "./endpoints/served.ts";
import type { ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServedRows();
});
afterAll(() => fixture.close());

describeFormats(() => fixture, rowsEndpoints);
