import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { forkAt, forkSchedule } from "../../../schemas/eth/calendar.ts";
import {
  describeRecordings,
  ethereumRecordings,
  filesMatching,
  readJson,
} from "../../../test/support/sharedData.ts";
import { baseReward, integerSquareRoot } from "./base.ts";
import { componentTables } from "./componentTables.ts";
import { forkRules, type Spec } from "./rules.ts";

const mainnet: Spec = {
  EFFECTIVE_BALANCE_INCREMENT: "1000000000",
  BASE_REWARD_FACTOR: "64",
  MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
};

describe("base rewards", () => {
  it("are 337 Gwei an increment and 10,784 for 32 ETH at 36 million ETH", () => {
    const base = baseReward(mainnet, 36_000_000, "flags");
    expect(base.perIncrementGwei).toBe(337);
    expect(base.byIncrements[32]).toBe(10_784);
    expect(base.byIncrements[2048]).toBe(690_176);
  });

  it("are a quarter of balance * 64 / root in phase0", () => {
    const base = baseReward(mainnet, 524_288, "components");
    // sqrt(524288e9) = 22897303; 32e9 * 64 / 22897303 = 89442; / 4
    expect(base.byIncrements[32]).toBe(22_360);
  });

  it("use the exact integer square root", () => {
    for (const root of [1n, 94_906_265n, 94_906_266n, 189_736_659n, 3_000_000_019n]) {
      expect(integerSquareRoot(root * root)).toBe(root);
      expect(integerSquareRoot(root * root - 1n)).toBe(root - 1n);
      expect(integerSquareRoot(root * root + 2n * root)).toBe(root);
    }
  });
});

type RegistryEntry = {
  index: string;
  validator: { effective_balance: string; activation_epoch: string; exit_epoch: string };
};
type Reward = { validator_index: string; head: string; target: string; source: string; inactivity: string };
type Ideal = { effective_balance: string; head: string; target: string; source: string };
type RewardAnswer = { data: { ideal_rewards: Ideal[]; total_rewards: Reward[] } };
const flags = ["source", "target", "head"] as const;

const folders = ethereumRecordings(/^beacon_rewards_attestations_\d+\.json$/);
describeRecordings("recorded attestation rewards", folders, () => {
  for (const folder of folders) {
    for (const { file, number: epoch } of filesMatching(
      folder,
      /^beacon_rewards_attestations_(\d+)\.json$/,
    )) {
      it(`${basename(folder)}: every number of epoch ${epoch} follows from the flags`, () => {
        const spec = readJson<{ data: Spec }>(folder, "config_spec.json").data;
        const states = filesMatching(folder, /^beacon_states_(\d+)_validators\.json$/).sort(
          (a, b) => a.number - b.number,
        );
        const paidSlot = (epoch + 1) * Number(spec.SLOTS_PER_EPOCH);
        const state = states.find((entry) => entry.number >= paidSlot) ?? states.at(-1)!;
        const registry = readJson<{ data: RegistryEntry[] }>(folder, state.file).data;
        const { ideal_rewards, total_rewards } = readJson<RewardAnswer>(folder, file).data;
        const increment = Number(spec.EFFECTIVE_BALANCE_INCREMENT);
        const incrementsOf = new Map(
          registry.map((entry) => [entry.index, Number(entry.validator.effective_balance) / increment]),
        );
        const isActive = ({ validator }: RegistryEntry) =>
          BigInt(validator.activation_epoch) <= BigInt(epoch + 1) &&
          BigInt(epoch + 1) < BigInt(validator.exit_epoch);
        const active = registry
          .filter(isActive)
          .reduce((sum, entry) => sum + incrementsOf.get(entry.index)!, 0);
        const participating = { source: 0, target: 0, head: 0 };
        for (const row of total_rewards) {
          for (const flag of flags)
            if (Number(row[flag]) > 0) participating[flag] += incrementsOf.get(row.validator_index)!;
        }
        const rule = forkRules[forkAt(forkSchedule(spec), epoch + 1)];
        const isLeak = ideal_rewards.every((row) => flags.every((flag) => Number(row[flag]) === 0));
        const tables = componentTables(
          baseReward(spec, active, rule.accounting),
          rule,
          active,
          participating,
          isLeak,
        );
        let checked = 0;
        for (const row of ideal_rewards) {
          const i = Number(row.effective_balance) / increment;
          for (const flag of flags)
            expect([row.effective_balance, flag, tables[flag].reward[i]]).toEqual([
              row.effective_balance,
              flag,
              Number(row[flag]),
            ]);
          checked += flags.length;
        }
        for (const row of total_rewards) {
          const i = incrementsOf.get(row.validator_index)!;
          for (const flag of flags) {
            const earned =
              Number(row[flag]) > 0 || (i > 0 && tables[flag].reward[i] === 0 && Number(row[flag]) === 0);
            const gwei = earned ? tables[flag].reward[i]! : -tables[flag].penalty[i]!;
            expect([row.validator_index, flag, gwei + 0]).toEqual([
              row.validator_index,
              flag,
              Number(row[flag]),
            ]);
          }
          checked += flags.length;
        }
        expect(checked).toBe(3 * (ideal_rewards.length + total_rewards.length));
        // The count that the recording's own notes state.
        if (basename(folder) === "sepolia-electra" && epoch === 240_247) expect(checked).toBe(11_487);
      });
    }
  }
});
