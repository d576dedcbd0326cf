/** Events and views of EigenLayer's contracts, in all of their versions. */

const withdrawalM2 =
  "tuple(address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares)";
const withdrawalScaled =
  "tuple(address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] scaledShares)";
const operatorSet = "tuple(address avs, uint32 id) operatorSet";
const submission =
  "tuple(tuple(address strategy, uint96 multiplier)[] strategiesAndMultipliers, address token, uint256 amount, uint32 startTimestamp, uint32 duration) rewardsSubmission";
const directed =
  "tuple(tuple(address strategy, uint96 multiplier)[] strategiesAndMultipliers, address token, tuple(address operator, uint256 amount)[] operatorRewards, uint32 startTimestamp, uint32 duration, string description) operatorDirectedRewardsSubmission";

/** The events that records are computed from. */
export const recordEvents = {
  depositOfToken: "event Deposit(address staker, address token, address strategy, uint256 shares)",
  deposit: "event Deposit(address staker, address strategy, uint256 shares)",
  shareWithdrawalQueued:
    "event ShareWithdrawalQueued(address depositor, uint96 nonce, address strategy, uint256 shares)",
  withdrawalQueuedM1:
    "event WithdrawalQueued(address depositor, uint96 nonce, address withdrawer, address delegatedAddress, bytes32 withdrawalRoot)",
  withdrawalQueuedM2: `event WithdrawalQueued(bytes32 withdrawalRoot, ${withdrawalM2} withdrawal)`,
  withdrawalMigrated: "event WithdrawalMigrated(bytes32 oldWithdrawalRoot, bytes32 newWithdrawalRoot)",
  slashingWithdrawalQueued: `event SlashingWithdrawalQueued(bytes32 withdrawalRoot, ${withdrawalScaled} withdrawal, uint256[] sharesToWithdraw)`,
  podSharesUpdated: "event PodSharesUpdated(address indexed podOwner, int256 sharesDelta)",
  scalingFactorUpdated:
    "event DepositScalingFactorUpdated(address staker, address strategy, uint256 newDepositScalingFactor)",
  beaconFactorDecreased:
    "event BeaconChainSlashingFactorDecreased(address staker, uint64 prevBeaconChainSlashingFactor, uint64 newBeaconChainSlashingFactor)",
  maxMagnitudeUpdated: "event MaxMagnitudeUpdated(address operator, address strategy, uint64 maxMagnitude)",
  stakerDelegated: "event StakerDelegated(address indexed staker, address indexed operator)",
  stakerUndelegated: "event StakerUndelegated(address indexed staker, address indexed operator)",
  stakerForceUndelegated: "event StakerForceUndelegated(address indexed staker, address indexed operator)",
  operatorSharesIncreased:
    "event OperatorSharesIncreased(address indexed operator, address staker, address strategy, uint256 shares)",
  operatorSharesDecreased:
    "event OperatorSharesDecreased(address indexed operator, address staker, address strategy, uint256 shares)",
  newTotalShares: "event NewTotalShares(address indexed podOwner, int256 newTotalShares)",
  operatorRegisteredM2:
    "event OperatorRegistered(address indexed operator, tuple(address earningsReceiver, address delegationApprover, uint32 stakerOptOutWindowBlocks) operatorDetails)",
  operatorRegistered: "event OperatorRegistered(address indexed operator, address delegationApprover)",
  operatorMetadata: "event OperatorMetadataURIUpdated(address indexed operator, string metadataURI)",
  podDeployed: "event PodDeployed(address indexed eigenPod, address indexed podOwner)",
  rootSubmitted:
    "event DistributionRootSubmitted(uint32 indexed rootIndex, bytes32 indexed root, uint32 indexed rewardsCalculationEndTimestamp, uint32 activatedAt)",
  rootDisabled: "event DistributionRootDisabled(uint32 indexed rootIndex)",
  rewardsClaimed:
    "event RewardsClaimed(bytes32 root, address indexed earner, address indexed claimer, address indexed recipient, address token, uint256 claimedAmount)",
} as const;
export type RecordEvent = keyof typeof recordEvents;

/** Other stored events, with their arguments unchanged. */
export const otherEvents: readonly string[] = [
  "event OperatorSharesSlashed(address indexed operator, address strategy, uint256 totalSlashedShares)",
  "event BeaconChainETHDeposited(address indexed podOwner, uint256 amount)",
  "event WithdrawalCompleted(bytes32 withdrawalRoot)",
  "event WithdrawalCompleted(address indexed depositor, uint96 nonce, address indexed withdrawer, bytes32 withdrawalRoot)",
  "event SlashingWithdrawalCompleted(bytes32 withdrawalRoot)",
  `event OperatorSlashed(address operator, ${operatorSet}, address[] strategies, uint256[] wadSlashed, string description)`,
  `event AVSRewardsSubmissionCreated(address indexed avs, uint256 indexed submissionNonce, bytes32 indexed rewardsSubmissionHash, ${submission})`,
  `event RewardsSubmissionForAllCreated(address indexed submitter, uint256 indexed submissionNonce, bytes32 indexed rewardsSubmissionHash, ${submission})`,
  `event RewardsSubmissionForAllEarnersCreated(address indexed tokenHopper, uint256 indexed submissionNonce, bytes32 indexed rewardsSubmissionHash, ${submission})`,
  `event OperatorDirectedAVSRewardsSubmissionCreated(address indexed caller, address indexed avs, bytes32 indexed operatorDirectedRewardsSubmissionHash, uint256 submissionNonce, ${directed})`,
  `event OperatorDirectedOperatorSetRewardsSubmissionCreated(address indexed caller, bytes32 indexed operatorDirectedRewardsSubmissionHash, ${operatorSet}, uint256 submissionNonce, ${directed})`,
  `event UniqueStakeRewardsSubmissionCreated(address indexed caller, bytes32 indexed rewardsSubmissionHash, ${operatorSet}, uint256 submissionNonce, ${submission})`,
  `event TotalStakeRewardsSubmissionCreated(address indexed caller, bytes32 indexed rewardsSubmissionHash, ${operatorSet}, uint256 submissionNonce, ${submission})`,
  "event OperatorAVSSplitBipsSet(address indexed caller, address indexed operator, address indexed avs, uint32 activatedAt, uint16 oldOperatorAVSSplitBips, uint16 newOperatorAVSSplitBips)",
  "event DefaultOperatorSplitBipsSet(uint16 oldDefaultOperatorSplitBips, uint16 newDefaultOperatorSplitBips)",
  "event StrategyAddedToDepositWhitelist(address strategy)",
  "event StrategyRemovedFromDepositWhitelist(address strategy)",
];

export const views = {
  getWithdrawableShares:
    "function getWithdrawableShares(address staker, address[] strategies) view returns (uint256[] withdrawableShares, uint256[] depositShares)",
  getDeposits: "function getDeposits(address staker) view returns (address[], uint256[])",
  underlyingToken: "function underlyingToken() view returns (address)",
  sharesToUnderlyingView: "function sharesToUnderlyingView(uint256 amountShares) view returns (uint256)",
  name: "function name() view returns (string)",
  symbol: "function symbol() view returns (string)",
  decimals: "function decimals() view returns (uint8)",
} as const;
