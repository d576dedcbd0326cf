import { describe, expect, it } from "vitest";
import type { AccountUpdate } from "./api/answers.ts";
import { unregisteredBetween } from "./unpaid.ts";

const certificate = (stake_address: string, second: number, action_type: string): AccountUpdate => ({
  stake_address,
  action_type,
  absolute_slot: second,
  block_time: second,
});

describe("accounts that were not registered between 100 and 200", () => {
  it.each<[string, [number, string][], boolean]>([
    ["never registered", [], true],
    ["registered before", [[50, "registration"]], false],
    [
      "left before",
      [
        [50, "registration"],
        [90, "deregistration"],
      ],
      true,
    ],
    [
      "left between",
      [
        [50, "registration"],
        [150, "deregistration"],
      ],
      true,
    ],
    [
      "left after",
      [
        [50, "registration"],
        [250, "deregistration"],
      ],
      false,
    ],
    ["came between", [[150, "registration"]], true],
    ["came after", [[250, "registration"]], true],
    [
      "left and came back before",
      [
        [50, "registration"],
        [60, "deregistration"],
        [70, "registration"],
      ],
      false,
    ],
    [
      "left and came back between",
      [
        [50, "registration"],
        [120, "deregistration"],
        [130, "registration"],
      ],
      true,
    ],
    [
      "only delegates and withdraws",
      [
        [50, "registration"],
        [60, "delegation_pool"],
        [150, "withdrawal"],
      ],
      false,
    ],
  ])("%s", (_, certificates, isUnregistered) => {
    const updates = certificates.map(([second, type]) => certificate("stake1", second, type)).toReversed();
    expect(unregisteredBetween(["stake1"], updates, [100, 200]).has("stake1")).toBe(isUnregistered);
  });
});
