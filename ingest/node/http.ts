/**
 * All outgoing HTTP: time limits on everything, bounded bodies, gzip, a stream of buffers. Built on node:http rather
 * than fetch because bulk answers (up to 1 GB) are scanned buffer by buffer, and because each phase (first byte, silence
 * between bytes) needs its own limit.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import { createBrotliDecompress, createGunzip, createInflate, gunzip } from "node:zlib";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import { addressName } from "../../lib/nodeAddress.ts";

export type HttpRequest = {
  url: string;
  /** The address's name in messages, since it may hold keys; default: its host and a hash. */
  where?: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Limit until the response's headers have arrived. */
  headersTimeoutMs: number;
  /** Limit for silence between two pieces of the body. */
  idleTimeoutMs: number;
  /** A longer body (after decompression) is an error. */
  bodyBytesMax: number;
  /** The answer may be hundreds of megabytes; see bulk.ts. */
  isBulk?: boolean;
};

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /**
   * The decompressed body; iterate once. Throws SourceError (timeout, truncated, too_large). In a bulk response a piece is
   * valid until the next one is requested.
   */
  stream(): AsyncIterable<Buffer>;
  /** The whole body. */
  bytes(): Promise<Buffer>;
  /** Drops the rest of the body and its connection. */
  discard(): void;
};

const agentOptions = { keepAlive: true, maxSockets: 64, scheduling: "lifo" } as const;
const agents = { "http:": new http.Agent(agentOptions), "https:": new https.Agent(agentOptions) };

/** Time limit of a body: this many silence limits, plus a second for each so many bytes. */
const patience = { silences: 4, bytesPerSecond: 16_384 };

/** The name of a request's address in messages. */
export const whereOf = ({ url, where }: HttpRequest): string => where ?? addressName(url);

/** The body, decompressed. */
export function decompressed(body: Readable, encoding = "identity"): Readable {
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip({ chunkSize: 262_144 })
      : encoding === "deflate"
        ? createInflate()
        : encoding === "br"
          ? createBrotliDecompress()
          : undefined;
  if (decoder === undefined) return body;
  // The decoder passes the error on to its consumer.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** A response from a connection: the head, and a body that is iterated once. */
export type ResponseSource = {
  status: number;
  headers: IncomingHttpHeaders;
  pieces(): AsyncIterable<Buffer>;
  /** Whether `pieces` failed because of silence. */
  isSilent(): boolean;
  isComplete(): boolean;
  discard(): void;
};

/**
 * The pieces of a body with a time limit: one that trickles is never silent, and never ends. Only time spent waiting for
 * the node counts, not the consumer's. An endless body has no such limit.
 */
async function* timely(
  source: ResponseSource,
  { idleTimeoutMs, bodyBytesMax }: HttpRequest,
  onLate: () => void,
): AsyncGenerator<Buffer> {
  if (!Number.isFinite(bodyBytesMax)) return yield* source.pieces();
  const pieces = source.pieces()[Symbol.asyncIterator]();
  let leftMs = idleTimeoutMs * patience.silences;
  for (;;) {
    const from = performance.now();
    const timer = setTimeout(() => {
      onLate();
      source.discard();
    }, leftMs);
    const next = await pieces.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    leftMs += (next.value.length / patience.bytesPerSecond) * 1000 - (performance.now() - from);
    yield next.value;
  }
}

/** First bytes of a gzip body, and of text with a byte order mark. JSON and SSZ begin otherwise. */
const gzipStart = Buffer.from([0x1f, 0x8b, 0x08]);
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const gunzipped = promisify(gunzip);

/** The body without a byte order mark, and without gzip compression that no header declared. */
async function unwrapped(body: Buffer, bytesMax: number): Promise<Buffer> {
  const start = body.subarray(0, 3);
  if (start.equals(byteOrderMark)) return body.subarray(3);
  if (!start.equals(gzipStart)) return body;
  // A body that can't be decompressed is passed on unchanged, and refused by its parser.
  return await gunzipped(body, { maxOutputLength: Math.min(bytesMax, 1_073_741_824) }).catch(() => body);
}

/** A response whose body stays within the request's limits, with the errors that HttpResponse lists. */
export function createResponse(source: ResponseSource, request: HttpRequest): HttpResponse {
  const where = whereOf(request);

  async function* stream(): AsyncGenerator<Buffer> {
    let received = 0;
    let isLate = false;
    const onLate = () => {
      isLate = true;
    };
    try {
      for await (const piece of timely(source, request, onLate)) {
        received += piece.length;
        if (received > request.bodyBytesMax) {
          throw new SourceError(`${where} answered with more than ${request.bodyBytesMax} bytes`, {
            code: "too_large",
          });
        }
        yield piece;
      }
    } catch (error) {
      if (error instanceof SourceError) throw error;
      request.signal?.throwIfAborted();
      if (isLate)
        throw new SourceError(`${where} sent its answer too slowly: ${received} bytes have come`, {
          code: "timeout",
          cause: error,
        });
      throw source.isSilent()
        ? new SourceError(`${where} was silent for ${request.idleTimeoutMs} ms in mid-answer`, {
            code: "timeout",
            cause: error,
          })
        : new SourceError(`${where} broke off its answer after ${received} bytes: ${errorMessage(error)}`, {
            code: "truncated",
            cause: error,
          });
    } finally {
      if (!source.isComplete()) source.discard();
    }
  }

  async function bytes(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of stream()) pieces.push(request.isBulk ? Buffer.from(piece) : piece);
    const whole = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    return await unwrapped(whole, request.bodyBytesMax);
  }

  return { status: source.status, headers: source.headers, stream, bytes, discard: source.discard };
}

function sourceOf(message: IncomingMessage, { idleTimeoutMs }: HttpRequest): ResponseSource {
  let isSilent = false;
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    pieces: () => {
      message.setTimeout(idleTimeoutMs, () => {
        isSilent = true;
        message.destroy(new Error("silent"));
      });
      return decompressed(message, message.headers["content-encoding"]);
    },
    isSilent: () => isSilent,
    isComplete: () => message.complete,
    discard: () => void message.destroy(),
  };
}

/** Wraps a node:http response, within the request's limits. */
export const responseOf = (message: IncomingMessage, request: HttpRequest): HttpResponse =>
  createResponse(sourceOf(message, request), request);

/**
 * Sends one request. Any status resolves; only transport errors throw.
 * @throws SourceError with code `timeout` or `connection`, or the signal's reason when aborted.
 */
export function httpRequest(request: HttpRequest): Promise<HttpResponse> {
  const where = whereOf(request);
  return new Promise((resolve, reject) => {
    if (request.signal?.aborted) {
      reject(request.signal.reason);
      return;
    }
    const url = new URL(request.url);
    const isSecure = url.protocol === "https:";
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const outgoing = (isSecure ? https : http).request(url, {
      method: request.method ?? "GET",
      agent: isSecure ? agents["https:"] : agents["http:"],
      headers: {
        accept: "application/json",
        "accept-encoding": "gzip",
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "content-length": String(body.length) }),
        ...request.headers,
      },
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    const timer = setTimeout(() => {
      reject(
        new SourceError(`${where} did not answer within ${request.headersTimeoutMs} ms`, { code: "timeout" }),
      );
      outgoing.destroy();
    }, request.headersTimeoutMs);
    outgoing.on("response", (message) => {
      clearTimeout(timer);
      resolve(responseOf(message, request));
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      if (request.signal?.aborted) reject(request.signal.reason);
      else {
        reject(
          new SourceError(`${where} can't be reached: ${errorMessage(error)}`, {
            code: "connection",
            cause: error,
          }),
        );
      }
    });
    outgoing.end(body);
  });
}

/** Milliseconds of a Retry-After header (seconds or a date); undefined without a readable one. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number = Date.now()): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
