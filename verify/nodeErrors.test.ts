import { describe, expect, it } from "vitest";
import { compareFigures } from "./compare.ts";

import type { Kind } from "./figure.ts";
import { knownErrors } from "./nodeErrors.ts";
import { namesAndVersions } from "./refusals.ts";

/** Whether a difference of a kind is explained by an error of a node's software. */
function isExplained(kind: string, software: string, item: string, node: string, own: string): boolean {
  const figure = (value: string) => ({ subject: "1", item, value });
  const { differences } = compareFigures(
    { name: kind } as Kind,
    7,
    { node: [figure(node)], own: [figure(own)] },
    knownErrors("eth", kind, [software]),
  );
  return differences.length === 1 && differences[0]?.nodeError !== null;
}

describe("known errors of beacon nodes", () => {
  const item = "reward_gwei at slot 9";
  it.each([
    ["sync_committee_rewards", "teku/v25.11.0", item, "-18206", "0", true],
    ["sync_committee_rewards", "teku/v25.11.0", item, "-18206", "18206", false],
    ["sync_committee_rewards", "Lighthouse/v8.0.0-1a2b3c4", item, "-18206", "0", false],
    ["sync_committee_rewards", "Lodestar/v1.41.0", item, "-18206", "-285", true],
    ["sync_committee_rewards", "Lodestar/v1.38.0", item, "32675030525", "25038", true],
    ["sync_committee_rewards", "Lodestar/v1.41.0", item, "32675030525", "25038", false],
    ["block_rewards", "Nimbus/v24.12.0-4e440e", "sync_aggregate_gwei at slot 9", "3300", "1650000", true],
    ["block_rewards", "Nimbus/v25.1.0-4e440e", "sync_aggregate_gwei at slot 9", "3300", "1650000", false],
    ["block_rewards", "Lodestar/v1.27.0", "slashings_gwei at slot 9", "62500000", "7812500", true],
    ["block_rewards", "Lodestar/v1.27.0", "attestations_gwei at slot 9", "2", "1", false],
    ["attestation_rewards", "Prysm/v7.0.0", "inactivity_gwei", "-5", "-6", true],
    ["attestation_rewards", "Prysm/v7.0.0", "target_gwei", "5", "6", false],
    ["attestation_rewards", "Lighthouse/v4.5.0", "head_gwei", "0", "2700", true],
    ["attestation_rewards", "Lighthouse/v5.0.0", "head_gwei", "0", "2700", false],
  ])("%s, %s: %s, %s instead of %s", (kind, software, own, node, expected, result) => {
    expect(isExplained(kind, software, own, node, expected)).toBe(result);
  });
});

it.each([
  ["Lighthouse/v8.0.0-1a2b3c4/x86_64-linux", "Lighthouse/v8.0.0-1a2b3c4"],
  ["Prysm/v7.0.0 (linux amd64)", "Prysm/v7.0.0"],
  ["teku/v25.11.0/linux-x86_64/-java-21", "teku/v25.11.0"],
  ["Geth/v1.16.7-stable-b9f3a3d9/linux-amd64/go1.24.9", "Geth/v1.16.7-stable-b9f3a3d9"],
  ["", undefined],
])("the name and version of %s", (text, expected) => {
  expect(namesAndVersions([text])).toEqual(expected === undefined ? [] : [expected]);
});
