/** A warehouse in a temporary folder, and the application on it. */
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Caller, createAuthenticator } from "../../serve/access/auth.ts";
import { createKey } from "../../serve/access/keys.ts";
import { scopes } from "../../serve/access/scopes.ts";
import { type App, type AppOptions, createApp } from "../../serve/http/app.ts";
import { testOrganization } from "./servedRows.ts";
import { openTemporaryStore } from "./warehouse.ts";

export type ServeFixture = {
  store: Store;
  app: App["app"];
  /** A key without limits and with all scopes. */
  key: string;
  /** The caller that the server derives from that key. */
  caller(): Promise<Caller>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The body of a success. */
  fetchBody<Body>(path: string): Promise<Body>;
  close(): Promise<void>;
};

/** The application on a store, with a key that has no limits. Cached facts expire after a moment. */
export async function serveStore(store: Store, options: Partial<AppOptions> = {}): Promise<ServeFixture> {
  const { app, close } = createApp({
    store,
    log: createLogger("silent"),
    factsTtlMs: 1,
    keyTtlMs: 600_000,
    ...options,
  });
  const { key } = await createKey(store, {
    name: "test",
    organizationId: testOrganization,
    scopes: Object.keys(scopes),
  });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  return {
    store,
    app,
    key,
    caller: () => createAuthenticator(store)(`Bearer ${key}`),
    get,
    fetchBody: async <Body>(path: string) => {
      const response = await get(path);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Body;
    },
    close,
  };
}

/**
 * The same on an empty store of its own.
 * @param family of whose chains the tables are; default: all
 */
export async function openServeFixture({
  family,
  ...options
}: Partial<AppOptions> & { family?: string } = {}): Promise<ServeFixture> {
  const { store, close } = await openTemporaryStore(family === undefined ? {} : { family });
  const served = await serveStore(store, options);
  return {
    ...served,
    close: async () => {
      await served.close();
      await close();
    },
  };
}
