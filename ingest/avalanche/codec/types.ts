/** Numbers of types in the P-chain's codec, in the order in which AvalancheGo registers them, and what is read of each. */

export const typeIds = {
  apricotProposal: 0,
  apricotAbort: 1,
  apricotCommit: 2,
  apricotStandard: 3,
  apricotAtomic: 4,
  transferInput: 5,
  transferOutput: 7,
  credential: 9,
  input: 10,
  outputOwners: 11,
  addValidator: 12,
  addSubnetValidator: 13,
  addDelegator: 14,
  createChain: 15,
  createSubnet: 16,
  importTx: 17,
  exportTx: 18,
  advanceTime: 19,
  rewardValidator: 20,
  lockIn: 21,
  lockOut: 22,
  removeSubnetValidator: 23,
  transformSubnet: 24,
  addPermissionlessValidator: 25,
  addPermissionlessDelegator: 26,
  emptySigner: 27,
  proofOfPossession: 28,
  banffProposal: 29,
  banffAbort: 30,
  banffCommit: 31,
  banffStandard: 32,
  transferSubnetOwnership: 33,
  base: 34,
  convertSubnetToL1: 35,
  registerL1Validator: 36,
  setL1ValidatorWeight: 37,
  increaseL1ValidatorBalance: 38,
  disableL1Validator: 39,
  addAutoRenewedValidator: 40,
  setAutoRenewedValidatorConfig: 41,
  rewardAutoRenewedValidator: 42,
} as const;

/** A stake on the primary network, as its transaction says. Amounts are nAVAX, times seconds. */
export type StakeTx = {
  kind: "stake";
  typeId: number;
  /** SHA-256 of the signed bytes. */
  txId: string;
  isValidator: boolean;
  nodeId: string;
  /** As the transaction says; 0 where it says none. Since Durango the chain ignores it. */
  start: number;
  /** 0 for one that renews itself: it lasts `period`. */
  end: number;
  weight: bigint;
  /** Of a validator: millionths of its delegators' rewards that it keeps. */
  shares: number;
  /** Hex of the BLS key; null without one. */
  pubkey: string | null;
  /** Seconds of a cycle of one that renews itself. */
  period: number;
  /** Millionths of a cycle's rewards that are staked again. */
  restakeShares: number;
  /** Outputs before those of rewards: an index of a reward's UTXO begins here. */
  outputCount: number;
};

/** What is configured for the next cycle of a validator that renews itself; period 0: it stops. */
export type ConfigTx = {
  kind: "config";
  typeId: number;
  txId: string;
  period: number;
  restakeShares: number;
};
/** A proposal to reward a stake; which option follows says whether it is. */
export type RewardTx = { kind: "reward"; typeId: number; txId: string };
export type AdvanceTimeTx = { kind: "time"; typeId: number; time: number };
/** Read, and nothing of it matters here; a stake on a subnet has an id, so that its reward isn't taken for one of ours. */
export type OtherTx = { kind: "other"; typeId: number; txId?: string };
export type Tx = StakeTx | ConfigTx | RewardTx | AdvanceTimeTx | OtherTx;

export type BlockKind = "standard" | "proposal" | "commit" | "abort" | "atomic" | "unknown";

export type Block = {
  height: number;
  /** SHA-256 of the bytes. */
  id: string;
  parentId: string;
  kind: BlockKind;
  typeId: number;
  /** Seconds; undefined before Banff, when the chain's time moves by transactions. */
  time: number | undefined;
  txs: Tx[];
  /** A proposal's transaction. */
  proposal: Tx | undefined;
  /** Types of the block or of transactions that aren't known, with their place in the block. */
  unknown: { typeId: number; position: number }[];
  /** Transactions behind one of them that could not be found again. */
  unread?: number;
};
