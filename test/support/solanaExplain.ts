/** Every number of every validator's day on a generated history of Solana, down to its blocks. */
import { expect } from "vitest";
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import { expectExplained, expectFilters, sampledDays } from "./explain.ts";
import { isNight } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

/** @returns kinds of rows that were seen, with how many */
export async function expectSolanaExplanations(
  fixture: ServeFixture,
  history: SolanaHistory,
  validators: readonly { voteAccount: string }[] = history.validators,
): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const { days } = history.truth();
  for (const [place, { voteAccount }] of validators.entries())
    for (const day of sampledDays([...days.keys()], isNight ? 1 : 3, place)) {
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
      for (const { kind } of rows) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  return seen;
}

/** The same of a history with every kind of pay, and the filters of a day. */
export async function expectSolanaPaysExplained(
  fixture: ServeFixture,
  history: SolanaHistory,
): Promise<void> {
  const seen = await expectSolanaExplanations(fixture, history);
  for (const kind of [
    "leader_slot",
    "vote",
    "inflation_commission",
    "staking",
    "missed_inflation",
    "tips",
    "passed_fees",
  ])
    expect([kind, seen.get(kind) ?? 0]).not.toEqual([kind, 0]);
  const [day = ""] = [...history.truth().days.keys()];
  const path = `/v1/solana/validators/${history.validators[0]?.voteAccount}/explain?date=${day}`;
  await expectFilters(fixture, path);
}
