/** Every example of the documentation exists, and matches its schema. */
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../serve/endpoints.ts";
import { addExamples } from "../../serve/http/openapi/examples.ts";
import { openApiDocument } from "../../serve/http/openapi.ts";
import { declaredIn } from "./about.ts";

type Holder = { $ref?: string; schema?: object; example?: unknown };
type Message = { $ref?: string; content?: Record<string, Holder>; headers?: Record<string, Holder> };
type Operation = {
  operationId: string;
  parameters?: (Holder & { name: string })[];
  requestBody?: Message;
  responses: Record<string, Message>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, never>>;
  tags: { name: string; description?: string }[];
};

const document = openApiDocument(endpoints) as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const declarations = new Map(endpoints.map((endpoint) => [endpoint.operation, declaredIn(endpoint)]));

/** The target of a reference, or the value itself. */
function resolved<Thing extends { $ref?: string }>(thing: Thing): Thing {
  if (thing.$ref === undefined) return thing;
  const [, , kind = "", name = ""] = thing.$ref.split("/");
  const component = document.components[kind]?.[name];
  expect(component, thing.$ref).toBeDefined();
  return component as unknown as Thing;
}

const formats = {
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};
const ajv = new Ajv2020.default({ strict: false, allErrors: true, formats, validateSchema: false });
ajv.addSchema({ $id: "document", components: document.components } as object);
const checks = new Map<string, ReturnType<typeof ajv.compile>>();

/** @returns the errors of an example; undefined when it is valid */
function wrongWith({ schema, example }: Holder): string | undefined {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const check = checks.get(text) ?? ajv.compile(JSON.parse(text) as object);
  checks.set(text, check);
  return check(example) ? undefined : ajv.errorsText(check.errors);
}

const examplesIn = (message: Message) => [
  ...Object.entries(message.content ?? {}).map(([type, holder]) => [type, holder] as const),
  ...Object.entries(message.headers ?? {}).map(([name, holder]) => [`header ${name}`, holder] as const),
];

export function describeExamples(): void {
  describe("the documentation's examples", () => {
    it("exist for every field", () => {
      const missing =
        "Add .meta({ example }) to these fields where they are declared, or lines for their names to serve/http/openapi/exampleValues.ts";
      expect(addExamples(structuredClone(document) as never), missing).toEqual([]);
    });

    it.each(operations.map((operation) => [operation.operationId, operation] as const))(
      "%s has one for each parameter, body and answer, and each matches its schema",
      (name, operation) => {
        for (const given of operation.parameters ?? []) {
          const parameter = resolved(given);
          const about = `${name}: the example of parameter \`${parameter.name}\` (see ${declarations.get(name)}, schemas/request.ts or serve/http/openapi/exampleValues.ts)`;
          expect(parameter.example, about).toBeDefined();
          expect(wrongWith(parameter), `${about}, ${JSON.stringify(parameter.example)}`).toBeUndefined();
        }
        const body = operation.requestBody === undefined ? [] : [["body", operation.requestBody] as const];
        for (const [place, given] of [...body, ...Object.entries(operation.responses)]) {
          for (const [part, holder] of examplesIn(resolved(given))) {
            const one = resolved(holder);
            const missing = `${name}: ${place}, ${part}: content that isn't JSON brings its example along where contents are made (serve/http/openapi/answers.ts)`;
            expect(one.example, missing).toBeDefined();
            const about = `${name}: the example of ${place}, ${part}, against its schema (see \`.meta({ example })\` of the fields that are named here)`;
            expect(wrongWith(one), about).toBeUndefined();
          }
        }
      },
    );

    it("have a description of each group of operations", () => {
      const without = document.tags.filter(({ description }) => description === undefined);
      const missing = "add their descriptions to serve/http/openapi/tags.ts";
      expect(
        without.map(({ name }) => name),
        missing,
      ).toEqual([]);
    });
  });
}
