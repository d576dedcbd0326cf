/**
 * JSON-RPC over WebSockets, for those who send requests over HTTP: one connection for each address, on which a request's
 * body is a message and the answer with its id is the response. A handshake that is refused is the response, too.
 */
import { createHash, randomBytes } from "node:crypto";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import { createResponse, type HttpRequest, type HttpResponse, responseOf, safeUrl } from "./http.ts";
import { createMessageReader, encodeFrame, opcodes } from "./webSocketFrames.ts";

type Waiting = { request: HttpRequest; resolve(answer: Buffer): void; reject(error: unknown): void };

type Connection = { send(request: HttpRequest): Promise<Buffer> };
/** What a node says in place of a connection. */
type Refusal = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** What the key of a handshake is answered with. */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** A connection that nobody has used for so long is closed. */
const idleMs = 60_000;

const lost = (url: string, reason: string, cause?: unknown) =>
  new SourceError(`${safeUrl(url)} ended the connection: ${reason}`, { code: "connection", cause });

function createConnection(url: string, socket: Socket, head: Buffer, onEnd: () => void): Connection {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let isEnded = false;

  function end(error: unknown): void {
    if (isEnded) return;
    isEnded = true;
    onEnd();
    socket.destroy();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** The connection alone doesn't keep the process alive. */
  function rest(): void {
    if (waiting.size === 0) socket.unref();
    else socket.ref();
  }

  function receive(payload: Buffer): void {
    let id: unknown;
    try {
      id = (JSON.parse(payload.toString("utf8")) as { id?: unknown } | null)?.id;
    } catch (error) {
      const start = payload.subarray(0, 200).toString("utf8").replaceAll(/\s+/g, " ");
      // Whose answer it was can't be told.
      end(new SourceError(`${safeUrl(url)} sent no JSON: ${start}`, { code: "bad_json", cause: error }));
      return;
    }
    const found = waiting.get(Number(id));
    waiting.delete(Number(id));
    rest();
    found?.resolve(payload);
  }

  const read = createMessageReader(
    {
      onMessage: receive,
      onPing: (payload) => socket.write(encodeFrame(opcodes.pong, payload)),
      onClose: () => end(lost(url, "closed by the node")),
    },
    () => Math.max(65_536, ...[...waiting.values()].map(({ request }) => request.bodyBytesMax)),
  );
  const take = (piece: Buffer) => {
    try {
      read(piece);
    } catch (error) {
      end(error);
    }
  };
  socket.setTimeout(idleMs, () => waiting.size === 0 && end(lost(url, "idle")));
  socket.on("data", take);
  socket.on("error", (error) => end(lost(url, errorMessage(error), error)));
  socket.on("close", () => end(lost(url, "no more bytes")));
  if (head.length > 0) take(head);

  async function send(request: HttpRequest): Promise<Buffer> {
    const id = nextId;
    nextId += 1;
    const body = { ...(JSON.parse(request.body ?? "{}") as object), id };
    const answer = new Promise<Buffer>((resolve, reject) => {
      waiting.set(id, { request, resolve, reject });
    });
    rest();
    const timer = setTimeout(
      // What is still coming on this connection is late, too.
      () =>
        end(
          new SourceError(`${safeUrl(url)} did not answer within ${request.headersTimeoutMs} ms`, {
            code: "timeout",
          }),
        ),
      request.headersTimeoutMs,
    );
    const stop = () => {
      waiting.get(id)?.reject(request.signal?.reason);
      waiting.delete(id);
      rest();
    };
    request.signal?.addEventListener("abort", stop, { once: true });
    socket.write(encodeFrame(opcodes.text, Buffer.from(JSON.stringify(body))));
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", stop);
    }
  }

  return { send };
}

/** By address: connections, and those that are being made. */
const connections = new Map<string, Promise<Connection | Refusal>>();

function shakeHands(request: HttpRequest): Promise<Connection | Refusal> {
  const { url } = request;
  const target = new URL(url.replace(/^ws/, "http"));
  const key = randomBytes(16).toString("base64");
  const expected = createHash("sha1").update(`${key}${acceptSuffix}`).digest("base64");
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      reject(new SourceError(`${safeUrl(url)} can't be reached: ${reason}`, { code: "connection", cause }));
    const outgoing = (target.protocol === "https:" ? https : http).request(target, {
      agent: false,
      headers: {
        ...request.headers,
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": key,
      },
      timeout: request.headersTimeoutMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer to the handshake")));
    outgoing.on("error", (error) => fail(errorMessage(error), error));
    outgoing.on("response", (message) => {
      const { status, headers, bytes } = responseOf(message, request);
      bytes().then((body) => resolve({ status, headers, body }), reject);
    });
    outgoing.on("upgrade", (message: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.setTimeout(0);
      if (message.headers["sec-websocket-accept"] !== expected) {
        socket.destroy();
        fail("it is no WebSocket server");
      } else resolve(createConnection(url, socket, head, () => connections.delete(url)));
    });
    outgoing.end();
  });
}

/** The connection to an address, made by whoever asks first. */
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

/** What comes of a promise, unless the signal is aborted before. */
async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await promise;
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
 * Sends one JSON-RPC request. Only transport trouble throws.
 * @throws SourceError `connection`, `timeout`, `too_large`, `bad_json`, or the signal's reason when aborted
 */
export async function webSocketRequest(request: HttpRequest): Promise<HttpResponse> {
  const found = await abortable(connected(request), request.signal);
  if ("status" in found) return toResponse(found, request);
  const body = await found.send(request);
  return toResponse({ status: 200, headers: { "content-type": "application/json" }, body }, request);
}
