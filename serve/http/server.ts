import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "../../lib/logger.ts";
import type { Access } from "./access.ts";
import { type App, type AppOptions, createApp } from "./app.ts";
import { type AnswerPace, limitConnections, limitSlowReaders, usualPace } from "./connections.ts";
import { headerBytesMax, urlCharactersMax } from "./guard.ts";
import { readableRefusals } from "./refusals.ts";

export type RunningServer = { url: string; close(): Promise<void> };
/** The parts of this port that another port shares. */
export type RunningApi = RunningServer & { access: Access };

/** Node counts the address as a header; app.ts distinguishes the two limits. */
const headBytesMax = urlCharactersMax + headerBytesMax;

/** Time for requests in hand when the server closes. */
const drainMs = 5_000;
/** A client that keeps its connection does so after its answer, too. */
const closeIdleEveryMs = 20;

/** Takes no new connections, lets requests in hand finish, and closes each connection after its answer. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.prependListener("request", (_, outgoing) => outgoing.setHeader("connection", "close"));
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

export type ListenOptions = {
  host: string;
  port: number;
  log: Logger;
  /** Connections that an address may have. Default: without limit. */
  connectionsPerAddress?: number;
  /** How slowly an answer may be taken. */
  pace?: AnswerPace;
  /** The log message when it listens. Default: the API's. */
  says?: string;
};

export type ServerOptions = AppOptions & ListenOptions;

/**
 * Listens. `port` 0 takes any free one.
 * @returns the address, and `close`, which lets requests in hand finish and writes the usage counters
 */
export async function startServer(options: ServerOptions): Promise<RunningApi> {
  const { app, access, close } = createApp(options);
  const running = await listen({ app, close }, access, options);
  return {
    ...running,
    access,
    close: async () => {
      // At once: a second signal does not wait for requests in hand.
      await Promise.all([access.usage.flush().catch(() => undefined), running.close()]);
    },
  };
}

/** Serves any application on a port. @param access counts its addresses */
export async function listen(
  { app, close }: Pick<App, "app" | "close">,
  { clientOf }: Pick<Access, "clientOf">,
  options: ListenOptions,
): Promise<RunningServer> {
  // The adapter would cut off a request body after half a second.
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer(
    {
      maxHeaderSize: headBytesMax,
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  // Every header counts; by default Node drops those after the first 2,000.
  server.maxHeadersCount = 0;
  readableRefusals(server);
  limitSlowReaders(server, options.pace ?? usualPace);
  limitConnections(server, clientOf, options.connectionsPerAddress ?? 0);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  options.log.info({ host, port }, options.says ?? "API is listening");
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      await drain(server);
      await close();
    },
  };
}
