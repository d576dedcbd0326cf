/** Views of EigenLayer's contracts that comparisons read at a block: eigenlayer-contracts 1.9.0. */
import { callContracts } from "./calls.ts";
import type { Contracts } from "./networks.ts";
import type { EigenlayerInfo } from "./session.ts";

const views = {
  getDeposits: {
    contract: "strategyManager",
    signature: "function getDeposits(address staker) view returns (address[], uint256[])",
  },
  getWithdrawableShares: {
    contract: "delegationManager",
    signature:
      "function getWithdrawableShares(address staker, address[] strategies) view returns (uint256[], uint256[])",
  },
  delegatedTo: {
    contract: "delegationManager",
    signature: "function delegatedTo(address staker) view returns (address)",
  },
  podOwnerDepositShares: {
    contract: "eigenPodManager",
    signature: "function podOwnerDepositShares(address owner) view returns (int256)",
  },
  getMaxMagnitude: {
    contract: "allocationManager",
    signature: "function getMaxMagnitude(address operator, address strategy) view returns (uint64)",
  },
  cumulativeClaimed: {
    contract: "rewardsCoordinator",
    signature: "function cumulativeClaimed(address earner, address token) view returns (uint256)",
  },
  getDistributionRootsLength: {
    contract: "rewardsCoordinator",
    signature: "function getDistributionRootsLength() view returns (uint256)",
  },
  currRewardsCalculationEndTimestamp: {
    contract: "rewardsCoordinator",
    signature: "function currRewardsCalculationEndTimestamp() view returns (uint32)",
  },
  getDistributionRootAtIndex: {
    contract: "rewardsCoordinator",
    signature:
      "function getDistributionRootAtIndex(uint256 index) view returns (tuple(bytes32 root, uint32 calculationEnd, uint32 activatedAt, bool disabled))",
  },
} as const satisfies Record<string, { contract: keyof Contracts; signature: string }>;

export type ViewName = keyof typeof views;
export type View = readonly [name: ViewName, values: readonly unknown[]];

/** The results of a view; several where it returns several. */
export type ViewAnswer = readonly unknown[];

/** Results of views at a block, all of them or the reason why one is missing. */
export async function readViews(
  { client, known: { contracts } }: EigenlayerInfo,
  wanted: readonly View[],
  block: number,
  signal: AbortSignal,
): Promise<ViewAnswer[] | { missing: string }> {
  const { Interface } = await import("ethers");
  const abi = new Interface(Object.values(views).map(({ signature }) => signature));
  const calls = wanted.map(([name, values]) => ({
    to: contracts[views[name].contract],
    data: abi.encodeFunctionData(name, values),
  }));
  let reason: string | undefined;
  const onUnanswered = ({ message }: Error) => {
    reason ??= message;
  };
  const answers = await callContracts({ client, signal, onUnanswered }, calls, block);
  const results: ViewAnswer[] = [];
  for (const [i, [name]] of wanted.entries()) {
    const answer = answers[i];
    // An address without code, and a contract of before the view, return nothing.
    if (answer === undefined || answer === "0x")
      return { missing: reason ?? `the contract of block ${block} does not answer ${name}` };
    results.push(abi.decodeFunctionResult(name, answer).toArray(true));
  }
  return results;
}
