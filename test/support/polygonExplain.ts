/** Compares Polygon's explanations and lists of validators with the reference model. */
import { expect } from "vitest";
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import { dayOf, type Range, stakeOf } from "../../fixtures/polygon/truth.ts";
import { decimal } from "./decimal.ts";
import { type ExplainedRow, expectExplained, sampledDays } from "./explain.ts";
import { isNight } from "./nightCases.ts";
import { type Extras, expectedStats, performanceOf, pol, type Text, written } from "./polygonTruth.ts";
import { delegatorsOf, expectedDelegator, windowIn } from "./polygonWindows.ts";
import type { ServeFixture } from "./serve.ts";
import { inWindows, unknownSubject } from "./subjectDays.ts";
import { checkSubjects } from "./subjects.ts";

/** Duties and their fulfilment, from the rows. */
function countsIn(rows: readonly ExplainedRow[]) {
  const parts = rows.flatMap(({ countsFor }) => countsFor);
  const sum = (name: string) =>
    parts.reduce((total, { number, amount }) => total + (number === name ? Number(amount) : 0), 0);
  return {
    ...{ duties: sum("checkpointSigningDuties"), signed: sum("checkpointsSigned") },
    ...{ toPropose: sum("checkpointProposalDuties"), proposed: sum("checkpointsProposed") },
  };
}

/**
 * Every number of a sample of validators' days (by day until each kind of row has appeared) equals the model's, and its rows
 * end at the model's blocks.
 */
export async function expectPolygonExplained(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
  extras: Extras,
): Promise<void> {
  const kinds = [
    ...(extras.hasBor ? ["bor"] : []),
    "priority_fees",
    "proposal",
    "signature",
    "stake",
    "turn",
  ];
  const seen = new Set<string>();
  for (const [place, { id }] of (history.checkpoints.at(-1)?.validators ?? []).entries()) {
    const days = expectedStats(history, range, id, "day", extras);
    for (const record of sampledDays(days, 4, place)) {
      if (!isNight && seen.size === kinds.length) break;
      const path = `/v1/polygon/validators/${id}/explain?date=${record.fromDate}&limit=1000`;
      const { numbers, rows } = await expectExplained(fixture, path, {
        network: history.network,
        hashOf: ({ heightKind, height }) =>
          heightKind === "block" ? history.hashOf(Number(height)) : undefined,
      });
      const explained = numbers.map(({ name, value }) => [name, value === null ? null : Number(value)]);
      const recorded = numbers.map(({ name }) => [
        name,
        record[name] === "null" ? null : Number(record[name]),
      ]);
      expect([path, explained]).toEqual([path, recorded]);
      // Ratios follow from the same rows.
      const { duties, signed, toPropose, proposed } = countsIn(rows);
      const signing = signed / duties;
      const rating = toPropose === 0 ? signing : 0.9 * signing + 0.1 * (proposed / toPropose);
      expect([path, Number(numbers.find(({ name }) => name === "effectiveness")?.value)]).toEqual([
        path,
        rating,
      ]);
      for (const { kind, height, transactionHash } of rows) {
        seen.add(kind);
        const submitted = history.checkpoints.find(({ block }) => block === Number(height));
        const expected = kind === "priority_fees" ? null : submitted?.transactionHash;
        expect([path, kind, height, transactionHash]).toEqual([path, kind, height, expected]);
      }
    }
  }
  expect([...seen].sort()).toEqual(kinds);
}

/** Every validator's stakes by events against contract and Heimdall, on the day of the block at which the contract was read. */
export async function expectPolygonReconciled(
  fixture: ServeFixture,
  history: PolygonHistory,
  { block, isCovered }: { block: number; isCovered: boolean },
): Promise<void> {
  const active = history.checkpoints.at(-1)?.active;
  const common = { date: dayOf(history.timeOf(block)), unit: "POL", isComplete: false };
  const notCovered = "not all events up to the block at which the contract was read are here";
  const { validators = [] } = history.snapshots.findLast((state) => state.block <= block) ?? {};
  for (const { id, ...validator } of validators) {
    const ofContract = (quantity: string, wei: bigint) => ({
      ...{ ...common, quantity, actual: pol(wei) },
      expected: isCovered ? pol(wei) : "null",
      residual: isCovered ? "0" : "null",
      reason: isCovered ? "null" : notCovered,
    });
    const power = active?.has(id) ? String(stakeOf(validator) / 10n ** 18n) : "null";
    const isKnown = power !== "null";
    const path = `/v1/polygon/validators/${id}/reconciliation`;
    const response = await fixture.get(path, { "x-service-network": history.network });
    expect((written(await response.text()) as { results: unknown }).results, path).toEqual([
      ofContract("delegatedStake", validator.delegated),
      {
        ...{ ...common, quantity: "heimdallStake", expected: power, actual: power },
        residual: isKnown ? "0" : "null",
        reason: isKnown ? "null" : "it is not in the set of Heimdall",
      },
      ofContract("selfStake", validator.self),
    ]);
  }
}

/** Validators as the contract lists them last, with their performance on the complete days of a window. */
export async function expectPolygonValidators(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
): Promise<void> {
  // In the block of the last checkpoint an account delegates after it, which the contract includes.
  const held = history.snapshots.at(-1)?.validators ?? [];
  const newest = range.to;
  const statusOf = (activation: number, deactivation: number) => {
    if (deactivation !== 0 && deactivation <= newest + 1) return "exited";
    if (activation > newest + 1) return "pending";
    return deactivation === 0 ? "active" : "exiting";
  };
  const windows = inWindows((window) => {
    const { duties, days, active } = windowIn(history, range, window);
    return held.map((validator) => {
      const own = duties.filter((duty) => duty.validator.id === validator.id);
      const { signing, signed, proposing, proposed, rating } = performanceOf(own);
      const earned = own.reduce((sum, duty) => sum + duty.earned.signing + duty.proposerReward, 0n);
      return {
        id: String(validator.id),
        name: null,
        status: statusOf(validator.activation, validator.deactivation),
        // That of its last duty, if it has one at the window's last checkpoint.
        stake: pol(active.find((duty) => duty.validator.id === validator.id)?.stake ?? 0n),
        commission: decimal(validator.commission, 2),
        effectiveness: own.length === 0 ? null : String(100 * Number(rating)),
        rewards: pol(earned),
        penalties: null,
        missedDuties: String(signing - signed + proposing - proposed),
        proposals: String(proposed),
        days: String(new Set(own.map(({ day }) => day)).size),
        lastDay: days.at(-1) ?? null,
      };
    });
  });
  await checkSubjects(fixture, {
    chain: "polygon",
    kind: "validator",
    token: "POL",
    windows,
    otherIds: new Map(held.map(({ id, signer }) => [String(id), signer])),
    isNumbered: true,
    network: history.network,
    digits: 12,
  });
}

/** Delegators with a share, and its stake at the window's end: as in the summary of each. */
export async function expectPolygonDelegators(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
): Promise<void> {
  const held = history.snapshots.at(-1)?.validators ?? [];
  const windows = inWindows((window) =>
    delegatorsOf(history).flatMap((id) => {
      const share = held.reduce((sum, { delegations }) => sum + (delegations.get(id) ?? 0n), 0n);
      const lastDay = windowIn(history, range, window).days.at(-1) ?? null;
      const { stake } = expectedDelegator(history, range, window, id);
      return share === 0n && stake === 0n ? [] : [{ ...unknownSubject, id, stake: pol(stake), lastDay }];
    }),
  );
  await checkSubjects(fixture, {
    ...{ chain: "polygon", kind: "delegator", token: "POL", network: history.network, windows },
  });
}

/** The network's overview and the summaries of its subjects count the same validators, delegators and stakes. */
export async function expectPolygonSummaries(fixture: ServeFixture, history: PolygonHistory): Promise<void> {
  async function get(path: string): Promise<unknown> {
    const answer = await fixture.get(path, { "x-service-network": history.network });
    expect(answer.status, path).toBe(200);
    return written(await answer.text());
  }
  for (const overview of (await get("/v0/polygon/network/overview")) as Text[]) {
    const summed = (kind: string) =>
      get(`/v1/polygon/summary?kind=${kind}&window=${overview.timeWindow}`) as Promise<Text>;
    const of = (stakedSubjects: unknown, stake: unknown) => ({ stakedSubjects, stake });
    expect(await summed("validator")).toMatchObject(of(overview.validatorCount, overview.totalStake));
    expect(await summed("delegator")).toMatchObject(of(overview.delegatorCount, overview.delegatedStake));
  }
}

/** A list returns how many records its oldest period leaves, on any page. @param all of the account, without bounds */
export async function expectCountedFrom(
  get: (path: string) => Promise<unknown>,
  all: readonly Text[],
  { account, from }: { account: string; from: number },
): Promise<void> {
  const { total } = (await get(`delegators/${account}/rewards?to=${from}&size=1`)) as Text;
  const left = all.filter(({ fromCheckpoint }) => Number(fromCheckpoint) >= from);
  expect(left.length).toBeLessThan(all.length);
  expect(Number(total)).toBe(left.length);
}
