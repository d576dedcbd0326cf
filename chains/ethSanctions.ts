/** The list of addresses whose transactions are counted (ETH_SANCTIONED_ADDRESSES_FILE). */
import { readFileSync } from "node:fs";
import { type Config, variablesOf } from "../lib/config.ts";
import { ConfigError, errorMessage } from "../lib/errors.ts";
import { address } from "../schemas/common.ts";
import { variables } from "./ethSettings.ts";

const variable = "ETH_SANCTIONED_ADDRESSES_FILE";

/**
 * Its addresses in lower case, one a line; `#` begins a comment. undefined: none is configured.
 * @throws ConfigError when it can't be read, or naming the line that is no address
 */
export function sanctionedAddresses(config: Config): ReadonlySet<string> | undefined {
  const path = variablesOf(config, variables)[variable];
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${variable}: ${errorMessage(error)}`, { cause: error });
  }
  const listed = new Set<string>();
  for (const [place, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    if (!address.safeParse(entry.toLowerCase()).success)
      throw new ConfigError(`${variable}: ${path}, line ${place + 1}: "${entry}" is no address`);
    listed.add(entry.toLowerCase());
  }
  return listed;
}
