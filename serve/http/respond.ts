/** The last step of every answer: validators for caches, compression, and the metering headers. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { contentTypes, type Format } from "./formats.ts";
import { acceptsGzip, namesEtag } from "./negotiation.ts";

const gzipText = promisify(gzip);
/** Smaller bodies fit a packet uncompressed. */
const gzipMinimumBytes = 1_024;
export const gzipLevel = 4;

export type Body = {
  text: string;
  status: number;
  /** Default: JSON. */
  format?: Format;
  /** Seconds for which a client may reuse the answer; 0: after revalidation; without it, it is not stored at all. */
  maxAgeS?: number;
  computeUnits: number;
};

/** Weak, because the same rows may travel compressed or not. */
function etagOf(text: string): string {
  return `W/"${createHash("sha1").update(text).digest("base64url")}"`;
}

function cacheControl(maxAgeS: number | undefined): string {
  if (maxAgeS === undefined) return "no-store";
  return maxAgeS === 0 ? "private, no-cache" : `private, max-age=${maxAgeS}`;
}

/** Headers of every answer, sent whole or line by line. */
export const answerHeaders = (contentType: string, maxAgeS: number | undefined) =>
  new Headers({
    "content-type": contentType,
    "cache-control": cacheControl(maxAgeS),
    vary: "Accept, Authorization, Accept-Encoding, X-Service-Network, X-Rated-Network",
  });

/** Whether a body of this size is compressed for the client. */
export const isZippedFor = (request: Headers, bytes: number) =>
  bytes >= gzipMinimumBytes && acceptsGzip(request.get("accept-encoding"));

/** @returns the response, and its charge: nothing for a 304. */
export async function respond(
  request: Headers,
  body: Body,
): Promise<{ response: Response; computeUnits: number }> {
  const headers = answerHeaders(contentTypes[body.format ?? "json"], body.maxAgeS);
  const etag = etagOf(body.text);
  if (body.maxAgeS !== undefined) headers.set("etag", etag);
  if (body.maxAgeS !== undefined && namesEtag(request.get("if-none-match"), etag)) {
    headers.delete("content-type");
    headers.set("x-service-compute-units", "0");
    headers.set("x-service-bytes-consumed", "0");
    return { response: new Response(null, { status: 304, headers }), computeUnits: 0 };
  }
  const bytes = Buffer.from(body.text, "utf8");
  headers.set("x-service-compute-units", String(body.computeUnits));
  headers.set("x-service-bytes-consumed", String(bytes.byteLength));
  let payload: Uint8Array<ArrayBuffer> = bytes;
  if (isZippedFor(request, bytes.byteLength)) {
    payload = new Uint8Array(await gzipText(bytes, { level: gzipLevel }));
    headers.set("content-encoding", "gzip");
  }
  headers.set("content-length", String(payload.byteLength));
  return {
    response: new Response(payload, { status: body.status, headers }),
    computeUnits: body.computeUnits,
  };
}

/**
 * Compute units: content bytes / weight + rows · business value, rounded up. Beta endpoints are free.
 */
export function computeUnitsOf(
  endpoint: { weight: { bytes: number; row: number }; beta?: boolean },
  bytes: number,
  rows: number,
): number {
  if (endpoint.beta === true) return 0;
  return Math.ceil(bytes / endpoint.weight.bytes + rows * endpoint.weight.row);
}
