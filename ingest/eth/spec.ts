/** A node's description of its chain, and the calendar that follows from it. */
import { SourceError } from "../../lib/errors.ts";
import {
  type Calendar,
  epochsPerDay,
  type ForkSchedule,
  forkSchedule,
  forkAt as scheduledFork,
} from "../../schemas/eth/calendar.ts";
import { type Fork, forks } from "../../schemas/eth/events.ts";

/**
 * The network is called by its CONFIG_NAME in lower case, or by the configured name. Forks and constants may be added while
 * a session is open (`extendChain`): read them when they are needed.
 */
export type EthChain = Calendar & {
  configName: string;
  presetBase: string;
  genesisValidatorsRoot: string;
  epochsPerDay: number;
  /** All constants of the node that are plain text. */
  constants: Record<string, string>;
  /** The constants that the worker's computations use. */
  spec: Record<string, string>;
  forkSchedule: ForkSchedule;
};

/** Names of the constants in each epoch message: used for rewards, churn and calendars. */
const wantedNames =
  /^(?:[A-Z0-9]+_FORK_EPOCH|GENESIS_FORK_VERSION|.*QUOTIENT.*|INACTIVITY_.*|WHISTLEBLOWER_.*|PROPORTIONAL_SLASHING_.*|HYSTERESIS_.*|MAX_EFFECTIVE_BALANCE.*|MIN_ACTIVATION_BALANCE|EJECTION_BALANCE|EFFECTIVE_BALANCE_INCREMENT|BASE_REWARD_FACTOR|SLOTS_PER_EPOCH|SECONDS_PER_SLOT|SLOT_DURATION_MS|MIN_EPOCHS_TO_INACTIVITY_PENALTY|SYNC_COMMITTEE_SIZE|EPOCHS_PER_SYNC_COMMITTEE_PERIOD|EPOCHS_PER_SLASHINGS_VECTOR|.*CHURN_LIMIT.*|SHARD_COMMITTEE_PERIOD|MIN_VALIDATOR_WITHDRAWABILITY_DELAY|M(?:AX|IN)_SEED_LOOKAHEAD|MIN_ATTESTATION_INCLUSION_DELAY|MAX_COMMITTEES_PER_SLOT|TARGET_COMMITTEE_SIZE|MAX_PENDING_DEPOSITS_PER_EPOCH|CONFIG_NAME|PRESET_BASE)$/;

/** Defaults of constants that older nodes don't list: they are the same on every network. */
const defaults: Record<string, string> = {
  PRESET_BASE: "mainnet",
  HYSTERESIS_QUOTIENT: "4",
  HYSTERESIS_DOWNWARD_MULTIPLIER: "1",
  HYSTERESIS_UPWARD_MULTIPLIER: "5",
  EFFECTIVE_BALANCE_INCREMENT: "1000000000",
  MAX_EFFECTIVE_BALANCE: "32000000000",
  EJECTION_BALANCE: "16000000000",
  MIN_EPOCHS_TO_INACTIVITY_PENALTY: "4",
  EPOCHS_PER_SYNC_COMMITTEE_PERIOD: "256",
};

function positive(constants: Record<string, string>, name: string): number {
  const value = Number(constants[name]);
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new SourceError(`/eth/v1/config/spec has no usable ${name}`, { code: "bad_spec" });
  }
  return value;
}

function slotSeconds(constants: Record<string, string>): number {
  if (constants.SECONDS_PER_SLOT !== undefined) return positive(constants, "SECONDS_PER_SLOT");
  return positive(constants, "SLOT_DURATION_MS") / 1000;
}

const specOf = (constants: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(constants).filter(([name]) => wantedNames.test(name)));

/**
 * @param answer the `data` of /eth/v1/config/spec
 * @param networkName name to serve the network under, if it isn't CONFIG_NAME
 */
export function describeChain(
  answer: Record<string, unknown>,
  genesis: { genesis_time: string; genesis_validators_root: string },
  networkName?: string,
): EthChain {
  const constants: Record<string, string> = { ...defaults };
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === "string") constants[name] = value;
    else if (typeof value === "number") constants[name] = String(value);
  }
  const configName = constants.CONFIG_NAME ?? "";
  const network = networkName ?? configName.toLowerCase().replaceAll(/[^a-z0-9_-]/g, "-");
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(network)) {
    throw new SourceError(
      "the node's CONFIG_NAME doesn't name a network; set ETH_NETWORK_NAME to the name to serve it under",
      { code: "bad_spec", retryable: false },
    );
  }
  const calendar: Calendar = {
    network,
    genesisTime: Number(genesis.genesis_time),
    slotsPerEpoch: positive(constants, "SLOTS_PER_EPOCH"),
    secondsPerSlot: slotSeconds(constants),
  };
  constants.SECONDS_PER_SLOT ??= String(calendar.secondsPerSlot);
  return {
    ...calendar,
    configName,
    presetBase: constants.PRESET_BASE ?? "mainnet",
    genesisValidatorsRoot: genesis.genesis_validators_root,
    epochsPerDay: epochsPerDay(calendar),
    constants,
    spec: specOf(constants),
    forkSchedule: forkSchedule(constants),
  };
}

/** The fork in force in an epoch. */
export function forkAt(chain: Pick<EthChain, "forkSchedule">, epoch: number): Fork {
  return scheduledFork(chain.forkSchedule, epoch);
}

/** True when `fork` is `than` or a later one. */
export function isForkFrom(fork: Fork, than: Fork): boolean {
  return forks.indexOf(fork) >= forks.indexOf(than);
}

const isScheduled = ({ forkSchedule: schedule }: EthChain, fork: Fork) =>
  schedule.some((row) => row.fork === fork);

/**
 * Adds the forks and constants of a later reading of a node's spec: a release of the node may bring both while the listener
 * runs. The description is changed in place, because every part of a session holds it.
 * @returns the newly scheduled forks
 */
export function extendChain(chain: EthChain, actual: EthChain): Fork[] {
  const added = actual.forkSchedule.map(({ fork }) => fork).filter((fork) => !isScheduled(chain, fork));
  const constants = { ...actual.constants, ...chain.constants };
  for (const fork of added) {
    const name = `${fork.toUpperCase()}_FORK_EPOCH`;
    constants[name] = actual.constants[name] as string;
  }
  chain.constants = constants;
  chain.spec = specOf(constants);
  chain.forkSchedule = forkSchedule(constants);
  return added;
}

/** Constants that must agree between nodes of one chain. */
export function chainMismatch(expected: EthChain, actual: EthChain): string | undefined {
  if (expected.genesisValidatorsRoot !== actual.genesisValidatorsRoot)
    return `genesis_validators_root ${actual.genesisValidatorsRoot} instead of ${expected.genesisValidatorsRoot}`;
  if (expected.genesisTime !== actual.genesisTime)
    return `genesis time ${actual.genesisTime} instead of ${expected.genesisTime}`;
  for (const name of ["CONFIG_NAME", "PRESET_BASE", "SLOTS_PER_EPOCH", "SECONDS_PER_SLOT"]) {
    if (expected.constants[name] !== actual.constants[name])
      return `${name} ${actual.constants[name]} instead of ${expected.constants[name]}`;
  }
  // An older release may not know a later fork yet; forks that both schedule must agree.
  for (const row of expected.forkSchedule) {
    const other = actual.forkSchedule.find((candidate) => candidate.fork === row.fork);
    if (other !== undefined && other.epoch !== row.epoch)
      return `${row.fork} at epoch ${other.epoch} instead of ${row.epoch}`;
  }
  return undefined;
}
