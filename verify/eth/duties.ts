/** Duties as beacon nodes assign them: /eth/v1/validator/duties. */
import { z } from "zod";
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Figure, Kind } from "../figure.ts";
import { explainValidator, sampledValidators, slotOf, validatorsOf } from "./sample.ts";

/**
 * The committee of each validator of a sample, and its place there. The warehouse derives both from the committees of the
 * epoch's state. Nodes serve old epochs only if they keep that state.
 */
export function attesterDuties({ client }: EthInfo): Kind {
  return {
    name: "attester_duties",
    title: "attestation duties",
    source: "POST /eth/v1/validator/duties/attester/{epoch}",
    read: async (epoch, context) => {
      const duties = await client.attesterDuties(epoch, await sampledValidators(context), context.signal);
      return {
        figures: duties.flatMap(({ validator_index, ...duty }) =>
          Object.entries(duty).map(([item, value]) => ({
            subject: String(validator_index),
            item,
            value: String(value),
          })),
        ),
      };
    },
    own: {
      sql: "eth/verify_attester_duties",
      values: (_epoch, figures) => ({ validators: validatorsOf(figures) }),
    },
    explain: explainValidator("attestation"),
  };
}

const slotRecord = z.object({ validatorIndex: z.number() });

/**
 * The proposer of each slot. The warehouse has the proposer that signed the block, and for other slots the duty. The genesis
 * slot has no duty.
 */
export function proposerDuties({ client, chain }: EthInfo): Kind {
  return {
    name: "proposer_duties",
    title: "proposer duties",
    source: "GET /eth/v2/validator/duties/proposer/{epoch}",
    read: async (epoch, { signal }) => {
      const { value } = await client.proposerDuties(epoch, epoch * chain.slotsPerEpoch, signal);
      const duties = value.filter(({ slot }) => slot > 0);
      return {
        figures: duties.map(({ slot, validator_index }) => ({
          subject: "",
          item: `proposer_index at slot ${slot}`,
          value: String(validator_index),
        })),
      };
    },
    own: { sql: "eth/verify_proposer_duties" },
    api: ({ item }) => ({
      path: `/v0/eth/blocks/${slotOf(item)}`,
      pick: (body) => {
        const record = slotRecord.safeParse(body).data;
        return record === undefined ? undefined : String(record.validatorIndex);
      },
    }),
  };
}

/** Members whose seats are compared, and other validators, which must have none. */
const membersMax = 512;

/**
 * Seats in the sync committee. Nodes leave out validators without one; an empty list of seats says the same. Prysm
 * subscribes to the subnets of all validators that are requested (beacon-chain/rpc/eth/validator/handlers.go,
 * GetSyncCommitteeDuties), so it is not requested.
 */
export function syncDuties({ client }: EthInfo): Kind {
  return {
    name: "sync_duties",
    title: "sync committee duties",
    source: "POST /eth/v1/validator/duties/sync/{epoch}",
    read: async (epoch, context) => {
      const members = await context.rows<{ validator_index: number }>("eth/verify_sync_members", {
        size: membersMax,
      });
      if (members.length === 0) return { missing: "no sync committee before Altair" };
      if (context.software.some((name) => /^prysm/i.test(name)))
        return { missing: "Prysm would subscribe to the subnets of the requested validators" };
      const others = await sampledValidators(context);
      const ids = new Set([...members.map(({ validator_index }) => validator_index), ...others]);
      const duties = await client.syncDuties(
        epoch,
        [...ids].sort((one, other) => one - other),
        context.signal,
      );
      const figures = duties.flatMap(
        ({ pubkey, validator_index, validator_sync_committee_indices: seats }): Figure[] => {
          const subject = String(validator_index);
          if (seats.length === 0) return [];
          const sorted = [...seats].sort((one, other) => one - other);
          return [
            { subject, item: "pubkey", value: pubkey },
            { subject, item: "seats", value: sorted.join(",") },
          ];
        },
      );
      return { figures };
    },
    own: { sql: "eth/verify_sync_duties" },
    explain: explainValidator("sync_committee"),
  };
}

/**
 * Validators whose vote of an epoch was included in the same epoch and earned a flag: every source of liveness has seen
 * them. Most nodes answer for the current and the last epoch only, which are not final yet: Lodestar, for example
 * (packages/beacon-node/src/api/impl/validator). Prysm reads the participation flags of the epoch's last state, and
 * answers for old epochs, too (v7, beacon-chain/rpc/eth/validator/handlers.go, GetLiveness).
 */
export function liveness({ client }: EthInfo): Kind {
  return {
    name: "liveness",
    title: "liveness of validators",
    source: "POST /eth/v1/validator/liveness/{epoch}",
    read: async (epoch, { rows, signal }) => {
      const voters = await rows<{ validator_index: number }>("eth/verify_live_validators", { size: 1024 });
      if (voters.length === 0)
        return { missing: "no vote of the epoch was included in it with a timely source or target" };
      const ids = voters.map(({ validator_index }) => validator_index);
      const answers = await client.liveness(epoch, ids, signal);
      return {
        figures: answers.map(({ index, is_live }) => ({
          subject: String(index),
          item: "is_live",
          value: String(is_live),
        })),
      };
    },
    own: { sql: "eth/verify_liveness", values: () => ({ size: 1024 }) },
    explain: explainValidator("attestation"),
  };
}
