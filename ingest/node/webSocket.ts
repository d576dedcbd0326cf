/**
 * JSON-RPC over WebSockets with the interface of HTTP requests: one connection per address, on which a request's body is
 * a message and the answer with its id is the response. A refused handshake is a response, too.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import { createResponse, type HttpRequest, type HttpResponse, responseOf, whereOf } from "./http.ts";
import { rpcErrorOf } from "./jsonRpc.ts";
import { rateLimitWords } from "./statuses.ts";

type Waiting = { resolve(answer: Buffer): void; reject(error: unknown): void };
type Connection = { send(request: HttpRequest): Promise<Buffer> };
/** A node's answer in place of a connection. */
type Refusal = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** An unused connection is closed after this time. */
const idleMs = 60_000;

function failure(where: string, code: string, problem: string, cause?: unknown): SourceError {
  return new SourceError(`${where} ${problem}`, { code, cause });
}

/** @param wire the socket's transport: while no request waits, it does not keep the process alive */
function createConnection(where: string, socket: WebSocket, wire: Pick<Socket, "ref" | "unref">): Connection {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let usedAt = performance.now();
  const idle = setInterval(() => {
    if (waiting.size === 0 && performance.now() - usedAt >= idleMs) socket.terminate();
  }, idleMs);
  idle.unref();
  wire.unref();

  /** Ends all waiting requests: no more answers arrive on this connection. */
  function end(error: unknown): void {
    clearInterval(idle);
    socket.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** An error without an id belongs to the only waiting request, or to all of them. */
  function refuse(message: Buffer, error: unknown): void {
    const [only] = waiting.values();
    if (waiting.size <= 1) {
      only?.resolve(message);
      return;
    }
    const { words } = rpcErrorOf(error);
    const code = rateLimitWords.test(words) ? "rate_limited" : "server_error";
    const reason = failure(where, code, `sent an error that names no request: ${words}`);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function receive(message: Buffer): void {
    let answer: { id?: unknown; error?: unknown } | null;
    try {
      answer = JSON.parse(message.toString("utf8")) as typeof answer;
    } catch (error) {
      const start = message.subarray(0, 200).toString("utf8").replaceAll(/\s+/g, " ");
      // There is no id, so the answer belongs to no particular request.
      end(failure(where, "bad_json", `sent no JSON: ${start}`, error));
      return;
    }
    const { id, error } = answer ?? {};
    // If no request waits for this id, the answer came too late.
    if (typeof id === "number") waiting.get(id)?.resolve(message);
    else if (error !== undefined && error !== null) refuse(message, error);
  }

  socket.on("message", (data) => receive(data as Buffer));
  socket.on("error", (error: Error & { code?: string }) => {
    const isTooLarge = error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    const problem = isTooLarge ? "sent too long an answer" : `broke the connection: ${errorMessage(error)}`;
    end(failure(where, isTooLarge ? "too_large" : "connection", problem, error));
  });
  socket.on("close", (code) => end(failure(where, "connection", `ended the connection (${code})`)));

  async function send(request: HttpRequest): Promise<Buffer> {
    const id = nextId;
    nextId += 1;
    const answer = new Promise<Buffer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    wire.ref();
    // Anything still to come on this connection is late, too.
    const late = () => end(failure(where, "timeout", `did not answer within ${request.headersTimeoutMs} ms`));
    const timer = setTimeout(late, request.headersTimeoutMs);
    const body = { ...(JSON.parse(request.body ?? "{}") as object), id };
    socket.send(JSON.stringify(body), (error) => {
      if (error) end(failure(where, "connection", `took no request: ${errorMessage(error)}`, error));
    });
    try {
      return await abortable(answer, request.signal);
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
      usedAt = performance.now();
      if (waiting.size === 0) wire.unref();
    }
  }

  return { send };
}

/** Open connections, and those being opened, by address. */
const connections = new Map<string, Promise<Connection | Refusal>>();

function shakeHands(request: HttpRequest): Promise<Connection | Refusal> {
  const { url } = request;
  const where = whereOf(request);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      maxPayload: request.bodyBytesMax,
      perMessageDeflate: false,
      handshakeTimeout: request.headersTimeoutMs,
    });
    socket.on("error", (error) =>
      reject(failure(where, "connection", `can't be reached: ${errorMessage(error)}`, error)),
    );
    socket.on("unexpected-response", (_, message) => {
      const { status, headers, bytes } = responseOf(message, request);
      bytes().then((body) => resolve({ status, headers, body }), reject);
    });
    socket.on("upgrade", ({ socket: wire }) =>
      socket.on("open", () => {
        socket.on("close", () => connections.delete(url));
        resolve(createConnection(where, socket, wire));
      }),
    );
  });
}

/** The connection to an address, opened by its first request. */
async function connected(request: HttpRequest): Promise<Connection | Refusal> {
  const { url } = request;
  const making = connections.get(url) ?? shakeHands(request);
  connections.set(url, making);
  const forget = () => connections.get(url) === making && connections.delete(url);
  try {
    const made = await making;
    if ("status" in made) forget();
    return made;
  } catch (error) {
    forget();
    throw error;
  }
}

function toResponse({ status, headers, body }: Refusal, request: HttpRequest): HttpResponse {
  const pieces = async function* () {
    yield body;
  };
  const nothing = { isSilent: () => false, isComplete: () => true, discard: () => undefined };
  return createResponse({ status, headers, pieces, ...nothing }, request);
}

/** A promise's value, unless the signal is aborted first. */
async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await promise;
  // Once aborted, no caller is left to handle a rejection.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

/**
 * Sends one JSON-RPC request. Only transport errors throw.
 * @throws SourceError `connection`, `timeout`, `too_large`, `bad_json`, or the signal's reason when aborted
 */
export async function webSocketRequest(request: HttpRequest): Promise<HttpResponse> {
  const connection = await abortable(connected(request), request.signal);
  if ("status" in connection) return toResponse(connection, request);
  const body = await connection.send(request);
  return toResponse({ status: 200, headers: { "content-type": "application/json" }, body }, request);
}
