/** The server side of recorded and recording nodes: addresses on loopback that begin with a node's place. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { NodeSetting } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import { countFields, type NodeCounts, type NodeRole, nodeId, requestHeaders, rolesOf } from "./format.ts";
import type { RecordedAnswer } from "./reader.ts";

/** A request to one of several nodes of several networks. */
export type NodeRequest = {
  /** Position of the network. */
  network: number;
  role: NodeRole;
  /** Position of the address. */
  position: number;
  method: string;
  path: string;
  request_headers: Record<string, string>;
  request_body?: string;
};

const isRole = (role: string | undefined): role is NodeRole =>
  role !== undefined && Object.hasOwn(countFields, role);
const addressPattern = /^\/(\d+)\/([a-z]+)\/(\d+)(\/.*)?$/;

async function readRequest(message: IncomingMessage): Promise<NodeRequest | undefined> {
  const body = await text(message);
  const [, network, role, position, path = ""] = addressPattern.exec(message.url ?? "") ?? [];
  if (!isRole(role)) return undefined;
  return {
    network: Number(network),
    role,
    position: Number(position),
    method: message.method ?? "GET",
    path,
    request_headers: requestHeaders(message.headers),
    ...(body === "" ? {} : { request_body: body }),
  };
}

export async function sendAnswer(response: ServerResponse, answer: RecordedAnswer): Promise<void> {
  response.writeHead(answer.status, answer.headers);
  await pipeline(answer.body, response);
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ code: status, message }));
}

export type NodeServer = {
  /**
   * The setting of a network's nodes, with addresses of this server.
   * @param kinds the chain's kinds of nodes, in the order of its settings
   */
  setting(
    network: number,
    nodes: Pick<NodeSetting, "chain" | "label"> & NodeCounts,
    kinds: readonly string[],
  ): NodeSetting;
  /** Resolves when no request is in flight, and none has come for a moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** The last request of a listener that has ended may still be on its way. */
const quietMs = 100;

/** Serves on a free port of loopback. An error of the handler aborts the answer. */
export async function startNodeServer(
  handle: (request: NodeRequest, response: ServerResponse) => Promise<void>,
): Promise<NodeServer> {
  const inFlight = new Set<Promise<void>>();

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await readRequest(message);
      if (request === undefined) sendError(response, 400, "no node has this address");
      else await handle(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else sendError(response, 500, errorMessage(error));
    }
  }

  const server = createServer((message, response) => {
    const answering = answer(message, response);
    inFlight.add(answering);
    void answering.finally(() => inFlight.delete(answering));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    setting: (network, { chain, label, ...counts }, kinds) => {
      const addresses = (role: NodeRole) =>
        Array.from(
          { length: counts[countFields[role]] },
          (_, position) => `${base}/${network}/${nodeId(role, position)}`,
        );
      const urls = Object.fromEntries(rolesOf(kinds).map(({ kind, role }) => [kind, addresses(role)]));
      return { chain, label, urls };
    },
    idle: async () => {
      do {
        await Promise.allSettled(inFlight);
        await delay(quietMs);
      } while (inFlight.size > 0);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await Promise.allSettled(inFlight);
    },
  };
}
