/** Figures of a generated history, compared with Koios' own. */
import { expect } from "vitest";
import type { CardanoHistory } from "../../fixtures/cardano/model.ts";
import type { Row } from "../../fixtures/cardano/nodeView.ts";
import type { StubNode } from "../../fixtures/cardano/stubNode.ts";
import type { Store } from "../../lib/store/store.ts";
import { cardanoVerification } from "../../verify/cardano/kinds.ts";
import { cardanoOptions, openCardano } from "./cardano.ts";
import { verifyRange } from "./verify.ts";

/** One field of one answer that is changed, and the difference that results. */
type Change = { path: string; field: string; kind: string; item: RegExp; explain: RegExp | null };

const changes: readonly Change[] = [
  {
    ...{ path: "/account_reward_history", field: "amount", kind: "account_rewards" },
    ...{
      item: /^member_reward_lovelace from pool1/,
      explain: /^\/v1\/cardano\/validators\/pool1.*&kind=payout$/,
    },
  },
  {
    ...{ path: "/pool_history", field: "pool_fees", kind: "pool_history" },
    ...{ item: /^fees_lovelace$/, explain: /^\/v1\/cardano\/validators\/pool1.*&kind=payout$/ },
  },
  {
    ...{ path: "/epoch_info", field: "total_rewards", kind: "epoch_sums" },
    ...{ item: /^pool_reward_lovelace$/, explain: null },
  },
  {
    ...{ path: "/pool_blocks", field: "abs_slot", kind: "pool_blocks" },
    ...{ item: /^slot of block \d+$/, explain: /^\/v1\/cardano\/validators\/pool1.*&kind=block$/ },
  },
  {
    ...{ path: "/pool_owner_history", field: "active_stake", kind: "pool_owners" },
    ...{ item: /^owner_stake_lovelace$/, explain: null },
  },
  {
    ...{ path: "/account_stake_history", field: "active_stake", kind: "account_stakes" },
    ...{ item: /^stake_lovelace at pool1/, explain: null },
  },
];

/** Adds 1 to one value above 0 of an epoch, once. */
function raiseOnce(field: string, epoch: number): (rows: Row[]) => Row[] {
  let isRaised = false;
  const isChosen = (row: Row) =>
    !isRaised &&
    (row.epoch_no ?? row.earned_epoch) === epoch &&
    (row.type ?? "member") === "member" &&
    Number(row[field] ?? 0) > 0;
  return (rows) =>
    rows.map((row) => {
      if (!isChosen(row)) return row;
      isRaised = true;
      return { ...row, [field]: String(BigInt(String(row[field])) + 1n) };
    });
}

export async function expectCardanoVerified(
  store: Store,
  stub: StubNode,
  history: CardanoHistory,
): Promise<void> {
  const { info, network } = await openCardano(cardanoOptions([stub.url]));
  const { kinds, software } = cardanoVerification(info);
  expect(await software(new AbortController().signal)).toEqual(["PostgREST/12.2.8"]);
  const about = { chain: "cardano", family: "cardano", network, store };
  const before = history.first - 1;
  // Of kinds about rewards these are the first two epochs, and the one before, which is not stored.
  const range = { from: history.first, to: history.first + 1 };
  const verified = await verifyRange({ kinds, software }, about, range);
  expect(verified.differences).toEqual([]);
  for (const [kind, compared] of Object.entries(verified.compared))
    expect([kind, compared > 5]).toEqual([kind, true]);
  const lacks = verified.missing.map((text) => text.replace(/^\w+ /, ""));
  expect(new Set(lacks)).toEqual(
    new Set([`${before}: the warehouse holds no blocks and pools of epoch ${before}`]),
  );

  for (const { path, field, kind, item, explain } of changes) {
    const only = { kinds: kinds.filter(({ name }) => name === kind), software };
    stub.settings.changes.set(path, raiseOnce(field, history.first + 1));
    const { differences } = await verifyRange(only, about, { from: range.to, to: range.to });
    stub.settings.changes.delete(path);
    expect([kind, differences.length]).toEqual([kind, 1]);
    for (const { node, own, ...difference } of differences) {
      expect([kind, BigInt(node ?? 0) - BigInt(own ?? 0)]).toEqual([kind, 1n]);
      expect(difference).toMatchObject({ kind, item: expect.stringMatching(item), against: "warehouse" });
      expect(difference.explain).toEqual(explain === null ? null : expect.stringMatching(explain));
    }
  }

  stub.settings.lacking.add("/pool_blocks");
  const only = { kinds: kinds.filter(({ name }) => name === "pool_blocks"), software };
  const { compared, missing } = await verifyRange(only, about, { from: range.to, to: range.to });
  stub.settings.lacking.clear();
  expect(compared).toEqual({ pool_blocks: 0 });
  expect(missing).toEqual([expect.stringMatching(/\/pool_blocks.*not found/)]);
}
