/** Parameters of the documentation, from the very fields that check requests. */
import type { z } from "zod";
import { type CreateDocumentOptions, createSchema, type oas31 } from "zod-openapi";
import type { ServedChain } from "../../chain.ts";
import { everyMainNetwork, networkHeaders } from "../network.ts";

const safeIntegers = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Zod bounds every integer by what JavaScript holds; the API's integers have no such bound. */
export const schemaOptions: CreateDocumentOptions = {
  override: ({ jsonSchema }) => {
    if (jsonSchema.maximum !== undefined && safeIntegers.has(jsonSchema.maximum)) delete jsonSchema.maximum;
    if (jsonSchema.minimum !== undefined && safeIntegers.has(jsonSchema.minimum)) delete jsonSchema.minimum;
  },
};

/** A field is documented by its output: the number, not the digits that it is read from. */
export function parameterOf(place: "path" | "query", name: string, field: z.ZodType): oas31.ParameterObject {
  const { schema } = createSchema(field, { io: "output", opts: schemaOptions });
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

export const fieldsOf = (place: "path" | "query", schema: z.ZodObject): oas31.ParameterObject[] =>
  Object.entries(schema.shape).map(([name, field]) => parameterOf(place, name, field as z.ZodType));

/** The header that names a network of a chain: one component for each chain. */
export const networkComponentOf = ({ id }: ServedChain) =>
  `${id.replace(/^./, (first) => first.toUpperCase())}Network`;

export function networkParameter({ mainNetwork }: ServedChain): oas31.ParameterObject {
  return {
    name: networkHeaders[0],
    in: "header",
    required: false,
    description: `Network; default ${mainNetwork}, or the only one served. ${networkHeaders[1]} is understood as well`,
    example: mainNetwork,
    schema: { type: "string" },
  };
}

/**
 * The same document with the networks that are served now: each chain's header is one of them.
 * @param networksOf those of a chain; none while it has no data, or the warehouse can't be read
 */
export async function withNetworks(
  document: oas31.OpenAPIObject,
  chains: readonly ServedChain[],
  networksOf: (chain: ServedChain) => Promise<readonly string[]>,
): Promise<oas31.OpenAPIObject> {
  const parameters = { ...document.components?.parameters };
  for (const chain of chains) {
    const component = networkComponentOf(chain);
    const networks = await networksOf(chain);
    if (networks.length === 0 || parameters[component] === undefined) continue;
    const hasMain = networks.includes(chain.mainNetwork);
    const names = [...new Set(hasMain ? [...networks, everyMainNetwork] : networks)];
    parameters[component] = {
      ...networkParameter(chain),
      required: !hasMain && networks.length > 1,
      example: hasMain ? chain.mainNetwork : names[0],
      schema: { type: "string", enum: names },
    };
  }
  return { ...document, components: { ...document.components, parameters } };
}

type Operation = { operationId?: string; parameters?: unknown[] };
const capitalized = (text: string) =>
  text.replace(/(?:^|[_-]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Turns parameters that several operations share into components: the most common variant under its own name, others
 * of that name with that of the first operation that has it.
 */
export function nameParameters(document: oas31.OpenAPIObject): void {
  const operations = Object.values(document.paths ?? {}).flatMap(
    (path) => Object.values(path) as Operation[],
  );
  const uses = new Map<string, { parameter: oas31.ParameterObject; operations: Operation[] }>();
  for (const operation of operations) {
    for (const parameter of (operation.parameters ?? []) as oas31.ParameterObject[]) {
      if (parameter.name === undefined) continue;
      const text = JSON.stringify(parameter);
      const use = uses.get(text) ?? { parameter, operations: [] };
      use.operations.push(operation);
      uses.set(text, use);
    }
  }
  const components: Record<string, oas31.ParameterObject | oas31.ReferenceObject> = {
    ...document.components?.parameters,
  };
  const names = new Map<string, string>();
  const mostUsedFirst = [...uses].sort(
    ([, one], [, other]) => other.operations.length - one.operations.length,
  );
  for (const [text, { parameter, operations: users }] of mostUsedFirst) {
    if (users.length === 1) continue;
    const own = capitalized(parameter.name ?? "");
    const name = Object.hasOwn(components, own) ? `${own}Of${capitalized(users[0]?.operationId ?? "")}` : own;
    components[name] = parameter;
    names.set(text, name);
  }
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  document.components = { ...document.components, parameters: components };
}
