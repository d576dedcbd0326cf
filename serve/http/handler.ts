/** Runs an endpoint's declaration: authentication, parameters, rows, envelope. */
import type { Context } from "hono";
import { ApiError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { AtOnce } from "../access/atOnce.ts";
import type { Authenticator, Caller } from "../access/auth.ts";
import { type Limiter, spentAllowance } from "../access/limits.ts";
import { scopeOfMethod } from "../access/scopes.ts";
import type { Usage } from "../access/usage.ts";
import type { CustomEndpoint, Endpoint, EndpointRequest, RowsEndpoint, ServedEndpoint } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { readJson } from "./body.ts";
import { answerError } from "./errors.ts";
import { contentTypes, type Format, formatOf, trailerOf } from "./formats.ts";
import type { Variables } from "./guard.ts";
import { fillPath, keptSearch } from "./links.ts";
import { computeUnitCount } from "./metrics.ts";
import { networkOf } from "./network.ts";
import { breakConnection, whenOver } from "./over.ts";
import { parseRequest } from "./parse.ts";
import { computeUnitsOf, respond } from "./respond.ts";
import { changingMaxAgeS, rowsBody, rowsSql } from "./rows.ts";
import { isStreamed, respondStreamed, type Streamed, streamRows } from "./streamed.ts";

export type HandlerDeps = {
  services: Services;
  authenticate: Authenticator;
  atOnce: AtOnce;
  limit: Limiter;
  usage: Usage;
  log: Logger;
};

/** An answer: a text to be metered and sent, lines to be sent and metered, or a response as it is. */
type Answered =
  | { text: string; rows: number; status: number; maxAgeS?: number; format?: Format }
  | { streamed: Streamed; maxAgeS: number; format: Format }
  | Response;

/** The checked request, and what the declaration doesn't see. */
type CheckedRequest = {
  context: Context<Variables>;
  url: URL;
  format: Format;
  request: EndpointRequest & { body: unknown };
};

async function answerRows(
  endpoint: RowsEndpoint,
  checked: CheckedRequest,
  deps: HandlerDeps,
): Promise<Answered> {
  const { context, url, format, request } = checked;
  const prepared = await endpoint.prepare(request, deps.services);
  if ("redirect" in prepared) {
    const location =
      context.get("place").path + fillPath(endpoint.path, prepared.redirect) + keptSearch(url.searchParams);
    return context.body(null, 307, { location, vary: "X-Service-Network, X-Rated-Network" });
  }
  if (format === "sql") {
    const text = rowsSql(endpoint, request.query, prepared.values);
    return { text, rows: 0, status: 200, format };
  }
  const rowsRequest = {
    format,
    endpoint,
    path: url.pathname,
    place: context.get("place"),
    query: request.query,
    pathParams: context.req.param() as Record<string, string>,
    head: prepared.head,
  };
  const isPrivate = endpoint.isPrivate === true;
  if (isStreamed(endpoint, format)) {
    const streamed = streamRows(rowsRequest, prepared.values, deps.services);
    return { streamed, format, maxAgeS: isPrivate ? 0 : changingMaxAgeS };
  }
  const body = await rowsBody(rowsRequest, prepared.values, deps.services);
  return { ...body, format, status: 200, ...(isPrivate ? { maxAgeS: 0 } : {}) };
}

async function answerCustom(
  endpoint: CustomEndpoint,
  checked: CheckedRequest,
  services: Services,
): Promise<Answered> {
  if (checked.format === "sql") throw new ApiError(406, "No single statement answers this operation.");
  const answer = await endpoint.handle(checked.request, services);
  return answer instanceof Response ? answer : { ...answer, status: endpoint.status ?? 200 };
}

async function parse(
  endpoint: ServedEndpoint,
  context: Context<Variables>,
  url: URL,
  format: Format,
  caller: Caller,
  services: Services,
) {
  const { headers } = context.req.raw;
  const hasBody = endpoint.kind === "custom" && endpoint.body !== undefined;
  const body = hasBody ? await readJson(context.req.raw, endpoint.body?.bytesMax) : undefined;
  const params = context.req.param() as Record<string, string>;
  const parsed = parseRequest(endpoint, {
    ...{ params, search: url.searchParams, body },
    isStreamed: isStreamed(endpoint, format),
  });
  const network = endpoint.chain === undefined ? "" : await networkOf(headers, endpoint.chain, services);
  return { ...parsed, network, caller };
}

/** @throws ApiError 403 for a key that was made for other things */
function checkScope(endpoint: Endpoint, { scopes }: Caller): void {
  const scope = ("scope" in endpoint ? endpoint.scope : undefined) ?? scopeOfMethod(endpoint.method);
  if (!scopes.includes(scope))
    throw new ApiError(403, `You don't have permission to do that: the key lacks the scope ${scope}.`);
}

/** The same services for one request: its statements end when its client has gone. */
function servicesOf(services: Services, context: Context<Variables>): Services {
  const controller = new AbortController();
  const isWatched = whenOver(context, (isAnswered) => isAnswered || controller.abort());
  return isWatched ? { ...services, store: services.store.within({ signal: controller.signal }) } : services;
}

type Charging = {
  /** Counts sent units. */
  charge(computeUnits: number): void;
  /** Why no more is sent; undefined: the allowance of the key's tier is not spent, or it has none. */
  spent(): Promise<string | undefined>;
};

/** Charges records as they are sent, so that a long list ends where its key's allowance does. */
function chargeAsSent(endpoint: ServedEndpoint, streamed: Streamed, { charge, spent }: Charging) {
  let bytes = 0;
  let charged = 0;
  return async (more: number): Promise<string | undefined> => {
    bytes += more;
    const units = computeUnitsOf(endpoint, bytes, streamed.rows());
    charge(units - charged);
    charged = units;
    return await spent();
  };
}

async function send(
  request: Request,
  answered: Exclude<Answered, Response>,
  {
    endpoint,
    breakOff,
    ...charging
  }: Charging & { endpoint: ServedEndpoint; breakOff(error: unknown): void },
): Promise<Response> {
  if ("streamed" in answered) {
    const { streamed, format, maxAgeS } = answered;
    return await respondStreamed(request, streamed, {
      contentType: contentTypes[format],
      maxAgeS,
      charge: chargeAsSent(endpoint, streamed, charging),
      trailer: (why) => trailerOf(format, why),
      breakOff,
    });
  }
  const { text, rows, format } = answered;
  const isFree = format === "sql" || request.method === "HEAD";
  const computeUnits = isFree ? 0 : computeUnitsOf(endpoint, Buffer.byteLength(text), rows);
  const { response, computeUnits: charged } = await respond(request.headers, { ...answered, computeUnits });
  if (request.method === "HEAD") response.headers.set("x-service-bytes-consumed", "0");
  charging.charge(charged);
  return response;
}

/** @returns the Hono handler of an endpoint. */
export function createHandler(endpoint: Endpoint, deps: HandlerDeps) {
  async function answer(context: Context<Variables>, caller: Caller): Promise<Response> {
    checkScope(endpoint, caller);
    if (endpoint.kind === "gone") throw new ApiError(410, endpoint.message);

    const services = servicesOf(deps.services, context);
    const url = new URL(context.req.raw.url);
    const format = formatOf(context.req.header("accept") ?? null);
    const request = await parse(endpoint, context, url, format, caller, services);
    const checked = { context, url, format, request };
    const answered =
      endpoint.kind === "custom"
        ? await answerCustom(endpoint, checked, services)
        : await answerRows(endpoint, checked, { ...deps, services });
    if (answered instanceof Response) return answered;
    const charge = (computeUnits: number) => {
      deps.usage.add(caller, endpoint.operation, { computeUnits });
      computeUnitCount.inc({ operation: endpoint.operation }, computeUnits);
    };
    const breakOff = (error: unknown) => {
      // The status has been sent, so only the log line and the count of this error remain.
      answerError(error, context, deps.log);
      breakConnection(context);
    };
    const spent = () => spentAllowance(caller, deps.usage);
    const response = await send(context.req.raw, answered, { endpoint, charge, spent, breakOff });
    if (endpoint.deprecated === true) response.headers.set("deprecation", "true");
    return response;
  }

  return async (context: Context<Variables>): Promise<Response> => {
    const caller = await deps.authenticate(
      context.req.raw.headers.get("authorization"),
      context.get("client").address,
    );
    context.set("keyId", caller.keyId);
    context.set("rateHeaders", await deps.limit(caller, endpoint.operation));
    context.set("caller", caller);
    const place = deps.atOnce(caller);
    // An answer that the client doesn't take is in memory until its connection closes, and in hand as long.
    const isHeldByConnection = whenOver(context, place.release);
    try {
      await place.ready;
      return await answer(context, caller);
    } finally {
      if (!isHeldByConnection) place.release();
    }
  };
}
