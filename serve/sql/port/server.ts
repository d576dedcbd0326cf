import type { Logger } from "../../../lib/logger.ts";
import type { Access } from "../../http/access.ts";
import { type ListenOptions, listen, type RunningServer } from "../../http/server.ts";
import type { Runner } from "../runner.ts";
import { createSqlApp } from "./app.ts";

/** Starts the port. `port` 0 takes any free one. The API's server closes the shared parts. */
export function startSqlServer(
  deps: { access: Access; runner: Runner; log: Logger },
  options: ListenOptions,
): Promise<RunningServer> {
  const app = createSqlApp(deps);
  return listen({ app, close: async () => undefined }, deps.access, {
    ...options,
    says: "SQL port is listening",
  });
}
