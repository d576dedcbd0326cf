/**
 * Refuses oversized requests so that the client can read why. A connection closed with unread data is reset, and a reset
 * overtakes the answer. So the rest of the request is read on for a while, and discarded.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorBody } from "./errors.ts";

/** Limits of reading on after a refusal, in bytes and time. */
const lingerBytesMax = 64 * 1_024 * 1_024;
const lingerMs = 10_000;

/**
 * Holds the end of an answer back until the request's body has come: Node closes after its end, when the client
 * or the server won't go on. The answer itself is sent at once.
 */
function endAfterBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const end = outgoing.end.bind(outgoing) as (...parts: unknown[]) => ServerResponse;
  outgoing.end = (...parts: unknown[]) => {
    if (incoming.complete || incoming.destroyed) return end(...parts);
    const [body, encoding] = parts;
    if (typeof body === "string") outgoing.write(body, encoding as BufferEncoding);
    else if (body instanceof Uint8Array) outgoing.write(body);
    else outgoing.flushHeaders();
    const giveUp = () => {
      outgoing.shouldKeepAlive = false;
      end();
      incoming.socket.destroySoon();
    };
    const timer = setTimeout(giveUp, lingerMs).unref();
    let bytes = 0;
    incoming.removeAllListeners("data");
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > lingerBytesMax) giveUp();
    });
    incoming.once("close", () => clearTimeout(timer));
    incoming.once("end", () => end());
    incoming.resume();
    return outgoing;
  };
}

const parserRefusals: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Content Too Large", "The body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long."],
};

function refusalText(code: string | undefined): string {
  const [status, detail] = parserRefusals[code ?? ""] ?? ["400 Bad Request", "The request is malformed."];
  const body = errorBody(detail);
  const headers = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}

/** Whether a request has a body, by its headers. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Makes refusals of a server readable: those of its listener, and those of Node's own parser. */
export function readableRefusals(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakMap<Duplex, number>();

  server.prependListener("request", (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    if (hasBody(incoming)) endAfterBody(incoming, outgoing);
  });

  // The parser fails again on everything that comes after its first failure: that is thrown away here.
  server.on("clientError", (error: NodeJS.ErrnoException, connection) => {
    const socket = connection as Socket;
    const start = refused.get(socket);
    if (start !== undefined) {
      if (socket.bytesRead - start > lingerBytesMax) socket.destroy();
      return;
    }
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.set(socket, socket.bytesRead);
    const answer = answers.get(socket);
    // A second answer in the middle of the first would be neither.
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    socket.end(isAnswering ? "" : refusalText(error.code));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}
