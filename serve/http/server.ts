import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type AppOptions, createApp, urlCharactersMax } from "./app.ts";

export type RunningServer = { url: string; close(): Promise<void> };

/** Room for the longest address and 16 kB of headers; more is a 431 from Node. */
const headerBytesMax = urlCharactersMax + 16_384;

/**
 * Listens. `port` 0 takes any free one.
 * @returns the address, and `close`, which lets requests in hand finish and writes the usage counters
 */
export async function startServer(
  options: AppOptions & { host: string; port: number },
): Promise<RunningServer> {
  const { app, close } = createApp(options);
  const listener = getRequestListener(app.fetch);
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  options.log.info({ host, port }, "API is listening");
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 10_000).unref();
      });
      await close();
    },
  };
}
