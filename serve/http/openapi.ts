/** OpenAPI 3.1 from the declarations: the very schemas that check requests and that the SQL is compared with. */
import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  createSchema,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import {
  answersOf,
  type Endpoint,
  pageFieldOf,
  type RowsEndpoint,
  type ServedEndpoint,
} from "../endpoint.ts";
import { networkHeaders } from "./network.ts";

const safeIntegers = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Zod bounds every integer by what JavaScript holds; the API's integers have no such bound. */
const options: CreateDocumentOptions = {
  override: ({ jsonSchema }) => {
    if (jsonSchema.maximum !== undefined && safeIntegers.has(jsonSchema.maximum)) delete jsonSchema.maximum;
    if (jsonSchema.minimum !== undefined && safeIntegers.has(jsonSchema.minimum)) delete jsonSchema.minimum;
  },
};

/** A field is documented by its output: the number, not the digits that it is read from. */
export function parameterOf(place: "path" | "query", name: string, field: z.ZodType): oas31.ParameterObject {
  const { schema } = createSchema(field, { io: "output", opts: options });
  const { description, example, ...json } = schema as oas31.SchemaObject;
  return {
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    schema: json,
    ...(json.type === "array" ? { style: "form", explode: true } : {}),
  };
}

/** Records that `include` may leave fields out of have a name of their own. */
const partsOf = new Map<z.ZodObject, z.ZodObject>();

function recordOf(endpoint: RowsEndpoint, row: z.ZodObject): z.ZodObject {
  if (!Object.hasOwn(endpoint.query.shape, "include")) return row;
  const part = partsOf.get(row) ?? row.partial().meta({ id: `${row.meta()?.id}Part` });
  partsOf.set(row, part);
  return part;
}

const addressOrNull = z.string().nullable();
const nameOf = (endpoint: Endpoint) => endpoint.operation.replace(/^./, (first) => first.toUpperCase());

/** The body of a success; envelopes are named by the operation. */
function bodyOf(endpoint: ServedEndpoint): z.ZodType {
  if (endpoint.kind === "custom") return endpoint.response;
  const records = answersOf(endpoint).map((answer) => recordOf(endpoint, answer.row));
  const [first = z.object({})] = records;
  const record = records.length === 1 ? first : z.union(records);
  switch (endpoint.kind) {
    case "page": {
      const fields = (endpoint.pageFields ?? []).map((each) => {
        const [name, asked] = pageFieldOf(each);
        const field = endpoint.query.shape[asked] as z.ZodType | undefined;
        return [name, field?.nullable() ?? z.null()];
      });
      return z
        .object({
          page: z.object(Object.fromEntries(fields)).describe("The query, as it was understood"),
          total: z.int().describe("Records of the whole query"),
          data: z.array(record),
          next: addressOrNull.describe("Address of the next page, to be put behind the address of the API"),
        })
        .meta({ id: `${nameOf(endpoint)}Page` });
    }
    case "list":
      return z
        .object({
          previous: addressOrNull.describe("Address of the page before"),
          next: addressOrNull.describe("Address of the next page"),
          pages: z.int().describe("Number of pages"),
          ...(endpoint.head === undefined
            ? { results: z.array(record) }
            : { ...endpoint.head.shape, rows: z.array(record) }),
        })
        .meta({ id: `${nameOf(endpoint)}List` });
    case "array":
      return z.array(record);
    case "one":
      return record;
  }
}

const fieldError = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })
  .meta({ id: "FieldError" });
const errorBody = z
  .object({ detail: z.union([z.string(), z.array(fieldError)]) })
  .meta({ id: "ErrorResponse" });

const integerHeader = (description: string) => ({ description, schema: { type: "integer" as const } });
const textHeader = (description: string) => ({ description, schema: { type: "string" as const } });

function refusal(id: string, description: string, headers?: oas31.HeadersObject): ZodOpenApiResponseObject {
  const content = { "application/json": { schema: errorBody } };
  return { id, description, ...(headers === undefined ? {} : { headers }), content };
}

const rateHeaders = {
  "RateLimit-Limit": integerHeader(
    "Requests a second that the key's tier allows; absent where it has no rate",
  ),
  "RateLimit-Remaining": integerHeader("How many of them are left"),
  "RateLimit-Reset": integerHeader("Seconds until all of them are back"),
};

const refusals = {
  400: refusal("BadRequest", "A field is wrong; the list names each"),
  401: refusal("NotAuthenticated", "No valid key"),
  403: refusal("NotAllowed", "The key, its tier or its organization may not do that"),
  404: refusal("NotFound", "There is nothing of that name"),
  410: refusal("Gone", "Retired"),
  413: refusal("BodyTooLarge", "The body is too large"),
  415: refusal("NoJson", "The body is not JSON by its content type"),
  429: refusal("TooManyRequests", "Too many requests", {
    "Retry-After": integerHeader("Seconds to wait"),
    Age: integerHeader("Seconds for which the window has been active"),
    ...rateHeaders,
  }),
  500: refusal("InternalError", "Internal error"),
  503: refusal("Overloaded", "Too much is being asked, or too much by this request; the detail says which", {
    "Retry-After": integerHeader("Seconds to wait, where waiting helps"),
  }),
};

const meteringHeaders = {
  "x-request-id": textHeader("Id of the request"),
  "x-service-compute-units": integerHeader("Compute units charged"),
  "x-service-bytes-consumed": integerHeader("Length of the body before compression"),
  ...rateHeaders,
};

function responsesOf(endpoint: ServedEndpoint): ZodOpenApiResponsesObject {
  const content = { "application/json": { schema: bodyOf(endpoint) } };
  const {
    400: wrong,
    401: unknown,
    403: notAllowed,
    404: notFound,
    413: large,
    415: noJson,
    429: many,
    500: broken,
    503: busy,
  } = refusals;
  const hasPath = Object.keys(endpoint.params.shape).length > 0;
  const always = {
    ...(hasPath ? { 404: notFound } : {}),
    400: wrong,
    401: unknown,
    403: notAllowed,
    429: many,
    500: broken,
    503: busy,
  };
  if (endpoint.kind === "custom") {
    const success = { description: "Success", headers: meteringHeaders, content };
    return {
      [endpoint.status === 201 ? "201" : "200"]: success,
      ...(endpoint.body === undefined ? {} : { 413: large, 415: noJson }),
      ...always,
    };
  }
  const headers = { ...meteringHeaders, ETag: textHeader("Version of the answer") };
  const location = { Location: { schema: { type: "string" as const } } };
  return {
    200: { description: "Success", headers, content },
    304: { description: "Not modified since the ETag in If-None-Match; free of charge" },
    ...(endpoint.redirects === undefined
      ? {}
      : { 307: { description: endpoint.redirects, headers: location } }),
    ...always,
  };
}

function networkParameter(mainNetwork: string): oas31.ParameterObject {
  return {
    name: networkHeaders[0],
    in: "header",
    required: false,
    description: `Network; default ${mainNetwork}, or the only one served. ${networkHeaders[1]} is understood as well`,
    schema: { type: "string" },
  };
}

const fieldsOf = (place: "path" | "query", schema: z.ZodObject) =>
  Object.entries(schema.shape).map(([name, field]) => parameterOf(place, name, field as z.ZodType));

/** A retired endpoint takes anything. */
const retiredParameters = (path: string): oas31.ParameterObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameterOf("path", name, z.string()));

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const described = {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  };
  if (endpoint.kind === "gone") {
    const { 401: unknown, 410: gone, 429: many, 500: broken } = refusals;
    const responses = { 410: gone, 401: unknown, 429: many, 500: broken };
    return { ...described, deprecated: true, parameters: retiredParameters(endpoint.path), responses };
  }
  const body = endpoint.kind === "custom" ? endpoint.body : undefined;
  return {
    ...described,
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    parameters: [
      ...fieldsOf("path", endpoint.params),
      ...fieldsOf("query", endpoint.query),
      ...(endpoint.chain === undefined ? [] : [networkParameter(endpoint.chain.mainNetwork)]),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body.schema } } } }),
    responses: responsesOf(endpoint),
  };
}

/**
 * The document that /openapi.json answers.
 * @param basePath path that a proxy serves the API under; "": the root
 */
export function openApiDocument(endpoints: readonly Endpoint[], basePath = ""): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) };
  }
  const notes = endpoints.flatMap((endpoint) =>
    endpoint.kind === "gone" ? [] : (endpoint.chain?.note ?? []),
  );
  const introduction = "Performance of validators, computed from finalized chain data.";
  const description = [introduction, ...new Set(notes)].join(" ");
  const license = { name: "Apache-2.0", identifier: "Apache-2.0" };
  return createDocument(
    {
      openapi: "3.1.0",
      info: { title: "Validator Analytics API", version: "1.0", description, license },
      servers: [{ url: basePath || "/" }],
      security: [{ bearer: [] }],
      tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
      paths,
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    options,
  );
}
