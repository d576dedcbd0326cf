/**
 * Lists of a chain's subjects (validators, pools, operators, delegators), and what all of them come to: one
 * declaration for every chain, since they differ in data only.
 */
import { z } from "zod";
import type { QueryParams } from "../lib/store/store.ts";
import { choice, paging, sortOrder, timeWindow } from "../schemas/request.ts";
import { subjectRecord, subjectSummary } from "../schemas/subjectRecords.ts";
import type { ServedChain } from "./chain.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";

/** Subjects of one kind. */
export type SubjectKind = {
  /** Its name in requests. */
  kind: string;
  /** Names of the statements: its list, and what all of them come to. */
  list: string;
  summary: string;
  /** Values of its statements besides those of every kind. */
  values?: QueryParams;
};

export type SubjectLists = {
  chain: ServedChain;
  /** The chain's name in headings. */
  name: string;
  /** Folder below sql/queries/v1. */
  family: string;
  /** Symbol of the token that amounts are in. */
  token: string;
  /** The first one is the default of requests. */
  kinds: readonly [SubjectKind, ...SubjectKind[]];
  /** Every status that a kind may have. */
  statuses: readonly [string, ...string[]];
  /** The searched text as tables spell it, where ids have several spellings. */
  toStored?: (text: string) => string;
  /** The window as values of the SQL. Default: `windowDays`, null for all of them. */
  windowValues?: (window: SubjectWindow) => QueryParams;
  /** A note about the chain's numbers. */
  note?: string;
};

/** For ids in lower case only: a search with capitals matches, too. */
export const lowerCase = (text: string) => text.toLowerCase();

const sortKeys = ["stake", "rewards", "effectiveness", "name", "id"] as const;
const windowDays = { "1d": 1, "7d": 7, "30d": 30, all: null } as const;
type SubjectWindow = keyof typeof windowDays;
const searchCharactersMax = 100;

const search = z
  .string()
  .min(1, "Input should have at least one character")
  .max(searchCharactersMax, `Input should have at most ${searchCharactersMax} characters`)
  .optional()
  .describe(
    "Only subjects whose id or public key starts with it, or whose name contains it (case-insensitive); an exact id comes first",
  );

const window = timeWindow
  .default("7d")
  .describe("Days that end with the network's newest complete day, limited to those stored");

function declarationOf(lists: SubjectLists) {
  const { chain, name, family, token, kinds, statuses, note = "" } = lists;
  const { windowValues = (window) => ({ windowDays: windowDays[window] }) } = lists;
  const kindOf = new Map(kinds.map((one) => [one.kind, one]));
  const answers = (row: z.ZodObject, what: "list" | "summary") => {
    const answerOf = (one: SubjectKind) => ({ row, sql: `v1/${family}/${one[what]}.sql` });
    return {
      answer: answerOf(kinds[0]),
      variants: {
        field: "kind",
        answers: Object.fromEntries(kinds.map((one) => [one.kind, answerOf(one)])),
      },
    };
  };
  return {
    answers,
    common: {
      method: "get" as const,
      tag: `${name} subjects (v1)`,
      chain,
      params: z.object({}),
    },
    fields: {
      kind: choice(kinds.map((one) => one.kind) as [string, ...string[]])
        .default(kinds[0].kind)
        .describe("Kind of the subjects"),
      status: choice([...statuses])
        .optional()
        .describe("Only those with this status"),
    },
    /** Values of every statement. */
    valuesOf: (network: string, kind: string, subjectWindow: SubjectWindow): QueryParams => ({
      ...kindOf.get(kind)?.values,
      network,
      kind,
      token,
      ...windowValues(subjectWindow),
    }),
    note: note === "" ? "" : ` ${note}`,
  };
}

/** `GET /v1/<chain>/subjects` and `GET /v1/<chain>/summary`. */
export function subjectEndpoints(lists: SubjectLists): Endpoint[] {
  const { chain, toStored = (text) => text } = lists;
  const { answers, common, fields, valuesOf, note } = declarationOf(lists);
  const list = defineEndpoint({
    ...common,
    operation: `${chain.id}Subjects`,
    path: `/v1/${chain.id}/subjects`,
    summary: "Subjects of a kind, with their performance in a window of days",
    description:
      "Stake, status, name and commission are the last known values; everything else covers the window. null is " +
      `unknown, never 0. Subjects without the value that is sorted by come last.${note}`,
    kind: "list",
    query: z.object({
      kind: fields.kind,
      search,
      status: fields.status,
      sortBy: choice(sortKeys).default("stake").describe("Sort key; equal values are sorted by id"),
      sortOrder: sortOrder.optional().describe("Default: desc for numbers, asc for names and ids"),
      window,
      ...paging,
    }),
    ...answers(subjectRecord, "list"),
    prepare: async ({ query, network }) => {
      const {
        kind,
        search: text = "",
        status = null,
        sortBy,
        sortOrder: order,
        window: subjectWindow,
        ...rest
      } = query;
      const isText = sortBy === "name" || sortBy === "id";
      return {
        values: {
          ...valuesOf(network, kind, subjectWindow),
          ...rest,
          search: text,
          searchedId: toStored(text),
          status,
          sortBy,
          sortOrder: order ?? (isText ? "asc" : "desc"),
        },
      };
    },
    weight: { bytes: 8, row: 5 },
  });
  const summary = defineEndpoint({
    ...common,
    operation: `${chain.id}Summary`,
    path: `/v1/${chain.id}/summary`,
    summary: "Totals of all subjects of a kind in a window of days",
    description: `null is unknown, never 0. Sums cover the subjects whose value is known.${note}`,
    kind: "one",
    query: z.object({ kind: fields.kind, window }),
    ...answers(subjectSummary, "summary"),
    prepare: async ({ query: { kind, window: subjectWindow }, network }) => ({
      values: valuesOf(network, kind, subjectWindow),
    }),
    weight: { bytes: 8, row: 5 },
  });
  return [list, summary];
}
