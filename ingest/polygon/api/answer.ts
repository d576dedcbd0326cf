/** Bodies of Heimdall's REST gateways. Proto JSON: 64-bit integers are text. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import { address } from "../../../schemas/common.ts";
import { startOf } from "../../node/jsonRpc.ts";

export const number = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0)]).transform(Number);
export const digits = z.string().regex(/^\d{1,30}$/);
export const lowerAddress = z.string().toLowerCase().pipe(address);

/** @throws SourceError `bad_json` or `bad_answer` */
export function parseAnswer<Schema extends z.ZodType>(
  path: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SourceError(`${path}: not JSON: ${startOf(text)}`, { code: "bad_json", cause: error });
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  throw new SourceError(
    `${path}: unknown answer: ${z.prettifyError(error).slice(0, 300)}; it begins with ${startOf(text)}`,
    { code: "bad_answer" },
  );
}
