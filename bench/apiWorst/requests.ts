/**
 * The worst requests that an endpoint allows, from its declaration: the largest page, the widest range, the longest
 * lists; and for each field the other values that may be worse still.
 */
import type { z } from "zod";
import type { ServedEndpoint } from "../../serve/endpoint.ts";
import { parameterOf } from "../../serve/http/openapi/parameters.ts";
import { exampleDelegator } from "../../serve/polygon/subjects.ts";
import { exampleStakeAuthority } from "../../serve/solana/addresses.ts";
import { exampleEntity, requestedEvery, validators } from "./ethColumns.ts";

/** Texts of a query's fields; a list is repeated. */
export type Query = Readonly<Record<string, string | readonly string[]>>;
export type Request = { method: string; path: string; query: Query; body?: string };

type Schema = {
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  format?: string;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
  items?: Schema;
};

/** As many validators as a list takes, over the whole registry. */
const spread = (count: number) =>
  Array.from(
    { length: count },
    (_, place) => place * requestedEvery * Math.floor(validators / requestedEvery / count),
  );
const pubkeyOf = (index: number) => `0x${index.toString(16).padStart(8, "0").repeat(12)}`;
/** Validators that are both slashed and requested. */
const slashedEvery = 1_024;
const busyAddress = `0x${"0".repeat(40)}`;

/** Values of a list parameter by its name and length. */
const lists: Readonly<Record<string, (count: number) => readonly string[]>> = {
  indices: (count) => spread(count).map(String),
  pubkeys: (count) => spread(count).map(pubkeyOf),
  operatorsIds: (count) => [exampleEntity, ...spread(count - 1).map((index) => `pool ${index % 1_000}`)],
};

/** Values of fields whose type doesn't determine valid ones. */
const texts: Readonly<Record<string, readonly string[]>> = {
  validator_index_or_pubkey: [String(slashedEvery)],
  pubkey: [pubkeyOf(slashedEvery)],
  consensus_slot: ["3300"],
  withdrawalAddress: [busyAddress],
  entity: [exampleEntity],
  parentId: [exampleEntity],
  parentEntity: [exampleEntity],
  stakeAuthority: [exampleStakeAuthority],
  delegatorAddress: [exampleDelegator],
  month: ["2026-01"],
  // All names are scanned, with no match or many.
  search: ["matches no name", "1", "0x00"],
};

/** Bodies by operation, as large as the declaration allows. */
const bodies: Readonly<Record<string, () => unknown>> = {
  selfReportValidators: () => ({ validators: lists.pubkeys?.(1_000), poolTag: "some pool" }),
  createTag: () => ({ name: "bench", pubkeys: lists.pubkeys?.(1_000) }),
  createTagAlias: () => ({ name: "bench", pubkeys: lists.pubkeys?.(1_000) }),
  addTagValidators: () => ({ pubkeys: lists.pubkeys?.(1_000) }),
  addTagValidatorsAlias: () => ({ pubkeys: lists.pubkeys?.(1_000) }),
  renameTag: () => ({ name: "bench" }),
  createAccountKey: () => ({ name: "bench", scopes: ["read"] }),
  rotateAccountKey: () => ({ overlapSeconds: 0 }),
};

const farOffset = "4294967295";
/** Of an enumeration with more members than this, the first, middle and last are requested. */
const membersMax = 7;

function few(values: readonly string[]): readonly string[] {
  if (values.length <= membersMax) return values;
  return [0, Math.floor(values.length / 2), values.length - 1].map((place) => values[place] ?? "");
}

type Field = {
  name: string;
  schema: Schema;
  example: string | undefined;
  isRequired: boolean;
  allows(text: string): boolean;
};

function fieldsOf(shape: z.ZodObject["shape"], place: "path" | "query"): Field[] {
  return Object.entries(shape).map(([name, field]) => {
    const { schema, example, required } = parameterOf(place, name, field as z.ZodType);
    const [first] = [example].flat();
    return {
      name,
      schema: schema as Schema,
      example: first === undefined ? undefined : String(first),
      isRequired: required === true,
      allows: (text) => (field as z.ZodType).safeParse(text).success,
    };
  });
}

const pageSizes = new Set(["limit", "size"]);
const ends = new Set(["fromDate", "toDate", "fromDay", "toDay", "to"]);

/** Fields of every worst request. */
function worstOf({ name, schema, example, isRequired }: Field): string | readonly string[] | undefined {
  if (pageSizes.has(name)) return String(schema.maximum);
  if (name === "indices") return lists.indices?.(schema.maxItems ?? 1_000);
  if (isRequired) return texts[name]?.[0] ?? example ?? schema.enum?.[0];
  return undefined;
}

/** Other values to request in its place. `total`: records of the first answer. */
function othersOf(field: Field, total: number): readonly Query[] {
  const { name, schema } = field;
  const of = (values: readonly string[]) => values.map((value) => ({ [name]: value }));
  if (pageSizes.has(name) || ends.has(name) || name === "include") return [];
  if (name === "offset") return of([String(Math.max(0, total - 200)), farOffset]);
  if (schema.type === "array") return [{ [name]: lists[name]?.(schema.maxItems ?? 1_000) ?? [] }];
  if (schema.enum !== undefined) return of(few(schema.enum));
  if (schema.type === "boolean") return of(["true", "false"]);
  if (texts[name] !== undefined) return of(texts[name] ?? []);
  // A record, a day, or a slot from which on.
  const begins = [String(Math.max(0, total - 200)), "4294965000", "2149-06-06"].filter(field.allows);
  if (name === "from") return of(begins);
  return field.example === undefined ? [] : of([field.example]);
}

/** Both ends of the widest range, by date and by number. */
function rangesOf(names: ReadonlySet<string>): Query[] {
  return [
    { fromDate: "1970-01-01", toDate: "2149-06-06" },
    { fromDay: "0", toDay: farOffset },
    { fromSlot: "0", toSlot: "4294965000" },
    { from: "2149-06-06", to: "1970-01-01" },
  ].filter((range) => Object.keys(range).every((name) => names.has(name)));
}

/** Alternative lists: only one of them fits into a URL. */
const instead: Readonly<Record<string, string>> = { pubkeys: "indices" };

export type Worst = {
  first: Request;
  /** By field: changes of the query, each of which may make it worse. */
  others(total: number): readonly (readonly Query[])[];
};

/** @throws Error that names a field without a value to request */
export function worstRequests(endpoint: ServedEndpoint): Worst {
  const fields = fieldsOf(endpoint.query.shape, "query");
  const params = Object.fromEntries(
    fieldsOf(endpoint.params.shape, "path").map(({ name, example }) => [name, texts[name]?.[0] ?? example]),
  );
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.operation}: no value for ${name} of the path`);
    return encodeURIComponent(value);
  });
  const query: Record<string, string | readonly string[]> = {};
  for (const field of fields) {
    const value = worstOf(field);
    if (value === undefined && field.isRequired)
      throw new Error(`${endpoint.operation}: no value for ${field.name} of the query`);
    if (value !== undefined) query[field.name] = value;
  }
  const hasBody = endpoint.kind === "custom" && endpoint.body !== undefined;
  const body = bodies[endpoint.operation];
  if (hasBody !== (body !== undefined)) throw new Error(`${endpoint.operation}: a body too few or too many`);
  return {
    first: {
      method: endpoint.method.toUpperCase(),
      path,
      query,
      ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
    },
    others: (total) => [
      rangesOf(new Set(fields.map(({ name }) => name))),
      ...fields.map((field) => othersOf(field, total)),
    ],
  };
}

/** A request with some fields of its query changed. */
export function changed(request: Request, change: Query): Request {
  const query = { ...request.query, ...change };
  for (const name of Object.keys(change)) delete (query as Record<string, unknown>)[instead[name] ?? ""];
  return { ...request, query };
}

/** The address of a request. */
export function addressOf({ path, query }: Request): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const text of [value].flat()) search.append(name, text);
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The same for people: lists by their length. */
export function describeRequest({ query, body }: Request): string {
  const parts = Object.entries(query).map(([name, value]) =>
    typeof value === "string" ? `${name}=${value}` : `${name}=(${value.length})`,
  );
  return [...parts, ...(body === undefined ? [] : [`body of ${body.length} bytes`])].join("&");
}
