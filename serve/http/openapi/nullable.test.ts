/** Every field that can be null says when it is, and no other one does. */
import { expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { openApiDocument } from "../openapi.ts";

type Schema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
};

const variantsOf = (schema: Schema) => [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];

function isNullable(schema: Schema): boolean {
  return [schema.type].flat().includes("null") || variantsOf(schema).some(isNullable);
}

/** Every field below a schema, by its path. */
function fieldsOf(path: string, schema: Schema): [path: string, field: Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${path}.${name}`, field],
    ...fieldsOf(`${path}.${name}`, field),
  ]);
  const inner = [...(schema.items === undefined ? [] : [schema.items]), ...variantsOf(schema)];
  return [...own, ...inner.flatMap((each) => fieldsOf(path, each))];
}

const document = JSON.parse(JSON.stringify(openApiDocument(endpoints))) as {
  components: { schemas: Record<string, Schema> };
};
const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  fieldsOf(name, schema),
);
const saysNull = ({ description = "" }: Schema) => /\bnull\b/i.test(description);

it("says of each field that can be null when it is", () => {
  const nullable = fields.filter(([, field]) => isNullable(field));
  expect(nullable.length).toBeGreaterThan(300);
  expect(nullable.filter(([, field]) => !saysNull(field)).map(([path]) => path)).toEqual([]);
});

it("says so of no field that can't be", () => {
  const ofOthers = /; null (?:without|where|when|while|until|as|on|for)\b/;
  const wrong = fields.filter(
    ([, field]) => !isNullable(field) && field.$ref === undefined && ofOthers.test(field.description ?? ""),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
