/** Readers of the fields of AvalancheGo's answers, and of its answers to calls that a node may lack. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";

/** A number, or the text in which nodes write 64 bits. */
export const integer = z
  .union([z.number(), z.string().regex(/^\d{1,20}$/)])
  .transform(String)
  .pipe(z.string().regex(/^\d+$/));

/** @throws SourceError `bad_answer` */
export function parsed<Value>(what: string, schema: z.ZodType<Value>, value: unknown): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new SourceError(`${what}: ${z.prettifyError(error)}`, { code: "bad_answer" });
}

/** @throws SourceError `bad_answer` */
export const heightOf = (what: string, value: unknown) => Number(parsed(what, integer, value));

/** The answer of a call that a node may lack. @returns undefined if it doesn't offer it, or lacks the object */
export async function optional<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    const isMissing = isErrorOfKind(error, "source") && ["refused", "skipped"].includes(error.code);
    if (!isMissing) throw error;
    return undefined;
  }
}
