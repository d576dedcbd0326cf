/** What the tests of Polygon ask of explanations and of lists of validators, against the reference model. */
import { expect } from "vitest";
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import { type Range, stakeOf } from "../../fixtures/polygon/truth.ts";
import { decimal } from "./decimal.ts";
import { expectExplained, sampledDays } from "./explain.ts";
import { type Extras, expectedStats, performanceOf, pol } from "./polygonTruth.ts";
import { delegatorsOf, windowIn } from "./polygonWindows.ts";
import type { ServeFixture } from "./serve.ts";
import { inWindows, unknownSubject } from "./subjectDays.ts";
import { checkSubjects } from "./subjects.ts";

/** Every number of a sample of validators' days is the model's, and its rows end at the model's blocks. */
export async function expectPolygonExplained(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
  extras: Extras,
): Promise<void> {
  const seen = new Set<string>();
  for (const [place, { id }] of (history.checkpoints.at(-1)?.validators ?? []).entries()) {
    const days = expectedStats(history, range, id, "day", extras);
    for (const record of sampledDays(days, 4, place)) {
      const path = `/v1/polygon/validators/${id}/explain?date=${record.fromDate}&limit=1000`;
      const { numbers, rows } = await expectExplained(fixture, path, {
        network: history.network,
        hashOf: ({ heightKind, height }) =>
          heightKind === "block" ? history.hashOf(Number(height)) : undefined,
      });
      const told = numbers.map(({ name, value }) => [name, value === null ? null : Number(value)]);
      const known = numbers.map(({ name }) => [name, record[name] === "null" ? null : Number(record[name])]);
      expect([path, told]).toEqual([path, known]);
      for (const { kind } of rows) seen.add(kind);
    }
  }
  const bor = extras.hasBor ? ["bor"] : [];
  expect([...seen].sort()).toEqual([...bor, "priority_fees", "proposal", "signature", "stake"]);
}

/** Validators as the contract has them last, with what they did on the complete days of a window. */
export async function expectPolygonValidators(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
): Promise<void> {
  // In the block of the last checkpoint somebody delegates behind it, which the contract knows.
  const held = history.snapshots.at(-1)?.validators ?? [];
  const newest = range.to;
  const statusOf = (activation: number, deactivation: number) => {
    if (deactivation !== 0 && deactivation <= newest + 1) return "exited";
    if (activation > newest + 1) return "pending";
    return deactivation === 0 ? "active" : "exiting";
  };
  const windows = inWindows((window) => {
    const { duties, days } = windowIn(history, range, window);
    return held.map((validator) => {
      const own = duties.filter((duty) => duty.validator.id === validator.id);
      const { signing, signed, proposing, proposed, rating } = performanceOf(own);
      const earned = own.reduce((sum, duty) => sum + duty.earned.signing + duty.proposerReward, 0n);
      return {
        id: String(validator.id),
        name: null,
        status: statusOf(validator.activation, validator.deactivation),
        stake: pol(stakeOf(validator)),
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

/** Who has a share, by everything that was told, whatever the window. */
export async function expectPolygonDelegators(
  fixture: ServeFixture,
  history: PolygonHistory,
  range: Range,
): Promise<void> {
  const held = history.snapshots.at(-1)?.validators ?? [];
  const windows = inWindows((window) =>
    delegatorsOf(history).flatMap((id) => {
      const stake = held.reduce((sum, { delegations }) => sum + (delegations.get(id) ?? 0n), 0n);
      const lastDay = windowIn(history, range, window).days.at(-1) ?? null;
      return stake === 0n ? [] : [{ ...unknownSubject, id, stake: pol(stake), lastDay }];
    }),
  );
  await checkSubjects(fixture, {
    ...{ chain: "polygon", kind: "delegator", token: "POL", network: history.network, windows },
  });
}
