/** A proxy between a listener and its node that breaks answers in every way that real proxies do. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * idle: the connection closes after its answer. drip: in pieces, with pauses. reset: the connection ends within the
 * answer. short, long: the answer is longer, or shorter, than its declared length.
 */
export const proxyFaults = ["none", "idle", "drip", "reset", "short", "long"] as const;
export type ProxyFault = (typeof proxyFaults)[number];

const dripPieces = 20;
const dripMs = 5;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function forward(target: string, incoming: IncomingMessage): Promise<[IncomingMessage, Buffer]> {
  const body = await bodyOf(incoming);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers;
    const outgoing = request(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method ?? "GET", headers, agent: false },
      resolve,
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
  return [answer, await bodyOf(answer)];
}

async function respond(fault: ProxyFault, answer: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = answer.headers;
  const lengths: Partial<Record<ProxyFault, number>> = {
    short: Math.floor(body.length / 2),
    long: body.length + 100,
  };
  // Node's own server refuses to lie, so the bytes go to the socket as they are.
  const head = [
    `HTTP/1.1 ${answer.statusCode ?? 502} ${answer.statusMessage ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    `content-length: ${lengths[fault] ?? body.length}`,
    "connection: keep-alive",
  ];
  const { socket } = response;
  if (socket === null) return;
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  if (fault === "reset") {
    socket.write(body.subarray(0, Math.floor(body.length / 2)));
    socket.resetAndDestroy();
    return;
  }
  if (fault === "drip") {
    const size = Math.max(1, Math.ceil(body.length / dripPieces));
    for (let start = 0; start < body.length; start += size) {
      socket.write(body.subarray(start, start + size));
      await wait(dripMs);
    }
  } else socket.write(body);
  // After a wrong length the connection is unusable: the next bytes would be read as a part of this answer.
  socket.end();
}

/** @param faultOf the fault of an answer, by its place among all */
export async function startFaultyProxy(
  target: string,
  faultOf: (place: number) => ProxyFault,
): Promise<{ url: string; counts: Record<ProxyFault, number>; close(): Promise<void> }> {
  const counts = Object.fromEntries(proxyFaults.map((fault) => [fault, 0])) as Record<ProxyFault, number>;
  let place = 0;
  const server = createServer((incoming, response) => {
    const fault = faultOf(place);
    place += 1;
    counts[fault] += 1;
    forward(target, incoming)
      .then(async ([answer, body]) => {
        if (fault !== "none") {
          await respond(fault, answer, body, response);
          return;
        }
        const { "transfer-encoding": _, connection: __, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...headers, "content-length": body.length });
        response.end(body);
      })
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
