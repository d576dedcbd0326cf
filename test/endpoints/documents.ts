import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { answersOf } from "../../serve/endpoint.ts";
import { endpoints } from "../../serve/endpoints.ts";
import { parameterOf } from "../../serve/http/openapi/parameters.ts";
import { listFields } from "../../serve/http/parse.ts";
import type { ServeFixture } from "../support/serve.ts";
import { nameOf, rowsEndpoints, servedEndpoints } from "./asked.ts";

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
  /** Declared although the specification has none of them: the original answers them, too. */
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

    it("are all there is but for the additions", () => {
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
        const operation = specified.get(key);
        expect(operation?.kind).toBe(endpoint.kind);
        // Who retired takes anything.
        if (endpoint.kind === "gone") return;
        for (const parameter of operation?.parameters ?? []) {
          if (parameter.in === "header") {
            expect(endpoint.chain).toBeDefined();
            continue;
          }
          const field = endpoint[parameter.in === "path" ? "params" : "query"].shape[
            parameter.name
          ] as z.ZodType;
          expect(field, parameter.name).toBeDefined();
          const withoutValue = field.safeParse(undefined);
          expect(withoutValue.success, `${parameter.name} is optional`).toBe(!parameter.required);
          if (parameter.default !== undefined) expect(withoutValue.data).toBe(parameter.default);
          const isList = listFields(endpoint.query).has(parameter.name);
          expect(isList, `${parameter.name} is a list`).toBe(parameter.type.startsWith("array"));
        }
      },
    );

    it.each(servedEndpoints)("%s has an example of all it needs", (_, endpoint) => {
      const { params, query } = endpoint;
      const needed = [
        ...Object.entries(params.shape),
        ...Object.entries(query.shape).filter(
          ([, field]) => !(field as z.ZodType).safeParse(undefined).success,
        ),
      ];
      for (const [name, field] of needed) {
        const { example } = parameterOf("path", name, field as z.ZodType);
        expect((field as z.ZodType).safeParse(String(example)).error, name).toBeUndefined();
        expect(example, name).toBeDefined();
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
    const found = ({ components }: Document, parameter: Parameter) =>
      components.parameters[parameter.$ref?.split("/").at(-1) ?? ""] ?? parameter;
    const read = async () => (await (await fixtureOf().app.request("/openapi.json")).json()) as Document;

    it("is valid OpenAPI 3.1 and has every endpoint with its fields", async () => {
      const document = await read();
      const result = await new Validator().validate(document);
      expect(result).toMatchObject({ valid: true });
      expect(document.openapi).toBe("3.1.0");
      for (const [, endpoint] of servedEndpoints) {
        const operation = document.paths[endpoint.path]?.[endpoint.method];
        expect(operation?.operationId).toBe(endpoint.operation);
        const names = operation?.parameters.map((parameter) => found(document, parameter).name);
        const header = endpoint.chain === undefined ? [] : ["X-Service-Network"];
        expect(names).toEqual([
          ...Object.keys(endpoint.params.shape),
          ...Object.keys(endpoint.query.shape),
          ...header,
        ]);
      }
      const of = (path: string) =>
        (document.paths[path]?.get?.parameters ?? []).map((parameter) => found(document, parameter));
      const [, size] = of("/v0/eth/validators");
      expect(size).toMatchObject({
        name: "size",
        required: false,
        schema: { type: "integer", minimum: 1, maximum: 200, default: 100 },
      });
      const [index] = of("/v0/eth/validators/{validator_index_or_pubkey}");
      expect(index?.example).toBe(1);
    });

    it("has CSV and NDJSON of all records, and SQL of those that tell it", async () => {
      const { paths } = await read();
      for (const [, endpoint] of rowsEndpoints) {
        const responses = paths[endpoint.path]?.[endpoint.method]?.responses ?? {};
        const types = Object.keys(responses[200]?.content ?? {});
        const isRefused = responses[406] !== undefined;
        expect([endpoint.operation, ...types]).toEqual([
          endpoint.operation,
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
        expect(body?.$ref, endpoint.operation).toMatch(/^#\/components\/schemas\//);
        for (const { row } of answersOf(endpoint)) expect(row.meta()?.id, endpoint.operation).toBeDefined();
        for (const [status, response] of Object.entries(responses))
          if (Number(status) >= 400) expect(response.$ref).toMatch(/^#\/components\/responses\//);
      }
      expect(components.schemas.ValidatorsPage?.properties?.data?.items).toEqual({
        $ref: "#/components/schemas/ValidatorMetadata",
      });
      expect(components.schemas.ErrorResponse?.properties?.detail).toBeDefined();
    });
  });
}
