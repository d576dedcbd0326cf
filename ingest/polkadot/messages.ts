/** Facts of an era → messages. Pure. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { pack } from "../../lib/packed.ts";
import {
  accountBytes,
  type ClaimsMessage,
  type EraMessage,
  type EraSource,
  type ExposuresMessage,
  type PayoutsMessage,
  type PolkadotMessage,
  polkadotTopics,
  schemaVersions,
} from "../../schemas/polkadot/events.ts";
import type { EraFacts, ExposureFacts } from "./decode.ts";
import type { EraEnd } from "./eras.ts";
import type { PaidPage } from "./payoutEvents.ts";

/** About 65 bytes an exposure. */
const exposuresPerMessage = 4_000;

export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

const packNumbers = (values: readonly number[]) => pack(Uint32Array.from(values));

function packAccounts(accounts: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(accounts.length * accountBytes);
  accounts.forEach((account, i) => {
    bytes.set(account, i * accountBytes);
  });
  return pack(bytes);
}

const text = (value: bigint | null) => value?.toString() ?? null;

export type Neighbours = { previousDay: string | null; nextDay: string | null };

export function toEraMessage(
  network: string,
  end: EraEnd,
  specVersion: number,
  facts: EraFacts,
  { previousDay, nextDay }: Neighbours,
): EraMessage {
  const { validators, exposures } = facts;
  return {
    type: "era",
    network,
    era: end.era,
    source: end.source,
    end_block: end.block,
    end_hash: end.hash,
    end_time: new Date(end.timeMs).toISOString(),
    day: dayOf(end.timeMs),
    previous_day: previousDay,
    next_day: nextDay,
    spec_version: specVersion,
    payout: facts.payout.toString(),
    point_total: facts.pointTotal,
    incentive_budget: text(facts.incentiveBudget),
    incentive_weight_sum: text(facts.incentiveWeightSum),
    weighted_point_sum: text(facts.weightedPointSum),
    weighted_since_era: facts.weightedSinceEra,
    exposure_count: exposures.reduce((sum, { stakes }) => sum + stakes.length, 0),
    validators: {
      account: packAccounts(validators.map(({ account }) => account)),
      point_count: packNumbers(validators.map(({ points }) => points)),
      commission: packNumbers(validators.map(({ commission }) => commission)),
      nominator_count: packNumbers(validators.map(({ nominatorCount }) => nominatorCount)),
      page_count: packNumbers(validators.map(({ pageCount }) => pageCount)),
      total_stake: validators.map(({ totalStake }) => totalStake.toString()),
      own_stake: validators.map(({ ownStake }) => ownStake.toString()),
      incentive_weight: validators.map(({ incentiveWeight }) => text(incentiveWeight)),
      paid_nominator_stake: validators.map(({ paidNominatorStake }) => text(paidNominatorStake)),
    },
  };
}

function toExposuresMessage(network: string, era: number, pages: readonly ExposureFacts[]): ExposuresMessage {
  const names = [...new Set(pages.map(({ account }) => Buffer.from(account).toString("hex")))];
  const places = new Map(names.map((name, place) => [name, place]));
  const counts = pages.map(({ stakes }) => stakes.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const validator = new Uint16Array(total);
  const page = new Uint16Array(total);
  const nominator = new Uint8Array(total * accountBytes);
  let row = 0;
  for (const one of pages) {
    const end = row + one.stakes.length;
    validator.fill(places.get(Buffer.from(one.account).toString("hex")) ?? 0, row, end);
    page.fill(one.page, row, end);
    nominator.set(one.nominators, row * accountBytes);
    row = end;
  }
  return {
    type: "exposures",
    network,
    era,
    validators: packAccounts(names.map((name) => Buffer.from(name, "hex"))),
    validator: pack(validator),
    page: pack(page),
    nominator: pack(nominator),
    stake: pages.flatMap(({ stakes }) => stakes.map(String)),
  };
}

/** Whole pages in messages of about a quarter of a megabyte. Before there were pages, one had up to 22,500 nominators. */
export function toExposuresMessages(
  network: string,
  era: number,
  exposures: readonly ExposureFacts[],
): ExposuresMessage[] {
  const messages: ExposuresMessage[] = [];
  let pages: ExposureFacts[] = [];
  let size = 0;
  for (const page of exposures) {
    if (size > 0 && size + page.stakes.length > exposuresPerMessage) {
      messages.push(toExposuresMessage(network, era, pages));
      pages = [];
      size = 0;
    }
    pages.push(page);
    size += page.stakes.length;
  }
  if (size > 0) messages.push(toExposuresMessage(network, era, pages));
  return messages;
}

export function toClaimsMessage(
  network: string,
  era: number,
  readEra: number,
  claims: readonly { account: Uint8Array; pages: number[] }[],
): ClaimsMessage {
  const rows = claims
    .flatMap(({ account, pages }) => pages.map((page) => ({ account, page })))
    .sort((a, b) => Buffer.compare(a.account, b.account) || a.page - b.page);
  return {
    type: "claims",
    network,
    era,
    read_era: readEra,
    validator: packAccounts(rows.map(({ account }) => account)),
    page: packNumbers(rows.map(({ page }) => page)),
  };
}

function toPayoutsMessage(network: string, readEra: number, pages: readonly PaidPage[]) {
  return {
    network,
    read_era: readEra,
    validator: packAccounts(pages.map(({ account }) => account)),
    page: packNumbers(pages.map(({ page }) => page)),
    block: packNumbers(pages.map(({ block }) => block)),
    block_hash: packAccounts(pages.map(({ hash }) => Buffer.from(hash.slice(2), "hex"))),
    extrinsic: pages.map(({ extrinsic }) => extrinsic),
    validator_amount: pages.map(({ toValidator }) => toValidator.toString()),
    incentive: pages.map(({ incentive }) => incentive.toString()),
    nominator_amount: pages.map(({ toNominators }) => toNominators.toString()),
    nominator_count: packNumbers(pages.map(({ paidNominators }) => paidNominators)),
  };
}

/** One message per paid era. */
export function toPayoutsMessages(
  network: string,
  readEra: number,
  source: EraSource,
  pages: readonly PaidPage[],
): PayoutsMessage[] {
  const eras = [...new Set(pages.map(({ era }) => era))].sort((a, b) => a - b);
  return eras.map((era) => ({
    type: "payouts",
    era,
    source,
    ...toPayoutsMessage(
      network,
      readEra,
      pages.filter((one) => one.era === era),
    ),
  }));
}

export function toBusMessage(message: PolkadotMessage): BusMessage {
  const topic = message.type === "names" ? polkadotTopics.name : polkadotTopics.era;
  return {
    topic: topic.name,
    key: message.network,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions[message.type]) },
  };
}
