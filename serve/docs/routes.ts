/** The documentation, the API reference and the data dictionary, over HTTP. They need no key. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context, Hono } from "hono";
import { servedDictionary } from "../dictionary.ts";
import type { Endpoint } from "../endpoint.ts";
import { documentationPolicy, referencePolicy } from "../http/browsers.ts";
import type { Variables } from "../http/guard.ts";
import { acceptsGzip, namesEtag } from "../http/negotiation.ts";
import { referencePage, referenceScript } from "./reference.ts";
import { createSearch, foundHtml } from "./search.ts";
import { loadSite, pageHtml } from "./site.ts";

const gzipText = promisify(gzip);

type Text = { body: string; type: string; policy?: string; status?: 200 | 404 };
type Kept = Text & { etag: string; packed: Promise<Uint8Array<ArrayBuffer>> | undefined };

const html = "text/html; charset=utf-8";

/** Remembers texts that are the same for everybody, with their compressed form. */
function createKept() {
  const kept = new Map<string, Kept>();
  const pack = async (body: string) => new Uint8Array(await gzipText(body));
  return async (context: Context, key: string, make: () => Text | Promise<Text>): Promise<Response> => {
    let text = kept.get(key);
    if (text === undefined) {
      const made = await make();
      const etag = `W/"${createHash("sha1").update(made.body).digest("base64url")}"`;
      text = { ...made, etag, packed: undefined };
      kept.set(key, text);
    }
    const headers: Record<string, string> = {
      "content-type": text.type,
      "cache-control": "public, max-age=300",
      vary: "Accept-Encoding",
      etag: text.etag,
      ...(text.policy === undefined ? {} : { "content-security-policy": text.policy }),
    };
    const requestHeaders = context.req.raw.headers;
    if (namesEtag(requestHeaders.get("if-none-match"), text.etag)) return context.body(null, 304, headers);
    if (!acceptsGzip(requestHeaders.get("accept-encoding")))
      return context.body(text.body, text.status ?? 200, headers);
    text.packed ??= pack(text.body);
    return context.body(await text.packed, text.status ?? 200, { ...headers, "content-encoding": "gzip" });
  };
}

type DocsOptions = {
  endpoints: readonly Endpoint[];
  /** Path that a proxy serves the API under; "": the root. */
  basePath: string;
};

export function addDocs(app: Hono<Variables>, { endpoints, basePath }: DocsOptions): void {
  const answer = createKept();
  let made: { site: ReturnType<typeof loadSite>; search: ReturnType<typeof createSearch> } | undefined;
  const documentation = () => {
    if (made === undefined) {
      const site = loadSite(basePath);
      made = { site, search: createSearch(site, basePath) };
    }
    return made;
  };
  const page = (path: string): Text | undefined => {
    const { site } = documentation();
    const shown = site.pages.get(path);
    if (shown === undefined) return undefined;
    return {
      body: pageHtml(site, basePath, { ...shown, ...shown.render() }),
      type: html,
      policy: documentationPolicy,
    };
  };
  const simplePage = (shown: { title: string; html: string; query?: string }) =>
    pageHtml(documentation().site, basePath, { path: "search", sections: [], ...shown });

  app.get("/dictionary.json", (context) =>
    answer(context, "/dictionary.json", () => ({
      body: JSON.stringify(servedDictionary(endpoints)),
      type: "application/json; charset=utf-8",
    })),
  );
  app.get("/docs/api", (context) =>
    answer(context, "/docs/api", () => ({
      body: referencePage(basePath),
      type: html,
      policy: referencePolicy,
    })),
  );
  app.get("/docs/rapidoc.js", (context) =>
    answer(context, "/docs/rapidoc.js", async () => ({
      body: await referenceScript(),
      type: "text/javascript; charset=utf-8",
    })),
  );
  app.get("/docs/style.css", (context) =>
    answer(context, "/docs/style.css", () => ({
      body: readFileSync(join(import.meta.dirname, "../../docs/style.css"), "utf8"),
      type: "text/css; charset=utf-8",
    })),
  );
  app.get("/docs/search", (context) => {
    const query = context.req.query("q") ?? "";
    const body = simplePage({
      title: "Search",
      html: foundHtml(query, documentation().search(query)),
      query,
    });
    return context.html(body, 200, { "content-security-policy": documentationPolicy });
  });
  app.get("/docs/images/:name{[a-z0-9-]+\\.png}", async (context) => {
    const path = join(import.meta.dirname, "../../docs/images", context.req.param("name"));
    const image = await readFile(path).catch(() => undefined);
    if (image === undefined) return context.notFound();
    const headers = { "content-type": "image/png", "cache-control": "public, max-age=300" };
    return context.body(Uint8Array.from(image), 200, headers);
  });
  app.get("/docs/", (context) => context.redirect(`${basePath}/docs`));
  app.get("/docs/:path{.+}", (context) => {
    const path = context.req.param("path");
    const isPage = documentation().site.pages.has(path);
    if (isPage) return answer(context, `/docs/${path}`, () => page(path) as Text);
    const text = `<h1>There is no such page</h1>\n<p><a href="${basePath}/docs">Begin at the start</a>, or search above.</p>`;
    const body = simplePage({ title: "Not found", html: text });
    return context.html(body, 404, { "content-security-policy": documentationPolicy });
  });
  app.get("/docs", (context) => answer(context, "/docs", () => page("") as Text));
}
