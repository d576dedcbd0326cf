/** Clients whose keys see to the keys of an organization. */
import { randomUUID } from "node:crypto";
import type { Store } from "../../lib/store/store.ts";
import { createKey, type KeyOptions, listKeys } from "../../serve/access/keys.ts";
import type { App } from "../../serve/http/app.ts";

export type ListedKey = Record<"id" | "name" | "tier" | "status", string> &
  Record<"member" | "createdBy" | "expiresAt" | "revokedAt" | "replacedBy", string | null> & {
    scopes: string[];
  };
type KeyAnswer = { status: number; headers: Headers; text: string; body: never };
type MadeKey = { secret: string; key: ListedKey; replaced: ListedKey };

export const allScopes = ["read", "write:tags", "sql", "admin:keys"];
export const keysPath = "/v1/account/keys";

/** @param appOf the server of that number */
export function createKeyClients(storeOf: () => Store, appOf: (server: number) => App["app"]) {
  async function send(
    key: string,
    method: string,
    path: string,
    body?: unknown,
    server = 0,
  ): Promise<KeyAnswer> {
    const response = await appOf(server).request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as never };
  }

  /** A client with the only key of a new organization, or another key of one that exists. */
  async function clientOf(options: Partial<KeyOptions> = {}) {
    const organizationId = options.organizationId ?? `organization ${randomUUID()}`;
    const keyOptions = { name: "admin", scopes: allScopes, ...options, organizationId };
    const { key, keyId } = await createKey(storeOf(), keyOptions);
    return {
      key,
      keyId,
      organizationId,
      make: (body: object, server?: number) => send(key, "POST", keysPath, { name: "made", ...body }, server),
      rotate: (id: string, body: object = {}, server?: number) =>
        send(key, "POST", `${keysPath}/${id}/rotate`, body, server),
      revoke: (id: string, server?: number) => send(key, "DELETE", `${keysPath}/${id}`, undefined, server),
      get: (path: string) => send(key, "GET", path),
      keys: () => listKeys(storeOf(), organizationId),
    };
  }
  return { send, clientOf };
}

export const madeBy = ({ body }: KeyAnswer) => body as MadeKey;
export const detailOf = ({ body }: KeyAnswer) => (body as { detail: unknown }).detail;

/** A time that many days from now, in the API's format. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
