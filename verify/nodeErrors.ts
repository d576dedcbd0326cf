/**
 * Known errors of node software: figures that differ from the protocol's rule. A difference that matches a row is counted
 * as "node differs from the protocol" and listed with the rule; it is never dropped. A row needs a source that anyone can
 * read: an issue, a commit or a line of the software.
 */
import type { Figure } from "./figure.ts";

export type NodeError = {
  family: string;
  kind: string;
  /** The name before the version, in lower case: `prysm`. */
  software: string;
  /** First and first fixed version; undefined: since ever, and not fixed. */
  from?: string;
  before?: string;
  /** Which differences it explains; default: all of the kind. Undefined: this side has no such figure. */
  matches?(node: Figure | undefined, own: Figure | undefined): boolean;
  /** The protocol's rule, and what the software does instead. */
  rule: string;
  source: string;
};

type Matches = NonNullable<NodeError["matches"]>;

/** Both sides of a difference in gwei; undefined if one of them has no such figure. */
function amounts(node: Figure | undefined, own: Figure | undefined): [bigint, bigint] | undefined {
  if (node === undefined || own === undefined) return undefined;
  return [BigInt(node.value), BigInt(own.value)];
}

/** Whether the node reports more, or less, in one of some items of a block's rewards. */
const differsBy =
  (sign: 1 | -1, items: RegExp): Matches =>
  (node, own) => {
    const both = amounts(node, own);
    if (both === undefined || !items.test(node?.item ?? "")) return false;
    return sign === 1 ? both[0] > both[1] : both[0] < both[1];
  };

/** A loss above the validator's balance. Without a balance, a member that misses loses nothing. */
const isLossUnlimited: Matches = (node, own) => {
  const both = amounts(node, own);
  return both !== undefined && both[0] < both[1] && both[1] <= 0n;
};

const decreaseRule =
  "process_sync_aggregate takes no more than a member's balance (specs/altair/beacon-chain.md); the node returns the whole penalty";

/** The smallest balance that a validator can be activated with is far above any reward of a slot, 1 ETH. */
const balanceGwei = 1_000_000_000n;

export const nodeErrors: readonly NodeError[] = [
  {
    ...{ family: "eth", kind: "sync_committee_rewards", software: "teku" },
    matches: isLossUnlimited,
    rule: decreaseRule,
    source:
      "teku, data/provider/src/main/java/tech/pegasys/teku/api/RewardCalculator.java, calculateSyncCommitteeRewards",
  },
  {
    ...{ family: "eth", kind: "sync_committee_rewards", software: "lodestar", from: "1.41.0" },
    matches: isLossUnlimited,
    rule: decreaseRule,
    source: "@lodestar/state-transition 1.41.0, src/rewards/syncCommitteeRewards.ts",
  },
  {
    ...{ family: "eth", kind: "sync_committee_rewards", software: "lodestar", before: "1.41.0" },
    matches: (node, own) => {
      const both = amounts(node, own);
      return both !== undefined && both[0] >= balanceGwei && both[1] < balanceGwei;
    },
    rule: "the Beacon API returns a member's reward; the node returns its balance after the block",
    source: "https://github.com/ChainSafe/lodestar/issues/8718",
  },
  {
    ...{ family: "eth", kind: "block_rewards", software: "lodestar", before: "1.28.0" },
    matches: differsBy(1, /^(?:slashings|total)_gwei/),
    rule: "since Electra, WHISTLEBLOWER_REWARD_QUOTIENT_ELECTRA applies to slashings; the node uses the earlier quotient",
    source: "https://github.com/ChainSafe/lodestar/pull/7563",
  },
  {
    ...{ family: "eth", kind: "block_rewards", software: "lodestar" },
    matches: differsBy(1, /^(?:slashings|total)_gwei/),
    rule: "process_attester_slashing rewards slashable validators only; the node also counts those that are slashed already",
    source:
      "@lodestar/state-transition 1.48.0, src/rewards/blockRewards.ts, computeBlockAttesterSlashingReward",
  },
  {
    ...{ family: "eth", kind: "block_rewards", software: "nimbus", before: "25.1.0" },
    matches: differsBy(-1, /^(?:sync_aggregate|total)_gwei/),
    rule: "process_sync_aggregate rewards the proposer for each signature; the node returns the reward of one",
    source: "https://github.com/status-im/nimbus-eth2/issues/6810",
  },
  {
    ...{ family: "eth", kind: "attestation_rewards", software: "lighthouse", before: "4.6.0" },
    matches: (node, own) => node?.value === "0" || own?.value === "0",
    rule: "process_justification_and_finalization precedes rewards; the node pays by the leak before it, in the epoch that ends a leak",
    source: "https://github.com/sigp/lighthouse/issues/4860",
  },
  {
    ...{ family: "eth", kind: "attestation_rewards", software: "prysm" },
    matches: (node, own) => node?.item === "inactivity_gwei" || node?.value === "0" || own?.value === "0",
    rule: "process_justification_and_finalization and process_inactivity_updates precede rewards; the node uses the leak and the scores before them",
    source:
      "prysm v7, beacon-chain/rpc/eth/rewards/handlers.go, attRewardsBalancesAndVals; beacon-chain/core/altair/epoch_precompute.go, AttestationsDelta",
  },
];

/** Compares dotted numbers; what follows them (`-stable`, `+commit`) does not count. */
function compareVersions(one: string, other: string): number {
  const numbers = (text: string) => (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param software `Name/version`, as nodes report it */
function isAffected({ software: name, from, before }: NodeError, software: string): boolean {
  const [ownName = "", version = ""] = software.split("/");
  if (ownName.toLowerCase() !== name) return false;
  if (from !== undefined && compareVersions(version, from) < 0) return false;
  return before === undefined || compareVersions(version, before) < 0;
}

/** The rows of the table that may explain differences of a kind, by the software that was found. */
export function knownErrors(
  family: string,
  kind: string,
  software: readonly string[],
  table: readonly NodeError[] = nodeErrors,
): NodeError[] {
  return table.filter(
    (row) => row.family === family && row.kind === kind && software.some((name) => isAffected(row, name)),
  );
}
