/** What requests with a key may do. */
export const scopes = {
  read: "read the API",
  "write:tags": "change private sets, and report own validators",
  sql: "run SQL",
  "admin:keys": "create, rotate and revoke keys of its organization",
} as const;

export type Scope = keyof typeof scopes;

/** Of a key that is created without naming any, and of keys from before there were scopes. */
export const defaultScopes: readonly Scope[] = ["read", "write:tags"];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/** What an endpoint needs that doesn't say it. */
export const scopeOfMethod = (method: "get" | "post" | "delete"): Scope =>
  method === "get" ? "read" : "write:tags";
