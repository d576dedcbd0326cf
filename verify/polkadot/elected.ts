/** Elected validators: stakes, pages and commissions, in storage of a later state. A point is an era. */
import pMap from "p-map";
import type { StateAt } from "../../ingest/polkadot/api/chain.ts";
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import { entryOf, readValue, type Uint } from "../../ingest/polkadot/storage.ts";
import { createChoices } from "../choices.ts";
import type { ApiFigure, Figure, Kind } from "../figure.ts";
import {
  accountOf,
  explainValidator,
  orMissing,
  sampleValidators,
  stateKeeping,
  storedEra,
} from "./source.ts";

/** Of some 600. */
const validatorCount = 256;
const callsAtOnce = 16;

type Overview = { total: Uint; own: Uint; nominatorCount: Uint; pageCount: Uint };
type Preferences = { commission: Uint };

async function readValidator(state: StateAt, era: number, validator: string): Promise<Figure[]> {
  const value = <Value>(name: string) => readValue<Value>(state, "staking", name, era, accountOf(validator));
  const overview = await value<Overview>("erasStakersOverview");
  const preferences = await value<Preferences>("erasValidatorPrefs");
  const values = {
    total_stake_planck: overview?.total,
    own_stake_planck: overview?.own,
    nominator_count: overview?.nominatorCount,
    page_count: overview?.pageCount,
    commission_ppb: preferences?.commission,
  };
  return Object.entries(values).flatMap(([item, number]) =>
    number === undefined ? [] : [{ subject: validator, item, value: number.toBigInt().toString() }],
  );
}

/** The day's record is that of its last era. */
function recordedNominators({ subject }: Figure, day: string): ApiFigure {
  return {
    path: `/v1/polkadot/validators/${subject}/rewards?fromDate=${day}&toDate=${day}`,
    pick: (body) => {
      const { results = [] } = body as { results?: { nominatorCount: number }[] };
      return results[0] === undefined ? undefined : String(results[0].nominatorCount);
    },
  };
}

type Choice = { validators: string[]; day: string | null };

/** The runtime's own totals of a validator's pages, compared with sums over its nominators. */
export function electedValidators(info: PolkadotInfo): Kind {
  const choices = createChoices<Choice>({ validators: [], day: null });
  const daysOfRecords = createChoices<{ day: string | null }>({ day: null });
  return {
    name: "elected_validators",
    title: "stakes, pages and commissions of elected validators",
    source: "state_getStorage of Staking.ErasStakersOverview and ErasValidatorPrefs",
    read: (era, context) =>
      orMissing(async () => {
        const stored = await storedEra(era, context);
        if ("missing" in stored) return stored;
        const state = await stateKeeping(info, era, context.signal);
        if (entryOf(state, "staking", "erasStakersOverview") === undefined)
          return { missing: `the runtime that ended era ${era} has no Staking.ErasStakersOverview` };
        const validators = await sampleValidators(context, validatorCount);
        choices.set(era, { validators, day: stored.recorded_day });
        daysOfRecords.set(era, { day: stored.is_last_of_day ? stored.recorded_day : null });
        const read = (validator: string) => readValidator(state, era, validator);
        return (await pMap(validators, read, { concurrency: callsAtOnce })).flat();
      }),
    own: { sql: "polkadot/verify_elected", values: choices.of },
    explain: ({ subject }, date) => explainValidator(subject, date),
    api: (figure, era) => {
      const { day } = daysOfRecords.of(era);
      return day === null || figure.item !== "nominator_count" ? undefined : recordedNominators(figure, day);
    },
  };
}
