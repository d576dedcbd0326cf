/** Private sets: made, filled, listed. What their validators did is in sets.ts. */
import { z } from "zod";
import { ApiError } from "../../../lib/errors.ts";
import { tagAddition, tagRecord, tagRemoval, tagValidator } from "../../../schemas/eth/tagRecords.ts";
import { orderedPaging } from "../../../schemas/request.ts";
import { defineEndpoint, type Endpoint, type EndpointRequest } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { validatorsByIndex } from "../../eth/identities.ts";
import {
  addToTag,
  callKeysMax,
  createTag,
  deleteTag,
  readTag,
  removeFromTag,
  renameTag,
  tagIdOf,
} from "../../eth/tags.ts";
import { validatorPubkey } from "../../eth/validators.ts";
import type { Services } from "../../services.ts";

const tag = "Ethereum private sets";
/** A unit for each 8 bytes, and the price of a validator. */
const weight = { bytes: 8, row: 128 };

export const setId = z
  .uuid("Input should be the identifier of a private set, a UUID")
  .transform((text) => text.toLowerCase())
  .pipe(z.uuid())
  .describe("Identifier of a private set. One of another organization is unknown")
  .meta({ example: "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10" });

const pubkeys = z
  .array(validatorPubkey)
  .max(callKeysMax, `At most ${callKeysMax} values are allowed`)
  .describe("Public keys. A key that is not on the chain yet counts as soon as it is");

const examplePubkey = `0x${"00000001".repeat(12)}`;

const name = z
  .string()
  .max(200, "At most 200 characters are allowed")
  .regex(/\S/, "Input should not be empty")
  .describe("Name, which need not be unique");

const newTag = z
  .strictObject({
    name,
    pubkeys: pubkeys.default([]),
    indices: z
      .array(z.int().min(0).max(4_294_967_295))
      .max(callKeysMax, `At most ${callKeysMax} values are allowed`)
      .default([])
      .describe(`Indices of known validators; with the public keys no more than ${callKeysMax}`),
  })
  .meta({
    id: "NewEthereumTag",
    example: { name: "my validators", pubkeys: [examplePubkey], indices: [2, 3] },
  });

const additions = z
  .strictObject({ pubkeys: pubkeys.min(1, "At least one public key is needed") })
  .meta({ id: "NewEthereumTagValidators", example: { pubkeys: [examplePubkey] } });

const newName = z
  .strictObject({ name })
  .meta({ id: "NewEthereumTagName", example: { name: "our validators" } });

/** Indices become public keys, since a set is one of keys. @throws ApiError 400 naming unknown indices */
async function keysOf(
  { network, body }: EndpointRequest & { body: z.output<typeof newTag> },
  services: Services,
): Promise<string[]> {
  const validators = await validatorsByIndex(services, network, body.indices);
  const pubkeyOf = new Map(validators.map(({ validatorIndex, pubkey }) => [validatorIndex, pubkey]));
  const unknown = body.indices.flatMap((index, position) =>
    pubkeyOf.has(index)
      ? []
      : [
          {
            loc: ["body", "indices", position],
            msg: `There is no validator ${index} on ${network}`,
            type: "value_error.unknown",
          },
        ],
  );
  if (unknown.length > 0) throw new ApiError(400, unknown);
  const keys = [...new Set([...body.pubkeys, ...pubkeyOf.values()])];
  if (keys.length > callKeysMax) {
    const msg = `At most ${callKeysMax} validators are allowed`;
    throw new ApiError(400, [{ loc: ["body", "indices"], msg, type: "value_error.too_many" }]);
  }
  return keys;
}

/** The original has the changing operations below two addresses. */
function changesOf(base: string, suffix: string): Endpoint[] {
  const shared = { tag, chain, kind: "custom", query: z.object({}), weight, isPrivate: true } as const;
  return [
    defineEndpoint({
      ...shared,
      operation: `createTag${suffix}`,
      method: "post",
      path: base,
      summary: "Create a private set of validators",
      description:
        "Only the organization of the key sees the set, and how many it may have depends on its tier. " +
        "128 compute units for each validator.",
      status: 201,
      params: z.object({}),
      body: { schema: newTag },
      response: tagRecord,
      handle: async (request, services) => {
        const keys = await keysOf(request, services);
        const text = await createTag(services, request, { name: request.body.name, pubkeys: keys });
        return { text, rows: keys.length };
      },
    }),
    defineEndpoint({
      ...shared,
      operation: `addTagValidators${suffix}`,
      method: "post",
      path: `${base}/{tag_id}/validators`,
      summary: "Add validators to a private set",
      description:
        "A validator counts on all its days, also on those before it was added. 128 compute units for each public key.",
      params: z.object({ tag_id: setId }),
      body: { schema: additions },
      response: tagAddition,
      handle: async (request, services) => {
        const distinctPubkeys = [...new Set(request.body.pubkeys)];
        const { tag, pubkeysAdded } = await addToTag(
          services,
          tagIdOf(request, request.params.tag_id),
          distinctPubkeys,
        );
        return { text: `{"tag":${tag},"pubkeysAdded":${pubkeysAdded}}`, rows: distinctPubkeys.length };
      },
      // By the price list: nothing for bytes.
      weight: { bytes: Number.POSITIVE_INFINITY, row: 128 },
    }),
    defineEndpoint({
      ...shared,
      operation: `removeTagValidator${suffix}`,
      method: "delete",
      path: `${base}/{tag_id}/validators/{pubkey}`,
      summary: "Remove a validator from a private set",
      description:
        "History is not rewritten: the validator stays in the records of days that had begun by the newest epoch that records cover. " +
        "Added again, it counts on all its days.",
      params: z.object({
        tag_id: setId,
        pubkey: validatorPubkey
          .describe("Public key of a validator in the set")
          .meta({ example: examplePubkey }),
      }),
      response: tagRemoval,
      handle: async (request, services) => {
        const { tag_id, pubkey } = request.params;
        const tag = await removeFromTag(services, tagIdOf(request, tag_id), pubkey);
        return { text: `{"tag":${tag},"pubkeysRemoved":1}`, rows: 0 };
      },
    }),
  ];
}

const tags = defineEndpoint({
  operation: "tags",
  method: "get",
  path: "/v1/eth/tags",
  tag,
  chain,
  summary: "Private sets of the organization on the network, oldest first",
  kind: "list",
  params: z.object({}),
  query: z.object(orderedPaging),
  answer: { row: tagRecord, sql: "v1/eth/tags.sql" },
  prepare: async ({ network, caller, query }) => ({
    values: { network, organizationId: caller.organizationId, ...query },
  }),
  weight: { bytes: 8, row: 2 },
  isPrivate: true,
});

const oneTag = defineEndpoint({
  operation: "tag",
  method: "get",
  path: "/v1/eth/tags/{tag_id}",
  tag,
  chain,
  summary: "One private set of the organization",
  kind: "one",
  params: z.object({ tag_id: setId }),
  query: z.object({}),
  answer: { row: tagRecord, sql: "v1/eth/tag.sql" },
  prepare: async (request) => ({ values: tagIdOf(request, request.params.tag_id) }),
  weight: { bytes: 8, row: 2 },
  isPrivate: true,
});

const tagValidators = defineEndpoint({
  operation: "tagValidators",
  method: "get",
  path: "/v1/eth/tags/{tag_id}/validators",
  tag,
  chain,
  summary: "Validators that belong to a private set, in the order of their public keys",
  kind: "list",
  params: z.object({ tag_id: setId }),
  query: z.object(orderedPaging),
  answer: { row: tagValidator, sql: "v1/eth/tag_validators.sql" },
  prepare: async (request, services) => {
    const id = tagIdOf(request, request.params.tag_id);
    await readTag(services, id);
    return { values: { ...id, ...request.query } };
  },
  weight: { bytes: 8, row: 2 },
  isPrivate: true,
});

const wholeSet = {
  tag,
  chain,
  kind: "custom",
  params: z.object({ tag_id: setId }),
  query: z.object({}),
  response: tagRecord,
  weight: { bytes: 8, row: 0 },
  isPrivate: true,
} as const;

const rename = defineEndpoint({
  ...wholeSet,
  operation: "renameTag",
  method: "post",
  path: "/v1/eth/tags/{tag_id}/rename",
  summary: "Give a private set another name",
  body: { schema: newName, bytesMax: 16_384 },
  handle: async (request, services) => ({
    text: await renameTag(services, tagIdOf(request, request.params.tag_id), request.body.name),
    rows: 1,
  }),
});

const remove = defineEndpoint({
  ...wholeSet,
  operation: "deleteTag",
  method: "delete",
  path: "/v1/eth/tags/{tag_id}",
  summary: "Delete a private set",
  description: "Its records are deleted too, and it no longer counts towards the tier's limit.",
  handle: async (request, services) => ({
    text: await deleteTag(services, tagIdOf(request, request.params.tag_id)),
    rows: 1,
  }),
});

export const tagEndpoints: readonly Endpoint[] = [
  ...changesOf("/v1/eth/tags", ""),
  ...changesOf("/v1/tags", "Alias"),
  tags,
  oneTag,
  tagValidators,
  rename,
  remove,
];
