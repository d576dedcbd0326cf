/** Numbers of pools' days on a generated history, down to blocks and payouts. */
import { expect } from "vitest";
import type { CardanoHistory } from "../../fixtures/cardano/model.ts";
import type { ModelPool } from "../../fixtures/cardano/pools.ts";
import { registrationHash } from "../../fixtures/cardano/registryAnswers.ts";
import { networkName } from "./cardanoTruth.ts";
import { type ExplainedRow, expectExplained, sampledDays } from "./explain.ts";
import { thinned } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

/** Terms name the transaction of their registration, and no other row names one. */
function expectRegistrations(pool: ModelPool, rows: readonly ExplainedRow[]): void {
  for (const { kind, height, transactionHash } of rows) {
    const place = pool.registrations.findLastIndex(({ activeEpoch }) => activeEpoch <= Number(height));
    const isOfTerms = kind === "margin" || kind === "fixed_cost";
    const hash = isOfTerms ? registrationHash(pool, place) : null;
    expect([pool.key, kind, height, transactionHash]).toEqual([pool.key, kind, height, hash]);
  }
}

/**
 * By day one of the first pool's days.
 * @param oneIn one in so many of a pool's days is checked: each takes a tenth of a second
 */
export async function expectPoolsExplained(
  fixture: ServeFixture,
  history: CardanoHistory,
  oneIn: (pool: ModelPool) => number,
): Promise<void> {
  const network = networkName(history);
  for (const [place, pool] of thinned(history.pools).entries()) {
    const path = `/v1/cardano/validators/${pool.id}`;
    const response = await fixture.get(`${path}/rewards?limit=200`, { "x-service-network": network });
    const { results } = (await response.json()) as { results: { day: string }[] };
    expect(results.length, pool.key).toBeGreaterThan(0);
    for (const { day } of thinned(sampledDays(results.toReversed(), oneIn(pool), place))) {
      const { rows } = await expectExplained(fixture, `${path}/explain?date=${day}&limit=1000`, { network });
      expectRegistrations(pool, rows);
    }
  }
}
