/** Rewards as beacon nodes compute them: /eth/v1/beacon/rewards. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Kind } from "../figure.ts";

/** Validators of a point: the whole registry of a large network would be 100 MB. */
const sampleSize = 1024;

/** Rewards of attestations for source, target and head, and penalties of an inactivity leak, per validator. */
export function attestationRewards({ client }: EthInfo): Kind {
  return {
    name: "attestation_rewards",
    title: "rewards of attestations",
    source: "POST /eth/v1/beacon/rewards/attestations/{epoch}",
    read: async (epoch, { signal, rows }) => {
      const sample = await rows<{ validator_index: number }>("eth/verify_validators", { size: sampleSize });
      const validators = sample.map(({ validator_index }) => validator_index);
      const { value } = await client.attestationRewards(epoch, validators, signal);
      return {
        figures: value.flatMap(({ validator_index, source, target, head, inactivity }) =>
          Object.entries({ source, target, head, inactivity }).flatMap(([item, gwei]) =>
            gwei === undefined
              ? []
              : [{ subject: String(validator_index), item: `${item}_gwei`, value: String(gwei) }],
          ),
        ),
      };
    },
    own: {
      sql: "eth/verify_attestation_rewards",
      values: (_epoch, figures) => ({
        validators: [...new Set(figures.map(({ subject }) => Number(subject)))],
      }),
    },
    explain: ({ subject }, date) =>
      `/v1/eth/validators/${subject}/explain?date=${date}&utc=true&kind=attestation`,
  };
}
