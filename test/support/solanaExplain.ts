/** Every number of every validator's day on a generated history of Solana, down to its blocks. */
import { expect } from "vitest";
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import { expectExplained, expectFilters } from "./explain.ts";
import { isNight } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

const kinds = [
  ...["leader_slot", "vote", "inflation_commission", "staking", "missed_inflation", "tips"],
  "passed_fees",
];

/** Numbers of validators' days: all of them at night, by day until each kind of row has appeared. */
async function expectSolanaExplanations(fixture: ServeFixture, history: SolanaHistory): Promise<void> {
  const seen = new Set<string>();
  const { days } = history.truth();
  for (const { voteAccount } of history.validators)
    for (const day of days.keys()) {
      if (!isNight && kinds.every((kind) => seen.has(kind))) return;
      const path = `/v1/solana/validators/${voteAccount}/explain?date=${day}&limit=1000`;
      const { numbers, rows } = await expectExplained(fixture, path, {
        hashOf: ({ heightKind, height, actual }) =>
          heightKind === "slot" && actual !== "skipped" && Number(height) <= history.head
            ? history.slot(Number(height))?.block?.hash
            : undefined,
      });
      const truly = days.get(day)?.voters.get(voteAccount);
      const value = (name: string) => Number(numbers.find((one) => one.name === name)?.value);
      expect([path, value("leaderSlots"), value("producedBlocks")]).toEqual([
        path,
        truly?.leaderSlots,
        truly?.produced,
      ]);
      for (const { kind } of rows) seen.add(kind);
    }
  for (const kind of kinds) expect([kind, seen.has(kind)]).toEqual([kind, true]);
}

/** The same of a history with every kind of pay, and the filters of a day. */
export async function expectSolanaPaysExplained(
  fixture: ServeFixture,
  history: SolanaHistory,
): Promise<void> {
  await expectSolanaExplanations(fixture, history);
  const [day = ""] = [...history.truth().days.keys()];
  const path = `/v1/solana/validators/${history.validators[0]?.voteAccount}/explain?date=${day}`;
  await expectFilters(fixture, path);
}
