import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { answersOf } from "../../serve/endpoint.ts";
import { endpoints } from "../../serve/endpoints.ts";
import { parameterOf } from "../../serve/http/openapi/parameters.ts";
import { listFields } from "../../serve/http/parse.ts";
import type { ServeFixture } from "../support/serve.ts";
import { expectOf, recordIn } from "./about.ts";
import { nameOf, rowsEndpoints, servedEndpoints } from "./samples.ts";

type SpecParameter = {
  name: string;
  in: "path" | "query" | "header";
  type: string;
  required: boolean;
  default?: unknown;
};
type SpecOperation = {
  method: string;
  path: string;
  kind: string;
  status: number;
  response: string | null;
  parameters: SpecParameter[];
};
const specification = JSON.parse(
  readFileSync(new URL("../../fixtures/spec/endpoints.json", import.meta.url), "utf8"),
) as {
  operations: SpecOperation[];
  /** Declared although the specification lacks them: the original answers them, too. */
  additions: string[];
};

/** The declarations are those of the specification, and make up a valid OpenAPI document. */
export function describeDocuments(fixtureOf: () => ServeFixture): void {
  describe("the specification's operations", () => {
    const declared = new Set(endpoints.map(nameOf));
    const specified = new Map(specification.operations.map((operation) => [nameOf(operation), operation]));

    it("are 93, each once", () => {
      expect(specification.operations).toHaveLength(93);
      expect(specified.size).toBe(93);
    });

    it("are all declared", () => {
      expect([...specified.keys()].filter((operation) => !declared.has(operation))).toEqual([]);
    });

    it("are all operations except the additions", () => {
      const added = [...declared].filter((operation) => !specified.has(operation));
      expect(added.sort()).toEqual([...specification.additions].sort());
    });

    it("have names of their own in OpenAPI", () => {
      expect(new Set(endpoints.map((endpoint) => endpoint.operation)).size).toBe(endpoints.length);
    });

    const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
    it.each(named.filter(([name]) => specified.has(name)))(
      "%s is of the specified kind and takes the specified parameters",
      (key, endpoint) => {
        const expectIt = expectOf(endpoint);
        const operation = specified.get(key);
        expectIt("the kind, as in fixtures/spec/endpoints.json", endpoint.kind).toBe(operation?.kind);
        // Retired operations accept anything.
        if (endpoint.kind === "gone") return;
        for (const parameter of operation?.parameters ?? []) {
          if (parameter.in === "header") {
            expectIt("the chain, which the header of the network needs", endpoint.chain).toBeDefined();
            continue;
          }
          const field = endpoint[parameter.in === "path" ? "params" : "query"].shape[
            parameter.name
          ] as z.ZodType;
          const name = `parameter \`${parameter.name}\` of the ${parameter.in}`;
          expectIt(`${name} is declared`, field).toBeDefined();
          const withoutValue = field.safeParse(undefined);
          expectIt(`${name} is optional`, withoutValue.success).toBe(!parameter.required);
          if (parameter.default !== undefined)
            expectIt(`default of ${name}`, withoutValue.data).toBe(parameter.default);
          const isList = listFields(endpoint.query).has(parameter.name);
          expectIt(`${name} is a list`, isList).toBe(parameter.type.startsWith("array"));
        }
      },
    );

    it.each(servedEndpoints)("%s has an example for every required parameter", (_, endpoint) => {
      const { params, query } = endpoint;
      const needed = [
        ...Object.entries(params.shape),
        ...Object.entries(query.shape).filter(
          ([, field]) => !(field as z.ZodType).safeParse(undefined).success,
        ),
      ];
      for (const [name, field] of needed) {
        const { example } = parameterOf("path", name, field as z.ZodType);
        const about = `example of parameter \`${name}\``;
        expectOf(endpoint)(about, example).toBeDefined();
        const { error } = (field as z.ZodType).safeParse(String(example));
        expectOf(endpoint)(`${about}, ${example}: its errors`, error?.issues).toBeUndefined();
      }
    });
  });

  describe("/openapi.json", () => {
    type Parameter = { $ref?: string; name: string; required: boolean; example?: unknown; schema: object };
    type Content = { "application/json": { schema: { $ref?: string; items?: { $ref?: string } } } };
    type Operation = {
      operationId: string;
      parameters: Parameter[];
      responses: Record<string, { $ref?: string; content?: Content }>;
    };
    type Document = {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
      components: {
        schemas: Record<string, { properties?: Record<string, { items?: object }> }>;
        parameters: Record<string, Parameter>;
      };
    };
    /** Parameters that several operations have are components. */
    const resolveParameter = ({ components }: Document, parameter: Parameter) =>
      components.parameters[parameter.$ref?.split("/").at(-1) ?? ""] ?? parameter;
    const read = async () => (await (await fixtureOf().app.request("/openapi.json")).json()) as Document;

    it("is valid OpenAPI 3.1 and has every endpoint with its fields", async () => {
      const document = await read();
      const result = await new Validator().validate(document);
      expect(result).toMatchObject({ valid: true });
      expect(document.openapi).toBe("3.1.0");
      for (const [, endpoint] of servedEndpoints) {
        const operation = document.paths[endpoint.path]?.[endpoint.method];
        const expectIt = expectOf(endpoint);
        expectIt("operationId in /openapi.json", operation?.operationId).toBe(endpoint.operation);
        const names = operation?.parameters.map((parameter) => resolveParameter(document, parameter).name);
        const header = endpoint.chain === undefined ? [] : ["X-Service-Network"];
        expectIt("parameters in /openapi.json", names).toEqual([
          ...Object.keys(endpoint.params.shape),
          ...Object.keys(endpoint.query.shape),
          ...header,
        ]);
      }
      const of = (path: string) =>
        (document.paths[path]?.get?.parameters ?? []).map((parameter) =>
          resolveParameter(document, parameter),
        );
      const [, size] = of("/v0/eth/validators");
      expect(size).toMatchObject({
        name: "size",
        required: false,
        schema: { type: "integer", minimum: 1, maximum: 200, default: 100 },
      });
      const [index] = of("/v0/eth/validators/{validator_index_or_pubkey}");
      expect(index?.example).toBe(1);
    });

    it("has CSV and NDJSON of all records, and SQL where it is available", async () => {
      const { paths } = await read();
      for (const [, endpoint] of rowsEndpoints) {
        const responses = paths[endpoint.path]?.[endpoint.method]?.responses ?? {};
        const types = Object.keys(responses[200]?.content ?? {});
        const isRefused = responses[406] !== undefined;
        expectOf(endpoint)("content types of 200 in /openapi.json", types).toEqual([
          ...["application/json", "text/csv", "application/x-ndjson"],
          ...(isRefused ? [] : ["application/sql"]),
        ]);
      }
    });

    it("names every record, envelope and error, for generated clients", async () => {
      const { paths, components } = await read();
      for (const [, endpoint] of rowsEndpoints) {
        const responses = paths[endpoint.path]?.[endpoint.method]?.responses ?? {};
        const schema = responses[200]?.content?.["application/json"].schema;
        const body = endpoint.kind === "array" ? schema?.items : schema;
        const expectIt = expectOf(endpoint);
        expectIt("schema of 200 in /openapi.json", body?.$ref).toMatch(/^#\/components\/schemas\//);
        for (const { row, sql } of answersOf(endpoint))
          expectIt(`\`.meta({ id })\` of the record of ${sql}`, row.meta()?.id, recordIn(row)).toBeDefined();
        for (const [status, response] of Object.entries(responses))
          if (Number(status) >= 400)
            expectIt(`response ${status}`, response.$ref, "serve/http/openapi/").toMatch(
              /^#\/components\/responses\//,
            );
      }
      expect(components.schemas.ValidatorsPage?.properties?.data?.items).toEqual({
        $ref: "#/components/schemas/ValidatorMetadata",
      });
      expect(components.schemas.ErrorResponse?.properties?.detail).toBeDefined();
    });
  });
}
