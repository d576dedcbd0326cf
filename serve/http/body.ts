/** The JSON body of a request. Unreadable bodies are refused here; parse.ts checks the content. */
import { ApiError } from "../../lib/errors.ts";

/** Room for 1,000 public keys ten times over. */
export const bodyBytesMax = 1_048_576;

/** An error caused by a client that left in the middle is the client's own. @throws ApiError 400 */
async function whole<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new ApiError(400, "The body has not come whole.", { cause });
  }
}

/** @throws ApiError 413 as soon as there are more than `bytesMax` bytes, 400 when the client leaves before the last */
export async function readBytes(request: Request, bytesMax = bodyBytesMax): Promise<Buffer> {
  const tooLarge = new ApiError(413, "The body is too large.");
  const declaredLength = request.headers.get("content-length");
  if (Number(declaredLength ?? 0) > bytesMax) throw tooLarge;
  // Node limits the body to the declared length, and reading it at once takes a third of the time.
  if (declaredLength !== null) return Buffer.from(await whole(request.arrayBuffer()));
  if (request.body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (
    let { value } = await whole(reader.read());
    value !== undefined;
    { value } = await whole(reader.read())
  ) {
    length += value.byteLength;
    // Not cancelled: that would close the connection under the answer. serve/http/refusals.ts reads on.
    if (length > bytesMax) throw tooLarge;
    parts.push(value);
  }
  return Buffer.concat(parts);
}

const contentTypeCharactersMax = 256;

const isJson = (contentType: string | null) =>
  contentType !== null &&
  contentType.length <= contentTypeCharactersMax &&
  /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(contentType);

/**
 * The body's JSON value.
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
