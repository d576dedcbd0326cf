/**
 * Lists in CSV and NDJSON: sent as the engine produces them, so that a long one takes no memory and starts at once.
 * Headers that depend on the last record are missing: no ETag, no length, no compute units.
 */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { answerFor, type ServedEndpoint, statementsFor } from "../endpoint.ts";
import type { Services } from "../services.ts";
import type { Format } from "./formats.ts";
import { answerHeaders, gzipLevel, isZippedFor } from "./respond.ts";
import { type RowsRequest, recordOf, writerOf } from "./rows.ts";
import { sizeNameOf } from "./statements.ts";

/** Whether records of an answer are sent line by line. */
export const isStreamed = ({ kind }: ServedEndpoint, format: Format) =>
  (format === "csv" || format === "ndjson") && kind !== "one" && kind !== "custom";

/** Whole lines, some at a time, and how many records there were so far. */
export type Streamed = { lines: AsyncGenerator<string, void, undefined>; rows(): number };

/** @param pieces of a JSONEachRow text */
async function* rowsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[], void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const rows = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = rows.pop() ?? "";
    if (rows.length > 0) yield rows;
  }
  if (rest !== "") yield [rest];
}

/** The records of a list, from the statement that answers it. */
export function streamRows(request: RowsRequest, values: QueryParams, services: Services): Streamed {
  const answer = answerFor(request.endpoint, request.query);
  const { sql } = statementsFor(answer, values);
  const { head, line } = writerOf(request, answer);
  const toRecord = recordOf(request, answer);
  let count = 0;
  async function* lines() {
    let before = head;
    if (Number(values[sizeNameOf(values)]) !== 0) {
      const pieces = services.store.stream(loadSql(`queries/${sql}`).text, values, { format: "JSONEachRow" });
      for await (const rows of rowsIn(pieces)) {
        count += rows.length;
        yield before + rows.map((row) => line(toRecord(row))).join("");
        before = "";
      }
    }
    if (before !== "") yield before;
  }
  return { lines: lines(), rows: () => count };
}

/**
 * Sends the pieces as they arrive. An error before the first line is thrown; a later one breaks the connection off, so that
 * no client takes a part for the whole.
 * @param charge counts bytes that are handed on. Its result is the reason to stop: it becomes the last line, so that no
 *   client takes a part for the whole
 * @param breakOff ends the connection at once. An error of the stream would not do: the server writes its message after the
 *   lines, and ends the answer in good order
 */
export async function respondStreamed(
  request: Request,
  { lines }: Streamed,
  options: {
    contentType: string;
    maxAgeS: number;
    charge(bytes: number): Promise<string | undefined>;
    /** Writes the last line of a list that is not sent to its end. */
    trailer(why: string): string;
    breakOff(error: unknown): void;
  },
): Promise<Response> {
  const first = await lines.next();
  const text = first.done === true ? "" : first.value;
  const headers = answerHeaders(options.contentType, options.maxAgeS);
  const isZipped = isZippedFor(request.headers, Buffer.byteLength(text));
  if (isZipped) headers.set("content-encoding", "gzip");
  if (request.method === "HEAD") {
    await lines.return();
    return new Response(null, { headers });
  }
  async function* sent() {
    try {
      for (let next = text; ; ) {
        const piece = Buffer.from(next, "utf8");
        const refusal = await options.charge(piece.byteLength);
        yield piece;
        if (refusal !== undefined) {
          yield Buffer.from(options.trailer(refusal), "utf8");
          return;
        }
        const more = await lines.next();
        if (more.done === true) return;
        next = more.value;
      }
    } catch (error) {
      options.breakOff(error);
    } finally {
      await lines.return();
    }
  }
  const plain = Readable.from(sent(), { objectMode: false });
  const body = isZipped ? plain.compose(createGzip({ level: gzipLevel })) : plain;
  return new Response(Readable.toWeb(body as Readable) as ReadableStream<Uint8Array>, { headers });
}
