/** Turns the text of an address into checked values; every wrong field is named. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import type { Endpoint } from "../endpoint.ts";

/** One wrong field, as the `detail` list of a 400 carries it. */
type FieldError = { loc: (string | number)[]; msg: string; type: string };

/** Room for two full lists of 1,000 and everything else. */
const parametersMax = 2_100;

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap());
  }
  return schema;
}

const listFieldsBySchema = new WeakMap<z.ZodObject, ReadonlySet<string>>();

/** Fields that may be repeated. */
export function listFields(schema: z.ZodObject): ReadonlySet<string> {
  let names = listFieldsBySchema.get(schema);
  if (names === undefined) {
    names = new Set(
      Object.entries(schema.shape).flatMap(([name, field]) =>
        unwrapped(field) instanceof z.ZodArray ? [name] : [],
      ),
    );
    listFieldsBySchema.set(schema, names);
  }
  return names;
}

const typeOfCode: Record<string, string> = {
  invalid_type: "type_error",
  invalid_value: "type_error.enum",
  invalid_format: "value_error.format",
  too_small: "value_error.not_ge",
  too_big: "value_error.not_le",
};

function toFieldError(place: string, issue: z.core.$ZodIssue): FieldError {
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return {
    loc: [place, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))],
    msg: isMissing ? "Field required" : issue.message,
    type: isMissing ? "value_error.missing" : (typeOfCode[issue.code] ?? "value_error"),
  };
}

function check(
  place: string,
  schema: z.ZodObject,
  raw: Record<string, unknown>,
  errors: FieldError[],
): Record<string, unknown> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  // A field's first error says it; a field that was refused before is not refused again.
  const known = new Set(errors.map((error) => error.loc.join(".")));
  for (const issue of parsed.error.issues) {
    const error = toFieldError(place, issue);
    const name = error.loc.join(".");
    if (known.has(name) || known.has(`${place}.${String(issue.path[0])}`)) continue;
    known.add(name);
    errors.push(error);
  }
  return {};
}

/** Groups the texts of a query string by field; what can't be a field is an error. */
function collect(endpoint: Endpoint, search: URLSearchParams, errors: FieldError[]): Record<string, unknown> {
  const lists = listFields(endpoint.query);
  const raw: Record<string, string | string[]> = {};
  const refused = new Set<string>();
  const refuse = (name: string, msg: string, type: string) => {
    if (!refused.has(name)) errors.push({ loc: ["query", name], msg, type });
    refused.add(name);
  };
  for (const [spelling, value] of search) {
    const aliased = endpoint.aliases && Object.hasOwn(endpoint.aliases, spelling);
    const name = aliased ? (endpoint.aliases?.[spelling] ?? spelling) : spelling;
    if (!Object.hasOwn(endpoint.query.shape, name)) {
      refuse(spelling, "Unknown parameter", "value_error.extra");
    } else if (value === "") {
      refuse(spelling, "Input should not be empty", "value_error.empty");
    } else if (lists.has(name)) {
      const list = raw[name];
      if (Array.isArray(list)) list.push(value);
      else raw[name] = [value];
    } else if (Object.hasOwn(raw, name)) {
      refuse(spelling, "Given more than once", "value_error.repeated");
    } else raw[name] = value;
  }
  return raw;
}

/**
 * @param params raw texts of the path's parameters
 * @throws ApiError 400 whose detail lists every wrong field
 */
export function parseRequest(
  endpoint: Endpoint,
  params: Record<string, string>,
  search: URLSearchParams,
): { params: Record<string, unknown>; query: Record<string, unknown> } {
  const errors: FieldError[] = [];
  if (search.size > parametersMax) {
    throw new ApiError(400, [
      {
        loc: ["query"],
        msg: `At most ${parametersMax} parameters are allowed`,
        type: "value_error.too_many",
      },
    ]);
  }
  const path = check("path", endpoint.params, params, errors);
  const raw = collect(endpoint, search, errors);
  const query = check("query", endpoint.query, raw, errors);
  if (errors.length > 0) throw new ApiError(400, errors);
  return { params: path, query };
}
