/** Destination of exports to object storage, and its access key. */
import { z } from "zod";

export const exportSettings = {
  EXPORT_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .default("https://s3.amazonaws.com")
    .describe("S3 endpoint of `export --out s3://bucket/…`, such as https://s3.eu-west-1.amazonaws.com"),
  EXPORT_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      "S3 access key of exports; default: the engine's own credentials (environment or machine role)",
    ),
  EXPORT_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("Secret of EXPORT_S3_ACCESS_KEY_ID"),
};
