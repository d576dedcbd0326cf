/** A proxy between the listener and the nodes that records the nodes' answers. */
import type { ServerResponse } from "node:http";
import type { NodeSetting } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type NodeAddress, readAddress } from "../../lib/nodeAddress.ts";
import type { NodeRole } from "../../lib/nodeVariables.ts";
import { createSecretEraser, dataWithoutSecrets } from "../../lib/secrets.ts";
import type { HttpResponse } from "../node/http.ts";
import { sendRequest } from "../node/request.ts";
import { answerHeaders, countsOf, nodeId, requestKey } from "./format.ts";
import { type NodeRequest, sendAnswer, sendError, startNodeServer } from "./http.ts";
import type { Recording } from "./reader.ts";
import type { ExchangeWriter, RecordingWriter } from "./writer.ts";

/** The listener's own limits are shorter: when it aborts, so does the request to the node. */
const timeoutMs = 900_000;

/**
 * Whether an answer says something about the chain. Temporary trouble doesn't; 500 is also CometBFT's answer for a height
 * that it doesn't keep, and 501 a node's for a call that it doesn't offer.
 */
function isWorthRecording({ status, headers }: HttpResponse): boolean {
  if (status === 500) return /json/i.test(headers["content-type"] ?? "");
  return (status !== 429 && status < 500) || status === 501;
}

/** Sends a piece and waits while the listener is busy. */
async function send(response: ServerResponse, piece: Buffer): Promise<void> {
  if (response.write(piece) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

export type RecordingProxy = {
  /** The nodes behind the proxy. */
  node: NodeSetting;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the proxy.
 * @param existing the earlier recording: each request is answered from it once, so that an interrupted recording repeats
 * its old part without the node. A repeated request reaches the node.
 */
export async function startRecordingProxy(
  node: NodeSetting,
  deps: { writer: RecordingWriter; existing: Recording | undefined; log: Logger },
): Promise<RecordingProxy> {
  const { writer, existing, log } = deps;
  const served = new Set<string>();
  const addresses: Record<NodeRole, readonly NodeAddress[]> = {
    primary: node.urls.map(readAddress),
    secondary: node.secondaryUrls.map(readAddress),
    tertiary: node.tertiaryUrls.map(readAddress),
  };

  async function answerAgain(key: string, response: ServerResponse): Promise<boolean> {
    if (existing === undefined || served.has(key) || !existing.has(key)) return false;
    served.add(key);
    const answer = await existing.answer(key);
    if (answer === undefined) return false;
    await sendAnswer(response, answer);
    return true;
  }

  function begin(request: NodeRequest, answer: HttpResponse): ExchangeWriter | undefined {
    if (!isWorthRecording(answer)) return undefined;
    const { kind, position, method, path, request_headers, request_body } = request;
    return writer.begin({
      at: new Date().toISOString(),
      node: nodeId(kind, position),
      method,
      path,
      request_headers,
      ...(request_body === undefined ? {} : { request_body }),
      status: answer.status,
      headers: dataWithoutSecrets(answerHeaders(answer.headers)) as Record<string, string>,
    });
  }

  /** Passes an answer on, and records it. One that breaks off is not recorded. */
  async function passOn(request: NodeRequest, answer: HttpResponse, response: ServerResponse): Promise<void> {
    const retryAfter = answer.headers["retry-after"];
    response.writeHead(answer.status, {
      ...answerHeaders(answer.headers),
      ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    });
    const exchange = begin(request, answer);
    // Nodes and the servers in front of them name the key in their refusals.
    const eraser = createSecretEraser();
    for await (const piece of answer.stream()) {
      exchange?.push(eraser.push(piece));
      await send(response, piece);
    }
    exchange?.push(eraser.end());
    await exchange?.end();
    response.end();
  }

  async function handle(request: NodeRequest, response: ServerResponse): Promise<void> {
    const { kind, position, method, path, request_body: body } = request;
    if (await answerAgain(requestKey({ ...request, node: nodeId(kind, position) }), response)) return;
    const address = addresses[kind][position];
    if (address === undefined || (method !== "GET" && method !== "POST"))
      return sendError(response, 405, "no node answers this");
    const gone = new AbortController();
    response.once("close", () => gone.abort(new Error("the listener broke off")));
    let answer: HttpResponse;
    try {
      answer = await sendRequest({
        url: address.at(path),
        where: address.name,
        method,
        headers: request.request_headers,
        ...(body === undefined ? {} : { body }),
        signal: gone.signal,
        headersTimeoutMs: timeoutMs,
        idleTimeoutMs: timeoutMs,
        bodyBytesMax: Number.MAX_SAFE_INTEGER,
      });
    } catch (error) {
      if (!gone.signal.aborted) sendError(response, 502, errorMessage(error));
      return;
    }
    try {
      await passOn(request, answer, response);
    } catch (error) {
      if (!gone.signal.aborted)
        log.warn({ path, reason: errorMessage(error) }, "a response was cut off and is not recorded");
      response.destroy();
    }
  }

  const server = await startNodeServer(handle);
  return {
    node: server.setting(0, { ...node, ...countsOf(node) }),
    idle: server.idle,
    close: server.close,
  };
}
