/** The API inside the process, for comparisons of its responses with other sources. */
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";

export type InternalApi = (network: string, path: string) => Promise<unknown>;

/** Loaded with the first request: hundreds of schemas, which listeners do without. */
async function loadApp(store: Store, log: Logger) {
  const [{ createApp }, { internalAccess }] = await Promise.all([
    import("../../serve/http/app.ts"),
    import("../../serve/access/none.ts"),
  ]);
  return createApp({ store, log, access: internalAccess }).app;
}

/**
 * @returns a function that requests a path of the API for a network and parses the JSON; integers beyond 2^53 are strings there
 * @throws SourceError `api` for any status but 200
 */
export function openApi(store: Store, log: Logger): InternalApi {
  let app: ReturnType<typeof loadApp> | undefined;
  return async (network, path) => {
    app ??= loadApp(store, log);
    const response = await (await app).request(path, { headers: { "x-service-network": network } });
    if (response.status === 200) return await response.json();
    throw new SourceError(
      `GET ${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`,
      {
        code: "api",
      },
    );
  };
}
