/** Addresses of nodes as settings have them: `https://…`, or `name=https://…`. What stands behind the host is never told. */
import { createHash } from "node:crypto";
import { keepSecret, keepSecretsOf } from "./secrets.ts";

const namePattern = /^([A-Za-z0-9][\w.-]{0,39})=(?=[a-z][a-z0-9+.-]*:\/\/)/i;

/** The name that the operator has given an address, if any. */
export const givenName = (text: string): string | undefined => namePattern.exec(text)?.[1];

/** The address without the operator's name. */
export const urlOf = (text: string): string => text.replace(namePattern, "");

/**
 * What messages, logs and metrics call an address: the name it was given; else its host, with a short hash of what
 * stands beside it, where there is something. A password is not in the hash: from a hash weak ones could be guessed.
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
  /** Where a path under the address is asked for; a query of the address goes with each. */
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
