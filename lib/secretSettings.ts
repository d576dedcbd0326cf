/** Which settings hold something to keep: by their names, so that a new one is kept without being listed anywhere. */
import { keepSecret, keepSecretsOf } from "./secrets.ts";

/** Addresses may hold passwords and keys; that of the API is public. */
const isAddress = (name: string) => /_URLS?$/.test(name) && name !== "BASE_URL";

const isSecret = (name: string) => /_(?:PASSWORD|PASSPHRASE|TOKEN|SECRET)$/.test(name);

/** Keeps what a setting holds out of all that is said. */
export function keepSecretsOfSetting(name: string, value: string): void {
  if (isSecret(name)) keepSecret(value);
  // Those of nodes are kept where they are read.
  else if (isAddress(name) && URL.canParse(value)) keepSecretsOf(new URL(value));
}
