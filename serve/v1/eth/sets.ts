/** Performance of the validators of a private set. */
import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { membersOf, tagIdOf } from "../../eth/tags.ts";
import { groupEndpoints } from "./groupSegments.ts";
import { setId } from "./tags.ts";

export const setEndpoints = groupEndpoints(
  {
    of: "set",
    members: "Validators of the set",
    statements: {
      effectiveness: "v1/eth/set_effectiveness.sql",
      attestations: "v1/eth/set_attestations.sql",
      proposals: "v1/eth/set_proposals.sql",
      rewards: "v1/eth/set_rewards.sql",
      penalties: "v1/eth/set_penalties.sql",
    },
  },
  ({ name, operation, what, row, sql }) =>
    defineEndpoint({
      operation,
      method: "get",
      path: `/v1/eth/sets/{set_id}/${name}`,
      tag: "Ethereum private sets",
      chain,
      summary: `${what} of all validators of a private set`,
      description:
        "Over all days, also those before the set was made. A validator that was removed stays in the records of " +
        "days that had begun by then.",
      kind: "list",
      params: z.object({ set_id: setId }),
      query: periodQuery(row),
      answer: { row, sql },
      prepare: async (request, services) => {
        const members = await membersOf(services, tagIdOf(request, request.params.set_id));
        const removed = members.filter(({ lastEpoch }) => lastEpoch !== null);
        return {
          values: {
            ...(await periodValues(request, services, { segment: name })),
            indices: members.map(({ validatorIndex }) => validatorIndex),
            removedIndices: removed.map(({ validatorIndex }) => validatorIndex),
            lastEpochs: removed.map(({ lastEpoch }) => Number(lastEpoch)),
          },
        };
      },
      weight: { bytes: 8, row: 10 },
      isPrivate: true,
    }),
);
