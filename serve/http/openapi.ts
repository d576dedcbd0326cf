/** OpenAPI 3.1 from the declarations: the very schemas that check requests and that the SQL is compared with. */
import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { ServedChain } from "../chain.ts";
import type { Endpoint } from "../endpoint.ts";
import { responsesOf } from "./openapi/answers.ts";
import { addExamples } from "./openapi/examples.ts";
import { addLinks } from "./openapi/links.ts";
import {
  fieldsOf,
  nameParameters,
  networkComponentOf,
  networkParameter,
  parameterOf,
  schemaOptions,
} from "./openapi/parameters.ts";
import { headers } from "./openapi/refusals.ts";
import { tagDescriptions } from "./openapi/tags.ts";

/** A retired endpoint takes anything. */
const retiredParameters = (path: string): oas31.ParameterObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    parameterOf("path", name, z.string().meta({ example: "1" })),
  );

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const described = {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    responses: responsesOf(endpoint),
  };
  if (endpoint.kind === "gone")
    return { ...described, deprecated: true, parameters: retiredParameters(endpoint.path) };
  const body = endpoint.kind === "custom" ? endpoint.body : undefined;
  return {
    ...described,
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    parameters: [
      ...fieldsOf("path", endpoint.params),
      ...fieldsOf("query", endpoint.query),
      ...(endpoint.chain === undefined
        ? []
        : [{ $ref: `#/components/parameters/${networkComponentOf(endpoint.chain)}` }]),
    ],
    ...(endpoint.needsOneOf === undefined ? {} : { "x-needs-one-of": [...endpoint.needsOneOf] }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body.schema } } } }),
  };
}

function chainsOf(endpoints: readonly Endpoint[]): ServedChain[] {
  const chains = endpoints.flatMap((endpoint) => (endpoint.kind === "gone" ? [] : (endpoint.chain ?? [])));
  return [...new Map(chains.map((chain) => [chain.id, chain])).values()];
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
  const chains = chainsOf(endpoints);
  const introduction = "Performance of validators, computed from finalized chain data.";
  const notes = chains.flatMap(({ note }) => note ?? []);
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Validator Analytics API",
        version: "1.0",
        description: [introduction, ...new Set(notes)].join(" "),
        contact: { name: "The operator of this server" },
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      externalDocs: { url: `${basePath}/docs`, description: "Documentation of this server" },
      servers: [{ url: basePath || "/", description: "This server" }],
      security: [{ bearer: [] }],
      tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => {
        const description = tagDescriptions[name];
        return description === undefined ? { name } : { name, description };
      }),
      paths,
      components: {
        headers,
        parameters: Object.fromEntries(
          chains.map((chain) => [networkComponentOf(chain), networkParameter(chain)]),
        ),
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "va_<id>_<secret>",
            description: "API key, created by the operator of this server: Authorization: Bearer va_…",
          },
        },
      },
    },
    schemaOptions,
  );
  addExamples(document);
  addLinks(document);
  nameParameters(document);
  return document;
}
