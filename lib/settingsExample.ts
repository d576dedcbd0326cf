import { z } from "zod";

/** The default of a setting as text; empty without one. */
export const defaultText = (field: z.ZodType): string =>
  field instanceof z.ZodDefault ? String(field.parse(undefined)) : "";

/** The text of `.env.example`: every setting with its description and default. */
export function exampleText(shape: Record<string, z.ZodType>): string {
  const lines = [
    "# Settings of Validator Analytics. All are optional; without any, everything runs embedded.",
    "# An address of a node may have a name before it, name=https://…, by which logs and metrics call it.",
    "# Values of settings with secrets (…_URL, …_URLS, …_TOKEN) may be read from a file: set <SETTING>_FILE to its path.",
    "",
  ];
  for (const [name, field] of Object.entries<z.ZodType>(shape)) {
    const fallback = defaultText(field);
    lines.push(`# ${field.description ?? ""}`, `${fallback === "" ? "#" : ""}${name}=${fallback}`, "");
  }
  return lines.join("\n");
}
