/** Which settings hold something to keep: by their names, so that a new one is kept without being listed anywhere. */
import { readFileSync } from "node:fs";
import { errorMessage } from "./errors.ts";
import { keepSecret, keepSecretsOf } from "./secrets.ts";

/** Addresses may hold passwords and keys; that of the API is public. */
const isAddress = (name: string) => /_URLS?$/.test(name) && name !== "BASE_URL";

const isSecret = (name: string) => /_(?:PASSWORD|PASSPHRASE|TOKEN|SECRET|ACCESS_KEY(?:_ID)?)$/.test(name);

const fileSuffix = "_FILE";

/** The setting whose value is read from the file that this variable names; undefined for other variables. */
export function settingInFile(name: string): string | undefined {
  const setting = name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : "";
  return isAddress(setting) || isSecret(setting) ? setting : undefined;
}

/** Registers a setting's value as a secret. */
export function keepSecretsOfSetting(name: string, value: string): void {
  if (isSecret(name)) keepSecret(value);
  // Secrets of node addresses are registered where the addresses are read.
  else if (isAddress(name) && URL.canParse(value)) keepSecretsOf(new URL(value));
}

/** A setting's value in a file. Each line is an element of a list. */
function readValue(name: string, path: string): string {
  const text = readFileSync(path, "utf8").trim();
  return name.endsWith("_URLS") ? text.replaceAll(/\s*\n\s*/g, ",") : text;
}

/**
 * The environment with values read from files, in place of the variables that name the files.
 * @param isSetting whether a variable is read
 */
export function withFiles(
  environment: Readonly<Record<string, string>>,
  isSetting: (name: string) => boolean,
): { environment: Record<string, string>; problems: string[] } {
  const read = { ...environment };
  const problems: string[] = [];
  for (const [name, path] of Object.entries(environment)) {
    const setting = settingInFile(name);
    if (setting === undefined || !isSetting(setting)) continue;
    delete read[name];
    if (environment[setting] !== undefined) {
      problems.push(`${name}: ${setting} is set, too; leave one of both`);
      continue;
    }
    try {
      const value = readValue(setting, path);
      if (value === "") problems.push(`${name}: the file ${path} is empty`);
      else read[setting] = value;
    } catch (error) {
      problems.push(`${name}: the file can't be read: ${errorMessage(error)}`);
    }
  }
  return { environment: read, problems };
}
