/** Sends one request over the protocol of its address. */
import { bulkRequest } from "./bulk.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "./http.ts";
import { webSocketRequest } from "./webSocket.ts";

/** @throws SourceError for a transport error, or the signal's reason when aborted */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  if (/^wss?:/.test(request.url)) return await webSocketRequest(request);
  return await (request.isBulk === true ? bulkRequest : httpRequest)(request);
}
