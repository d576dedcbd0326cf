/** A stub of any node that fails in every way and includes its address and credentials in everything it returns. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** The keys in the stub's address. None may appear anywhere. */
export const secretTexts = ["secretuser", "SECRETKEY", "SECRETQUERY", btoa("user:secretuser")];

export const echoFaults = [
  "401",
  "404",
  "429",
  "500",
  "302",
  "html",
  "error",
  "text",
  "truncated",
  "disconnect",
  "no http",
  "silent",
] as const;
export type EchoFault = (typeof echoFaults)[number];

export type EchoNode = {
  /** With user, password, a key in the path and one in the query. */
  url(protocol?: string): string;
  /** Paths with queries, as requested. */
  requests: string[];
  close(): Promise<void>;
};

function fail(response: ServerResponse, fault: EchoFault, echo: string): void {
  const say = (status: number, type: string, body: string, headers = {}) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  };
  if (fault === "html") say(200, "text/html", `<html>${echo}</html>`);
  else if (fault === "error")
    say(
      200,
      "application/json",
      JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32_005, message: echo } }),
    );
  else if (fault === "text")
    say(200, "application/json", JSON.stringify({ data: echo, result: echo, id: 1 }));
  else if (fault === "302") say(302, "text/plain", `Found: ${echo}`, { location: echo });
  else if (fault === "429")
    say(429, "application/json", JSON.stringify({ message: echo }), { "retry-after": "0" });
  else if (fault === "truncated") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write(`{"data":"${echo}`);
    setImmediate(() => response.destroy());
  } else if (fault === "disconnect") response.destroy();
  else if (fault === "no http") response.socket?.end(`SSH-2.0 ${echo}\r\n`);
  else if (fault !== "silent") say(Number(fault), "application/json", JSON.stringify({ message: echo }));
}

/** Answers messages on a connection. */
function converse(own: WebSocket, fault: EchoFault, echo: string): void {
  own.on("message", (body) => {
    const { id } = JSON.parse(String(body)) as { id: number };
    if (fault === "error") own.send(JSON.stringify({ id, error: { code: 1, message: echo } }));
    else if (fault === "text") own.send(JSON.stringify({ id, result: echo }));
    else if (fault === "truncated") own.close(1011, echo.slice(0, 100));
    else if (fault !== "silent") own.send(`<html>${echo}</html>`);
  });
}

const echoOf = ({ method, url, headers }: IncomingMessage) => `${method} ${url} ${headers.authorization}`;

/** @param faultOf of the nth request, from zero; default: all in turn, none of them silent */
export async function startEchoNode(
  faultOf: (turn: number) => EchoFault = (turn) => echoFaults[turn % (echoFaults.length - 1)] ?? "500",
): Promise<EchoNode> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    fail(response, faultOf(requests.length - 1), echoOf(request));
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    requests.push(request.url ?? "");
    const fault = faultOf(requests.length - 1);
    const echo = echoOf(request);
    const refusal = `HTTP/1.1 ${fault} ${echo}\r\ncontent-length: ${echo.length}\r\n\r\n${echo}`;
    if (/^\d/.test(fault)) socket.end(refusal);
    else if (fault === "disconnect") socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (own) => converse(own, fault, echo));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (protocol = "http") =>
      `${protocol}://user:secretuser@127.0.0.1:${port}/v3/SECRETKEY?apikey=SECRETQUERY`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
