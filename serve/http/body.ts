/** JSON that a request carries. What can't be read is refused here; what it holds is checked in parse.ts. */
import { ApiError } from "../../lib/errors.ts";

/** Room for 1,000 public keys ten times over. */
export const bodyBytesMax = 1_048_576;

/** The next part; what came of a client that has left in the middle is its own mistake. @throws ApiError 400 */
async function nextPart(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  try {
    return await reader?.read();
  } catch (cause) {
    throw new ApiError(400, "The body has not come whole.", { cause });
  }
}

/** @throws ApiError 413 as soon as there are more than `bytesMax` bytes, 400 when the client leaves before the last */
async function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  const tooLarge = new ApiError(413, "The body is too large.");
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge;
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await nextPart(reader); part?.value !== undefined; part = await nextPart(reader)) {
    length += part.value.byteLength;
    // Not cancelled: that would close the connection under the answer. serve/http/refusals.ts reads on.
    if (length > bytesMax) throw tooLarge;
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

const contentTypeCharactersMax = 256;

const isJson = (contentType: string | null) =>
  contentType !== null &&
  contentType.length <= contentTypeCharactersMax &&
  /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(contentType);

/**
 * The body's value, whatever it is.
 * @throws ApiError 415 (no JSON by its content type), 413 (too large), 400 (malformed)
 */
export async function readJson(request: Request, bytesMax = bodyBytesMax): Promise<unknown> {
  if (!isJson(request.headers.get("content-type"))) {
    throw new ApiError(415, "The body should be JSON: Content-Type: application/json");
  }
  const bytes = await readBytes(request, bytesMax);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const detail = [{ loc: ["body"], msg: "Input should be valid JSON", type: "value_error.jsondecode" }];
    throw new ApiError(400, detail, { cause });
  }
}
