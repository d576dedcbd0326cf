/** Addresses of nodes in settings: `https://…`, or `name=https://…`. The path and query of an address are never shown. */
import { createHash } from "node:crypto";
import { keepSecret, keepSecretsOf } from "./secrets.ts";

const namePattern = /^([A-Za-z0-9][\w.-]{0,39})=(?=[a-z][a-z0-9+.-]*:\/\/)/i;

/** The name that the operator has given an address, if any. */
export const givenName = (text: string): string | undefined => namePattern.exec(text)?.[1];

/** The address without the operator's name. */
export const urlOf = (text: string): string => text.replace(namePattern, "");

/**
 * The name of an address in messages, logs and metrics: the given name; else the host, plus a short hash of the path
 * and query if there are any. A password is not hashed: a weak one could be guessed from its hash.
 */
export function addressName(text: string): string {
  const name = givenName(text);
  if (name !== undefined) return name;
  if (!URL.canParse(text)) return "(unreadable address)";
  const { host, username, pathname, search } = new URL(text);
  const rest = `${username}${pathname.replace(/\/$/, "")}${search}`;
  if (rest === "") return host;
  return `${host}#${createHash("sha256").update(rest).digest("hex").slice(0, 8)}`;
}

export type NodeAddress = {
  name: string;
  /** URL of a path under the address; the address's own query is added to each. */
  at(path: string): string;
};

/** Reads an address. From now on its keys are kept out of all messages. */
export function readAddress(text: string): NodeAddress {
  const url = urlOf(text);
  if (URL.canParse(url)) {
    keepSecretsOf(new URL(url));
    const { hostname } = new URL(url);
    // Some providers write the key into the host.
    if (givenName(text) !== undefined && /\.[a-z]/.test(hostname)) keepSecret(hostname);
  }
  const mark = url.indexOf("?");
  const name = addressName(text);
  if (mark < 0) return { name, at: (path) => url + path };
  const base = url.slice(0, mark).replace(/\/+$/, "");
  const query = url.slice(mark + 1);
  return { name, at: (path) => `${base}${path}${path.includes("?") ? "&" : "?"}${query}` };
}
