/** The API's address for its clients: the base of its own links. */
import type { Client } from "../access/clients.ts";

export type Place = {
  /** Scheme and host. */
  origin: string;
  /** The path that a proxy serves the API under, without a slash at its end: "" where it is at the root. */
  path: string;
};

const hostCharactersMax = 255;

/** The last value of a header that each proxy may add to. */
const lastOf = (header: string | null) =>
  (header ?? "").slice(-hostCharactersMax).split(",").at(-1)?.trim() ?? "";

/** The origin that a trusted proxy received the request for; undefined without a valid one. */
function forwardedOrigin(headers: Headers, url: URL): string | undefined {
  const scheme = lastOf(headers.get("x-forwarded-proto")) || url.protocol.slice(0, -1);
  const host = lastOf(headers.get("x-forwarded-host")) || url.host;
  if (scheme !== "http" && scheme !== "https") return undefined;
  const text = `${scheme}://${host}`;
  if (!URL.canParse(text)) return undefined;
  const parsed = new URL(text);
  // Nothing but a host: no user, path or query.
  return parsed.href === `${parsed.origin}/` ? parsed.origin : undefined;
}

/** Path of a public address, without a slash at its end. */
export function basePathOf(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return "";
  const { pathname } = new URL(baseUrl);
  return pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}

/** @param baseUrl public address; undefined: the address of the request, or of the trusted proxy before it */
export function createPlaces(baseUrl: string | undefined) {
  const fixed =
    baseUrl === undefined ? undefined : { origin: new URL(baseUrl).origin, path: basePathOf(baseUrl) };
  return (url: URL, headers: Headers, client: Client): Place => {
    if (fixed !== undefined) return fixed;
    const forwarded = client.isBehindProxy ? forwardedOrigin(headers, url) : undefined;
    return { origin: forwarded ?? url.origin, path: "" };
  };
}
