/** Rewards of attestations as beacon nodes compute them: /eth/v1/beacon/rewards/attestations. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Kind } from "../figure.ts";
import { explainValidator, sampledValidators, validatorsOf } from "./sample.ts";

/** Rewards of attestations for source, target and head, and penalties of an inactivity leak, per validator. */
export function attestationRewards({ client }: EthInfo): Kind {
  return {
    name: "attestation_rewards",
    title: "rewards of attestations",
    source: "POST /eth/v1/beacon/rewards/attestations/{epoch}",
    read: async (epoch, context) => {
      const validators = await sampledValidators(context);
      const { value } = await client.attestationRewards(epoch, validators, context.signal);
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
        validators: validatorsOf(figures),
        items: [...new Set(figures.map(({ item }) => item))],
      }),
    },
    explain: explainValidator("attestation"),
  };
}
