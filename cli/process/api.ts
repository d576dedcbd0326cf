/** The API inside the process, for verbs that compare its responses with other sources. */
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { internalAccess } from "../../serve/access/none.ts";
import { createApp } from "../../serve/http/app.ts";

/**
 * @returns a function that requests a path of the API for a network and parses the JSON; integers beyond 2^53 are strings there
 * @throws SourceError `api` for any status but 200
 */
export function openApi(store: Store, network: string, log: Logger): (path: string) => Promise<unknown> {
  const { app } = createApp({ store, log, access: internalAccess });
  return async (path) => {
    const response = await app.request(path, { headers: { "x-service-network": network } });
    if (response.status === 200) return await response.json();
    throw new SourceError(
      `GET ${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`,
      {
        code: "api",
      },
    );
  };
}
