/** OpenAPI 3.1 from the declarations: the very schemas that check requests and that the SQL is compared with. */
import { z } from "zod";
import { answersOf, type Endpoint } from "../endpoint.ts";
import { networkHeaders } from "./network.ts";

type Json = Record<string, unknown>;

const safeIntegers = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Zod bounds every integer by what JavaScript holds; the API's integers have no such bound. */
function schemaOf(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum !== undefined && safeIntegers.has(jsonSchema.maximum)) delete jsonSchema.maximum;
      if (jsonSchema.minimum !== undefined && safeIntegers.has(jsonSchema.minimum)) delete jsonSchema.minimum;
    },
  }) as Json;
  delete json.$schema;
  return json;
}

function parametersOf(place: "path" | "query", schema: z.ZodObject): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...json } = schemaOf(field as z.ZodType);
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      schema: json,
      ...(json.type === "array" ? { style: "form", explode: true } : {}),
    };
  });
}

function rowsOf(endpoint: Endpoint): Json {
  const rows = answersOf(endpoint).map((answer) => {
    const row = schemaOf(answer.row);
    // `include` leaves fields out.
    if (Object.hasOwn(endpoint.query.shape, "include")) delete row.required;
    return row;
  });
  return rows.length === 1 ? (rows[0] ?? {}) : { anyOf: rows };
}

const textOrNull = { type: ["string", "null"] };

function bodyOf(endpoint: Endpoint): Json {
  const row = rowsOf(endpoint);
  const list = { type: "array", items: row };
  switch (endpoint.kind) {
    case "page": {
      const fields = schemaOf(endpoint.query).properties as Record<string, Json>;
      const page = Object.fromEntries(
        (endpoint.pageFields ?? []).map((name) => [name, { anyOf: [fields[name] ?? {}, { type: "null" }] }]),
      );
      return {
        type: "object",
        required: ["page", "total", "data", "next"],
        properties: {
          page: { type: "object", properties: page },
          total: { type: "integer", description: "Records of the whole query" },
          data: list,
          next: { ...textOrNull, description: "Relative address of the next page" },
        },
      };
    }
    case "list":
      return {
        type: "object",
        required: ["previous", "next", "pages", "results"],
        properties: {
          previous: { ...textOrNull, description: "Address of the page before" },
          next: { ...textOrNull, description: "Address of the next page" },
          pages: { type: "integer", description: "Number of pages" },
          results: list,
        },
      };
    case "array":
      return list;
    default:
      return row;
  }
}

const errorRef = (description: string, headers?: Json) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } },
});
const integerHeader = (description: string) => ({ description, schema: { type: "integer" } });

function responsesOf(endpoint: Endpoint): Json {
  const errors = {
    "400": errorRef("A field is wrong; the list names each"),
    "401": errorRef("No valid key"),
    "429": errorRef("Too many requests", {
      "Retry-After": integerHeader("Seconds to wait"),
      Age: integerHeader("Seconds for which the window has been active"),
    }),
    "500": errorRef("Internal error"),
  };
  if (endpoint.kind === "gone") return { "410": errorRef("Retired"), ...errors };
  const hasPath = Object.keys(endpoint.params.shape).length > 0;
  return {
    "200": {
      description: "Success",
      headers: {
        "x-request-id": { description: "Id of the request", schema: { type: "string" } },
        "x-service-compute-units": integerHeader("Compute units charged"),
        "x-service-bytes-consumed": integerHeader("Length of the body before compression"),
        ETag: { description: "Version of the answer", schema: { type: "string" } },
      },
      content: { "application/json": { schema: bodyOf(endpoint) } },
    },
    "304": { description: "Not modified since the ETag in If-None-Match; free of charge" },
    ...(Object.hasOwn(endpoint.params.shape, "validator_index_or_pubkey")
      ? {
          "307": {
            description: "Asked by public key: the address with the index is in Location",
            headers: { Location: { schema: { type: "string" } } },
          },
        }
      : {}),
    ...(hasPath ? { "404": errorRef("There is nothing of that name") } : {}),
    ...errors,
  };
}

function operationOf(endpoint: Endpoint): Json {
  const network = {
    name: networkHeaders[0],
    in: "header",
    required: false,
    description: `Network; default mainnet, or the only one served. ${networkHeaders[1]} is understood as well`,
    schema: { type: "string" },
  };
  return {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.deprecated === true || endpoint.kind === "gone" ? { deprecated: true } : {}),
    parameters: [
      ...parametersOf("path", endpoint.params),
      ...parametersOf("query", endpoint.query),
      ...(endpoint.network === "header" ? [network] : []),
    ],
    responses: responsesOf(endpoint),
  };
}

/** The document that /openapi.json answers. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Validator Analytics API",
      version: "1.0",
      description:
        "Performance of validators, computed from finalized chain data. Amounts on Ethereum are gwei unless a field says otherwise.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        ErrorResponse: {
          type: "object",
          required: ["detail"],
          properties: {
            detail: {
              anyOf: [
                { type: "string" },
                {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["loc", "msg", "type"],
                    properties: {
                      loc: { type: "array", items: { type: ["string", "integer"] } },
                      msg: { type: "string" },
                      type: { type: "string" },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    },
  };
}
