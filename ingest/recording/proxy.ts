/** A proxy between the listener and the nodes that records their answers. */
import type { ServerResponse } from "node:http";
import type { NodeSetting } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type NodeAddress, readAddress } from "../../lib/nodeAddress.ts";
import { createSecretEraser, dataWithoutSecrets } from "../../lib/secrets.ts";
import type { HttpResponse } from "../node/http.ts";
import { sendRequest } from "../node/request.ts";
import { answerHeaders, countsOf, nodeId, requestKey, rolesOf } from "./format.ts";
import { type NodeRequest, sendAnswer, sendError, startNodeServer } from "./http.ts";
import type { Recording } from "./reader.ts";
import type { ExchangeWriter, RecordingWriter } from "./writer.ts";

/** The listener's own limits are shorter: when it gives up, the request to the node is aborted too. */
const timeoutMs = 900_000;

/**
 * Whether an answer is a fact of the chain, not a temporary failure. CometBFT also returns 500 for a height that it
 * doesn't keep, and nodes return 501 for a call that they don't offer.
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
 * Starts it.
 * @param deps `existing`: what was recorded before. Each request is answered from it once, so that an interrupted
 * recording repeats its old part without the node; the node answers a second request. `kinds`: the chain's kinds of nodes.
 */
export async function startRecordingProxy(
  node: NodeSetting,
  deps: {
    kinds: readonly string[];
    writer: RecordingWriter;
    existing: Recording | undefined;
    log: Logger;
  },
): Promise<RecordingProxy> {
  const { kinds, writer, existing, log } = deps;
  const served = new Set<string>();
  const addresses = new Map<string, NodeAddress>();
  for (const { kind, role } of rolesOf(kinds))
    for (const [position, url] of (node.urls[kind] ?? []).entries())
      addresses.set(nodeId(role, position), readAddress(url));

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
    const { role, position, method, path, request_headers, request_body } = request;
    return writer.begin({
      at: new Date().toISOString(),
      node: nodeId(role, position),
      method,
      path,
      request_headers,
      ...(request_body === undefined ? {} : { request_body }),
      status: answer.status,
      headers: dataWithoutSecrets(answerHeaders(answer.headers)) as Record<string, string>,
    });
  }

  /** Passes an answer on, to the file too. A truncated one is not recorded. */
  async function passOn(request: NodeRequest, answer: HttpResponse, response: ServerResponse): Promise<void> {
    const retryAfter = answer.headers["retry-after"];
    response.writeHead(answer.status, {
      ...answerHeaders(answer.headers),
      ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    });
    const exchange = begin(request, answer);
    // Nodes and proxies before them quote the key in their refusals.
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
    const { role, position, method, path, request_body: body } = request;
    const id = nodeId(role, position);
    if (await answerAgain(requestKey({ ...request, node: id }), response)) return;
    const address = addresses.get(id);
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
    node: server.setting(0, { ...node, ...countsOf(node, kinds) }, kinds),
    idle: server.idle,
    close: server.close,
  };
}
