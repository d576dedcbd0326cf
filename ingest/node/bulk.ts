/**
 * Answers of up to a gigabyte, read through one reused buffer. node:http allocates every 64 KB twice: reading the
 * registry of two million validators took twice the processor time, half of it in garbage collection. Only over plain
 * TCP: decrypted bytes arrive unrequested, and would overwrite one another.
 */
import net from "node:net";
import { addAbortSignal, Readable } from "node:stream";
import { HTTPParser } from "http-parser-js";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import {
  createResponse,
  decompressed,
  type HttpRequest,
  type HttpResponse,
  httpRequest,
  whereOf,
} from "./http.ts";

/** The most that one read takes. A larger buffer gains nothing. */
const bufferBytes = 1_048_576;

type Connection = {
  socket: net.Socket;
  /** The next bytes, valid until the following call; undefined at the end. */
  read(timeoutMs: number): Promise<Buffer | undefined>;
  isSilent(): boolean;
};

function connect(url: URL, signal: AbortSignal | undefined): Connection {
  let ready: Buffer | undefined;
  let ended: { error?: Error } | undefined;
  let isSilent = false;
  let wake: () => void = () => undefined;
  const end = (error?: Error) => {
    ended ??= error === undefined ? {} : { error };
    wake();
  };
  const socket = net.connect({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 80),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback: (size, buffer) => {
        ready = Buffer.from(buffer.buffer, buffer.byteOffset, size);
        wake();
        // Pauses reading until the socket resumes.
        return false;
      },
    },
  });
  if (signal !== undefined) addAbortSignal(signal, socket);
  socket.on("end", () => end());
  socket.on("close", () => end());
  socket.on("error", end);

  async function read(timeoutMs: number): Promise<Buffer | undefined> {
    if (ready === undefined && ended === undefined) {
      const timer = setTimeout(() => {
        isSilent = true;
        socket.destroy(new Error(`nothing came for ${timeoutMs} ms`));
      }, timeoutMs);
      await new Promise<void>((resolve) => {
        wake = resolve;
        socket.resume();
      });
      clearTimeout(timer);
    }
    const bytes = ready;
    ready = undefined;
    if (bytes === undefined && ended?.error !== undefined) throw ended.error;
    return bytes;
  }

  return { socket, read, isSilent: () => isSilent };
}

/** The request as text, followed by its body. One connection serves one request. */
function requestText(request: HttpRequest, url: URL): string {
  const { method = "GET", body } = request;
  const headers: Record<string, string> = {
    host: url.host,
    accept: "application/json",
    "accept-encoding": "gzip",
    connection: "close",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...request.headers,
  };
  if (url.username !== "" || url.password !== "") {
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(user).toString("base64")}`;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

type Head = { status: number; headers: Record<string, string> };

/** Parses a response: its head, and the pieces of its body in the bytes passed last. */
function createReader() {
  const parser = new HTTPParser(HTTPParser.RESPONSE);
  let head: Head | undefined;
  let isComplete = false;
  let pieces: Buffer[] = [];
  parser[HTTPParser.kOnHeadersComplete] = ({ statusCode, headers }) => {
    // Informational responses (below 200) precede the answer itself.
    if (statusCode < 200) return;
    head = { status: statusCode, headers: {} };
    for (let at = 0; at < headers.length; at += 2)
      head.headers[String(headers[at]).toLowerCase()] = String(headers[at + 1]);
  };
  parser[HTTPParser.kOnBody] = (bytes, offset, length) => {
    if (!isComplete) pieces.push(bytes.subarray(offset, offset + length));
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    isComplete ||= head !== undefined;
  };
  return {
    head: () => head,
    isComplete: () => isComplete,
    /** @param bytes undefined at the end of the connection @throws Error when it is not HTTP */
    take: (bytes: Buffer | undefined): Buffer[] => {
      pieces = [];
      const result = bytes === undefined ? parser.finish() : parser.execute(bytes);
      // After the end of the answer the parser expects another one, and takes the remaining bytes for its head.
      if (result instanceof Error && !isComplete) throw result;
      return pieces;
    },
  };
}

/** Copies of the bytes, for a consumer that keeps them. */
async function* copies(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Sends a request whose answer may be large; otherwise like httpRequest. */
export async function bulkRequest(request: HttpRequest): Promise<HttpResponse> {
  const url = new URL(request.url);
  if (url.protocol !== "http:") return httpRequest(request);
  request.signal?.throwIfAborted();
  const where = whereOf(request);
  const { socket, read, isSilent } = connect(url, request.signal);
  const reader = createReader();
  let first: Buffer[] = [];
  socket.write(requestText(request, url));
  const deadline = performance.now() + request.headersTimeoutMs;
  let head: Head | undefined;
  try {
    while (head === undefined) {
      const bytes = await read(Math.max(1, deadline - performance.now()));
      first = reader.take(bytes);
      head = reader.head();
      if (head === undefined && bytes === undefined) throw new Error("the connection was closed");
    }
  } catch (error) {
    socket.destroy();
    request.signal?.throwIfAborted();
    throw isSilent()
      ? new SourceError(`${where} did not answer within ${request.headersTimeoutMs} ms`, { code: "timeout" })
      : new SourceError(`${where} can't be reached: ${errorMessage(error)}`, {
          code: "connection",
          cause: error,
        });
  }

  async function* pieces(): AsyncGenerator<Buffer> {
    yield* first;
    while (!reader.isComplete()) {
      const bytes = await read(request.idleTimeoutMs);
      yield* reader.take(bytes);
      if (bytes === undefined && !reader.isComplete()) throw new Error("the connection was closed");
    }
    socket.destroy();
  }

  const encoding = head.headers["content-encoding"];
  return createResponse(
    {
      ...head,
      pieces: () =>
        encoding === undefined ? pieces() : decompressed(Readable.from(copies(pieces())), encoding),
      isSilent,
      isComplete: () => reader.isComplete() && socket.destroyed,
      discard: () => void socket.destroy(),
    },
    { ...request, isBulk: encoding === undefined },
  );
}
