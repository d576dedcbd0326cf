/**
 * Payments of eras' pages, from events of generated blocks to the API, compared with the generated runtimes' payments.
 * Fast counterpart: test/polkadotPayments.test.ts, test/polkadotTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  claimedOf,
  earnedBy,
  type ModelEra,
  type ModelValidator,
} from "../fixtures/polkadot/model.ts";
import { type StubNode, startPolkadotStub } from "../fixtures/polkadot/stubNode.ts";
import {
  allEras,
  backfillPolkadot,
  openPolkadot,
  type PolkadotNetwork,
  polkadotOptions,
  startPolkadotNetwork,
} from "./support/polkadot.ts";
import { addressOf, dotText, erasByDay, type Paid, paymentsOf } from "./support/polkadotTruth.ts";
import { quickNodes } from "./support/quickNodes.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

const { signal } = new AbortController();

type Row = { [field: string]: unknown };

let network: PolkadotNetwork;
let paidOf: (era: number, account: string) => Paid;
beforeAll(async () => {
  network = await startPolkadotNetwork(2);
  paidOf = paymentsOf([network.view.relay, network.view.assetHub]);
});
afterAll(() => network.close());

const isPaged = ({ runtime }: ModelEra) => runtime !== "relayReduced";
const pageCountOf = ({ pages }: ModelValidator) => Math.max(1, pages.length);
/** By the end of the last era. */
const claimedBy = (era: ModelEra, validator: ModelValidator) => claimedOf(era, validator, allEras.to);

/** Of eras before there were pages, those that were paid are known by that alone. */
const isRead = (era: ModelEra, { account, claims }: ModelValidator) =>
  isPaged(era) || (claims.length > 0 && paidOf(era.era, account).pages > 0);

const readRows = async (served: ServeFixture, columns: string) =>
  await served.store.rows<Row>(
    `select era, validator, ${columns} from fct_polkadot_claim_era final order by era, validator`,
  );

describe("payments of a whole history", () => {
  let served: ServeFixture;
  beforeAll(async () => {
    served = await openServeFixture({ family: "polkadot" });
    await backfillPolkadot(served.store, polkadotOptions(network), allEras);
  });
  afterAll(() => served.close());

  it("are those of the blocks, each page with the block and the extrinsic that paid it", async () => {
    const rows = await served.store.rows<Row>(
      `select era, validator, page, toString(source) as source, block, toString(block_hash) as hash, extrinsic,
        toString(validator_planck + incentive_planck) as to_validator, toString(delegator_planck) as to_nominators
      from raw_polkadot_payout final order by era, validator, page`,
    );
    const expected = [network.view.relay, network.view.assetHub].flatMap((view, i) =>
      Array.from({ length: view.head + 1 }, (_, block) =>
        view.payoutsAt(block).map(({ era, stash, page, incentive, rewards }, place) => {
          const to = (isOwn: boolean) =>
            rewards
              .filter((reward) => (reward.stash === stash) === isOwn)
              .reduce((sum, { amount }) => sum + amount, 0n);
          return {
            era,
            validator: addressOf(stash),
            page,
            source: i === 0 ? "relay" : "asset_hub",
            block,
            hash: view.hashOf(block),
            extrinsic: 2 + (place >> 1),
            to_validator: String(to(true) + incentive),
            to_nominators: String(to(false)),
          };
        }),
      ).flat(),
    );
    const key = (row: Row) => `${row.era}/${row.validator}/${row.page}`;
    expect(rows).toEqual(expected.sort((a, b) => (key(a) < key(b) ? -1 : 1)));
    expect(new Set(expected.map(({ source }) => source)).size).toBe(2);
  });

  it("are compared with what was earned and what claimed pages pay by the rules", async () => {
    const rows = await readRows(
      served,
      `claimed_page_count as pages, page_count, paid_page_count as paid_pages,
      paid_nominator_count as nominators, toString(claimed_delegator_planck) as by_rules,
      toString(paid_validator_planck) as to_validator, toString(paid_delegator_planck) as to_nominators,
      toString(residual_planck) as residual`,
    );
    const expected = network.history.eras.flatMap((era) =>
      era.validators
        .filter((validator) => isRead(era, validator))
        .map((validator) => {
          const claimed = claimedBy(era, validator);
          const paid = paidOf(era.era, validator.account);
          const { validator: earned, delegators } = earnedBy(era, validator);
          const isAll = claimed.pages.length === pageCountOf(validator);
          return {
            era: era.era,
            validator: addressOf(validator.account),
            pages: claimed.pages.length,
            page_count: pageCountOf(validator),
            paid_pages: paid.pages,
            nominators: paid.nominators,
            by_rules: String(isPaged(era) ? claimed.toNominators : delegators),
            to_validator: String(paid.toValidator),
            to_nominators: String(paid.toNominators),
            residual: isAll ? String(earned + delegators - paid.toValidator - paid.toNominators) : null,
          };
        }),
    );
    const key = (row: Row) => `${String(row.era)}/${String(row.validator)}`;
    expect(rows).toEqual(expected.sort((a, b) => (key(a) < key(b) ? -1 : 1)));
    expect(expected.some(({ residual }) => residual === null)).toBe(true);
    // A recipient that accepts no payment is missing in the paid amount only.
    const tenthOfDot = 1_000_000_000n;
    expect(expected.some(({ residual }) => residual !== null && BigInt(residual) > tenthOfDot)).toBe(true);
    expect(expected.some(({ nominators, paid_pages }) => paid_pages > 0 && nominators === 0)).toBe(true);
  });

  it("are the actual amounts of reconciliation", async () => {
    for (const index of [0, 1, 2, 4, 6]) {
      const account = accountOf("validator", index);
      const path = `/v1/polkadot/validators/${addressOf(account)}/reconciliation`;
      const { results } = await served.fetchBody<{ results: Row[] }>(`${path}?limit=200`);
      for (const [day, ended] of erasByDay(network.history.eras)) {
        const elected = ended.flatMap((era) => {
          const validator = era.validators.find((one) => one.account === account);
          return validator === undefined ? [] : [{ era, validator }];
        });
        const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
        const earned = sum(
          elected.flatMap(({ era, validator }) => {
            const { validator: own, delegators } = earnedBy(era, validator);
            return [own, delegators];
          }),
        );
        const paid = elected.map(({ era }) => paidOf(era.era, account));
        const isKnown = elected.every(({ era, validator }) => isRead(era, validator));
        const actual = sum(paid.flatMap(({ toValidator, toNominators }) => [toValidator, toNominators]));
        const isAll =
          isKnown &&
          elected.every(
            ({ era, validator }) => claimedBy(era, validator).pages.length === pageCountOf(validator),
          );
        expect(results.find(({ date }) => date === day)).toMatchObject({
          expected: Number(dotText(earned)),
          actual: isKnown ? Number(dotText(actual)) : null,
          residual: isAll ? expect.any(Number) : null,
          isComplete: isAll,
        });
      }
    }
  });

  it("state the reason for a residual or an unknown amount", async () => {
    const reasonsOf = async (index: number) => {
      const path = `/v1/polkadot/validators/${addressOf(accountOf("validator", index))}/reconciliation`;
      const { results } = await served.fetchBody<{ results: Row[] }>(`${path}?limit=200`);
      return results.map(({ reason }) => reason);
    };
    expect(await reasonsOf(1)).toContain("neither claims nor payments of the era were read");
    expect(await reasonsOf(0)).toContainEqual(expect.stringMatching(/^\d of 3 pages are claimed$/));
    const all = [...(await reasonsOf(2)), ...(await reasonsOf(4)), ...(await reasonsOf(6))];
    expect(all).toContainEqual(expect.stringMatching(/^\d+ of \d+ nominators were not paid$/));
  });
});

describe("payments that are not read", () => {
  /** Eras of a backfill, by nodes of Asset Hub alone. */
  const range = { from: allEras.from + 3, to: allEras.to };

  async function backfilled(url: string, more: { readsPayments?: boolean }): Promise<Row[]> {
    const served = await openServeFixture({ family: "polkadot" });
    try {
      await backfillPolkadot(served.store, polkadotOptions(network, { urls: [url], ...more }), range);
      return await readRows(
        served,
        `claimed_page_count as pages, paid_page_count as paid_pages, residual_planck is null as is_open,
        paid_validator_planck is null and paid_delegator_planck is null as is_unknown`,
      );
    } finally {
      await served.close();
    }
  }

  /** Validators without points earn and are paid nothing, for any claims. */
  const hasPoints = ({ validator }: Row) => validator !== addressOf(accountOf("validator", 1));
  const isClaimed = ({ pages }: Row) => Number(pages) > 0;

  it("are unknown, not zero, where the setting disables them", async () => {
    const rows = await backfilled(network.assetHub.url, { readsPayments: false });
    const claimed = rows.filter((row) => isClaimed(row) && hasPoints(row));
    expect(claimed.length).toBeGreaterThan(8);
    for (const row of claimed) expect(row).toMatchObject({ paid_pages: 0, is_unknown: 1, is_open: 1 });
  });

  it("don't stop the listener where nodes have dropped the blocks, and are read again after a fault", async () => {
    const { assetHub } = network.view;
    let node: StubNode | undefined;
    try {
      node = await startPolkadotStub(assetHub);
      const session = await openPolkadot(
        polkadotOptions(network, { urls: [node.url], nodeOptions: quickNodes(6) }),
      );
      await session.status(signal, "backfill");
      const run = session.openRun({ from: allEras.to - 1, to: allEras.to, kind: "backfill" }, undefined);
      async function typesOf(era: number): Promise<Set<string>> {
        const types = new Set<string>();
        const unit = await run.prepare(era, signal);
        await unit.publish(async (batch) => {
          for (const { value } of batch)
            types.add((JSON.parse(value.toString("utf8")) as { type: string }).type);
        }, signal);
        return types;
      }
      node.settings.faults.set("state_getStorage", ["500", "garbage"]);
      expect(await typesOf(allEras.to - 1)).toContain("payouts");
      // The last block of an era exists, and its earlier blocks are dropped.
      node.settings.prunedBelow = assetHub.head - 5;
      const types = await typesOf(allEras.to);
      expect(types).toContain("era");
      expect(types).not.toContain("payouts");
    } finally {
      await node?.close();
    }
  });
});
