/**
 * The explorer: the page at `/`, its files as `make install` has built them, and its configuration by this server. It
 * calls the API like any other client.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Hono } from "hono";
import { explorerPolicy } from "./browsers.ts";
import type { Variables } from "./guard.ts";
import { acceptsBrotli, acceptsGzip, namesEtag } from "./negotiation.ts";

/** Whether anonymous access is allowed, or a key is required. */
export type ExplorerAccess = "open" | "key";

type ExplorerOptions = {
  access: ExplorerAccess;
  /** Path that a proxy serves the API under; "": the root. */
  basePath: string;
  /** Chains that are served, whose pages are below their ids. */
  chains: readonly string[];
  version: string;
  /** The port for analysts' SQL; undefined: none. */
  sqlPort?: (() => number | undefined) | undefined;
  folder?: string;
};

const builtFolder = join(import.meta.dirname, "../../explorer/dist");
/** Asset names contain a hash of their content. */
const assetSeconds = 31_536_000;
/** Paths for programs, which are never pages. */
const programPaths = /^\/(?:v\d+|docs|assets|explorer)(?:\/|$)/;
const acceptCharactersMax = 1_024;

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
};
const typeOf = (name: string) => contentTypes[name.slice(name.lastIndexOf(".") + 1)];

type Bytes = Uint8Array<ArrayBuffer>;
const read = (path: string): Bytes => new Uint8Array(readFileSync(path));

/** A file in each coding that the build has made of it. */
type Asset = { type: string; plain: Bytes; gzip: Bytes; brotli: Bytes };

/** All files of `assets`, which are some hundred kilobytes. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = typeOf(name);
    if (type === undefined) continue;
    const path = join(folder, name);
    assets.set(name, { type, plain: read(path), gzip: read(`${path}.gz`), brotli: read(`${path}.br`) });
  }
  return assets;
}

function answerAsset(context: Context, { type, plain, gzip, brotli }: Asset): Response {
  const accepted = context.req.header("accept-encoding") ?? null;
  const [bytes, coding] = acceptsBrotli(accepted)
    ? [brotli, "br"]
    : acceptsGzip(accepted)
      ? [gzip, "gzip"]
      : [plain, undefined];
  return context.body(bytes, 200, {
    "content-type": type,
    "cache-control": `public, max-age=${assetSeconds}, immutable`,
    vary: "Accept-Encoding",
    ...(coding === undefined ? {} : { "content-encoding": coding }),
  });
}

/** Whether a browser requests a page, as opposed to a program. */
function wantsPage({ req }: Context): boolean {
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  const accept = req.header("accept") ?? "";
  return accept.length <= acceptCharactersMax && accept.includes("text/html");
}

const missingPage = (basePath: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Validator Analytics</title></head>
  <body>
    <h1>The explorer isn't built</h1>
    <p><code>make install</code> builds it. The <a href="${basePath}/docs">documentation of the API</a> is there without it.</p>
  </body>
</html>
`;

/** The page, which finds its files and the API below the path that a proxy serves it under. */
function readPage(folder: string, basePath: string): string | undefined {
  const path = join(folder, "index.html");
  if (!existsSync(path)) return undefined;
  return readFileSync(path, "utf8")
    .replaceAll('"./', () => `"${basePath}/`)
    .replace('name="base-path" content=""', () => `name="base-path" content="${basePath}"`);
}

/**
 * Adds the page at `/` and below the chains' ids, and its files.
 * @returns the answer to a browser's request for a missing page; undefined for requests of programs
 */
export function addExplorer(
  app: Hono<Variables>,
  { access, basePath, chains, version, sqlPort, folder = builtFolder }: ExplorerOptions,
): (context: Context) => Response | undefined {
  const page = readPage(folder, basePath);
  const assets = page === undefined ? new Map<string, Asset>() : readAssets(join(folder, "assets"));
  const text = page ?? missingPage(basePath);
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "content-security-policy": explorerPolicy,
    "cache-control": "no-cache",
    etag,
    vary: "Accept-Encoding",
  };
  const answerPage = (context: Context, status: 200 | 404) =>
    namesEtag(context.req.header("if-none-match") ?? null, etag)
      ? context.body(null, 304, headers)
      : context.html(text, status, headers);

  app.get("/", (context) => answerPage(context, 200));
  for (const path of [...chains, "search", "key", "sql", "account", "dictionary"])
    for (const route of [`/${path}`, `/${path}/*`]) app.get(route, (context) => answerPage(context, 200));
  app.get("/explorer/config.json", (context) =>
    context.json({ access, version, chains, sqlPort: sqlPort?.() ?? null }, 200, {
      "cache-control": "no-cache",
    }),
  );
  app.get("/assets/:name", (context) => {
    const asset = assets.get(context.req.param("name"));
    return asset === undefined ? context.notFound() : answerAsset(context, asset);
  });
  return (context) =>
    wantsPage(context) && !programPaths.test(context.req.path) ? answerPage(context, 404) : undefined;
}
