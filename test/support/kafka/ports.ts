import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range that systems hand out to outgoing connections: a broker gets its port again after a restart, and
 * a client that keeps trying a dead broker doesn't connect to itself.
 */
const lowestPort = 15_000;
const highestPort = 32_000;

function listens(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowestPort, highestPort);
    if (await listens(port)) ports.add(port);
  }
  return [...ports];
}
