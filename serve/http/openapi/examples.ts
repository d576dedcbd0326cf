/**
 * Gives every parameter and every answer of a document an example: the declaration's own, or else one by the field's
 * name and type (exampleValues.ts). test/endpoints/examples.ts checks each against its schema, and reports fields
 * without one.
 */
import type { oas31 } from "zod-openapi";
import {
  dateValues,
  integerValues,
  numberValues,
  parameterValues,
  textValues,
  timestampValues,
  valueNamed,
} from "./exampleValues.ts";
import { addTextExamples } from "./texts.ts";

type Schema = oas31.SchemaObject & { $ref?: string };
type Message = { content?: Record<string, { schema?: Schema; example?: unknown }> };
type Operation = {
  operationId?: string;
  parameters?: oas31.ParameterObject[];
  requestBody?: Message;
  responses?: Record<string, Message & { $ref?: string }>;
};

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/**
 * Examples of the path's parameters, called as records call them: `validator_id` is their `validatorId`; and fields that
 * nothing is known of, which are added on the way.
 */
type ExampleContext = { ids: ReadonlyMap<string, unknown>; lacking: Set<string> };
const camelCased = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The example from a schema's enumerations and defaults; undefined without them. */
function declaredOf(schema: Schema): unknown {
  const [first] = Array.isArray(schema.examples) ? schema.examples : [];
  const declared = [schema.example, first, schema.const, schema.default, schema.enum?.[0]];
  return declared.find((value) => value !== undefined && !(Array.isArray(value) && value.length === 0));
}

function numericOf(schema: Schema, name: string): unknown {
  const value = valueNamed(typesOf(schema).includes("integer") ? integerValues : numberValues, name);
  // A field that can't be null has a number, regardless of other fields of that name.
  return value === null && !typesOf(schema).includes("null") ? (schema.minimum ?? 1) : value;
}

function textOf(schema: Schema, name: string): unknown {
  if (schema.format === "date") return valueNamed(dateValues, name) ?? "2026-01-28";
  if (schema.format === "date-time") return valueNamed(timestampValues, name);
  if (schema.format === "uuid") return "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10";
  return valueNamed(textValues, name);
}

function exampleOf(
  document: oas31.OpenAPIObject,
  schema: Schema,
  name: string,
  context: ExampleContext,
): unknown {
  if (schema.$ref !== undefined) {
    const component = document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
    return component === undefined ? undefined : exampleOf(document, component as Schema, name, context);
  }
  const declared = declaredOf(schema);
  if (declared !== undefined) return declared;
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options !== undefined) {
    const isNullable = options.some((option) => option.type === "null");
    const option = options.find(({ type }) => type !== "null") ?? options[0] ?? {};
    if (isNullable && option.format === "date" && valueNamed(dateValues, name) === null) return null;
    return exampleOf(document, option, name, context);
  }
  const types = typesOf(schema);
  if (types.includes("object")) {
    const fields = Object.entries(schema.properties ?? {}) as [string, Schema][];
    const values = fields.map(([field, of]) => [field, exampleOf(document, of, field, context)] as const);
    const lacking = values.find(([, value]) => value === undefined);
    return lacking === undefined ? Object.fromEntries(values) : undefined;
  }
  if (types.includes("array")) {
    const item = exampleOf(document, (schema.items ?? {}) as Schema, name, context);
    return item === undefined ? undefined : [item];
  }
  if (types.includes("string")) {
    const text = context.ids.get(name) ?? textOf(schema, name);
    if (text === undefined) context.lacking.add(name);
    return text;
  }
  if (types.includes("integer") || types.includes("number")) return numericOf(schema, name);
  return types.includes("boolean") ? true : null;
}

function parameterExample(
  document: oas31.OpenAPIObject,
  { name = "", schema }: oas31.ParameterObject,
  context: ExampleContext,
): unknown {
  const of = (schema ?? {}) as Schema;
  const isList = typesOf(of).includes("array");
  // Some of the fields of a record, the first ones.
  const members = ((of.items ?? {}) as Schema).enum as unknown[] | undefined;
  if (isList && members !== undefined) return members.slice(0, 2);
  const declared = declaredOf(of);
  if (declared !== undefined) return declared;
  const named = valueNamed(parameterValues, name);
  // A slot here may be a day elsewhere.
  const isOfOtherType = typesOf(of).includes("integer") && typeof named !== "number";
  if (named === undefined || isOfOtherType) return exampleOf(document, of, name, context);
  return isList ? [named].flat() : [named].flat()[0];
}

/** A link to a page is an address of its own operation. */
function withLinks(example: unknown, path: string, context: ExampleContext): unknown {
  if (typeof example !== "object" || example === null || !("next" in example)) return example;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(context.ids.get(camelCased(name)))),
  );
  if ("data" in example) return { ...example, next: `${address}?from=21&size=20` };
  return { ...example, previous: null, next: `https://api.example.com${address}?limit=10&offset=10` };
}

/** Adds an example to every message of an operation that has none. */
function addToMessage(
  document: oas31.OpenAPIObject,
  message: Message,
  path: string,
  context: ExampleContext,
): void {
  const content = message.content?.["application/json"];
  if (content?.schema === undefined || content.example !== undefined) return;
  const example = withLinks(exampleOf(document, content.schema, "", context), path, context);
  if (example === undefined) return;
  content.example = example;
  addTextExamples(message.content ?? {}, example);
}

/** @returns fields that have no example, each with its operation */
export function addExamples(document: oas31.OpenAPIObject): string[] {
  const all: string[] = [];
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(item) as Operation[]) {
      const parameters = operation.parameters ?? [];
      const lacking = new Set<string>();
      const ids = new Map<string, unknown>();
      const context: ExampleContext = { ids, lacking };
      for (const parameter of parameters) {
        if (parameter.name === undefined) continue;
        const example = parameter.example ?? parameterExample(document, parameter, context);
        if (example !== undefined) parameter.example = example;
        if (parameter.in === "path") ids.set(camelCased(parameter.name), example);
      }
      const messages = [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})];
      for (const message of messages) addToMessage(document, message, path, context);
      all.push(...[...lacking].map((name) => `${operation.operationId}: ${name}`));
    }
  }
  return all;
}
