/**
 * Entities of a generated chain's days, added up from the model's days in plain loops, and the entities of validators by
 * the rules of the import. Shares no code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import type { Counters, ModelDay } from "./ethModelDay.ts";

/** A line of an imported file; of the kind `deposit`: the sender of the deposit that created a validator. */
export type ModelKey = {
  key: string;
  kind: "pubkey" | "index" | "withdrawal_address" | "deposit_address" | "deposit";
  idType: string;
  entity: string;
  from?: string;
  to?: string;
};

type Validator = { index: number; pubkey: string; withdrawalAddress: string | null };
export type Belonging = { idType: string; entity: string };

const ranks = { deposit: 0, withdrawal_address: 1, deposit_address: 2, pubkey: 3, index: 3 };

function isOf({ key, kind }: ModelKey, validator: Validator, deposits: readonly string[]): boolean {
  if (kind === "pubkey" || kind === "deposit") return key.toLowerCase() === validator.pubkey;
  if (kind === "index") return Number(key) === validator.index;
  if (kind === "withdrawal_address") return key.toLowerCase() === validator.withdrawalAddress;
  return deposits.includes(key.toLowerCase());
}

/** Of one type the lines of the most specific kind, the latest first. */
function best(keys: readonly ModelKey[], idType: string): ModelKey[] {
  const own = keys.filter((key) => key.idType === idType);
  const rank = Math.max(0, ...own.map(({ kind }) => ranks[kind]));
  return own
    .filter(({ kind }) => ranks[kind] === rank)
    .sort((a, b) => (b.from ?? "").localeCompare(a.from ?? "") || (a.entity < b.entity ? -1 : 1));
}

/** The entities of a validator on a date. */
export function belongingsOf(validator: Validator, keys: readonly ModelKey[], date: string): Belonging[] {
  const valid = keys.filter(({ from, to }) => (from ?? "") <= date && date <= (to ?? "9"));
  const direct = valid.filter((key) => key.kind !== "deposit_address" && isOf(key, validator, []));
  const deposits = best(direct, "depositAddress").map(({ entity }) => entity);
  const own = [
    ...direct,
    ...valid.filter((key) => key.kind === "deposit_address" && isOf(key, validator, deposits)),
  ];
  const belongings: Belonging[] = [];
  for (const idType of ["pool", "dvtNetwork", "nodeOperator", "dvtOperator", "depositAddress", "poolShare"]) {
    const lines = best(own, idType);
    const isSingle = idType === "pool" || idType === "dvtNetwork";
    const names = new Set((isSingle ? lines.slice(0, 1) : lines).map(({ entity }) => entity));
    for (const entity of names) belongings.push({ idType, entity });
  }
  const pool = belongings.find(({ idType }) => idType === "pool");
  if (pool !== undefined && !belongings.some(({ idType }) => idType === "poolShare"))
    for (const { entity } of belongings.filter(({ idType }) => idType === "nodeOperator"))
      belongings.push({ idType: "poolShare", entity: `${entity} - ${pool.entity}` });
  if (validator.withdrawalAddress !== null)
    belongings.push({ idType: "withdrawalAddress", entity: validator.withdrawalAddress });
  return belongings;
}

const farFuture = 2n ** 64n - 1n;

/** Validators in the state at an epoch's first slot. */
export function validatorsAt(chain: EthFixture, epoch: number) {
  const { validators } = canonicalSnapshot(chain, epoch * chain.constants.number("SLOTS_PER_EPOCH"));
  return validators.map((validator, index) => ({
    index,
    pubkey: validator.pubkey,
    withdrawalAddress: validator.withdrawalCredentials.startsWith("0x00")
      ? null
      : `0x${validator.withdrawalCredentials.slice(-40)}`,
    isActive:
      validator.activationEpoch <= BigInt(epoch) && BigInt(epoch) < (validator.exitEpoch ?? farFuture),
  }));
}

const types = [
  "pool",
  "poolShare",
  "nodeOperator",
  "depositAddress",
  "withdrawalAddress",
  "dvtNetwork",
  "dvtOperator",
];

export type EntityDay = {
  idType: string;
  entity: string;
  dayType: string;
  day: number;
  members: number;
  active: number;
  activeBalance: number;
  sums: Record<keyof Counters, number>;
  /** Of the daily values of the validators that have one. */
  means: Record<"uptime" | "correctness" | "delay" | "attester" | "proposer" | "rating", number | null>;
};

const mean = (values: readonly (number | null)[]) => {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
};
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Every entity of every day, by `idType/entity/dayType/day`; the network and those without an entity have no name. */
export function modelEntityDays(
  chain: EthFixture,
  days: readonly ModelDay[],
  keys: readonly ModelKey[],
): Map<string, EntityDay> {
  const groups = new Map<string, { day: ModelDay; isActive: boolean }[]>();
  const states = new Map(
    [...new Set(days.map(({ lastEpoch }) => lastEpoch))].map((epoch) => [epoch, validatorsAt(chain, epoch)]),
  );
  for (const day of days) {
    const validator = states.get(day.lastEpoch)?.[day.validator];
    if (validator === undefined)
      throw new Error(`Validator ${day.validator} is not in epoch ${day.lastEpoch}`);
    const belongings = belongingsOf(validator, keys, day.date);
    const none = types.filter((type) => !belongings.some(({ idType }) => idType === type));
    for (const { idType, entity } of [
      { idType: "network", entity: "" },
      ...belongings,
      ...none.map((idType) => ({ idType, entity: "" })),
    ]) {
      const key = `${idType}/${entity}/${day.dayType}/${day.day}`;
      groups.set(key, [...(groups.get(key) ?? []), { day, isActive: validator.isActive }]);
    }
  }
  return new Map(
    [...groups].map(([key, members]) => {
      const [idType = "", entity = ""] = key.split("/");
      const { day, dayType } = (members[0] as { day: ModelDay }).day;
      const own = members.map((member) => member.day);
      const sums = Object.fromEntries(
        Object.entries(own[0] as ModelDay)
          .filter(([, value]) => typeof value === "number")
          .map(([name]) => [name, own.reduce((sum, one) => sum + Number(one[name as keyof ModelDay]), 0)]),
      ) as Record<keyof Counters, number>;
      const active = members.filter(({ isActive }) => isActive);
      return [
        key,
        {
          idType,
          entity,
          dayType,
          day,
          members: members.length,
          active: active.length,
          activeBalance: active.reduce((sum, one) => sum + one.day.effectiveBalance, 0),
          sums,
          means: {
            uptime: mean(own.map((one) => ratio(one.attested, one.duties))),
            correctness: mean(own.map((one) => ratio(one.rightVotes, one.countedVotes))),
            delay: mean(own.map((one) => ratio(one.delay, one.attested))),
            attester: mean(own.map(({ attester }) => attester)),
            proposer: mean(own.map(({ proposer }) => proposer)),
            rating: mean(own.map(({ rating }) => rating)),
          },
        },
      ];
    }),
  );
}
