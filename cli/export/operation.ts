/** The rows of an operation of the API: its statement, run for all rows instead of a page. */
import type { Chain } from "../../chains/chain.ts";
import { ConfigError, isErrorOfKind } from "../../lib/errors.ts";
import { badRange } from "../../lib/heightRange.ts";
import { loadSql } from "../../lib/sql/file.ts";
import { quoteName } from "../../lib/store/names.ts";
import { settingsOf } from "../../lib/store/page.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { internalCaller } from "../../serve/access/none.ts";
import { answerFor, type RowsEndpoint, statementsFor } from "../../serve/endpoint.ts";
import { endpointsOf } from "../../serve/endpoints.ts";
import { parseRequest } from "../../serve/http/parse.ts";
import { hasStatement } from "../../serve/http/statements.ts";
import { createServices, type Services } from "../../serve/services.ts";
import { selectedColumn } from "./columns.ts";
import { checkDays, contentOf, type Piece, type Selection } from "./pieces.ts";

/** Operations of a chain that return public rows, by name. */
export function openOperations(chain: Chain): Map<string, RowsEndpoint> {
  const lists = endpointsOf(chain.id).filter(hasStatement);
  return new Map(
    lists.filter(({ kind }) => kind !== "one").map((endpoint) => [endpoint.operation, endpoint]),
  );
}

const wrong = (message: string, cause?: unknown) =>
  new ConfigError(message, { code: "bad_arguments", ...(cause === undefined ? {} : { cause }) });

/** Which fields of the query are the first and the last date. */
function rangeFields({ query }: RowsEndpoint): { first?: string; last?: string } {
  const takesDate = (name: string) => query.shape[name]?.safeParse("2026-01-31").success === true;
  if (takesDate("fromDate")) return { first: "fromDate", last: "toDate" };
  // Version 0 goes back in time: `from` is the newest day.
  return { ...(takesDate("to") ? { first: "to" } : {}), ...(takesDate("from") ? { last: "from" } : {}) };
}

function dateFields(endpoint: RowsEndpoint, { from, to }: Selection): Record<string, string> {
  const { first, last } = rangeFields(endpoint);
  const fields: Record<string, string> = {};
  for (const [option, day, field] of [
    ["--from", from, first],
    ["--to", to, last],
  ] as const) {
    if (day === undefined) continue;
    if (field === undefined) throw badRange(`${endpoint.operation} takes no ${option}: leave it out`);
    fields[field] = day;
  }
  checkDays({ from, to }, "operations are");
  return fields;
}

const paging = new Set(["limit", "size", "offset"]);

/** Parameters of the path, and the rest of the query. @param given `name=value` */
function readParams(endpoint: RowsEndpoint, given: readonly string[], dates: Record<string, string>) {
  const params: Record<string, string> = {};
  const search = new URLSearchParams(dates);
  for (const text of given) {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (at < 1) throw wrong(`--param ${text}: write it as name=value`);
    if (paging.has(name)) throw wrong(`--param ${name}: an export is whole, not a page`);
    if (Object.hasOwn(dates, name)) throw wrong(`--param ${name}: use --from and --to instead`);
    if (Object.hasOwn(endpoint.params.shape, name)) params[name] = value;
    else search.append(name, value);
  }
  return { params, search };
}

type Prepared = { query: Record<string, unknown>; values: QueryParams };

async function prepare(
  endpoint: RowsEndpoint,
  network: string,
  { params, search }: ReturnType<typeof readParams>,
  services: Services,
): Promise<Prepared> {
  const parsed = parseRequest(endpoint, { params, search });
  const made = await endpoint.prepare({ ...parsed, network, caller: internalCaller }, services);
  if (!("redirect" in made)) return { query: parsed.query, values: made.values };
  return await prepare(endpoint, network, { params: made.redirect, search }, services);
}

/** The API's error for a request that it would refuse. */
function refused(endpoint: RowsEndpoint, error: unknown): unknown {
  if (!isErrorOfKind(error, "api")) return error;
  const { detail } = error as unknown as { detail: string | { loc: string[]; msg: string }[] };
  const words =
    typeof detail === "string" ? detail : detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join("; ");
  const needed = Object.keys(endpoint.params.shape).map((name) => `--param ${name}=…`);
  const hint = needed.length > 0 ? `. It needs ${needed.join(" ")}` : "";
  return wrong(`${endpoint.operation}: ${words}${hint}`, error);
}

/** More than any list has; the statement multiplies it where a page counts periods. */
const allRows = 4_294_967_295;

/** One file: all rows of the operation. @param given `name=value` */
export async function operationPiece(
  store: Store,
  selection: Selection,
  endpoint: RowsEndpoint,
  given: readonly string[],
): Promise<Piece> {
  const request = readParams(endpoint, given, dateFields(endpoint, selection));
  let prepared: Prepared;
  try {
    prepared = await prepare(endpoint, selection.network, request, createServices(store));
  } catch (error) {
    throw refused(endpoint, error);
  }
  const { query, values } = prepared;
  const answer = answerFor(endpoint, query);
  const params: QueryParams = { ...values };
  for (const name of ["limit", "size"]) if (Object.hasOwn(params, name)) params[name] = allRows;
  const { text } = loadSql(`queries/${statementsFor(answer, values).sql}`);
  const names = (query.include as string[] | undefined) ?? Object.keys(answer.row.shape);
  const described = new Map((await store.describe(text, params)).map((column) => [column.name, column.type]));
  const shape = answer.row.shape as Record<string, { description?: string }>;
  const columns = Object.keys(shape)
    .filter((name) => names.includes(name))
    .map((name) => ({
      name,
      type: described.get(name) ?? "String",
      comment: shape[name]?.description ?? "",
    }));
  const selected = columns.map(selectedColumn).join(", ");
  // Some settings are only allowed in the outer statement.
  const settings = settingsOf(text);
  const statement = { sql: `select ${selected} from (\n${text}\n) as source ${settings}`, params };
  const about = [endpoint.operation, ...given].join(" ");
  const hashed = `tuple(${columns.map(({ name }) => quoteName(name)).join(", ")})`;
  async function read(from: Store): Promise<Piece> {
    const [row] = await from.rows<{ rows: string; content: string }>(
      `select count() as rows, toString(sum(cityHash64(toString(${hashed})))) as content from (\n${statement.sql}\n) ${settings}`,
      params,
    );
    return {
      table: about,
      columns,
      label: "",
      rows: Number(row?.rows ?? 0),
      content: contentOf(row, columns),
      statement,
      again: read,
    };
  }
  return await read(store);
}
