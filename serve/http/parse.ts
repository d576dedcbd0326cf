/** Turns the text of an address, and the value of a body, into checked values; every wrong field is named. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import { pageRecordsMax, streamedRecordsMax, wholeNumber } from "../../schemas/request.ts";
import { unwrapped } from "../../schemas/unwrapped.ts";
import type { ServedEndpoint } from "../endpoint.ts";
import { sizeNameOf } from "./statements.ts";

/** One wrong field, as the `detail` list of a 400 carries it. */
type FieldError = { loc: (string | number)[]; msg: string; type: string };

/** The longest that are of use are names of entities, and the signatures and keys of chains: some hundred characters. */
const valueCharactersMax = 1_024;
const tooLong = `Input should have at most ${valueCharactersMax} characters`;

/** Room for two full lists of 1,000 and everything else. */
const parametersMax = 2_100;

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

const toLocation = (part: PropertyKey) => (typeof part === "number" ? part : String(part));

const typeOfCode: Record<string, string> = {
  invalid_type: "type_error",
  invalid_value: "type_error.enum",
  invalid_format: "value_error.format",
  too_small: "value_error.not_ge",
  too_big: "value_error.not_le",
};

function toFieldErrors(place: string, issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    const extra = { msg: "Unknown field", type: "value_error.extra" };
    return issue.keys.map((key) => ({ loc: [place, ...issue.path.map(toLocation), key], ...extra }));
  }
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [
    {
      loc: [place, ...issue.path.map(toLocation)],
      msg: isMissing ? "Field required" : issue.message,
      type: isMissing ? "value_error.missing" : (typeOfCode[issue.code] ?? "value_error"),
    },
  ];
}

/** @returns the schema's output; when something is wrong, it is added to the errors and the value is of no use */
function check(place: string, schema: z.ZodType, raw: unknown, errors: FieldError[]): unknown {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  // Only the first error of a field is reported, also across places.
  const reported = new Set(errors.map((error) => error.loc.join(".")));
  for (const error of parsed.error.issues.flatMap((issue) => toFieldErrors(place, issue))) {
    const name = error.loc.join(".");
    if (reported.has(name) || reported.has(error.loc.slice(0, 2).join("."))) continue;
    reported.add(name);
    errors.push(error);
  }
  return {};
}

/** Groups the texts of a query string by field; what can't be a field is an error. */
function collect(
  endpoint: ServedEndpoint,
  search: URLSearchParams,
  errors: FieldError[],
): Record<string, unknown> {
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
      refuse(spelling.slice(0, valueCharactersMax), "Unknown parameter", "value_error.extra");
    } else if (value === "") {
      refuse(spelling, "Input should not be empty", "value_error.empty");
    } else if (value.length > valueCharactersMax) {
      refuse(spelling, tooLong, "value_error.too_long");
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

const missingChoice = (names: readonly string[]): FieldError => ({
  loc: ["query", names[0] ?? ""],
  msg: `Either ${names.join(" or ")} are needed`,
  type: "value_error.missing",
});

type Fields = Record<string, unknown>;

/**
 * The size of a list that is streamed, where it is more than a page's: it is checked by its own limit.
 * @param raw fields of the query; the size is a page's in it afterwards
 */
function takeStreamedSize(endpoint: ServedEndpoint, raw: Fields, errors: FieldError[]): Fields {
  const name = sizeNameOf(endpoint.query.shape);
  const given = raw[name];
  // Fields that the endpoint doesn't have are not among these.
  if (!(Number(given) > pageRecordsMax)) return {};
  raw[name] = String(pageRecordsMax);
  return check(
    "query",
    z.object({ [name]: wholeNumber(1, streamedRecordsMax) }),
    { [name]: given },
    errors,
  ) as Fields;
}

/**
 * @param raw texts of the path's parameters, the query, and the value of the body when the endpoint takes one; whether a list
 *   is sent line by line, and so may be longer than a page
 * @throws ApiError 400 whose detail lists every wrong field
 */
export function parseRequest(
  endpoint: ServedEndpoint,
  raw: { params: Record<string, string>; search: URLSearchParams; body?: unknown; isStreamed?: boolean },
): { params: Fields; query: Fields; body: unknown } {
  const { search } = raw;
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
  for (const [name, value] of Object.entries(raw.params))
    if (value.length > valueCharactersMax)
      throw new ApiError(400, [{ loc: ["path", name], msg: tooLong, type: "value_error.too_long" }]);
  const params = check("path", endpoint.params, raw.params, errors) as Fields;
  const collected = collect(endpoint, search, errors);
  const streamed = raw.isStreamed === true ? takeStreamedSize(endpoint, collected, errors) : {};
  const query = { ...(check("query", endpoint.query, collected, errors) as Fields), ...streamed };
  const { needsOneOf: choices } = endpoint;
  if (choices !== undefined && !choices.some((name) => Object.hasOwn(collected, name)))
    errors.push(missingChoice(choices));
  const schema = endpoint.kind === "custom" ? endpoint.body?.schema : undefined;
  const body = schema && check("body", schema, raw.body, errors);
  if (errors.length > 0) throw new ApiError(400, errors);
  return { params, query, body };
}
