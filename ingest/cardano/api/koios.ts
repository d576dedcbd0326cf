/** Koios (PostgREST) over a node set: rows of one answer, all pages of a list, bulk requests within the body limit. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { startOf } from "../../node/jsonRpc.ts";
import { createNodeSet, type Node, type NodeSetOptions } from "../../node/nodes.ts";
import { parseExactJson } from "./json.ts";

export type KoiosOptions = {
  urls: readonly string[];
  /** A registered user's, for higher limits. */
  token?: string | undefined;
  /** Limit per node. */
  requestsPer10S: number;
  /** Longest request body that the nodes accept. */
  bodyBytes: number;
  /** Rows of a page, at most as many as nodes return at once. */
  pageRows: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

type Query = Readonly<Record<string, string | number>>;

export type RowsRequest<Row> = {
  path: string;
  query?: Query;
  body?: object;
  signal?: AbortSignal | undefined;
  /** Throws a SourceError for rows that can't be right: the next node is requested then. */
  check?: (rows: Row[]) => void;
};

/** Every instance returns this many rows at once. */
const uncutRows = 100;
/** A page of pools with their metadata has some 2 MB. */
const bodyBytesMax = 33_554_432;

function pathOf(path: string, query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size === 0 ? path : `${path}?${text}`;
}

function parseRows<Row>(path: string, text: string, schema: z.ZodType<Row>): Row[] {
  let json: unknown;
  try {
    json = parseExactJson(text);
  } catch (error) {
    throw new SourceError(`${path}: not JSON: ${startOf(text)}`, { code: "bad_json", cause: error });
  }
  const parsed = z.array(schema).safeParse(json);
  if (parsed.success) return parsed.data;
  throw new SourceError(
    `${path}: unknown answer: ${z.prettifyError(parsed.error).slice(0, 300)}; it begins with ${startOf(text)}`,
    {
      code: "bad_answer",
    },
  );
}

/** Splits items into lists, each with a body of at most so many bytes. */
export function batchesOf(
  items: readonly string[],
  bytesOf: (items: readonly string[]) => number,
  max: number,
) {
  const batches: string[][] = [];
  const empty = bytesOf([]);
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const more = Buffer.byteLength(item) + 3;
    if (size + more > max) {
      batches.push([]);
      size = empty;
    }
    batches.at(-1)?.push(item);
    size += more;
  }
  return batches;
}

/** Checks the pages of a list that can't be empty: another instance may have it. */
export function someOf(what: string): (rows: readonly unknown[]) => void {
  let isFirst = true;
  return ({ length }) => {
    if (isFirst && length === 0) throw new SourceError(`no ${what}`, { code: "pruned", retryable: false });
    isFirst = false;
  };
}

/** Substitutes the answer of an instance that does not offer the call. */
export const orOf =
  <Value>(value: Value) =>
  (error: unknown) => {
    if (isErrorOfKind(error, "source") && error.meta.status === 404) return value;
    throw error;
  };

export type Koios = ReturnType<typeof createKoios>;

/** What PostgREST's description of itself begins with: `info.version` is its own, which follows Koios' releases. */
const description = z.object({
  info: z.object({ title: z.string().max(100), version: z.string().max(100) }),
});

/** Name and version of the server, from an OpenAPI description; undefined if it is none. */
function softwareIn(text: string): string | undefined {
  try {
    const { title, version } = description.parse(JSON.parse(text)).info;
    return `${title.replace(/ API$/, "")}/${version}`;
  } catch {
    return undefined;
  }
}

/** @param check of each node, before its first call and from time to time */
export function createKoios(
  options: KoiosOptions,
  check?: (
    rows: <Row>(schema: z.ZodType<Row>, request: RowsRequest<Row>) => Promise<Row[]>,
    node: Node,
  ) => Promise<void>,
) {
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };

  function callOf<Row>(
    schema: z.ZodType<Row>,
    { path, query = {}, body, signal, check: verify }: RowsRequest<Row>,
    onAnswer?: (node: Node) => void,
  ) {
    return {
      path: pathOf(path, query),
      headers,
      bodyBytesMax,
      signal,
      ...(body === undefined ? {} : { method: "POST" as const, body: JSON.stringify(body) }),
      read: async (response: { bytes(): Promise<Buffer> }, node: Node) => {
        const rows = parseRows(path, (await response.bytes()).toString("utf8"), schema);
        verify?.(rows);
        onAnswer?.(node);
        return rows;
      },
    };
  }

  const nodeOptions: NodeSetOptions = {
    urls: options.urls,
    requestsPerSecond: Math.max(1, Math.floor(options.requestsPer10S / 10)),
    log: options.log,
    ...options.nodeOptions,
  };
  const nodes = createNodeSet(
    check === undefined
      ? nodeOptions
      : {
          ...nodeOptions,
          check: (request, node) =>
            check((schema, rowsRequest) => request(callOf(schema, rowsRequest)), node),
        },
  );

  /** The rows of one answer. */
  async function rows<Row>(schema: z.ZodType<Row>, request: RowsRequest<Row>): Promise<Row[]> {
    return await nodes.call(callOf(schema, request));
  }

  /**
   * All rows of a list; `order` has to be total, so that pages don't overlap. An instance may return fewer rows than
   * requested: a list ends with a page that no instance would cut.
   * @param verify throws a SourceError for a list that can't be right: the node of its last page is then tried last
   */
  async function pages<Row>(
    schema: z.ZodType<Row>,
    request: RowsRequest<Row>,
    order: string,
    verify?: (all: Row[]) => void,
  ): Promise<Row[]> {
    const all: Row[] = [];
    let last: Node | undefined;
    const onAnswer = (node: Node) => {
      last = node;
    };
    for (let isWhole = false; !isWhole; ) {
      const query = { ...request.query, order, offset: all.length, limit: options.pageRows };
      const page = await nodes.call(callOf(schema, { ...request, query }, onAnswer));
      for (const row of page) all.push(row);
      isWhole = page.length < Math.min(options.pageRows, uncutRows);
    }
    try {
      verify?.(all);
    } catch (error) {
      if (last !== undefined) nodes.report(last, error);
      throw error;
    }
    return all;
  }

  /** Rows for a list of items that is sent in the body, in as many requests as the body limit requires. */
  async function bulk<Row>(
    schema: z.ZodType<Row>,
    request: RowsRequest<Row>,
    { name, items, order }: { name: string; items: readonly string[]; order: string },
  ): Promise<Row[]> {
    const bodyOf = (part: readonly string[]) => ({ [name]: part, ...request.body });
    const bytesOf = (part: readonly string[]) => Buffer.byteLength(JSON.stringify(bodyOf(part)));
    const parts = batchesOf(items, bytesOf, options.bodyBytes);
    const rowsOfParts = await Promise.all(
      parts.map((part) => pages(schema, { ...request, body: bodyOf(part) }, order)),
    );
    return rowsOfParts.flat();
  }

  /** Name and version of each node: `PostgREST/12.2.8`. Nodes that don't describe themselves are left out. */
  async function software(signal?: AbortSignal): Promise<string[]> {
    const read = async (node: Node): Promise<string[]> => {
      const call = {
        ...{ path: "/", headers, bodyBytesMax, signal, rounds: 1 },
        read: async (response: { bytes(): Promise<Buffer> }) =>
          softwareIn((await response.bytes()).toString("utf8")),
      };
      try {
        const except = nodes.nodes.filter((other) => other !== node);
        return [await nodes.call(call, { except })].flatMap((name) => name ?? []);
      } catch (error) {
        if (!isErrorOfKind(error, "source")) throw error;
        return [];
      }
    };
    return (await Promise.all(nodes.nodes.map(read))).flat();
  }

  return { rows, pages, bulk, software, report: nodes.report };
}
