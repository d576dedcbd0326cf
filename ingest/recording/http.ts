/** The server side of recorded and recording nodes: loopback addresses that begin with a node's place. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { NodeSetting } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { NodeRole } from "../../lib/nodeVariables.ts";
import { countFields, type NodeCounts, nodeId, requestHeaders } from "./format.ts";
import type { RecordedAnswer } from "./reader.ts";

/** A request to one of several nodes of several networks. */
export type NodeRequest = {
  /** Position of the network. */
  network: number;
  kind: NodeRole;
  /** Position of the address. */
  position: number;
  method: string;
  path: string;
  request_headers: Record<string, string>;
  request_body?: string;
};

const isRole = (kind: string | undefined): kind is NodeRole =>
  kind !== undefined && Object.hasOwn(countFields, kind);
const addressPattern = /^\/(\d+)\/([a-z]+)\/(\d+)(\/.*)?$/;

async function readRequest(message: IncomingMessage): Promise<NodeRequest | undefined> {
  const body = await text(message);
  const [, network, kind, position, path = ""] = addressPattern.exec(message.url ?? "") ?? [];
  if (!isRole(kind)) return undefined;
  return {
    network: Number(network),
    kind,
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
  /** A network's node setting, with addresses of this server. */
  setting(network: number, nodes: Pick<NodeSetting, "chain" | "label"> & NodeCounts): NodeSetting;
  /** Resolves when no request is in flight, and none has arrived for a moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** A listener that has ended may have sent a last request that hasn't arrived yet. */
const quietMs = 100;

/** Serves on a free loopback port. An error of the handler aborts the answer. */
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
    setting: (network, { chain, label, ...counts }) => {
      const addresses = (kind: NodeRole) =>
        Array.from(
          { length: counts[countFields[kind]] },
          (_, position) => `${base}/${network}/${nodeId(kind, position)}`,
        );
      return {
        chain,
        label,
        urls: addresses("primary"),
        secondaryUrls: addresses("secondary"),
        tertiaryUrls: addresses("tertiary"),
      };
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
