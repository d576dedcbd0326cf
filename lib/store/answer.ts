/**
 * Answers of a ClickHouse server, streamed. An error after the first bytes can't be a status any more: the server writes
 * it after them, between two marks that hold a tag from the answer's headers, and breaks the connection.
 */
import type { Readable } from "node:stream";
import { EXCEPTION_TAG_HEADER_NAME, extractErrorAtTheEndOfChunk } from "@clickhouse/client";
import { overTime } from "./limits.ts";

type Answer = { stream: Readable; response_headers?: Record<string, string | string[] | undefined> };

/** The server cuts its error messages at 16 KiB. */
const errorBytesMax = 20 * 1024;

function errorIn(tail: Buffer, { response_headers = {} }: Answer): Error | undefined {
  const tag = response_headers[EXCEPTION_TAG_HEADER_NAME];
  if (typeof tag !== "string" || !tail.includes(`__exception__\r\n${tag}\r\n`)) return undefined;
  return extractErrorAtTheEndOfChunk(tail, tag);
}

/**
 * @param request sends the statement
 * @param fail converts an error after the first bytes
 * @param seconds how long the answer may take, with the time of its reader: the server doesn't look at it while it waits; 0:
 *   without limit
 */
export async function* readAnswer(
  request: (signal: AbortSignal) => Promise<Answer>,
  fail: (error: unknown, signal: AbortSignal) => Error,
  seconds: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const left = new AbortController();
  const requestSignal = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
  const answer = await request(requestSignal);
  const timer = seconds > 0 ? setTimeout(() => left.abort(overTime(seconds)), seconds * 1000) : undefined;
  requestSignal.addEventListener("abort", () => answer.stream.destroy(), { once: true });
  // Held back: it may be the beginning of the error mark.
  let tail: Buffer = Buffer.alloc(0);
  try {
    try {
      for await (const chunk of answer.stream) {
        const bytes = Buffer.concat([tail, chunk as Buffer]);
        const sure = Math.max(0, bytes.length - errorBytesMax);
        tail = bytes.subarray(sure);
        if (sure > 0) yield bytes.subarray(0, sure);
      }
    } catch (error) {
      throw errorIn(tail, answer) ?? error;
    }
    const error = errorIn(tail, answer);
    if (error !== undefined) throw error;
    requestSignal.throwIfAborted();
    if (tail.length > 0) yield tail;
  } catch (error) {
    throw fail(error, requestSignal);
  } finally {
    clearTimeout(timer);
    left.abort();
  }
}
