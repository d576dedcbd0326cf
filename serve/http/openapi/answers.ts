/** Success responses: their bodies and headers. */
import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import {
  answersOf,
  type Endpoint,
  pageFieldOf,
  type RowsEndpoint,
  type ServedEndpoint,
} from "../../endpoint.ts";
import { header, rateHeaders, refusalsOf } from "./refusals.ts";
import { textContentsOf } from "./texts.ts";

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
  const records = [...new Set(answersOf(endpoint).map((answer) => recordOf(endpoint, answer.row)))];
  const [first = z.object({})] = records;
  const record = records.length === 1 ? first : z.union(records);
  switch (endpoint.kind) {
    case "page": {
      const fields = (endpoint.pageFields ?? []).map((each) => {
        const [name, parameter] = pageFieldOf(each);
        const field = endpoint.query.shape[parameter] as z.ZodType | undefined;
        const when = field === undefined ? "Always null" : `The parameter \`${parameter}\`; null without it`;
        return [name, (field?.nullable() ?? z.null()).describe(when)];
      });
      return z
        .object({
          page: z.object(Object.fromEntries(fields)).describe("The query as parsed"),
          total: z.int().describe("Records of the whole query"),
          data: z.array(record),
          next: addressOrNull.describe(
            "Path of the next page, relative to the API's address; null on the last page",
          ),
        })
        .meta({ id: `${nameOf(endpoint)}Page` });
    }
    case "list":
      return z
        .object({
          previous: addressOrNull.describe("Address of the page before; null on the first page"),
          next: addressOrNull.describe("Address of the next page; null on the last page"),
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

/** The contents of a success, by media type: the one place where they are made. */
const contentOf = (endpoint: ServedEndpoint) => ({
  "application/json": { schema: bodyOf(endpoint) },
  ...textContentsOf(endpoint),
});

const requestId = { "x-request-id": header("RequestId") };
const metering = {
  ...requestId,
  "x-service-compute-units": header("ComputeUnits"),
  "x-service-bytes-consumed": header("BytesConsumed"),
  ...rateHeaders,
};

const notModified: ZodOpenApiResponseObject = {
  id: "NotModified",
  description: "Not modified since the ETag in If-None-Match; free of charge",
  headers: { ...metering, ETag: header("ETag") },
};

function redirectOf(endpoint: ServedEndpoint): ZodOpenApiResponsesObject {
  if (endpoint.kind === "custom" || endpoint.redirects === undefined) return {};
  return {
    307: { description: endpoint.redirects, headers: { ...requestId, Location: header("Location") } },
  };
}

/** Everything that an operation may answer. */
export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const refused = refusalsOf(endpoint);
  if (endpoint.kind === "gone") return refused;
  const isKept = endpoint.kind !== "custom";
  const success: ZodOpenApiResponseObject = {
    description: "Success",
    headers: {
      ...metering,
      ...(isKept ? { ETag: header("ETag") } : {}),
      ...(endpoint.deprecated === true ? { Deprecation: header("Deprecation") } : {}),
    },
    content: contentOf(endpoint),
  };
  return {
    [endpoint.kind === "custom" && endpoint.status === 201 ? "201" : "200"]: success,
    ...(isKept ? { 304: notModified } : {}),
    ...redirectOf(endpoint),
    ...refused,
  };
}
