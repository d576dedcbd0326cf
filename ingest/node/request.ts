/** One request, over whatever its address speaks. */
import { bulkRequest } from "./bulk.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "./http.ts";
import { webSocketRequest } from "./webSocket.ts";

/** @throws SourceError for transport trouble, or the signal's reason when aborted */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  if (/^wss?:/.test(request.url)) return await webSocketRequest(request);
  return await (request.isBulk === true ? bulkRequest : httpRequest)(request);
}
