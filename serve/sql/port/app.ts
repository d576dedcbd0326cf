/** The port that speaks ClickHouse's HTTP protocol: a key with the scope `sql` may select from public tables. */
import { Hono } from "hono";
import { ApiError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { cancelledCode, isOverBudget } from "../../../lib/store/limits.ts";
import type { Access } from "../../http/access.ts";
import { createSharing } from "../../http/browsers.ts";
import { countErrors } from "../../http/errorCounts.ts";
import { requestIdOf } from "../../http/errors.ts";
import { guard, type Variables } from "../../http/guard.ts";
import { limitedCount } from "../../http/metrics.ts";
import { whenOver } from "../../http/over.ts";
import { createPlaces } from "../../http/place.ts";
import type { Runner } from "../runner.ts";
import { framed } from "./frames.ts";
import { greetingOf, isGreeting } from "./greeting.ts";
import { authorizationOf, readRequest } from "./request.ts";
import { answerResponse, exceptionOf, queryHeaders, refuse } from "./respond.ts";

export const sqlOperation = "sql";

/** Bytes of an answer per compute unit, like the API's cheapest rows. */
const bytesOfUnit = 10_000;

/** A refusal in frames, for clients that requested them. */
async function inFrames(response: Response): Promise<Response> {
  const body = new Uint8Array(await framed(Buffer.from(await response.arrayBuffer())));
  return new Response(body, { status: response.status, headers: response.headers });
}

const pong = () => new Response("Ok.\n", { headers: { "content-type": "text/plain; charset=UTF-8" } });

export function createSqlApp({ access, runner, log }: { access: Access; runner: Runner; log: Logger }) {
  const app = new Hono<Variables>();
  const places = createPlaces(undefined);
  app.use(
    guard({
      ...access,
      knowsKey: access.authenticate.knows,
      placeOf: places,
      sharing: createSharing([]),
      authorizationOf,
      refuse,
    }),
  );
  app.use(countErrors(access.usage));
  app.get("/ping", pong);
  app.get("/replicas_status", pong);

  app.on(["GET", "POST"], "/", async (context) => {
    const { raw } = context.req;
    const url = new URL(raw.url);
    // A browser, or a load balancer's health check.
    if (raw.method === "GET" && !url.searchParams.has("query")) return pong();
    context.set("operation", sqlOperation);
    const caller = await access.authenticate(authorizationOf(raw));
    context.set("keyId", caller.keyId);
    context.set("rateHeaders", await access.limit(caller, sqlOperation));
    context.set("caller", caller);
    const place = access.atOnce(caller);
    const isHeldByConnection = whenOver(context, place.release);
    try {
      await place.ready;
      if (!caller.scopes.includes("sql"))
        throw new ApiError(403, "The key lacks the scope sql. Create one with `keys create --scope sql`");
      const statement = await readRequest(raw);
      const queryId = requestIdOf(statement.queryId ?? null);
      const controller = new AbortController();
      whenOver(context, (isAnswered) => isAnswered || controller.abort());
      const started = performance.now();
      try {
        const answered = await runner.run({ ...statement, tier: caller.tier.sql, signal: controller.signal });
        const elapsedMs = performance.now() - started;
        const units = Math.ceil(answered.bytes.byteLength / bytesOfUnit);
        access.usage.add(caller, sqlOperation, { computeUnits: units });
        const { format } = answered;
        if (format === "Native" && isGreeting(statement.sql, statement.revision))
          answered.bytes = greetingOf(answered.bytes);
        const response = await answerResponse(answered, { ...statement, queryId, format, elapsedMs });
        response.headers.set("x-service-compute-units", String(units));
        response.headers.set("x-service-bytes-consumed", String(answered.bytes.byteLength));
        return response;
      } catch (error) {
        const response = exceptionOf(error, queryHeaders(queryId));
        const { code } = error as { code?: string };
        if (code !== undefined && (isOverBudget({ code }) || code === cancelledCode))
          limitedCount.inc({ operation: sqlOperation, reason: code });
        if (response === undefined) throw error;
        return statement.wantsFrames ? await inFrames(response) : response;
      }
    } finally {
      if (!isHeldByConnection) place.release();
    }
  });

  app.all("/", () => refuse(405, "GET and POST are taken here", { allow: "GET, HEAD, POST" }));
  app.notFound(() => refuse(404, "There is nothing here but / and /ping"));
  app.onError((error, context) => {
    const exception = exceptionOf(error);
    if (exception !== undefined) return exception;
    const { code } = error as { code?: string };
    if (code !== cancelledCode)
      log.error({ err: error, requestId: context.get("requestId") }, "SQL request failed");
    return refuse(500, "Internal server error.");
  });
  return app;
}
