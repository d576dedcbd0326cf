/** Polygon's contracts on the root chain: their events and views, from their ABI. */
import type { Interface } from "ethers";
import { SourceError } from "../../../lib/errors.ts";
import type { RpcCall } from "../../execution/client.ts";
import { toQuantity } from "../../execution/client.ts";

const events = [
  "event NewHeaderBlock(address indexed proposer, uint256 indexed headerBlockId, uint256 indexed reward, uint256 start, uint256 end, bytes32 root)",
  "event Staked(address indexed signer, uint256 indexed validatorId, uint256 nonce, uint256 indexed activationEpoch, uint256 amount, uint256 total, bytes signerPubkey)",
  "event UnstakeInit(address indexed user, uint256 indexed validatorId, uint256 nonce, uint256 deactivationEpoch, uint256 indexed amount)",
  "event Restaked(uint256 indexed validatorId, uint256 amount, uint256 total)",
  "event SignerChange(uint256 indexed validatorId, uint256 nonce, address indexed oldSigner, address indexed newSigner, bytes signerPubkey)",
  "event UpdateCommissionRate(uint256 indexed validatorId, uint256 indexed newCommissionRate, uint256 indexed oldCommissionRate)",
  "event Jailed(uint256 indexed validatorId, uint256 indexed exitEpoch, address indexed signer)",
  "event UnJailed(uint256 indexed validatorId, address indexed signer)",
  "event ClaimRewards(uint256 indexed validatorId, uint256 indexed amount, uint256 indexed totalAmount)",
  "event StakeUpdate(uint256 indexed validatorId, uint256 indexed nonce, uint256 indexed newAmount)",
  "event RewardUpdate(uint256 newReward, uint256 oldReward)",
  "event ProposerBonusChange(uint256 newProposerBonus, uint256 oldProposerBonus)",
  "event RewardParams(uint256 rewardDecreasePerCheckpoint, uint256 maxRewardedCheckpoints, uint256 checkpointRewardDelta)",
  "event ShareMinted(uint256 indexed validatorId, address indexed user, uint256 indexed amount, uint256 tokens)",
  "event ShareBurned(uint256 indexed validatorId, address indexed user, uint256 indexed amount, uint256 tokens)",
  "event ShareBurnedWithId(uint256 indexed validatorId, address indexed user, uint256 indexed amount, uint256 tokens, uint256 nonce)",
  "event SharesTransfer(uint256 indexed validatorId, address indexed from, address indexed to, uint256 value)",
];
const views = [
  "function registry() view returns (address)",
  "function contractMap(bytes32) view returns (address)",
  "function currentHeaderBlock() view returns (uint256)",
  "function headerBlocks(uint256) view returns (bytes32 root, uint256 start, uint256 end, uint256 createdAt, address proposer)",
  "function epoch() view returns (uint256)",
  "function NFTCounter() view returns (uint256)",
  "function validators(uint256) view returns (uint256 amount, uint256 reward, uint256 activationEpoch, uint256 deactivationEpoch, uint256 jailTime, address signer, address contractAddress, uint8 status, uint256 commissionRate, uint256 lastCommissionUpdate, uint256 delegatorsReward, uint256 delegatedAmount, uint256 initialRewardPerStake)",
  "function validatorReward(uint256) view returns (uint256)",
  "function rewardPerStake() view returns (uint256)",
  "function currentValidatorSetTotalStake() view returns (uint256)",
  "function currentValidatorSetSize() view returns (uint256)",
  "function getTotalStake(address) view returns (uint256 stake, uint256 rate)",
  "function getRewardPerShare() view returns (uint256)",
  "function ownerOf(uint256) view returns (address)",
  "function NFTContract() view returns (address)",
  "function CHECKPOINT_REWARD() view returns (uint256)",
  "function proposerBonus() view returns (uint256)",
  "function checkPointBlockInterval() view returns (uint256)",
  "function rewardDecreasePerCheckpoint() view returns (uint256)",
  "function maxRewardedCheckpoints() view returns (uint256)",
  "function checkpointRewardDelta() view returns (uint256)",
];

/** headerBlockId of the contract: checkpoints are numbered in steps of MAX_DEPOSITS. */
export const headerBlocksPerCheckpoint = 10_000n;

export type Contracts = {
  abi: Interface;
  /** First topics of the events that are read. */
  topics: string[];
  /** Calls a view at a block. */
  view(to: string, name: string, args: readonly unknown[], block: number): RpcCall;
  /** A view's result. @throws SourceError `bad_answer` */
  result(name: string, answer: unknown): readonly unknown[];
};

/** ethers is loaded by listeners only. */
export async function loadContracts(): Promise<Contracts> {
  const { Interface } = await import("ethers");
  const abi = new Interface([...events, ...views]);
  const topics: string[] = [];
  abi.forEachEvent(({ topicHash }) => topics.push(topicHash));
  return {
    abi,
    topics,
    view: (to, name, args, block) => ({
      method: "eth_call",
      params: [{ to, data: abi.encodeFunctionData(name, args) }, toQuantity(block)],
    }),
    result: (name, answer) => {
      try {
        return abi.decodeFunctionResult(name, String(answer)) as unknown as readonly unknown[];
      } catch (error) {
        throw new SourceError(`eth_call: ${name}() answered ${String(answer).slice(0, 80)}`, {
          code: "bad_answer",
          cause: error,
        });
      }
    },
  };
}
