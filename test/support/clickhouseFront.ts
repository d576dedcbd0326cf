/**
 * ClickHouse's HTTP interface in front of the embedded engine, for suites: no ClickHouse server can be installed from
 * a package registry. It speaks what @clickhouse/client uses: a query in the URL or the body, `param_*`, settings in
 * the URL, gzip both ways, bodies in Native or in a text format, error bodies and headers, `/ping`; and it fails on
 * demand (`Faults`). As a process of its own it lets several processes share one warehouse:
 *   node --import tsx test/support/clickhouseFront.ts --path <folder> --port <port> [--backups <folder>]
 * It prints `{"url":…}` when it listens, accepts faults as `PUT /faults`, returns with `GET /faults` how many requests they
 * hit, and ends with SIGTERM or SIGINT.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { isAppError } from "../../lib/errors.ts";
import { scanSql } from "../../lib/sql/scan.ts";
import { bindParameters } from "../../lib/store/parameters.ts";
import { createEngine, type Statement } from "./clickhouseEngine.ts";
import { unescapeParameter } from "./escapedParameter.ts";

/** The faults. `times` counts down with each request that is hit; without it a fault stays until replaced. */
export type Faults = {
  times?: number;
  /** Connections are closed as soon as they open. */
  refuse?: boolean;
  delayMs?: number;
  /** Answered with this status and a body that is not ClickHouse's, as a proxy would. */
  status?: number;
  /** The statement runs, then the connection is reset after so many bytes of the answer. */
  resetAfterBytes?: number;
  /** Inserts into this table ("*" is any) fail with this error. */
  failInserts?: { table: string; code: number; type: string; message?: string };
};

export const diskFull: Faults = {
  failInserts: { table: "*", code: 243, type: "NOT_ENOUGH_SPACE", message: "Cannot reserve 1.00 MiB" },
};

export type ClickhouseFront = {
  readonly url: string;
  /** Statements that reached the engine. */
  readonly statements: readonly string[];
  setFaults(faults: Faults): void;
  close(): Promise<void>;
};

type EngineError = { code: string; type: string; message: string };

/** Whether every request feels it; failing inserts are counted where they fail. */
const isFault = ({ refuse, delayMs, status, resetAfterBytes }: Faults) =>
  refuse === true || delayMs !== undefined || status !== undefined || resetAfterBytes !== undefined;

const notSettings = new Set(["query", "query_id", "database", "session_id", "user", "password", "role"]);

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

async function readStatement(request: IncomingMessage, url: URL): Promise<Statement> {
  const body = await readBody(request);
  const entries = [...url.searchParams];
  let data: Buffer | undefined = body;
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": contentType },
    }).formData();
    for (const [name, value] of form) entries.push([name, String(value)]);
    data = undefined;
  }
  const values = Object.fromEntries(entries);
  const inUrl = values.query;
  const text = inUrl ?? body.toString("utf8");
  if (inUrl === undefined) data = undefined;
  const params: Record<string, string | null> = {};
  const settings: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (name.startsWith("param_")) params[name.slice("param_".length)] = unescapeParameter(value);
    else if (!notSettings.has(name)) settings[name] = value;
  }
  const query = scanSql(text).placeholders.length > 0 ? bindParameters(text, params) : text;
  return {
    query,
    data,
    settings,
    ...(values.database === undefined ? {} : { database: values.database }),
  };
}

const insertPattern = /^\s*insert\s+into\s+(?:table\s+)?([`\w.]+)/i;

function tableOf(query: string): string | undefined {
  return insertPattern.exec(query)?.[1]?.replaceAll("`", "");
}

function engineError(error: unknown): EngineError {
  const { code, type, message } = error as Partial<EngineError>;
  if (isAppError(error)) return { code: "457", type: "BAD_QUERY_PARAMETER", message: error.message };
  return { code: code ?? "1002", type: type ?? "UNKNOWN_EXCEPTION", message: message ?? String(error) };
}

/** ClickHouse's status for an error code, as far as it matters to clients. */
function statusOf(code: string): number {
  if (["60", "81"].includes(code)) return 404;
  if (["47", "62", "456", "457", "53", "6", "27", "43"].includes(code)) return 400;
  if (code === "252" || code === "202") return 503;
  return 500;
}

function sendError(response: ServerResponse, { code, type, message }: EngineError): void {
  response.writeHead(statusOf(code), {
    "content-type": "text/plain; charset=UTF-8",
    "x-clickhouse-exception-code": code,
  });
  response.end(`Code: ${code}. DB::Exception: ${message} (${type}) (version 26.7.2.1 (official build))\n`);
}

/** Like the server: a statement ends with its client on request, and can only read. */
function untilGone({ settings }: Statement, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const isWatched =
    settings.cancel_http_readonly_queries_on_client_close === "1" && Number(settings.readonly ?? 0) > 0;
  if (isWatched) response.once("close", () => response.writableFinished || controller.abort());
  return controller.signal;
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Buffer, cut?: number): void {
  const isZipped =
    /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) &&
    /enable_http_compression=1/.test(request.url ?? "");
  const body = isZipped ? gzipSync(answer, { level: 1 }) : answer;
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": body.length,
    "x-clickhouse-query-id": randomUUID(),
    "x-clickhouse-server-display-name": "front",
    "x-clickhouse-timezone": "UTC",
    "x-clickhouse-summary": '{"read_rows":"0","read_bytes":"0","written_rows":"0","written_bytes":"0"}',
    ...(isZipped ? { "content-encoding": "gzip" } : {}),
  });
  if (cut === undefined) response.end(body);
  else response.write(body.subarray(0, cut), () => response.socket?.resetAndDestroy());
}

/** Like the server: an error after the first bytes is appended to them, and the connection breaks. */
async function sendStream(
  response: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  cut?: number,
): Promise<void> {
  const tag = randomBytes(8).toString("hex");
  const closed = once(response, "close");
  let sent = 0;
  try {
    for await (const chunk of chunks) {
      if (!response.headersSent) response.writeHead(200, { "x-clickhouse-exception-tag": tag });
      if (response.destroyed) return;
      sent += chunk.length;
      if (!response.write(chunk)) await Promise.race([once(response, "drain"), closed]);
      if (cut !== undefined && sent >= cut) response.socket?.resetAndDestroy();
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    const { code, type, message } = engineError(error);
    const text = `Code: ${code}. DB::Exception: ${message} (${type}) (version 26.7.2.1 (official build))\n`;
    const mark = `__exception__\r\n`;
    const end = `\r\n${mark}${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}\r\n${mark}`;
    response.write(end, () => response.socket?.destroySoon());
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolvePort((server.address() as AddressInfo).port));
  });
}

/** Starts the front. The folder belongs to this process until `close`. */
export async function startClickhouseFront(options: {
  path: string;
  port?: number;
  /** Folder of the disk `backups`, to which servers may write backups. */
  backups?: string;
}): Promise<ClickhouseFront> {
  const path = resolve(options.path);
  const engine = createEngine(path, options.backups && resolve(options.backups));
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  let faults: Faults = {};
  let hits = 0;

  /** The fault of this request, if any is left. */
  function nextFault(): Faults {
    if (faults.times === undefined) return faults;
    if (faults.times <= 0) return {};
    faults.times -= 1;
    return faults;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://front");
    if (url.pathname === "/faults" && request.method === "GET") {
      response.end(JSON.stringify({ hits }));
      return;
    }
    if (url.pathname === "/faults") {
      hits = 0;
      faults = JSON.parse((await readBody(request)).toString("utf8")) as Faults;
      response.end("Ok.\n");
      return;
    }
    const fault = nextFault();
    if (isFault(fault)) hits += 1;
    if (fault.refuse) {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault.delayMs !== undefined) await new Promise((done) => setTimeout(done, fault.delayMs));
    if (fault.status !== undefined) {
      response.writeHead(fault.status, { "content-type": "text/html" }).end("<h1>Unavailable</h1>");
      return;
    }
    if (url.pathname === "/ping") {
      response.end("Ok.\n");
      return;
    }
    const statement = await readStatement(request, url);
    const failing = fault.failInserts;
    const table = tableOf(statement.query);
    if (failing !== undefined && table !== undefined && (failing.table === "*" || failing.table === table)) {
      hits += 1;
      sendError(response, {
        code: String(failing.code),
        type: failing.type,
        message: failing.message ?? "On demand.",
      });
      return;
    }
    statements.push(statement.query);
    const signal = untilGone(statement, response);
    if (statement.settings.wait_end_of_query === "0") {
      await sendStream(response, engine.stream({ ...statement, signal }), fault.resetAfterBytes);
      return;
    }
    const answered = await engine.execute({ ...statement, signal });
    sendAnswer(request, response, answered, fault.resetAfterBytes);
  }

  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    answer(request, response).catch((error: unknown) => sendError(response, engineError(error)));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}`,
    statements,
    setFaults: (next) => {
      faults = { ...next };
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
      await engine.close();
    },
  };
}

if (import.meta.filename === process.argv[1]) {
  const options = {
    path: { type: "string" },
    port: { type: "string" },
    backups: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const { path = "data", port = 0, backups } = values;
  const front = await startClickhouseFront({
    path,
    port: Number(port),
    ...(backups === undefined ? {} : { backups }),
  });
  process.stdout.write(`${JSON.stringify({ url: front.url })}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      void front.close().then(() => process.exit(0));
    });
  }
}
