/** Claims, as the runtime reports them: StakingApi. A point is an era. */
import pMap from "p-map";
import { z } from "zod";
import type { StateAt } from "../../ingest/polkadot/api/chain.ts";
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import { createChoices } from "../choices.ts";
import type { Figure, Kind } from "../figure.ts";
import { accountOf, explainValidator, orMissing, sampleValidators, storedEra } from "./source.ts";

const validatorCount = 128;
const callsAtOnce = 16;

const pageCount = z
  .string()
  .regex(/^0x[0-9a-f]{8}$/)
  .transform((hex) => Buffer.from(hex.slice(2), "hex").readUInt32LE());
const hasPages = z.enum(["0x00", "0x01"]).transform((hex) => hex === "0x01");

/** SCALE: the era, and the account as it is. */
function argumentsOf(era: number, validator: string): string {
  const index = Buffer.alloc(4);
  index.writeUInt32LE(era);
  return `0x${Buffer.concat([index, accountOf(validator)]).toString("hex")}`;
}

async function readValidator(state: StateAt, era: number, validator: string): Promise<Figure[]> {
  const call = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    state.request("state_call", [`StakingApi_${name}`, argumentsOf(era, validator)], schema);
  return [
    {
      ...{ subject: validator, item: "page_count" },
      value: String(await call("eras_stakers_page_count", pageCount)),
    },
    {
      ...{ subject: validator, item: "has_unclaimed_pages" },
      value: String(await call("pending_rewards", hasPages)),
    },
  ];
}

/**
 * Pages that can be claimed, and whether any is unclaimed (polkadot-sdk, pallet-staking-async, session_rotation.rs,
 * exposure_page_count and pending_rewards), after the block at which the listener last read the claims.
 */
export function claims({ eras }: PolkadotInfo): Kind {
  const choices = createChoices<{ validators: string[]; day: string | null }>({ validators: [], day: null });
  return {
    name: "claims",
    title: "pages and claims of validators",
    source: "state_call of StakingApi_eras_stakers_page_count and StakingApi_pending_rewards",
    read: (era, context) =>
      orMissing(async () => {
        const stored = await storedEra(era, context);
        if ("missing" in stored) return stored;
        const [claimed] = await context.rows<{ read_era: number }>("polkadot/verify_claims_read");
        if (claimed === undefined) return { missing: `the warehouse holds no claims of era ${era}` };
        const { source, hash } = await eras.end(claimed.read_era, context.signal);
        const state = await eras.chainOf(source).at(hash);
        const validators = await sampleValidators(context, validatorCount);
        choices.set(era, { validators, day: stored.recorded_day });
        const read = (validator: string) => readValidator(state, era, validator);
        return (await pMap(validators, read, { concurrency: callsAtOnce })).flat();
      }),
    own: { sql: "polkadot/verify_claims", values: choices.of },
    explain: ({ subject }, date) => explainValidator(subject, date),
  };
}
