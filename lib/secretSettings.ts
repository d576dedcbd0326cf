/** Which settings hold something to keep: by their names, so that a new one is kept without being listed anywhere. */
import { readFileSync } from "node:fs";
import { errorMessage } from "./errors.ts";
import { keepSecret, keepSecretsOf } from "./secrets.ts";

/** Addresses may hold passwords and keys; that of the API is public. */
const isAddress = (name: string) => /_URLS?$/.test(name) && name !== "BASE_URL";

const isSecret = (name: string) => /_(?:PASSWORD|PASSPHRASE|TOKEN|SECRET|ACCESS_KEY(?:_ID)?)$/.test(name);

const fileSuffix = "_FILE";

/** The setting whose value stands in the file that a variable of this name names; undefined for other variables. */
export function settingInFile(name: string): string | undefined {
  const setting = name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : "";
  return isAddress(setting) || isSecret(setting) ? setting : undefined;
}

/** Keeps what a setting holds out of all that is said. */
export function keepSecretsOfSetting(name: string, value: string): void {
  if (isSecret(name)) keepSecret(value);
  // Those of nodes are kept where they are read.
  else if (isAddress(name) && URL.canParse(value)) keepSecretsOf(new URL(value));
}

/** What a file says of a setting. Of a list each line is a part. */
function readValue(name: string, path: string): string {
  const text = readFileSync(path, "utf8").trim();
  return name.endsWith("_URLS") ? text.replaceAll(/\s*\n\s*/g, ",") : text;
}

/**
 * The environment with the values of settings that stand in files, in place of the names of these.
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
