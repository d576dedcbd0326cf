import { openServeFixture, type ServeFixture } from "../support/serve.ts";
import { rowsByChain } from "./samples.ts";

/** A server on rows for the examples of every operation. */
export async function openServedRows(): Promise<ServeFixture> {
  // Nothing changes while these tests run, so the server's look-ups stay valid.
  const fixture = await openServeFixture({ factsTtlMs: 600_000, keyTtlMs: 600_000 });
  for (const rows of rowsByChain.values()) await rows.insert(fixture.store);
  return fixture;
}
