import { z } from "zod";

/** The schema of a field's values, without what says that it may be missing or null. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap());
  }
  return schema;
}
