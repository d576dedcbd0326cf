/** Where exports to object storage go, and by which key. */
import { z } from "zod";

export const exportSettings = {
  EXPORT_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .default("https://s3.amazonaws.com")
    .describe(
      "Where `export --out s3://bucket/…` finds its buckets, such as https://s3.eu-west-1.amazonaws.com",
    ),
  EXPORT_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Key of exports to S3; default: what the engine finds itself (its environment, or the machine's role)",
    ),
  EXPORT_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("The secret of that key"),
};
