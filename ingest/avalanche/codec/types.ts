/** Type numbers of the P-chain's codec, in AvalancheGo's order of registration, and the fields read of each. */

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

/** A stake on the primary network, from its transaction. Amounts are nAVAX, times seconds. */
export type StakeTx = {
  kind: "stake";
  typeId: number;
  /** SHA-256 of the signed bytes. */
  txId: string;
  isValidator: boolean;
  nodeId: string;
  /** The transaction's start; 0 for none. Since Durango the chain ignores it. */
  start: number;
  /** 0 for an auto-renewed one: it lasts `period`. */
  end: number;
  weight: bigint;
  /** For a validator: the share of its delegators' rewards that it keeps, in millionths. */
  shares: number;
  /** Hex of the BLS key; null without one. */
  pubkey: string | null;
  /** Seconds of a cycle of an auto-renewed stake. */
  period: number;
  /** Share of a cycle's rewards that is staked again, in millionths. */
  restakeShares: number;
  /** Number of outputs before the rewards': the first index of a reward's UTXO. */
  outputCount: number;
};

/** Settings of the next cycle of an auto-renewed validator; period 0: it stops. */
export type ConfigTx = {
  kind: "config";
  typeId: number;
  txId: string;
  period: number;
  restakeShares: number;
};
/** A proposal to reward a stake; the option that follows decides. */
export type RewardTx = { kind: "reward"; typeId: number; txId: string };
export type AdvanceTimeTx = { kind: "time"; typeId: number; time: number };
/** Read but irrelevant; a stake on a subnet has an id, so that its reward isn't mistaken for one of ours. */
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
  /** Seconds; undefined before Banff, when transactions moved the chain's time. */
  time: number | undefined;
  txs: Tx[];
  /** A proposal's transaction. */
  proposal: Tx | undefined;
  /** Unknown types of the block or of transactions, with their position in the block. */
  unknown: { typeId: number; position: number }[];
  /** Transactions after an unknown one that could not be found again. */
  unread?: number;
};
