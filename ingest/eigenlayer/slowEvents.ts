/** Rare events, decoded by ethers. */
import type { Interface, LogDescription } from "ethers";
import type { RecordEvent } from "./abi.ts";
import { addTransaction, type DatedLog, type Facts } from "./facts.ts";

type Event = LogDescription["args"];

const lower = (value: unknown) => String(value).toLowerCase();

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

/** An argument, with names where it has them. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value))
    return typeof value === "string" && value.startsWith("0x") ? lower(value) : value;
  const result = value as unknown as { toObject?: () => Record<string, unknown> };
  try {
    const named = result.toObject?.() ?? {};
    const keys = Object.keys(named);
    if (keys.length > 0 && !keys.includes("_"))
      return Object.fromEntries(keys.map((key) => [key, plain(named[key])]));
  } catch {
    // A list has no names.
  }
  return value.map(plain);
}

function addRewardFact(facts: Facts, name: RecordEvent, dated: DatedLog, event: Event): void {
  const { log } = dated;
  const place = { block: log.block, log_index: log.logIndex };
  if (name === "rootSubmitted") {
    addTransaction(facts, dated);
    facts.roots.push({
      ...place,
      root_index: Number(event.rootIndex),
      root: lower(event.root),
      calculation_end: Number(event.rewardsCalculationEndTimestamp),
      activated_at: Number(event.activatedAt),
    });
  } else if (name === "rootDisabled")
    facts.disabled_roots.push({ ...place, root_index: Number(event.rootIndex) });
  else if (name === "rewardsClaimed")
    facts.claims.push({
      ...place,
      earner: lower(event.earner),
      token: lower(event.token),
      root: lower(event.root),
      claimer: lower(event.claimer),
      recipient: lower(event.recipient),
      amount: String(event.claimedAmount),
    });
}

function addRecord(facts: Facts, name: RecordEvent, dated: DatedLog, event: Event): void {
  const { log, day } = dated;
  const place = { block: log.block, log_index: log.logIndex };
  if (name === "withdrawalQueuedM1")
    facts.withdrawals.push({ ...place, kind: "m1", withdrawal_root: lower(event.withdrawalRoot) });
  else if (name === "withdrawalMigrated")
    facts.migrations.push({
      ...place,
      old_root: lower(event.oldWithdrawalRoot),
      new_root: lower(event.newWithdrawalRoot),
    });
  else if (name === "maxMagnitudeUpdated") {
    addTransaction(facts, dated);
    facts.magnitudes.push({
      ...place,
      day,
      operator: lower(event.operator),
      strategy: lower(event.strategy),
      max_magnitude: String(event.maxMagnitude),
    });
  } else if (name === "operatorRegistered" || name === "operatorRegisteredM2")
    facts.operators.push({ ...place, operator: lower(event.operator), metadata_uri: null });
  else if (name === "operatorMetadata")
    facts.operators.push({
      ...place,
      operator: lower(event.operator),
      metadata_uri: String(event.metadataURI).slice(0, 2_000),
    });
  else if (name === "podDeployed")
    facts.pods.push({ ...place, pod: lower(event.eigenPod), owner: lower(event.podOwner) });
  else addRewardFact(facts, name, dated, event);
}

/** @throws if the log doesn't match its topic */
export function readRecord(facts: Facts, name: RecordEvent, dated: DatedLog, own: Interface): void {
  const { topics, data } = dated.log;
  const event = own.parseLog({ topics: [...topics], data });
  if (event === null) throw new RangeError(`a log of ${name} has another form`);
  addRecord(facts, name, dated, event.args);
}

/** Stores an event without records, with its arguments by name. */
export function keepOther(facts: Facts, { log }: DatedLog, others: Interface): void {
  const event = others.parseLog({ topics: [...log.topics], data: log.data });
  if (event === null) throw new RangeError("a log has another form");
  facts.others.push({
    ...{ block: log.block, log_index: log.logIndex, contract: log.address, name: event.name },
    arguments: JSON.stringify(plain(event.args), bigints),
  });
}
