/** A proxy between a listener and a stub node that answers some requests in the node's place. */
import { text } from "node:stream/consumers";
import { send, startServer } from "../../fixtures/stubServer.ts";

export type Seen = {
  /** Of HTTP. */
  method: string;
  /** With its query. */
  path: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
};

export type SeenCall = { method: string; params: unknown };

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** Text as it is, or a value as JSON. */
  body?: unknown;
  /** Closes the connection without an answer. */
  isClosed?: boolean;
};

export type Rules = {
  /** In place of a whole request. */
  http?: (seen: Seen) => Reply | undefined;
  /** In place of one call of JSON-RPC, alone or in a batch: text is the answer of the whole request. */
  rpc?: (call: SeenCall) => Reply | undefined;
  /** The changed answer: the envelope of a call, or the JSON body of another request. */
  change?: (answer: Answer, seen: Seen & { call?: SeenCall }) => unknown;
};

export type Interceptor = { url: string; seen: (Seen & { calls: SeenCall[] })[]; close(): Promise<void> };

/** JSON, as tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the form of what it changes
export type Answer = any;
type Envelope = { id?: unknown; result?: unknown };

/** Text that may be JSON. */
function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function callsIn(body: string): (SeenCall & { id: unknown })[] {
  const value = read(body);
  const calls = (Array.isArray(value) ? value : [value]) as ((SeenCall & { id: unknown }) | undefined)[];
  return calls.filter((call): call is SeenCall & { id: unknown } => typeof call?.method === "string");
}

export async function startInterceptor(target: string, rules: Rules): Promise<Interceptor> {
  const seen: Interceptor["seen"] = [];

  function replaced(envelope: Envelope, call: SeenCall, one: Seen): unknown {
    const reply = rules.rpc?.(call);
    if (reply !== undefined) return { ...(reply.body as object), id: envelope.id };
    return rules.change === undefined ? envelope : rules.change(envelope, { ...one, call });
  }

  const { url, close } = await startServer(
    async (request, response) => {
      const one: Seen = {
        method: request.method ?? "GET",
        path: request.url ?? "/",
        body: await text(request),
        headers: request.headers,
      };
      const calls = callsIn(one.body);
      seen.push({ ...one, calls });
      const whole =
        rules.http?.(one) ??
        calls.map((call) => rules.rpc?.(call)).find((reply) => typeof reply?.body === "string") ??
        (calls.length === 1 && !one.body.trimStart().startsWith("[")
          ? calls.map((call) => withId(rules.rpc?.(call), call.id))[0]
          : undefined);
      if (whole?.isClosed === true) {
        response.destroy();
        return;
      }
      if (whole !== undefined) {
        const body = typeof whole.body === "string" ? whole.body : JSON.stringify(whole.body ?? "");
        send(response, whole.status ?? 200, body, whole.headers);
        return;
      }
      const { host: _, connection: __, "content-length": ___, ...headers } = one.headers;
      const answer = await fetch(target + one.path, {
        method: one.method,
        headers: headers as Record<string, string>,
        ...(one.method === "GET" ? {} : { body: one.body }),
      });
      const isOver = answer.headers.get("content-type")?.includes("json") !== true;
      const bytes = Buffer.from(await answer.arrayBuffer());
      const value = isOver ? undefined : read(bytes.toString("utf8"));
      const kept = Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(content-(length|encoding)|transfer|connection)/.test(name),
        ),
      );
      if (value === undefined || (rules.change === undefined && calls.length === 0)) {
        response.writeHead(answer.status, kept);
        response.end(bytes);
        return;
      }
      const changed =
        calls.length === 0
          ? rules.change?.(value, one)
          : Array.isArray(value)
            ? (value as Envelope[]).map((envelope) => {
                const call = calls.find(({ id }) => id === envelope.id);
                return call === undefined ? envelope : replaced(envelope, call, one);
              })
            : replaced(value as Envelope, calls[0] as SeenCall, one);
      response.writeHead(answer.status, kept);
      response.end(JSON.stringify(changed));
    },
    (error, response) => {
      if (!response.headersSent) send(response, 502, String(error));
    },
  );
  return { url, seen, close };
}

function withId(reply: Reply | undefined, id: unknown): Reply | undefined {
  const { body } = reply ?? {};
  if (typeof body !== "object" || body === null || Array.isArray(body)) return reply;
  return { ...reply, body: "jsonrpc" in body ? { ...body, id } : body };
}
