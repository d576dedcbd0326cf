/** Koios (PostgREST) behind a node set: rows of one answer, of all pages of a list, of bulk requests within the body limit. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { startOf } from "../../node/jsonRpc.ts";
import { createNodeSet, type Node, type NodeSetOptions } from "../../node/nodes.ts";
import { parseExactJson } from "./json.ts";

export type KoiosOptions = {
  urls: readonly string[];
  /** Of a registered user, for higher limits. */
  token?: string | undefined;
  /** Of each node. */
  requestsPer10S: number;
  /** Longest body of a request that the nodes take. */
  bodyBytes: number;
  /** Rows of a page, at most what the nodes answer at once. */
  pageRows: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

type Query = Readonly<Record<string, string | number>>;

export type Asked<Row> = {
  path: string;
  query?: Query;
  body?: object;
  signal?: AbortSignal | undefined;
  /** Throws a SourceError for rows that can't be right: the next node is asked then. */
  check?: (rows: Row[]) => void;
};

/** So few rows every instance returns at once. */
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

/** Lists of items, each with a body of at most so many bytes. */
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

/** @param check of each node, before its first call and now and then */
export function createKoios(
  options: KoiosOptions,
  check?: (
    rows: <Row>(schema: z.ZodType<Row>, asked: Asked<Row>) => Promise<Row[]>,
    node: Node,
  ) => Promise<void>,
) {
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };

  function callOf<Row>(
    schema: z.ZodType<Row>,
    { path, query = {}, body, signal, check: verify }: Asked<Row>,
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
          check: (request, node) => check((schema, asked) => request(callOf(schema, asked)), node),
        },
  );

  /** The rows of one answer. */
  async function rows<Row>(schema: z.ZodType<Row>, asked: Asked<Row>): Promise<Row[]> {
    return await nodes.call(callOf(schema, asked));
  }

  /**
   * All rows of a list; `order` has to be one, so that pages don't overlap. An instance may answer with fewer rows than
   * requested: a list ends with a page that no instance would cut.
   * @param verify throws a SourceError for a list that can't be right: who gave its last page is asked after the others
   */
  async function pages<Row>(
    schema: z.ZodType<Row>,
    asked: Asked<Row>,
    order: string,
    verify?: (all: Row[]) => void,
  ): Promise<Row[]> {
    const all: Row[] = [];
    let last: Node | undefined;
    const onAnswer = (node: Node) => {
      last = node;
    };
    for (let isWhole = false; !isWhole; ) {
      const query = { ...asked.query, order, offset: all.length, limit: options.pageRows };
      const page = await nodes.call(callOf(schema, { ...asked, query }, onAnswer));
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

  /** Rows of a list of items that is sent in the body, in as many requests as the body limit asks for. */
  async function bulk<Row>(
    schema: z.ZodType<Row>,
    asked: Asked<Row>,
    { name, items, order }: { name: string; items: readonly string[]; order: string },
  ): Promise<Row[]> {
    const bodyOf = (part: readonly string[]) => ({ [name]: part, ...asked.body });
    const bytesOf = (part: readonly string[]) => Buffer.byteLength(JSON.stringify(bodyOf(part)));
    const parts = batchesOf(items, bytesOf, options.bodyBytes);
    const found = await Promise.all(
      parts.map((part) => pages(schema, { ...asked, body: bodyOf(part) }, order)),
    );
    return found.flat();
  }

  return { rows, pages, bulk, report: nodes.report };
}
