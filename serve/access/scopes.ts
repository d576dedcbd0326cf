/** Permissions of requests with a key. */
export const scopes = {
  read: "read the API",
  "write:tags": "change private sets, and report own validators",
  sql: "run SQL",
  "admin:keys": "create, rotate and revoke keys of its organization",
} as const;

export type Scope = keyof typeof scopes;

/** Scopes of a key that is created without any, and of keys from before scopes existed. */
export const defaultScopes: readonly Scope[] = ["read", "write:tags"];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/** The default scope of an endpoint. */
export const scopeOfMethod = (method: "get" | "post" | "delete"): Scope =>
  method === "get" ? "read" : "write:tags";
