/** What the validators of a private set did together: five records, which differ in their fields only. */
import { z } from "zod";
import {
  setAttestations,
  setEffectiveness,
  setPenalties,
  setProposals,
  setRewards,
} from "../../../schemas/eth/setRecords.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { membersOf, tagIdOf } from "../../eth/tags.ts";
import { setId } from "./tags.ts";

function setEndpoint(segment: string, summary: string, row: z.ZodObject, sql: string): Endpoint {
  return defineEndpoint({
    operation: `set${segment[0]?.toUpperCase()}${segment.slice(1)}`,
    method: "get",
    path: `/v1/eth/sets/{set_id}/${segment}`,
    tag: "Ethereum private sets",
    chain,
    summary: `${summary} of all validators of a private set`,
    description:
      "Over all days, also those before the set was made. A validator that was removed stays in the records of days " +
      "that had begun by then.",
    kind: "list",
    params: z.object({ set_id: setId }),
    query: periodQuery(row),
    answer: { row, sql },
    prepare: async (request, services) => {
      const members = await membersOf(services, tagIdOf(request, request.params.set_id));
      const removed = members.filter(({ lastEpoch }) => lastEpoch !== null);
      return {
        values: {
          ...(await periodValues(request, services)),
          indices: members.map(({ validatorIndex }) => validatorIndex),
          removedIndices: removed.map(({ validatorIndex }) => validatorIndex),
          lastEpochs: removed.map(({ lastEpoch }) => Number(lastEpoch)),
        },
      };
    },
    weight: { bytes: 8, row: 10 },
    isPrivate: true,
  });
}

export const setEndpoints: readonly Endpoint[] = [
  setEndpoint("effectiveness", "Ratings", setEffectiveness, "v1/eth/set_effectiveness.sql"),
  setEndpoint(
    "attestations",
    "Attestations and sync signatures",
    setAttestations,
    "v1/eth/set_attestations.sql",
  ),
  setEndpoint("proposals", "Proposals", setProposals, "v1/eth/set_proposals.sql"),
  setEndpoint("rewards", "Rewards", setRewards, "v1/eth/set_rewards.sql"),
  setEndpoint("penalties", "Penalties", setPenalties, "v1/eth/set_penalties.sql"),
];
