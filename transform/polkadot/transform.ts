/**
 * The transform of Polkadot: raw rows first, then rewards of eras once all their facts are stored, then the records of
 * the days on which they ended, and claims compared with earned rewards. Each is recomputed as a whole from the tables
 * and replaced, so any order, repetition or interruption leads to the same tables.
 */
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import { versionUnits } from "../../lib/version.ts";
import {
  type PolkadotMessage,
  polkadotMessage,
  polkadotSchemaVersion,
  polkadotTopics,
} from "../../schemas/polkadot/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { announceNetwork, announceOnce } from "../frame/networks.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { daysAround } from "./heights.ts";
import { writeRaw } from "./raw.ts";

const chain = "polkadot";
/** Raise it when the maths changes: replayed eras and days replace older ones then. */
const modelRevision = 4;
/** A day's version, counted by its model: `known` is whether it is complete. */
const units = versionUnits({ revision: 24, eras: 38, known: 2 });
/** The version of claims: those that were read later win, then those with more payments. */
const claimUnits = versionUnits({ revision: 24, read: 22, payments: 18 });

type Era = { network: string; era: number };
type Day = { network: string; day: string };
type EraState = {
  announced_validators: number;
  announced_exposures: number;
  validators: string;
  exposures: string;
  claims: string;
};

const keyOfEra = ({ network, era }: Era) => `${network}/${era}`;

export function createPolkadotTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<PolkadotMessage> {
  const store = forChain(shared, chain);
  const models = loadModels(chain);
  const eras = createDirtyPeriods<Era>({ keyOf: keyOfEra, make: makeEra });
  const claims = createDirtyPeriods<Era>({ keyOf: keyOfEra, make: makeClaims });
  const days = createDirtyPeriods<Day>({ keyOf: ({ network, day }) => `${network}/${day}`, make: makeDay });

  async function run(window: string, values: { network: string; era?: number; day?: string }): Promise<void> {
    await runModels(store, models.get(window) ?? [], {
      ...values,
      revision: modelRevision,
      version_revision: units.revision,
      version_eras: units.eras,
      claim_revision: claimUnits.revision,
      claim_read: claimUnits.read,
    });
  }

  /** Rewards of an era, once all rows that it announces are stored; the messages with the rest mark it again. */
  async function makeEra({ network, era }: Era): Promise<void> {
    const [state] = await store.rows<EraState>(internalSql("polkadot/era_state"), { network, era });
    if (state === undefined) return;
    const isWhole =
      Number(state.validators) === state.announced_validators &&
      Number(state.exposures) === state.announced_exposures;
    if (!isWhole) return;
    await run("era", { network, era });
    if (Number(state.claims) > 0) claims.mark({ network, era });
    for (const day of await daysAround(store, network, { from: era, to: era })) days.mark({ network, day });
  }

  async function makeClaims({ network, era }: Era): Promise<void> {
    await run("claim", { network, era });
  }

  async function makeDay({ network, day }: Day): Promise<void> {
    const started = performance.now();
    await run("day", { network, day });
    const seconds = (performance.now() - started) / 1000;
    log.info({ network, unit: "day", height: day, seconds }, "day rolled up");
  }

  const announce = announceOnce((network) => announceNetwork(store, "polkadot", network));

  async function settle(scope: "due" | "all"): Promise<void> {
    await eras.settle(scope);
    await claims.settle(scope);
    await days.settle(scope);
  }

  return {
    chain,
    topics: Object.values(polkadotTopics),
    schema: polkadotMessage,
    schemaVersion: polkadotSchemaVersion,
    steadyTables: steadyTables(chain, polkadotTopics),
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      for (const message of messages) {
        if (message.type === "names") continue;
        const { network, era } = message;
        if (message.type === "claims" || message.type === "payouts") claims.mark({ network, era });
        else eras.mark({ network, era });
        if (message.type === "era") markComputed(chain, network, era, Date.parse(message.end_time) / 1000);
      }
      await settle("all");
    },
    recompute: async (network, range) => {
      await announce(network);
      const rows = await store.rows<{ era: number }>(internalSql("polkadot/eras_of_range"), {
        network,
        ...range,
      });
      for (const { era } of rows) eras.mark({ network, era });
      for (const day of await daysAround(store, network, range)) days.mark({ network, day });
    },
    recover: async () => {
      const revision = { revision: modelRevision, claim_revision: claimUnits.revision };
      for (const era of await store.rows<Era>(internalSql("polkadot/outdated_eras"), revision))
        eras.mark(era);
      for (const era of await store.rows<Era>(internalSql("polkadot/outdated_claims"), revision))
        claims.mark(era);
      for (const day of await store.rows<Day>(internalSql("polkadot/incomplete_days"))) days.mark(day);
    },
    settle,
  };
}
