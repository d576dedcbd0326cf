/** Calls with API keys, and the usage that the API reports for them. */
import { expect } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { createAuthenticator } from "../../serve/access/auth.ts";
import { createKey, type KeyOptions } from "../../serve/access/keys.ts";
import { commonEndpoints } from "../../serve/endpoints.ts";
import { createApp } from "../../serve/http/app.ts";
import { validator } from "../../serve/v0/eth/validators.ts";

const log = createLogger("silent");
/** Only the endpoints that these tests call: the OpenAPI document of all endpoints takes a while. */
const endpoints = [...commonEndpoints, validator];

export type UsageDay = Record<"date" | "keyId" | "tier" | "operation", string> &
  Record<"requests" | "clientErrors" | "serverErrors" | "refused" | "computeUnits", number>;

export function createAccounts(storeOf: () => Store) {
  async function newKey(options: Partial<KeyOptions> = {}) {
    const created = await createKey(storeOf(), { name: "used", tier: "build", ...options });
    return { ...created, caller: await createAuthenticator(storeOf())(`Bearer ${created.key}`) };
  }

  /** Runs requests against a server that closes afterwards, so that the next one has counted none of them. */
  async function withServer(run: (get: (key: string, path: string) => Promise<Response>) => Promise<void>) {
    const { app, close } = createApp({ store: storeOf(), log, endpoints, keyTtlMs: 1, factsTtlMs: 1 });
    const get = async (key: string, path: string) =>
      app.request(path, { headers: { authorization: `Bearer ${key}` } });
    await run(get);
    await close();
  }

  async function daysOf(key: string, query = ""): Promise<UsageDay[]> {
    let days: UsageDay[] = [];
    await withServer(async (get) => {
      const answer = await get(key, `/v1/account/usage/daily?limit=200${query}`);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
      days = ((await answer.json()) as { results: UsageDay[] }).results;
    });
    return days;
  }

  return { newKey, withServer: withServer, daysOf };
}
