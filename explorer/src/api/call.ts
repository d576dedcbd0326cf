/** A call of the API as data, with its URL and its curl command. */
import { basePath } from "../address.ts";
import type { ApiPath } from "./path.ts";

export type Call = {
  /** As the documentation has it: with {names} of parameters. */
  path: ApiPath;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Where the chain has several; default: its main one. */
  network?: string | undefined;
  /** Of a list whose newest records come first: those before this day are left out, and their pages not read. */
  since?: { field: string; day: string };
};

/** Path and query, as they are sent. */
export function callAddress({ path, params = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? filled : `${filled}?${text}`;
}

/** The whole address. */
export const callUrl = (call: Call) => `${location.origin}${basePath}${callAddress(call)}`;

/** A text in single quotes, as shells read it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The key itself is never part of it: the shell expands `$KEY`. */
export function curlOf(call: Call): string {
  const network = call.network === undefined ? "" : ` -H ${quoted(`X-Service-Network: ${call.network}`)}`;
  return `curl -H "Authorization: Bearer $KEY"${network} ${quoted(callUrl(call))}`;
}
